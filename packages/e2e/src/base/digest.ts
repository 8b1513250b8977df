// Canonical JSON and its digest: the same facts give the same key on every machine.
import { hash } from 'node:crypto';

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
  return textOf(value);
}

// Written for speed, since each look at a recording comes through here: in well under the time of a library that does the same, to which a test holds it.
function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'number':
      if (!Number.isFinite(value)) throw new Error(`${value} has no JSON form`);
      return `${value}`;
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      break;
    default:
      throw new Error(`a value of type ${typeof value} has no JSON form`);
  }
  if (value === null) return 'null';
  if (Array.isArray(value)) return textOfList(value);
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === 'function' ? textOf(toJSON.call(value)) : textOfObject(value as Fields);
}

type Fields = Readonly<Record<string, unknown>>;

/** An item that is not there is `null`, as in JSON. */
function textOfList(items: readonly unknown[]): string {
  let text = '';
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0) text += ',';
    text += items[index] === undefined ? 'null' : textOf(items[index]);
  }
  return `[${text}]`;
}

/** Fields in the order of their UTF-16 code units, which is that of `<`; one without a value is left out. */
function textOfObject(fields: Fields): string {
  let text = '';
  for (const name of sorted(Object.keys(fields))) {
    const field = fields[name];
    if (field === undefined) continue;
    if (text !== '') text += ',';
    text += nameText(name) + textOf(field);
  }
  return `{${text}}`;
}

/** Objects with more names than this are sorted by the engine: in place it is quicker for the few that most have. Source: chosen. */
const FEW_NAMES = 32;

function sorted(names: string[]): readonly string[] {
  if (names.length > FEW_NAMES) return names.sort();
  for (let index = 1; index < names.length; index += 1) {
    const name = names[index] as string;
    let place = index;
    for (; place > 0 && (names[place - 1] as string) > name; place -= 1)
      names[place] = names[place - 1] as string;
    names[place] = name;
  }
  return names;
}

/** What JSON escapes: quotes, backslashes, control characters, and surrogates that stand alone. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u;

function quoted(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** Names as they are written, with their colon; most come again and again. Bounded: names of params are the project's own. */
const nameTexts = new Map<string, string>();
const MOST_NAMES = 500;

function nameText(name: string): string {
  const known = nameTexts.get(name);
  if (known !== undefined) return known;
  const text = `${quoted(name)}:`;
  if (nameTexts.size < MOST_NAMES) nameTexts.set(name, text);
  return text;
}

/** SHA-256 of a text's UTF-8 bytes, as 64 lower-case hex digits. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
