// An error of a run's record as one that a command ends with.
import { E2EError } from '../base/error.ts';
import type { ErrorRecord } from '../report/record.ts';

/** The error, with its place and its lines. `before`: what is to be said first. */
export function errorOf({ code, message, location, frame }: ErrorRecord, before = ''): E2EError {
  return new E2EError(
    code ?? 'INVALID_CONFIG',
    [`${before}${message}`, location, frame].filter(Boolean).join('\n'),
  );
}
