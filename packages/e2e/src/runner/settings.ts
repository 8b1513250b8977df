// One run's settings: config, flags and environment put together, each with its rank. Plain data once made; the part that workers need
// crosses the process border as JSON.
import { availableParallelism, homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { Config, TargetConfig } from '../api/config.ts';
import { E2EError } from '../base/error.ts';
import { nearest } from '../base/nearest.ts';
import type { CacheMode } from '../cache/outcome.ts';
import type { Proof } from '../cache/proof.ts';
import type { ReadOnlyCause } from '../report/record.ts';
import { type LoadedConfig, projectName } from './config.ts';
import type { RunSecrets } from './secrets.ts';
import type { Selection } from './select.ts';

/** Flags of `e2e run`, as typed; absent ones leave the config's values. */
export interface RunFlags {
  readonly config?: string;
  readonly target?: readonly string[];
  readonly grep?: string;
  readonly retries?: number;
  readonly workers?: number;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly headed?: boolean;
  /** Failures after which the run stops; 0 means never. */
  readonly bail?: number;
  readonly shard?: { readonly index: number; readonly count: number };
  readonly watch?: boolean;
  readonly noCache?: boolean;
  readonly strictCache?: boolean;
  readonly cacheDir?: string;
  readonly updateCache?: boolean;
  readonly noModel?: boolean;
  readonly reporters?: readonly string[];
  readonly output?: string;
  readonly timings?: boolean;
}

/** The cache as settings say it; a custom store is found in the config by each worker. */
interface CachePlan {
  readonly mode: CacheMode;
  readonly strict: boolean;
  readonly update: boolean;
  /** Absolute; absent with a custom store. */
  readonly dir?: string;
  /** Why recordings are read and not written, when that is so. */
  readonly readOnly?: readonly ReadOnlyCause[];
  readonly proof?: Proof;
}

/** What a worker is told, as JSON. */
export interface WorkerSettings {
  readonly configFile: string;
  readonly rootDir: string;
  readonly outputDir: string;
  readonly project: string;
  readonly target: string;
  readonly cache: CachePlan;
  readonly retries: number;
  /** Milliseconds of one attempt; 0 means no limit. */
  readonly timeoutMs: number;
  readonly noModel: boolean;
  /** Keep pictures of the steps, for the `html` reporter. */
  readonly pictures: boolean;
  /** Failures after which no further test starts; 0 for no limit. */
  readonly bail: number;
  readonly headed?: boolean;
  readonly selection: Selection;
  /** Values that the config's secret functions gave the main process; for the redactor only. */
  readonly secrets: RunSecrets['resolved'];
}

/** Everything a run is started with. */
export interface RunSettings {
  readonly configFile: string;
  readonly rootDir: string;
  readonly config: Config;
  readonly targets: readonly TargetConfig[];
  readonly tests: readonly string[];
  readonly outputDir: string;
  readonly project: string;
  readonly cache: CachePlan;
  readonly retries: number;
  readonly timeoutMs: number;
  readonly workers: number;
  readonly reporters: readonly string[];
  readonly noModel: boolean;
  readonly headed?: boolean;
  readonly bail: number;
  readonly shard?: { readonly index: number; readonly count: number };
  readonly watch: boolean;
  /** Print the slowest steps at the end. */
  readonly timings: boolean;
}

/** Milliseconds of one attempt. Source: chosen: twice Playwright's 30 s, since a live agent step takes seconds per action. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** The environment; `CI` and `E2E_CACHE_DIR` count. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Settings of a run.
 * @throws E2EError INVALID_CONFIG for a target that the config does not have, or `--cache-dir` beside a custom store.
 */
export function runSettings(
  loaded: LoadedConfig,
  flags: RunFlags,
  env: Environment,
  cwd: string,
): RunSettings {
  const { config, rootDir } = loaded;
  const isCI = env.CI !== undefined && env.CI !== '' && env.CI !== 'false' && env.CI !== '0';
  return {
    configFile: loaded.file,
    rootDir,
    config,
    targets: selectTargets(config.targets, flags.target),
    tests: [config.tests ?? '**/*.e2e.ts'].flat(),
    outputDir:
      flags.output === undefined ? resolve(rootDir, config.output ?? '.e2e') : resolve(cwd, flags.output),
    project: projectName(config, rootDir),
    cache: cachePlan(config, flags, env, isCI, rootDir),
    retries: flags.retries ?? config.retries ?? (isCI ? 1 : 0),
    timeoutMs: flags.timeout ?? config.timeout ?? DEFAULT_TIMEOUT_MS,
    workers: flags.workers ?? config.workers ?? Math.max(1, Math.floor(availableParallelism() / 2)),
    reporters: flags.reporters ?? (config.reporters === undefined ? ['list'] : [config.reporters].flat()),
    noModel: flags.noModel ?? false,
    ...(flags.headed === undefined ? {} : { headed: flags.headed }),
    bail: flags.bail ?? 0,
    ...(flags.shard === undefined ? {} : { shard: flags.shard }),
    watch: flags.watch ?? false,
    timings: flags.timings ?? false,
  };
}

function selectTargets(
  all: readonly TargetConfig[],
  wanted: readonly string[] | undefined,
): readonly TargetConfig[] {
  if (wanted === undefined || wanted.length === 0) return all;
  const names = all.map(({ name }) => name);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, names);
    const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
    throw new E2EError(
      'INVALID_CONFIG',
      `The config has no target "${unknown}".${hint} It has: ${names.join(', ')}.`,
    );
  }
  return all.filter(({ name }) => wanted.includes(name));
}

/** Source: spec R39 (modes), R40 (places), R42 (custom stores). */
function cachePlan(
  config: Config,
  flags: RunFlags,
  env: Environment,
  isCI: boolean,
  rootDir: string,
): CachePlan {
  const own = typeof config.cache === 'string' ? { mode: config.cache } : (config.cache ?? {});
  const hasStore = own.store !== undefined;
  if (hasStore && flags.cacheDir !== undefined) {
    throw new E2EError(
      'INVALID_CONFIG',
      '--cache-dir names a directory, and the config keeps recordings in a store of its own (cache.store). Leave one of them out.',
    );
  }
  const isUnset = config.cache === undefined || (own.mode === undefined && !hasStore);
  const mode = flags.noCache ? 'off' : (own.mode ?? (isCI && isUnset ? 'read-only' : 'read-write'));
  const dir = flags.cacheDir ?? (env.E2E_CACHE_DIR || undefined) ?? own.dir ?? join('.e2e', 'cache');
  const strict = flags.strictCache ?? own.strict ?? false;
  const readOnly: readonly ReadOnlyCause[] = [
    ...(mode === 'read-only' ? [own.mode === undefined ? ('ci' as const) : ('config' as const)] : []),
    ...(mode !== 'off' && strict ? (['strict'] as const) : []),
  ];
  return {
    mode,
    strict,
    update: flags.updateCache ?? false,
    ...(readOnly.length > 0 ? { readOnly } : {}),
    ...(hasStore ? {} : { dir: cachePath(dir, rootDir) }),
  };
}

/** `~` is the home directory; a relative path is relative to the project. Source: spec R40. */
export function cachePath(path: string, rootDir: string): string {
  const expanded = path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path;
  return isAbsolute(expanded) ? expanded : resolve(rootDir, expanded);
}
