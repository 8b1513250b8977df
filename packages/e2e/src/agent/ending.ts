// What something thrown means for the step it was thrown in: a failure with a code, a cancelled run, or no answer from a model.
import { E2EError, messageOf } from '../base/error.ts';
import type { StepEnd } from '../cache/step.ts';

/** The end of a step that did not pass. */
export type FailedEnd = Exclude<StepEnd, { readonly kind: 'passed' }>;

/**
 * Sorts what was thrown. `signal` is the attempt's: when it has fired with anything but an `E2EError` (a deadline is one), the run was
 * cancelled.
 */
export function endOfThrown(thrown: unknown, signal: AbortSignal): FailedEnd {
  if (signal.aborted && !(signal.reason instanceof E2EError)) {
    const why = messageOf(signal.reason) || 'the run was cancelled';
    return { kind: 'cancelled', error: new E2EError('STEP_TIMEOUT', why, { cause: thrown }) };
  }
  if (!(thrown instanceof E2EError)) {
    return {
      kind: 'failed',
      error: new E2EError('ACTION_FAILED', messageOf(thrown), { cause: thrown }),
    };
  }
  const unanswered = thrown.code === 'MODEL_UNAVAILABLE' || thrown.code === 'MODEL_PROVIDER_FAILED';
  return { kind: unanswered ? 'unanswered' : 'failed', error: thrown };
}

/**
 * A signal that fires with the attempt's, with a STEP_TIMEOUT when the step's own time is up, or once the step is over: an executor that
 * is still busy then can do nothing any more.
 * @param timeoutMs `undefined` leaves the step to the attempt's deadline.
 */
export function stepSignal(
  attempt: AbortSignal,
  timeoutMs: number | undefined,
  label: string,
): { readonly signal: AbortSignal; stop(): void } {
  const own = new AbortController();
  const end = (message: string): void =>
    own.abort(new E2EError('STEP_TIMEOUT', `${JSON.stringify(label)} ${message}`));
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(
          () => end(`took longer than its ${timeoutMs} ms; give it more with { timeout }`),
          timeoutMs,
        );
  return {
    signal: AbortSignal.any([attempt, own.signal]),
    stop() {
      clearTimeout(timer);
      end('is over: nothing more can be done in it');
    },
  };
}
