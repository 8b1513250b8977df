// A worker process that is begun before anybody knows what to run, so that it loads the runner underneath while this process reads the config,
// and starts the browser while this process starts the runner. It is taken only in the place of a worker of the same environment and
// arguments; whatever does not fit is begun anew, as if there were none.
import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { PoolOptions } from 'vitest/node';
import type { Ahead } from '../engine/contract.ts';
import type { RunSettings } from './settings.ts';

const ENTRY = fileURLToPath(new URL('./fork.js', import.meta.url));

/** What the process is told, once, when the config is known. */
export interface Preparation {
  readonly kind: 'prepare';
  readonly env: Environment;
  readonly engine?: Ahead;
  readonly headed?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

interface Spare {
  readonly child: ChildProcess;
  readonly execArgv: readonly string[];
  /** What it was begun with. */
  readonly env: Environment;
  /** Set when it was prepared: the target it is for, and the environment it has. */
  prepared?: { readonly target: string; readonly env: Environment };
}

let spare: Spare | undefined;

/** Begins a worker; none on Windows, where the runner underneath spells its environment otherwise. Once it is certain that there is no use for it, {@link endSpare} ends it. */
export function startSpare(): void {
  if (process.platform === 'win32') return;
  const execArgv = workerArgs();
  const env = workerEnv(false);
  const child = fork(ENTRY, [], { env, execArgv, stdio: 'pipe', serialization: 'advanced' });
  // One that could not be begun, or is gone, is not taken.
  child.on('error', () => {});
  spare = { child, execArgv, env };
}

/**
 * Tells it what it will be needed for. `launch`: whether tests will run in it; it then starts what the engine of the first target can start
 * ahead of the first of them.
 */
export function prepareSpare({ targets, headed, watch }: RunSettings, launch: boolean): void {
  const [first] = targets;
  if (spare === undefined || first === undefined || !isAlive(spare.child)) return;
  const env = workerEnv(watch);
  if (!isDeepStrictEqual(readAtStart(env), readAtStart(spare.env))) return;
  spare.prepared = { target: first.name, env };
  const ahead = launch ? first.engine.ahead : undefined;
  const told: Preparation = {
    kind: 'prepare',
    env,
    ...(ahead === undefined ? {} : { engine: ahead }),
    ...(headed === undefined ? {} : { headed }),
  };
  spare.child.send(told, () => {});
}

/** Names that Node and what it is built of read once, as a process begins: set later they do nothing. `NODE_ENV` is read whenever it is asked for. */
const READ_AT_START = /^(?:NODE_(?!ENV$)|UV_|LD_|LC_|LANG|OPENSSL_|SSL_)/u;

/** That part of an environment. A config that sets it means workers that begin with it. */
function readAtStart(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => READ_AT_START.test(name)));
}

/** The spare worker, if it is what would be started otherwise. Whoever takes it ends it. */
export function takeSpare({ project, env, execArgv }: PoolOptions): ChildProcess | undefined {
  if (spare?.prepared === undefined || !isAlive(spare.child)) return undefined;
  const { child, prepared } = spare;
  const fits =
    prepared.target === project.name &&
    isDeepStrictEqual(execArgv, spare.execArgv) &&
    isDeepStrictEqual({ ...env }, { ...prepared.env });
  if (!fits) return undefined;
  spare = undefined;
  return child;
}

/** Time in which it must have left, in ms. Source: chosen; it has nothing to do but to close a browser. */
const LEAVE_MS = 5_000;

/** Ends one that nobody took. */
export async function endSpare(): Promise<void> {
  const child = spare?.child;
  spare = undefined;
  if (child === undefined || !isAlive(child)) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const timer = setTimeout(() => child.kill('SIGKILL'), LEAVE_MS);
  child.kill();
  await gone;
  clearTimeout(timer);
}

function isAlive(child: ChildProcess): boolean {
  return child.connected && child.exitCode === null && child.signalCode === null;
}

/** As the runner underneath starts a worker; a test holds both to each other. */
function workerArgs(): string[] {
  const underneath = dirname(createRequire(import.meta.url).resolve('vitest/package.json'));
  const condition = process.env.NODE_ENV === 'production' ? 'production' : 'development';
  return [
    '--experimental-import-meta-resolve',
    '--require',
    join(underneath, 'suppress-warnings.cjs'),
    '--conditions',
    'node',
    '--conditions',
    condition,
  ];
}

/** The same of its environment. */
function workerEnv(watch: boolean): Environment {
  const mode = process.env.NODE_ENV || 'development';
  const isProduction = mode === 'production';
  return {
    ...process.env,
    PROD: isProduction ? '1' : '',
    DEV: isProduction ? '' : '1',
    BASE_URL: '/',
    MODE: 'test',
    TEST: 'true',
    VITEST: 'true',
    NODE_ENV: mode,
    VITEST_MODE: watch ? 'WATCH' : 'RUN',
    FORCE_TTY: isatty(1) ? 'true' : '',
  };
}
