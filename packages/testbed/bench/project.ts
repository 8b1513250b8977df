// A user's project in a temporary directory, for benchmarks that start whole commands in it: its files, the built package and Playwright Test
// in its node_modules.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunReport } from '../../e2e/src/report/record.ts';
import { type Command, type Ran, runCommand } from './processes.ts';

const PACKAGE: string = fileURLToPath(new URL('../../e2e', import.meta.url));
const PLAYWRIGHT: string = dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json'));
const E2E: string = join(PACKAGE, 'dist/cli/bin.js');

/** A project. */
export interface BenchProject {
  readonly dir: string;
  /** `e2e` with arguments. */
  e2e(...args: readonly string[]): Command;
  /** `playwright` with arguments. */
  playwright(...args: readonly string[]): Command;
  /** The last run's. */
  report(): Promise<RunReport>;
  remove(): Promise<void>;
}

/** Makes one. Paths are relative to it. */
export async function benchProject(files: Readonly<Record<string, string>>): Promise<BenchProject> {
  if (!existsSync(E2E)) throw new Error('packages/e2e is not built: npm run build');
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'e2e-bench-')));
  const all = { 'package.json': '{ "name": "project", "type": "module" }\n', ...files };
  for (const folder of new Set(Object.keys(all).map((path) => dirname(join(dir, path)))))
    await mkdir(folder, { recursive: true });
  for (const [path, text] of Object.entries(all)) await writeFile(join(dir, path), text);
  await mkdir(join(dir, 'node_modules/@playwright'), { recursive: true });
  await symlink(PACKAGE, join(dir, 'node_modules/e2e'), 'dir');
  await symlink(PLAYWRIGHT, join(dir, 'node_modules/@playwright/test'), 'dir');
  return {
    dir,
    e2e: (...args) => ({ args: [E2E, ...args], cwd: dir }),
    playwright: (...args) => ({ args: [join(PLAYWRIGHT, 'cli.js'), ...args], cwd: dir }),
    report: async () => JSON.parse(await readFile(join(dir, '.e2e/report.json'), 'utf8')) as RunReport,
    remove: () => rm(dir, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Runs a command that has to succeed. @throws Error with what it printed, when it does not. */
export async function succeed(command: Command): Promise<Ran> {
  const ran = await runCommand(command);
  if (ran.exitCode !== 0)
    throw new Error(`${command.args.join(' ')} ended with ${ran.exitCode}:\n${ran.output}`);
  return ran;
}
