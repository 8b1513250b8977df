// Finds, loads and checks `e2e.config.*`. Nothing runs before the whole config is known to be right; what is wrong is said with key,
// file and what was expected.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Jiti } from 'jiti';
import type { Config } from '../api/config.ts';
import { E2EError, messageOf } from '../base/error.ts';
import { userFrame } from './frames.ts';
import { importPlain } from './plain-config.ts';
import { writtenSecrets } from './secrets.ts';

/** File names of a config, in no order: two in one directory are an error. */
const CONFIG_NAMES = ['e2e.config.ts', 'e2e.config.mts', 'e2e.config.js', 'e2e.config.mjs'] as const;

/** A config that passed every check. */
export interface LoadedConfig {
  /** Absolute. */
  readonly file: string;
  /** Absolute directory of the config file: the project. */
  readonly rootDir: string;
  readonly config: Config;
}

/**
 * The config file that `--config` names, else that of the working directory or the nearest above it.
 * @param named a file, or a directory that holds one, relative to `cwd`.
 * @throws E2EError INVALID_CONFIG when there is none, or two in one directory.
 */
export function findConfig(cwd: string, named?: string): string {
  const found = lookForConfig(cwd, named);
  if (found !== undefined) return found;
  throw new E2EError(
    'INVALID_CONFIG',
    `No e2e.config.ts in ${cwd} or any directory above it. Write one (see the quickstart) or name one with --config.`,
  );
}

/**
 * The same, where a config is not needed: `undefined` when there is none.
 * @throws E2EError INVALID_CONFIG for two in one directory, and for a name that names none.
 */
export function lookForConfig(cwd: string, named?: string): string | undefined {
  if (named !== undefined) return namedConfig(named, cwd);
  for (let dir = cwd; ; dir = dirname(dir)) {
    const found = CONFIG_NAMES.filter((name) => existsSync(join(dir, name)));
    if (found.length > 1) {
      throw new E2EError(
        'INVALID_CONFIG',
        `Two configs in ${dir}: ${found.join(' and ')}. Keep one, or name one with --config.`,
      );
    }
    const [name] = found;
    if (name !== undefined) return join(dir, name);
    if (dirname(dir) === dir) return undefined;
  }
}

function namedConfig(path: string, cwd: string): string {
  const file = resolve(cwd, path);
  if (!existsSync(file)) {
    const dir = dirname(file);
    const near = existsSync(dir) ? readdirSync(dir).filter((name) => name.startsWith('e2e.config.')) : [];
    const hint = near.length > 0 ? ` ${dir} has ${near.join(', ')}.` : '';
    throw new E2EError('INVALID_CONFIG', `--config names ${file}, and there is no such file.${hint}`);
  }
  return statSync(file).isDirectory() ? findConfig(file) : file;
}

/**
 * Loads and checks a config in this process.
 * @throws E2EError INVALID_CONFIG for a file that does not load, exports no config, or holds a wrong key or value.
 */
export async function loadConfig(file: string): Promise<LoadedConfig> {
  return checkedConfig(file, await importConfig(file));
}

/**
 * Checks what a config exports.
 * @throws E2EError INVALID_CONFIG for a wrong key or value.
 */
export async function checkedConfig(file: string, exported: unknown): Promise<LoadedConfig> {
  const { checkConfig } = await import('./schema.ts');
  const config = checkConfig(exported, relative(process.cwd(), file) || basename(file));
  return { file, rootDir: dirname(file), config };
}

/**
 * What a config exports, unchecked: for commands that need one key of it and start without the schema.
 * @throws E2EError INVALID_CONFIG for a file that does not load or exports no config.
 */
export async function importConfig(file: string): Promise<unknown> {
  const plain = await importPlain(file, async (specifier) => (await jitiFrom(file)).import(specifier));
  if (plain !== undefined) return defaultExport(plain, file);
  let exported: unknown;
  try {
    exported = await (await jitiFrom(import.meta.url)).import(file);
  } catch (thrown) {
    throw await loadFailure(thrown, file);
  }
  return defaultExport(exported, file);
}

/** The package itself is loaded natively, so that a config shares its classes with this process. */
async function jitiFrom(place: string): Promise<Jiti> {
  const { createJiti } = await import('jiti');
  return createJiti(place, { fsCache: false, moduleCache: false, interopDefault: true });
}

/**
 * The config in what a config module exports.
 * @throws E2EError INVALID_CONFIG
 */
export function defaultExport(exported: unknown, file: string): unknown {
  const config =
    exported !== null && typeof exported === 'object' && 'default' in exported ? exported.default : undefined;
  if (config !== undefined) return config;
  throw new E2EError(
    'INVALID_CONFIG',
    `${file} has no default export. Write: export default defineConfig({ targets: […] }).`,
  );
}

async function loadFailure(thrown: unknown, file: string): Promise<E2EError> {
  const at = userFrame(thrown, dirname(file));
  const where = at === undefined ? '' : `\n${at.location}${at.frame === undefined ? '' : `\n${at.frame}`}`;
  const message = messageOf(thrown)
    .split(/\n(?: {4}at |Require stack:)/)[0]
    ?.trim();
  // What the product itself refuses (an option of `web()`) is no fault of loading.
  const what = thrown instanceof E2EError ? 'is not valid' : 'could not be loaded';
  // The lines around the place may hold secrets as they were written; nothing has resolved them yet.
  const { text } = await writtenSecrets(file);
  return new E2EError('INVALID_CONFIG', text(`${file} ${what}: ${message}${where}`));
}

/** The project's name in keys: `projectId`, else the package's name, else the directory. Source: spec R40. */
export function projectName(config: Config, rootDir: string): string {
  if (config.projectId !== undefined) return config.projectId;
  const file = join(rootDir, 'package.json');
  if (existsSync(file)) {
    try {
      const { name } = JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown };
      if (typeof name === 'string' && name !== '') return name;
    } catch {
      // A broken package.json names no project; whoever needs it will say so.
    }
  }
  return rootDir;
}
