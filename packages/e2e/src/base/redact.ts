// Takes registered secret values out of every string that leaves the process. It knows values, never where they came from.

/** Replaces registered secret values in text and in plain data. */
export interface Redactor {
  /** Registers a value under its public name. Values under 4 characters are refused: they would blank ordinary text. */
  add(name: string, value: string): void;
  /** The text with each registered value, as written or as a URL or JSON spells it, replaced by `<secret:name>`. */
  text(text: string): string;
  /** The same for every string (keys too) inside plain data; anything else is returned as it is. */
  deep<Value>(value: Value): Value;
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
/** Characters of a value that are one even without the rest, where a message was cut with `…`. Source: chosen; fewer are ordinary words. */
const MIN_CUT_CHARS = 8;
const CUT = '…';

/** A redactor with nothing registered yet. */
export function createRedactor(): Redactor {
  const spellings = new Map<string, string>();
  // Longest first, so that a secret which contains another is replaced whole.
  let ordered: readonly (readonly [string, string])[] = [];

  const text = (input: string): string => {
    let output = input;
    for (const [spelling, name] of ordered) {
      if (output.includes(spelling)) output = output.split(spelling).join(`<secret:${name}>`);
    }
    return output.includes(CUT) ? withoutCut(output, ordered) : output;
  };
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
      if (value.length < MIN_SECRET_CHARS) return;
      for (const spelling of spellingsOf(value)) {
        if (spelling.length >= MIN_SECRET_CHARS) spellings.set(spelling, name);
      }
      ordered = [...spellings].sort((a, b) => b[0].length - a[0].length);
    },
    text,
    deep: <Value>(value: Value): Value => deep(value) as Value,
    holds: (input) => ordered.some(([spelling]) => input.includes(spelling)),
    stream() {
      let held = '';
      return {
        write(chunk) {
          const all = text(held + chunk);
          const keep = Math.max(0, ...ordered.map(([spelling]) => startedAtEnd(all, spelling)));
          held = all.slice(all.length - keep);
          return all.slice(0, all.length - keep);
        },
        end() {
          const rest = held;
          held = '';
          return rest;
        },
      };
    },
  };
}

/** A value as it is written, as URLs, forms, JSON and basic authentication spell it, and as a page shows it, on one line. */
export function spellingsOf(value: string): readonly string[] {
  const encoded = encodeURIComponent(value);
  return [
    value,
    encoded,
    encoded.replaceAll('%20', '+'),
    JSON.stringify(value).slice(1, -1),
    value.replace(/\s+/g, ' ').trim(),
    Buffer.from(value).toString('base64'),
  ];
}

/** How many characters at the end of a text are the start of a spelling, without being all of it. */
function startedAtEnd(text: string, spelling: string): number {
  for (let length = Math.min(spelling.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(spelling.slice(0, length))) return length;
  }
  return 0;
}

/** The text without values of which a cut left only the start. */
function withoutCut(text: string, spellings: readonly (readonly [string, string])[]): string {
  const pieces = text.split(CUT);
  const last = pieces.pop() ?? '';
  const clean = pieces.map((piece) => {
    for (const [spelling, name] of spellings) {
      const length = startedAtEnd(piece, spelling);
      if (length >= MIN_CUT_CHARS) return `${piece.slice(0, piece.length - length)}<secret:${name}>`;
    }
    return piece;
  });
  return [...clean, last].join(CUT);
}
