// Canonical JSON and its digest: the same facts give the same key on every machine.
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';

// canonicalize is CommonJS with types that claim a default export of a namespace; require gives the function itself.
const canonicalize = createRequire(import.meta.url)('canonicalize') as (value: unknown) => string | undefined;

/** Any value that JSON can hold. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/**
 * JSON with one spelling for equal values. Source: RFC 8785.
 * @throws Error for a value that JSON cannot hold.
 */
export function canonicalJson(value: Json): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('value has no JSON form');
  return text;
}

/** SHA-256 of a text's UTF-8 bytes, as 64 lower-case hex digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
