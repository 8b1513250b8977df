// Outcomes as values: a two-way result, and the guard that closes every switch over a union.

/** Either a value or what went wrong, for failures that a caller is expected to handle. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

/** Wraps a success. */
export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** Wraps an expected failure. */
export function err<Failure>(error: Failure): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error };
}

/**
 * Closes a switch: a new arm of the union does not compile until each switch answers it.
 * @throws Error when a value from outside the type reaches it.
 */
export function unreachable(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
