// Takes registered secret values out of every string that leaves the process. It knows values, never where they came from.
import { exactNeedle, foldCase, type Needle, needleOf, standAt } from './spelling.ts';

/** Replaces registered secret values in text and in plain data. */
export interface Redactor {
  /** Registers a value under its public name. Values under 4 characters are refused: they would blank ordinary text. */
  add(name: string, value: string): void;
  /**
   * The text with each registered value replaced by `<secret:name>`: as written, as JSON, HTML, URLs, forms and base64 spell it, in another
   * case, with its white space collapsed, or cut to its first eight characters or more (spelling.ts).
   */
  text(text: string): string;
  /** As `text`, for texts that are to be compared: where only a part of a value stands, it is `<part of secret:name>`. */
  comparable(text: string): string;
  /** As `text`, for every string (keys too) inside plain data; anything else is returned as it is. */
  deep<Value>(value: Value): Value;
  /** Whether any value is registered: without one, nothing has to be looked for. */
  knowsAny(): boolean;
  /** Whether the text holds a registered value in any spelling that `text` replaces. */
  holds(text: string): boolean;
  /** Takes values out of text that comes in chunks, also where a chunk ends inside one. */
  stream(): RedactedStream;
}

/** Text on its way, chunk by chunk. */
export interface RedactedStream {
  /** What may go on now; the start of a value is held back until the next chunk says whether it is one. */
  write(chunk: string): string;
  /** What was held back; the next chunk begins anew. */
  end(): string;
}

const MIN_SECRET_CHARS = 4;

/** Letters of a word that is one in any case: shorter ones are ordinary words, `Admin` beside `admin`. Source: chosen. */
const MIN_ANY_CASE_CHARS = 8;

/** Characters of a value that are one even without the rest, where a text was cut. Source: chosen; fewer are ordinary words. */
const MIN_CUT_CHARS = 8;

/** Letters of base64 that are looked for. Source: chosen; fewer are a word of a hash by chance. */
const MIN_BASE64_CHARS = 6;

/** Where a text was cut. */
const CUTS: readonly string[] = ['…', '...'];

/** What may be left of the escape of one character, before a cut. */
const HALF_ESCAPE = /^[%&\\][\w#%\\;]*/u;
const MOST_HALF = 24;

interface Secret {
  readonly name: string;
  /** Where a needle is no spelling of its characters one by one: empty. */
  readonly value: string;
  readonly needle: Needle;
}

/** A stretch of a text that is a value, or the start of one. */
interface Hit {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Only the start of the value is there. */
  readonly isCut: boolean;
}

/** A redactor with nothing registered yet. */
export function createRedactor(): Redactor {
  const secrets: Secret[] = [];
  const known = new Set<string>();

  const text = (input: string): string => replaced(input, hitsIn(input, secrets, true));
  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(deep);
    if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), deep(item)]));
    }
    return value;
  };
  return {
    add(name, value) {
      if (value.length < MIN_SECRET_CHARS || known.has(`${name}\n${value}`)) return;
      known.add(`${name}\n${value}`);
      secrets.push(...secretsOf(name, value));
    },
    text,
    comparable: (input) => replaced(input, hitsIn(input, secrets, true), sayPart),
    deep: <Value>(value: Value): Value => deep(value) as Value,
    knowsAny: () => secrets.length > 0,
    holds: (input) => hitsIn(input, secrets, true).length > 0,
    stream() {
      let held = '';
      return {
        write(chunk) {
          const all = held + chunk;
          const hits = hitsIn(all, secrets, false);
          // A value that is whole stays so, also where the start of another begins in it.
          let kept = openStart(all, secrets);
          for (const { start, end } of [...hits].reverse()) if (start < kept && kept < end) kept = start;
          held = all.slice(kept);
          return replaced(
            all.slice(0, kept),
            hits.filter(({ end }) => end <= kept),
          );
        },
        end() {
          const rest = held;
          held = '';
          return text(rest);
        },
      };
    },
  };
}

/** What is looked for: the value in any spelling, and those that hold it as a whole. */
function secretsOf(name: string, value: string): readonly Secret[] {
  const anyCase = value.length >= MIN_ANY_CASE_CHARS || !/^\p{L}+$/u.test(value);
  const spelled =
    value.trim().length < MIN_SECRET_CHARS ? [] : [{ name, value, needle: needleOf(value, anyCase) }];
  // As written counts whatever the forms above make of it.
  const whole = [value, ...base64Of(value)].map((text) => ({ name, value: '', needle: exactNeedle(text) }));
  return [...spelled, ...whole];
}

/**
 * What of base64 stays the same wherever the value stands in the encoded text, as the password in `user:password`: base64 spells three
 * bytes as four characters, so there are three ways, without the characters that also spell a neighbour.
 */
export function base64Of(value: string): readonly string[] {
  const inside = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
    const whole = Math.floor((bytes.length * 8) / 6);
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), whole);
  });
  const pieces = [Buffer.from(value).toString('base64'), ...inside];
  const both = pieces.flatMap((piece) => [piece, piece.replaceAll('+', '-').replaceAll('/', '_')]);
  return [...new Set(both)].filter((piece) => piece.length >= MIN_BASE64_CHARS);
}

/** Every value in a text, or start of one that was cut. `isWhole`: the text ends here, and a value may have been cut by that. */
function hitsIn(text: string, secrets: readonly Secret[], isWhole: boolean): readonly Hit[] {
  if (secrets.length === 0 || text.length < MIN_SECRET_CHARS) return [];
  const folded = foldCase(text);
  const hits: Hit[] = [];
  for (const { name, value, needle } of secrets) {
    const hay = needle.anyCase ? folded : text;
    needle.head.lastIndex = 0;
    for (let found = needle.head.exec(hay); found !== null; found = needle.head.exec(hay)) {
      const start = found.index;
      const { units, end, open } = standAt(hay, start, needle);
      const isAll = units === needle.units.length;
      const isCut =
        isCutAt(hay, end, units) ||
        (isWhole &&
          units >= MIN_CUT_CHARS &&
          (open || end === hay.length) &&
          isTelling([...value].slice(0, units).join('')));
      if (isAll || isCut) {
        hits.push({ name, start, end: isAll ? end : open ? hay.length : end, isCut: !isAll });
      }
      needle.head.lastIndex = isAll || isCut ? end : start + 1;
    }
  }
  return withoutOwn(text, hits);
}

/** Whether so many units that end there are the start of a value, and the text shows that it was cut. */
function isCutAt(text: string, end: number, units: number): boolean {
  // What follows may be taken for the value's own: the dots, or the first sign of an escape that was cut in half.
  return [0, 1, 2].some((back) => {
    const from = end - back;
    const after = from + (HALF_ESCAPE.exec(text.slice(from, from + MOST_HALF))?.[0].length ?? 0);
    return (
      units - back >= MIN_CUT_CHARS &&
      CUTS.some((cut) => text.startsWith(cut, from) || text.startsWith(cut, after))
    );
  });
}

/** Whether the start of a value, with nothing to show that it was cut, is more than a word or the address of a site. */
function isTelling(start: string): boolean {
  const rest = start.replace(/^\w+:\/\/[^/]*\/?/u, '');
  return rest.length >= MIN_CUT_CHARS && !/^\p{L}+$/u.test(rest);
}

/** A name that stands for a value already is left as it is: redacting twice is redacting once. */
function withoutOwn(text: string, hits: readonly Hit[]): readonly Hit[] {
  if (hits.length === 0 || !text.includes('<secret:')) return hits;
  const own = [...text.matchAll(/<secret:[^<>]*>/gu)].map(
    ({ index, 0: { length } }) => [index, index + length] as const,
  );
  return hits.filter(({ start, end }) => !own.some(([from, to]) => from <= start && end <= to));
}

/** The text with each stretch replaced. Values that overlap are one stretch, under the name of the longest. */
function replaced(text: string, hits: readonly Hit[], say: (hit: Hit) => string = sayName): string {
  if (hits.length === 0) return text;
  const sorted = [...hits].sort((a, b) => a.start - b.start || b.end - a.end);
  let output = '';
  let at = 0;
  for (let index = 0; index < sorted.length; ) {
    const first = sorted[index] as Hit;
    let [longest, end, isCut] = [first, first.end, first.isCut];
    for (index += 1; index < sorted.length; index += 1) {
      const next = sorted[index] as Hit;
      if (next.start >= end) break;
      end = Math.max(end, next.end);
      isCut ||= next.isCut;
      if (next.end - next.start > longest.end - longest.start) longest = next;
    }
    output += text.slice(at, first.start) + say({ ...longest, isCut });
    at = end;
  }
  return output + text.slice(at);
}

const sayName = ({ name }: Hit): string => `<secret:${name}>`;

const sayPart = (hit: Hit): string => (hit.isCut ? `<part of secret:${hit.name}>` : sayName(hit));

/** Where the first value begins that the end of a text may have cut in two; the text's length without one. */
function openStart(text: string, secrets: readonly Secret[]): number {
  const folded = foldCase(text);
  let first = text.length;
  for (const { needle } of secrets) {
    const hay = needle.anyCase ? folded : text;
    for (let at = Math.max(0, text.length - needle.longest); at < first; at += 1) {
      if (needle.starts.has(hay[at] ?? '') && standAt(hay, at, needle).open) first = at;
    }
  }
  return first;
}
