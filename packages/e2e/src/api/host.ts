// The slot through which `e2e` reaches the test runner. A config file imports `e2e` outside of any runner, so nothing here imports one:
// the runner fills the slot in its workers, and `test`, `expect` and the hooks look it up when they are called.
import type { ExpectStatic, SuiteAPI, TestAPI } from 'vitest';
import { E2EError } from '../base/error.ts';
import type { LiveTest } from './live.ts';

/** What a worker of the runner provides. */
export interface Host {
  readonly test: TestAPI;
  readonly describe: SuiteAPI;
  readonly expect: ExpectStatic;
  readonly beforeAll: (fn: () => unknown, timeout?: number) => void;
  readonly afterAll: (fn: () => unknown, timeout?: number) => void;
  readonly beforeEach: (fn: (context: never) => unknown, timeout?: number) => void;
  readonly afterEach: (fn: (context: never) => unknown, timeout?: number) => void;
  /** The attempt that a running test is in; starts its session at the first call. */
  live(task: unknown): Promise<LiveTest>;
  /** Retries of a test whose options name none. */
  readonly retries: number;
  /** Names of the config's agents. */
  readonly agents: readonly string[];
}

// One slot per process, even when two copies of this package are loaded.
const SLOT = Symbol.for('e2e.host');

/** Fills the slot; called by the runner once per worker. */
export function installHost(host: Host): void {
  (globalThis as { [SLOT]?: Host })[SLOT] = host;
}

/**
 * The runner of this process.
 * @throws E2EError INVALID_CONFIG outside of a worker.
 */
export function host(what: string): Host {
  const installed = (globalThis as { [SLOT]?: Host })[SLOT];
  if (installed === undefined) {
    throw new E2EError(
      'INVALID_CONFIG',
      `${what} was called outside of a test run. Test files are run by \`e2e run\`; a config file must not import them.`,
    );
  }
  return installed;
}
