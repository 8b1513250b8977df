// Slots for `unique()` params: on the way into a recording this run's value becomes `{{name}}`, on the way out the slot becomes the
// value of the run at hand. Knows text only.
import { isSecret, isUnique, type Params, paramText } from './params.ts';

/** The slots of one step. */
export interface Slots {
  /** The name of a unique param whose value equals or lies inside another param's value; nothing may be recorded then. Spec R12. */
  readonly collision: string | undefined;
  /** Values → slots. Literal `{{` is escaped, so that `fill` gives back any text. */
  fold(text: string): string;
  /** Slots → this run's values. An unknown slot gives `undefined`: the text can't be had. */
  fill(text: string): string | undefined;
}

/** How a value may be spelled: as it is, on one line, in a URL, as a slug. Source: spec R12. */
const SPELLINGS: Readonly<Record<string, (value: string) => string>> = {
  '': (value) => value,
  line: (value) => value.replace(/\s+/gu, ' ').trim(),
  url: (value) => encodeURIComponent(value),
  form: (value) => encodeURIComponent(value).replaceAll('%20', '+'),
  slug: (value) =>
    value
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\p{L}\d]+/gu, '-')
      .replace(/^-+|-+$/gu, ''),
};

const OPEN_ESCAPED = '{{{{';
const SLOT = /\{\{\{\{|\{\{([A-Za-z_$][\w$-]*)(?:\|([a-z]+))?\}\}/gu;

/** Slots for the unique values among the params. */
export function createSlots(params: Params): Slots {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(params)) if (isUnique(value)) values.set(name, value.value);
  const spelled = spellingsOf(values);
  return {
    collision: collisionIn(params),
    fold(text) {
      // One pass over the text, longest spelling first, so that no replacement is looked at again.
      let folded = '';
      let at = 0;
      while (at < text.length) {
        const hit = spelled.find(({ spelling }) => standsAt(text, at, spelling));
        if (hit !== undefined) {
          folded += hit.slot;
          at += hit.spelling.length;
        } else if (text.startsWith('{{', at)) {
          folded += OPEN_ESCAPED;
          at += 2;
        } else {
          folded += text[at];
          at += 1;
        }
      }
      return folded;
    },
    fill(text) {
      const filled = slotParts(text).map((part) => {
        if (typeof part === 'string') return part;
        const value = values.get(part.name);
        return value === undefined ? undefined : SPELLINGS[part.form]?.(value);
      });
      return filled.includes(undefined) ? undefined : filled.join('');
    },
  };
}

/** A slot of a recorded text. `form`: how the value is spelled there; empty for as it is. */
export interface Slot {
  readonly name: string;
  readonly form: string;
}

/** A recorded text as its plain pieces, escapes undone, and its slots, in order. */
export function slotParts(text: string): readonly (string | Slot)[] {
  const parts: (string | Slot)[] = [];
  let at = 0;
  for (const match of text.matchAll(SLOT)) {
    const [written, name, form = ''] = match;
    parts.push(text.slice(at, match.index), name === undefined ? '{{' : { name, form });
    at = match.index + written.length;
  }
  return [...parts, text.slice(at)];
}

function spellingsOf(
  values: ReadonlyMap<string, string>,
): readonly { readonly spelling: string; readonly slot: string }[] {
  const found: { readonly spelling: string; readonly slot: string }[] = [];
  for (const [name, value] of values) {
    const seen = new Set<string>();
    for (const [form, spell] of Object.entries(SPELLINGS)) {
      const spelling = spell(value);
      if (spelling === '' || seen.has(spelling)) continue;
      seen.add(spelling);
      found.push({ spelling, slot: form === '' ? `{{${name}}}` : `{{${name}|${form}}}` });
    }
  }
  return found.sort((a, b) => b.spelling.length - a.spelling.length);
}

/** Whether the spelling stands there as a word of its own, not inside a longer one. */
function standsAt(text: string, at: number, spelling: string): boolean {
  if (!text.startsWith(spelling, at)) return false;
  const before = text[at - 1] ?? ' ';
  const after = text[at + spelling.length] ?? ' ';
  return !(isWord(before) && isWord(spelling[0] ?? '')) && !(isWord(after) && isWord(spelling.at(-1) ?? ''));
}

function isWord(character: string): boolean {
  return /[\p{L}\d]/u.test(character);
}

function collisionIn(params: Params): string | undefined {
  const entries = Object.entries(params);
  for (const [name, value] of entries) {
    if (!isUnique(value)) continue;
    for (const [other, otherValue] of entries) {
      if (other === name || isSecret(otherValue)) continue;
      if (paramText(otherValue).toLowerCase().includes(value.value.toLowerCase())) return name;
    }
  }
  return undefined;
}
