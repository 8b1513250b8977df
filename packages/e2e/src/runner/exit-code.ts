// What a run's exit code is. Source: framework spec §3.
import { ERROR_CODES, type ErrorCode } from '../base/error.ts';
import type { ErrorRecord, TestRecord } from '../report/record.ts';
import { errorsOf } from '../report/summary.ts';

/** The exit code of an interrupted run. */
export const INTERRUPTED = 130;

/** The exit code of an error: by its code; an error that is not the product's own is a failed test. */
export function exitCodeOf(code: ErrorCode | undefined): number {
  return code === undefined ? 1 : ERROR_CODES[code];
}

/** The highest that applies: errors of the run, and those that a failed test ended on. Errors of a flaky test's first attempts do not count. */
export function runExitCode(
  tests: readonly TestRecord[],
  errors: readonly ErrorRecord[],
  isInterrupted: boolean,
): number {
  if (isInterrupted) return INTERRUPTED;
  const codes = tests
    .filter(({ status }) => status === 'failed')
    .flatMap(({ attempts }) => {
      const all = errorsOf(attempts.at(-1));
      return all.length === 0 ? [1] : all.map(({ code }) => exitCodeOf(code));
    });
  return Math.max(0, ...codes, ...errors.map(({ code }) => exitCodeOf(code)));
}
