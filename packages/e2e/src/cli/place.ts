// Where the recordings of a project are, for the commands that look after them. The same ranks as a run's (spec R40, R42), but of the config
// only `cache` is read: these commands start without the schema of the whole.
import { dirname, join, relative } from 'node:path';
import { E2EError } from '../base/error.ts';
import { guardStore } from '../cache/guard.ts';
import { type CacheStore, createFileStore } from '../cache/store.ts';
import { importConfig, lookForConfig } from '../runner/config.ts';
import { cachePath } from '../runner/settings.ts';

/** A place of recordings. */
export type Place =
  | {
      readonly kind: 'directory';
      readonly dir: string;
      readonly name: string;
      readonly store: Required<CacheStore>;
    }
  | { readonly kind: 'custom'; readonly name: string; readonly store: CacheStore };

/** Flags that choose a place. */
export interface PlaceFlags {
  readonly config?: string;
  readonly cacheDir?: string;
}

/** The project that a command is about. */
export interface Project {
  /** The config file, absolute; `undefined` without one. */
  readonly file: string | undefined;
  /** Absolute; without a config the working directory. */
  readonly rootDir: string;
  /**
   * What the config exports, unchecked; `{}` without one. It is evaluated once, at the first call: it may open connections.
   * @throws E2EError INVALID_CONFIG for a config that does not load.
   */
  exported(): Promise<unknown>;
}

/** Source: spec R40. */
const DEFAULT_DIR = join('.e2e', 'cache');

/** How long one operation of a custom store may take, in ms. Source: chosen; a list of thousands of keys takes longer than a run waits. */
const STORE_WAIT_MS = 30_000;

/** The project of the working directory, or the one that `--config` names. @throws E2EError INVALID_CONFIG for a name that names none. */
export function findProject(flags: PlaceFlags, cwd: string): Project {
  const file = lookForConfig(cwd, flags.config);
  let exported: Promise<unknown> | undefined;
  return {
    file,
    rootDir: file === undefined ? cwd : dirname(file),
    exported: () => {
      exported ??= file === undefined ? Promise.resolve({}) : importConfig(file);
      return exported;
    },
  };
}

/**
 * The place of a project's recordings: `--cache-dir`, else the config's store, else `E2E_CACHE_DIR`, else the config's `cache.dir`, else
 * `.e2e/cache`.
 * @throws E2EError INVALID_CONFIG for a config that does not load, or whose `cache` is none.
 */
async function findPlace(
  flags: PlaceFlags,
  project: Project,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<Place> {
  const { file, rootDir } = project;
  const directory = (path: string): Place => {
    const dir = cachePath(path, rootDir);
    return { kind: 'directory', dir, name: relative(cwd, dir) || '.', store: createFileStore(dir) };
  };
  if (flags.cacheDir !== undefined) return directory(flags.cacheDir);
  const own = file === undefined ? {} : cacheKey(await project.exported(), file);
  if (own.store !== undefined) {
    const store = guardStore(own.store, STORE_WAIT_MS);
    return { kind: 'custom', name: `the store in ${relative(cwd, file ?? cwd)}`, store };
  }
  return directory((env.E2E_CACHE_DIR || undefined) ?? own.dir ?? DEFAULT_DIR);
}

/** The place that a command of this process is about. @throws E2EError as {@link findPlace} */
export function ownPlace(
  flags: PlaceFlags,
  project: Project = findProject(flags, process.cwd()),
): Promise<Place> {
  return findPlace(flags, project, process.env, process.cwd());
}

function cacheKey(config: unknown, file: string): { readonly dir?: string; readonly store?: CacheStore } {
  const cache = (config as { readonly cache?: unknown } | null)?.cache;
  if (cache === undefined || typeof cache === 'string') return {};
  if (cache !== null && typeof cache === 'object') {
    const { dir, store } = cache as { readonly dir?: unknown; readonly store?: unknown };
    const isDir = dir === undefined || typeof dir === 'string';
    if (isDir && store === undefined) return dir === undefined ? {} : { dir };
    if (isDir && isStore(store)) return { store };
  }
  throw new E2EError(
    'INVALID_CONFIG',
    `The key cache in ${file} names no place of recordings: expected a mode, or { dir } with a path, or { store } with read and write. Correct it, or name a directory with --cache-dir.`,
  );
}

function isStore(value: unknown): value is CacheStore {
  const store = value as { readonly read?: unknown; readonly write?: unknown } | null;
  return typeof store?.read === 'function' && typeof store.write === 'function';
}
