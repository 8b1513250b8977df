// Each-hooks end with the time of their attempt: with it, what the runner underneath does around them, which is to set up the fixtures
// that a hook asks for and to call the clean-up that a beforeEach gave back. A limit of a hook's own is the runner underneath's to keep.
import { type RunnerTestSuite, TestRunner } from 'vitest';
import { E2EError, messageOf } from '../base/error.ts';
import { hookTimeError } from './hook-time.ts';

/** Waits for a part of a test's attempt, and no longer than the attempt has. `what`: as a timeout names it. */
export type DuringAttempt = <Value>(task: object, what: string, running: Promise<Value>) => Promise<Value>;

type EachHook = (context: { readonly task: object }, ...rest: unknown[]) => unknown;

type EachHooks = Record<'beforeEach' | 'afterEach', EachHook[]>;

/** Time of an each-hook to the runner underneath: none of its own. */
export const NO_LIMIT = 0;

/** What the clean-up that a beforeEach gave back is called in a message. */
export const CLEAN_UP = 'clean-up of a beforeEach hook';

/** Bounds the each-hooks of a collected file or group, and of the groups in it. */
export function boundEachHooks(suite: RunnerTestSuite, during: DuringAttempt): void {
  // A file that did not load has none, and what was wrong with it is to be said.
  const hooks: EachHooks | undefined = TestRunner.getSuiteHooks(suite) as unknown as EachHooks | undefined;
  if (hooks === undefined) return;
  for (const kind of ['beforeEach', 'afterEach'] as const) {
    hooks[kind].splice(0, Infinity, ...hooks[kind].map((hook) => bounded(hook, kind, during)));
  }
  for (const task of suite.tasks) if (task.type === 'suite') boundEachHooks(task, during);
}

function bounded(hook: EachHook, kind: 'beforeEach' | 'afterEach', during: DuringAttempt): EachHook {
  const what = `${kind} hook`;
  const wrapper: EachHook = async (context, ...rest) => {
    const { task } = context;
    const run = async (): Promise<unknown> => hook(context, ...rest);
    const given = await during(task, what, run()).catch((thrown: unknown) => {
      throw named(thrown, what);
    });
    if (kind === 'afterEach' || typeof given !== 'function') return given;
    return () => during(task, CLEAN_UP, Promise.resolve(given()));
  };
  // The runner underneath keeps on the hook how long its clean-up may take.
  return Object.assign(wrapper, hook);
}

/** The runner underneath does not say which hook took longer than its own time. */
function named(thrown: unknown, what: string): unknown {
  const slow = hookTimeError(messageOf(thrown), `The ${what}`);
  if (slow === undefined) return thrown;
  const error = new E2EError(slow.code, slow.message, { cause: thrown });
  if (thrown instanceof Error && thrown.stack !== undefined) error.stack = thrown.stack;
  return error;
}
