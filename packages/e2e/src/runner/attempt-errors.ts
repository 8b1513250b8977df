// How the end of an attempt is told where no test of the user's failed: it was stopped from outside, or its engine could not be had.
import { E2EError, messageOf } from '../base/error.ts';
import type { AttemptError, StopReason } from './attempt-meta.ts';

/** What an aborted wait throws; a report says {@link STOP_TEXTS} in its place. */
export const CANCELLED = 'The run was cancelled.';

/** Why an attempt was ended before its time, in the report. */
const STOP_TEXTS: Readonly<Record<StopReason, string>> = {
  interrupt: 'Interrupted: the run was stopped while this test was running, so what it checks is not known.',
  bail: 'Stopped: the run reached its --bail limit while this test was running, so what it checks is not known.',
  error: 'Stopped: an error of the run ended it while this test was running, so what it checks is not known.',
};

/** The errors as a report says them: an attempt that was ended says so first, not that something in it was aborted. */
export function toldErrors(
  errors: readonly AttemptError[],
  stopped: StopReason | undefined,
): readonly AttemptError[] {
  if (stopped === undefined) return errors;
  return [{ message: STOP_TEXTS[stopped] }, ...errors.filter(({ message }) => message !== CANCELLED)];
}

/** An engine that does not launch is ENGINE_FAILED, whatever it threw. */
export function fatalError(thrown: unknown): AttemptError {
  const message = messageOf(thrown);
  return thrown instanceof E2EError
    ? { code: thrown.code, message }
    : { code: 'ENGINE_FAILED', message: `The engine could not be launched: ${message}` };
}
