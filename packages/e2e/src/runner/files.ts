// Which test files a run is about: those the config's globs match, cut down to the paths of the command line.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { E2EError } from '../base/error.ts';
import { nearest } from '../base/nearest.ts';
import { callsAround } from './calls.ts';
import type { LineChoice, Selection } from './select.ts';

/** One path of the command line. */
export interface FileArgument {
  /** As typed, for messages. */
  readonly typed: string;
  /** Absolute. */
  readonly path: string;
  readonly line?: number;
}

/**
 * A `path` or `path:line` of the command line; a column after the line is let be.
 * @throws E2EError NO_TESTS when there is no such path.
 */
export function parseFileArgument(typed: string, cwd: string): FileArgument {
  const whole = resolve(cwd, typed);
  if (existsSync(whole)) return { typed, path: whole };
  const match = /^(.+?):(\d+)(?::\d+)?$/.exec(typed);
  const path = resolve(cwd, match?.[1] ?? typed);
  if (!existsSync(path)) throw noSuchFile(match?.[1] ?? typed, path, cwd);
  if (statSync(path).isDirectory()) {
    throw new E2EError('NO_TESTS', `${typed}: a line needs a file, and ${match?.[1]} is a directory.`);
  }
  return { typed, path, line: Number(match?.[2]) };
}

function noSuchFile(typed: string, path: string, cwd: string): E2EError {
  const dir = dirname(path);
  const near = existsSync(dir) ? nearest(basename(path), readdirSync(dir)) : undefined;
  const hint = near === undefined ? '' : ` Did you mean ${relative(cwd, join(dir, near))}?`;
  return new E2EError('NO_TESTS', `No file or directory ${typed} (looked in ${cwd}).${hint}`);
}

/** The files that arguments leave of those the globs found; all of them without arguments. */
export function filterFiles(files: readonly string[], args: readonly FileArgument[]): readonly string[] {
  if (args.length === 0) return files;
  return files.filter((file) => args.some(({ path }) => file === path || file.startsWith(path + sep)));
}

/**
 * Says why nothing is left to run.
 * @param globs of the config.
 */
export function noFilesError(
  files: readonly string[],
  args: readonly FileArgument[],
  globs: readonly string[],
  rootDir: string,
): E2EError | undefined {
  if (files.length === 0) {
    return new E2EError(
      'NO_TESTS',
      `No test files: nothing in ${rootDir} matches ${globs.join(', ')} (\`tests\` in the config).`,
    );
  }
  const empty = args.find((arg) => filterFiles(files, [arg]).length === 0);
  if (empty === undefined) return undefined;
  return new E2EError(
    'NO_TESTS',
    `${empty.typed} holds no test file: the config's \`tests\` are ${globs.join(', ')}.`,
  );
}

/** The selection that arguments and `--grep` make. A file that is also named whole, or through a directory, is not cut to lines. */
export async function makeSelection(
  args: readonly FileArgument[],
  grep: string | undefined,
): Promise<Selection> {
  const lines: Record<string, LineChoice[]> = {};
  const whole = args.filter(({ line }) => line === undefined);
  for (const { path, line } of args) {
    if (line === undefined || (filterFiles([path], whole).length > 0 && whole.length > 0)) continue;
    lines[path] = [...(lines[path] ?? []), { line, calls: await callsAround(path, line) }];
  }
  return { ...(grep === undefined ? {} : { grep }), lines };
}
