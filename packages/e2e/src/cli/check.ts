// What `e2e cache check` does: is every recording valid, and does any file beside them hold a secret of the config. It only reads, and what it
// prints holds no secret, not even in the name of a file.
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Config, sourceOf } from '../api/config.ts';
import { E2EError, messageOf } from '../base/error.ts';
import { createRedactor } from '../base/redact.ts';
import { counted, oneLine } from '../report/text.ts';
import { resolveSecrets } from '../runner/secrets.ts';
import { leaksIn, leaksInFile, type Search, searchFor } from './leaks.ts';
import { findProject, ownPlace, type Place, type Project } from './place.ts';
import { keysOf, type ListFlags, rowsOf } from './recordings.ts';

type Secrets = NonNullable<Config['secrets']>;

/** Something that is wrong. `file`: relative to the place. */
type Problem =
  | { readonly kind: 'invalid'; readonly file: string; readonly reason: string }
  | { readonly kind: 'secret'; readonly file: string; readonly secret: string }
  | { readonly kind: 'unreadable'; readonly file: string; readonly reason: string }
  | { readonly kind: 'unknown-secret'; readonly secret: string };

/**
 * `e2e cache check`.
 * @returns the exit code: 1 when anything is wrong.
 * @throws E2EError INVALID_CONFIG for a place that cannot be read, or a config that does not load.
 */
export async function check(flags: ListFlags): Promise<number> {
  const project = findProject(flags, process.cwd());
  const place = await ownPlace(flags, project);
  const { values, unknown } = await valuesOf(await secretsOf(project));
  const search = searchFor(values);
  const { recordings, invalid } = await rowsOf(place);
  const looked = await lookThrough(place, search);
  const problems: readonly Problem[] = [
    ...invalid.map(
      ({ entry, reason }): Problem => ({
        kind: 'invalid',
        file: nameOf(entry, place),
        // A parser quotes what it stumbled over, and that may be a part of a secret.
        reason: reason.replace(/^(it is not JSON): .*/su, '$1'),
      }),
    ),
    ...looked.problems,
    ...unknown.map((secret): Problem => ({ kind: 'unknown-secret', secret })),
  ];
  const redactor = createRedactor();
  for (const [name, value] of values) redactor.add(name, value);
  const result: CheckResult = {
    place: place.name,
    recordings: recordings.length,
    files: looked.files,
    secrets: values.length - search.tooShort.length,
    tooShort: search.tooShort,
    problems,
  };
  const json = (): string => `${JSON.stringify(redactor.deep(result), null, 2)}\n`;
  process.stdout.write(flags.json === true ? json() : redactor.text(sayResult(result)));
  return problems.length === 0 ? 0 : 1;
}

interface CheckResult {
  readonly place: string;
  /** Valid ones. */
  readonly recordings: number;
  /** Files (of a store: entries) that were looked through. */
  readonly files: number;
  /** Secrets that were looked for. */
  readonly secrets: number;
  readonly tooShort: readonly string[];
  readonly problems: readonly Problem[];
}

function sayResult({ place, recordings, files, secrets, tooShort, problems }: CheckResult): string {
  const lines = [
    ...problems.map(sayProblem),
    ...tooShort.map(
      (name) => `note  secret ${JSON.stringify(name)} has fewer than 4 characters and was not looked for`,
    ),
    `${counted(recordings, 'valid recording')} in ${place}; ${counted(secrets, 'secret')} looked for in ${counted(files, 'file')}: ${
      problems.length === 0 ? 'nothing wrong' : counted(problems.length, 'problem')
    }.`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function sayProblem(problem: Problem): string {
  switch (problem.kind) {
    case 'invalid':
      return `invalid  ${oneLine(problem.file)}  ${oneLine(problem.reason)}`;
    case 'secret':
      return `secret  ${oneLine(problem.file)}  holds the value of secret ${JSON.stringify(problem.secret)}`;
    case 'unreadable':
      return `unreadable  ${oneLine(problem.file)}  ${oneLine(problem.reason)}`;
    case 'unknown-secret':
      return `unknown  secret ${JSON.stringify(problem.secret)} has a function that gave no text in time: it was not looked for`;
  }
}

function nameOf(entry: string, place: Place): string {
  return place.kind === 'directory' ? `${entry}.json` : entry;
}

/** The config's secrets, without the schema of the whole; none without a config. */
async function secretsOf({ file, exported }: Project): Promise<Secrets> {
  const { secrets } = (await exported()) as { readonly secrets?: unknown };
  if (secrets === undefined) return {};
  const isSource = (source: unknown): boolean => typeof source === 'string' || typeof source === 'function';
  const isSecret = (secret: unknown): boolean =>
    isSource(secret) ||
    (typeof secret === 'object' && secret !== null && 'value' in secret && isSource(secret.value));
  if (typeof secrets === 'object' && secrets !== null && Object.values(secrets).every(isSecret)) {
    return secrets as Secrets;
  }
  throw new E2EError(
    'INVALID_CONFIG',
    `The key secrets in ${file} is no object of names, each with a text, a function that gives one, or an object with such a value.`,
  );
}

/** The values, and the names of those that no function gave: what is not known cannot be looked for. */
async function valuesOf(secrets: Secrets): Promise<{
  readonly values: readonly (readonly [name: string, value: string])[];
  readonly unknown: readonly string[];
}> {
  const { resolved } = await resolveSecrets(secrets);
  const literal = Object.entries(secrets).flatMap(([name, secret]) => {
    const source = sourceOf(secret);
    return typeof source === 'string' ? [[name, source] as const] : [];
  });
  const values = [...literal, ...resolved];
  const known = new Set(values.map(([name]) => name));
  return { values, unknown: Object.keys(secrets).filter((name) => !known.has(name)) };
}

interface Looked {
  readonly files: number;
  readonly problems: readonly Problem[];
}

async function lookThrough(place: Place, search: Search): Promise<Looked> {
  const files = place.kind === 'directory' ? await filesIn(place.dir) : await keysOf(place);
  const problems: Problem[] = [];
  for (const file of files) {
    try {
      const inside =
        place.kind === 'directory'
          ? await leaksInFile(join(place.dir, file), search)
          : leaksIn(String((await place.store.read(file)) ?? ''), search);
      for (const secret of new Set([...leaksIn(file, search), ...inside])) {
        problems.push({ kind: 'secret', file, secret });
      }
    } catch (thrown) {
      // Evicted meanwhile by a run: nothing is left to hold a secret.
      if (codeOf(thrown) === 'ENOENT') continue;
      problems.push({ kind: 'unreadable', file, reason: messageOf(thrown) });
    }
  }
  return { files: files.length, problems };
}

/** Every file below a directory, links to files included, hidden ones too; sorted. A link to a directory is not followed: it may lead back. */
async function filesIn(dir: string): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (at: string): Promise<void> => {
    for (const item of await namesIn(at)) {
      const path = join(at, item.name);
      if (item.isDirectory()) await visit(path);
      else if (item.isFile() || (item.isSymbolicLink() && (await isFile(path))))
        found.push(relative(dir, path));
    }
  };
  await visit(dir);
  return found.sort();
}

async function namesIn(dir: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(dir, { withFileTypes: true });
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return [];
    throw new E2EError('INVALID_CONFIG', `${dir} can't be read: ${messageOf(thrown)}`, { cause: thrown });
  }
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
}
