// What a worker tells the main process about a test: its attempts under `task.meta.e2eAttempts`, its running steps as artifacts.
import type { AttemptStep, AttemptUsage } from '../agent/attempt.ts';
import type { ErrorCode } from '../base/error.ts';

/** One ended attempt, as JSON. */
export interface AttemptMeta {
  readonly status: 'passed' | 'failed' | 'cancelled';
  /** Milliseconds from before the first hook to after the last. */
  readonly durationMs: number;
  readonly steps: readonly StepMeta[];
  readonly usage: AttemptUsage;
  /** Why the run cannot go on: the engine could not be had. */
  readonly fatal?: AttemptError;
  /** Calls whose result nobody asked for; absent when there is none. */
  readonly notAwaited?: readonly { readonly call: string; readonly stack: string }[];
  /** Redacted; with the stack as the runner underneath resolved it. */
  readonly errors: readonly AttemptError[];
}

/** One step; `notAwaited`: nobody asked for its result. */
export interface StepMeta extends Omit<AttemptStep, 'number'> {
  readonly notAwaited?: true;
}

/** Why a run ends before its time. */
export type StopReason = 'interrupt' | 'bail' | 'error';

/** One error of an attempt, as JSON. */
export interface AttemptError {
  readonly code?: ErrorCode;
  readonly message: string;
  readonly stack?: string;
}

/** Name under which a test's options travel in `task.meta`. */
export const TEST_META = 'e2e';
/** Name under which a test's attempts travel in `task.meta`. */
export const ATTEMPTS_META = 'e2eAttempts';
/** Set in `task.meta` of a test that the selection left out. */
export const LEFT_OUT_META = 'e2eLeftOut';
/** Type of the artifact that says a step began. */
export const STEP_ARTIFACT = 'e2e:step';
/** Type of the artifact by which the main process learns of a secret's value that a worker resolved. */
export const SECRET_ARTIFACT = 'e2e:secret';
