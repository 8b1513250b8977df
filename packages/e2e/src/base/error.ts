// The one error class of the product and its closed list of codes, with the exit code that each stands for.
// Expected outcomes (a miss, a stopped replay) are values and never come here.

/** A code of the closed list. Source: framework spec §8. */
export type ErrorCode =
  | 'ASSERTION_FAILED'
  | 'ASSERTION_INCONCLUSIVE'
  | 'ACTION_FAILED'
  | 'ACTION_UNCERTAIN'
  | 'LOCATOR_NOT_FOUND'
  | 'LOCATOR_AMBIGUOUS'
  | 'OPTION_NOT_FOUND'
  | 'STEP_TIMEOUT'
  | 'STEP_BUDGET_EXHAUSTED'
  | 'AUTOMATION_UNSUPPORTED'
  | 'AUTH_CREDENTIAL_INVALID'
  | 'ENVIRONMENT_UNAVAILABLE'
  | 'SEED_DATA_MISSING'
  | 'POLICY_DENIED'
  | 'REPLAY_STALE'
  | 'MODEL_UNAVAILABLE'
  | 'MODEL_PROVIDER_FAILED'
  | 'MODEL_OUTPUT_INVALID'
  | 'MODEL_REFUSED'
  | 'CONTEXT_OVERFLOW'
  | 'INVALID_CONFIG'
  | 'NO_TESTS'
  | 'APP_UNREACHABLE'
  | 'ENGINE_FAILED'
  | 'INTERNAL';

/**
 * Every code an `E2EError` can carry, with the process exit code it leads to when a test or run ends on it.
 * Source: framework spec §3 (exit codes) and §8 (codes).
 */
export const ERROR_CODES: Readonly<Record<ErrorCode, 1 | 2 | 3 | 4>> = {
  ASSERTION_FAILED: 1,
  ASSERTION_INCONCLUSIVE: 1,
  ACTION_FAILED: 1,
  ACTION_UNCERTAIN: 1,
  LOCATOR_NOT_FOUND: 1,
  LOCATOR_AMBIGUOUS: 1,
  OPTION_NOT_FOUND: 1,
  STEP_TIMEOUT: 1,
  STEP_BUDGET_EXHAUSTED: 1,
  AUTOMATION_UNSUPPORTED: 1,
  AUTH_CREDENTIAL_INVALID: 1,
  ENVIRONMENT_UNAVAILABLE: 1,
  SEED_DATA_MISSING: 1,
  POLICY_DENIED: 1,
  REPLAY_STALE: 2,
  MODEL_UNAVAILABLE: 3,
  MODEL_PROVIDER_FAILED: 3,
  MODEL_OUTPUT_INVALID: 1,
  MODEL_REFUSED: 1,
  CONTEXT_OVERFLOW: 1,
  INVALID_CONFIG: 2,
  NO_TESTS: 2,
  APP_UNREACHABLE: 3,
  ENGINE_FAILED: 3,
  INTERNAL: 4,
};

/** What an `E2EError` may carry besides its message. */
export interface E2EErrorOptions {
  readonly cause?: unknown;
  /** Plain, JSON-serialisable facts for a machine; never parsed back out of the message. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The one error this product throws. The message says what happened, where, and what to do. */
export class E2EError extends Error {
  readonly code: ErrorCode;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, options: E2EErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'E2EError';
    this.code = code;
    this.data = options.data;
  }
}

/** Whether a string is a code of the closed list (errors cross process borders as plain objects). */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_CODES, value);
}

/** The first line of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
