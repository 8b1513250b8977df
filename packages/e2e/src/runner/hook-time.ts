// The runner underneath ends a hook that took too long in words of its own, which name settings that are not ours. Here it says it in ours.
import type { ErrorCode } from '../base/error.ts';

/**
 * An error of a hook's time, from the message of the runner underneath; `undefined` for any other message.
 * @param what as it begins a sentence, such as `The beforeEach hook`.
 */
export function hookTimeError(
  message: string,
  what = 'A hook',
): { readonly code: ErrorCode; readonly message: string } | undefined {
  const ms = /^Hook timed out in (\d+)ms/.exec(message)?.[1];
  if (ms === undefined) return undefined;
  return {
    code: 'STEP_TIMEOUT',
    message: `${what} ran longer than its ${ms} ms. Raise the timeout (second argument of the hook, config or --timeout) if it needs more.`,
  };
}
