// Sets up the runner underneath for one run: a project per target, workers that are kept, our runner class in them. A user's own Vite or
// Vitest config is never read.
import { rmSync } from 'node:fs';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ForksPoolWorker, PoolOptions, PoolRunnerInitializer, Reporter, Vitest } from 'vitest/node';
import { escapeRegExp } from '../base/pattern.ts';
import type { RunSecrets } from './secrets.ts';
import type { Selection } from './select.ts';
import type { RunSettings, WorkerSettings } from './settings.ts';
import { takeSpare } from './spare.ts';

const OWN_FILES = new RegExp(`^${escapeRegExp(fileURLToPath(new URL('..', import.meta.url)))}`);
const RUNNER_FILE = fileURLToPath(new URL('./worker.js', import.meta.url));

/** Events of the process that the runner underneath answers by ending it; how a run ends is this product's to say. */
const TAKEN_EVENTS = ['SIGINT', 'SIGTERM', 'unhandledRejection'] as const;

/** What its own logger would print: the product's reporters say it better, and errors come through the reporter interface. */
function silence(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

function workerSettings(
  settings: RunSettings,
  target: string,
  selection: Selection,
  secrets: RunSecrets,
): WorkerSettings {
  const { configFile, rootDir, outputDir, project, cache, retries, timeoutMs, noModel, bail, headed } =
    settings;
  return {
    configFile,
    rootDir,
    outputDir,
    project,
    target,
    cache,
    retries,
    timeoutMs,
    noModel,
    pictures: settings.reporters.includes('html'),
    bail,
    ...(headed === undefined ? {} : { headed }),
    selection,
    secrets: secrets.resolved,
  };
}

/** The runner underneath, ready to collect or run. */
export async function createRunner(
  settings: RunSettings,
  selection: Selection,
  secrets: RunSecrets,
  reporter: Reporter,
): Promise<Vitest> {
  const { createVitest, ForksPoolWorker } = await import('vitest/node');
  const before = new Map(TAKEN_EVENTS.map((event) => [event, process.listeners(event as never)]));
  const { rootDir, targets, tests, timeoutMs, workers, shard, watch } = settings;
  const vitest = await createVitest(
    'test',
    {
      config: false,
      // Else it keeps the times of test files in the project's node_modules.
      cache: false,
      root: rootDir,
      watch,
      reporters: [reporter],
      ...(shard === undefined ? {} : { shard: `${shard.index}/${shard.count}` }),
      passWithNoTests: true,
      // Crashes of a worker outside of a test are reported through onTestRunEnd.
      dangerouslyIgnoreUnhandledErrors: true,
      includeTaskLocation: true,
      maxWorkers: workers,
      fileParallelism: workers > 1,
      teardownTimeout: TEARDOWN_MS,
      projects: targets.map(({ name }) => ({
        root: rootDir,
        cacheDir: `${settings.outputDir}/.vite`,
        // The project's own tsconfig may hold options that the transformer need not know.
        logLevel: 'silent' as const,
        test: {
          name,
          root: rootDir,
          include: [...tests],
          exclude: ['**/node_modules/**', '**/.git/**', `${settings.outputDir}/**`],
          environment: 'node',
          runner: RUNNER_FILE,
          pool: workersOf(ForksPoolWorker),
          isolate: false,
          maxWorkers: workers,
          fileParallelism: workers > 1,
          // The product keeps a test's time itself: it must end the step that runs, and say which one.
          testTimeout: 0,
          hookTimeout: timeoutMs,
          teardownTimeout: TEARDOWN_MS,
          includeTaskLocation: true,
          passWithNoTests: true,
          allowOnly: true,
          provide: { e2e: workerSettings(settings, name, selection, secrets) } as never,
          server: { deps: { external: [OWN_FILES] } },
        },
      })),
    },
    { envDir: false, clearScreen: false, logLevel: 'silent' },
    { stdout: silence(), stderr: silence() },
  );
  for (const [event, listeners] of before) {
    for (const listener of process.listeners(event as never)) {
      if (!listeners.includes(listener)) process.off(event, listener);
    }
  }
  removeTemporaryAtExit(vitest);
  return vitest;
}

/** Workers as processes, the first of them one that was begun before. */
function workersOf(Forks: typeof ForksPoolWorker): PoolRunnerInitializer {
  return {
    name: 'e2e',
    createPoolWorker(options: PoolOptions) {
      const worker = new Forks(options);
      const spare = takeSpare(options);
      // Its process is no part of its interface; with one there, it starts none. Source: Vitest 4.1, pinned; a test says if it is not so.
      if (spare !== undefined) Object.assign(worker, { _fork: spare });
      return worker;
    },
  };
}

const removers = new WeakMap<Vitest, () => void>();

/** It removes what it keeps in the system's temporary directory when it is closed; a second interrupt leaves it no time to. */
function removeTemporaryAtExit(vitest: Vitest): void {
  const remove = (): void => {
    for (const { tmpDir } of vitest.projects) rmSync(tmpDir, { recursive: true, force: true });
  };
  process.once('exit', remove);
  removers.set(vitest, remove);
}

/** Closes a runner, and with it what this process keeps for it: a proof makes one per run. */
export async function closeRunner(vitest: Vitest): Promise<void> {
  try {
    await vitest.close();
  } finally {
    const remove = removers.get(vitest);
    if (remove !== undefined) process.off('exit', remove);
  }
}

/** How long a worker may take to close its browser, in ms. Source: chosen. */
const TEARDOWN_MS = 15_000;
