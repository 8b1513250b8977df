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
}

const MIN_SECRET_CHARS = 4;

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
    return output;
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
      const encoded = encodeURIComponent(value);
      for (const spelling of [
        value,
        encoded,
        encoded.replaceAll('%20', '+'),
        JSON.stringify(value).slice(1, -1),
      ]) {
        spellings.set(spelling, name);
      }
      ordered = [...spellings].sort((a, b) => b[0].length - a[0].length);
    },
    text,
    deep: <Value>(value: Value): Value => deep(value) as Value,
    holds: (input) => ordered.some(([spelling]) => input.includes(spelling)),
  };
}
