// Options that a user passes to a factory such as `web({ … })`, checked at run time: what TypeScript would have refused must not pass in
// silence where it was not asked. It words the faults; what is allowed is the caller's to say.
import { E2EError } from './error.ts';
import { nearest } from './nearest.ts';

/** What one option may be. */
export interface OptionRule {
  /** Ends the sentence "expected …". */
  readonly expected: string;
  fits(value: unknown): boolean;
  /** Words of which a wrong text was most likely meant to be one, each with the rest of a sentence after "Did you mean". */
  readonly words?: Readonly<Record<string, string>>;
}

/** Rules by option name. */
export type OptionRules<Options> = { readonly [Key in keyof Options]-?: OptionRule };

/**
 * Holds that every key is known and every value fits; `undefined` is as good as absent.
 * @param call how messages name the factory, such as `web()`.
 * @param meant what a key of another tool is called here; the rest of a sentence after "Did you mean".
 * @throws E2EError INVALID_CONFIG with one line per fault: key, value, what was expected, the nearest known key.
 */
export function checkOptions<Options>(
  call: string,
  options: unknown,
  rules: OptionRules<Options>,
  meant: Readonly<Record<string, string>> = {},
): void {
  if (options === null || typeof options !== 'object' || Array.isArray(options)) {
    throw new E2EError(
      'INVALID_CONFIG',
      `${call}: expected an object of options, got ${showValue(options)}.`,
    );
  }
  const table = rules as Readonly<Record<string, OptionRule>>;
  const lines = Object.entries(options).flatMap(([key, value]) =>
    value === undefined ? [] : faultOf(key, value, table, meant),
  );
  if (lines.length === 0) return;
  throw new E2EError(
    'INVALID_CONFIG',
    lines.length === 1
      ? `${call}: ${lines[0]}`
      : [`${call}:`, ...lines.map((line) => `  ${line}`)].join('\n'),
  );
}

function faultOf(
  key: string,
  value: unknown,
  rules: Readonly<Record<string, OptionRule>>,
  meant: Readonly<Record<string, string>>,
): readonly string[] {
  const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
  if (rule === undefined) {
    const known = Object.keys(rules);
    const near = Object.hasOwn(meant, key) ? meant[key] : quoted(nearest(key, known));
    const hint = near === undefined ? `Known options: ${known.join(', ')}.` : `Did you mean ${near}?`;
    return [`${key}: unknown option (got ${showValue(value)}). ${hint}`];
  }
  if (rule.fits(value)) return [];
  const words = rule.words ?? {};
  const near = typeof value === 'string' ? nearest(value, Object.keys(words)) : undefined;
  const hint = near === undefined ? '' : ` Did you mean ${words[near]}?`;
  return [`${key}: expected ${rule.expected}, got ${showValue(value)}.${hint}`];
}

function quoted(word: string | undefined): string | undefined {
  return word === undefined ? undefined : `"${word}"`;
}

/** Characters of an object in a message. Source: chosen: what fits on a line beside the rest. */
const SHOWN_CHARS = 60;

/** A value as a message about a wrong one shows it. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (typeof value === 'number') return String(value);
  const text = jsonOf(value);
  if (typeof value !== 'object' || value === null) return text;
  if (text.length <= SHOWN_CHARS && text !== '') return text;
  return Array.isArray(value) ? 'an array' : 'an object';
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // A circle, or a getter that throws: the kind of value says enough.
    return '';
  }
}
