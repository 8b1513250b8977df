// How else a value may be written: in JSON, HTML, a URL, a form, in another case, with its white space collapsed. It finds a value, or
// the start of one, at a place in a text; what that means is the caller's to say.

/** One character of a value, or a stretch of white space or backslashes, in each of its forms. */
interface Unit {
  /** Longest first. */
  readonly forms: readonly string[];
  /** Any number of them in a row. */
  readonly isStretch: boolean;
}

/** A value to look for. */
export interface Needle {
  readonly units: readonly Unit[];
  /** Whether capital and small letters are one. */
  readonly anyCase: boolean;
  /** UTF-16 units that it can begin with. */
  readonly starts: ReadonlySet<string>;
  /** Where it may begin: finds more places than it stands at, and none less that counts. */
  readonly head: RegExp;
  /** Characters of its longest spelling. */
  readonly longest: number;
}

/** How much of a needle stands at a place. `units` of it, up to `end`; `open` when the text ended on the way to more. */
export interface Stand {
  readonly units: number;
  readonly end: number;
  readonly open: boolean;
}

/** Backslashes before one character that are skipped: JSON in JSON in JSON doubles them each time. Source: chosen. */
const MOST_BACKSLASHES = 8;

/** Characters of the longest form: a pair of halves as JSON, four bytes as a URL. */
const MOST_FORM = 13;

/** Most forms in a row of one stretch. Source: chosen; more white space than a value has is collapsed, not added. */
const MOST_STRETCH = 64;

/** Most ways that are tried at one place of a text. Source: chosen; more than one is rare, and a value as written has a needle of its own. */
const MOST_WAYS = 200;

/** Units of a text spelled in one way that are looked for at once. Source: chosen; no cut that counts is shorter. */
const MOST_HEAD = 8;

const NAMED: Readonly<Record<string, readonly string[]>> = {
  '&': ['&amp;'],
  '<': ['&lt;'],
  '>': ['&gt;'],
  '"': ['&quot;'],
  "'": ['&apos;'],
};

/** Of JSON in JSON too, which doubles each backslash. */
const SPACES: readonly string[] = [
  ...[' ', '\t', '\n', '\r', '\f', '\v', '\u00a0'].flatMap((space) => formsOf(space)),
  ...['+', '&nbsp;', '\\n', '\\r', '\\t', '\\f', '\\v'],
]
  .flatMap((form) => (form.startsWith('\\') ? [form, `\\${form}`, `\\\\\\${form}`] : [form]))
  .sort((a, b) => b.length - a.length);

/** The needle of a value, spelled in any way. `anyCase` as in {@link Needle}. */
export function needleOf(value: string, anyCase: boolean): Needle {
  const pieces = value.trim().match(/\s+|\\+|[^\s\\]/gu) ?? [];
  const units = pieces.map((piece): Unit => {
    if (/^\s/u.test(piece)) return { forms: SPACES, isStretch: true };
    return { forms: formsOf(piece.startsWith('\\') ? '\\' : piece), isStretch: piece.startsWith('\\') };
  });
  return finish(units, anyCase);
}

/** The needle of a text that is spelled in this one way. */
export function exactNeedle(text: string): Needle {
  const units = [...text].map((character): Unit => ({ forms: [character], isStretch: false }));
  return finish(units, false);
}

function finish(written: readonly Unit[], anyCase: boolean): Needle {
  const units = anyCase
    ? written.map((unit) => ({ ...unit, forms: [...new Set(unit.forms.map(foldCase))] }))
    : written;
  const starts = new Set(units[0]?.forms.map((form) => form[0] ?? ''));
  // Its first units, as far as that is one text, else the first characters of its first unit.
  const plain = units.slice(0, MOST_HEAD).every(({ forms }) => forms.length === 1);
  const head = plain
    ? units
        .slice(0, MOST_HEAD)
        .map(({ forms }) => escaped(forms[0] ?? ''))
        .join('')
    : `[${[...starts].map(escaped).join('')}]`;
  const longest = units.reduce((sum, { forms }) => sum + (forms[0]?.length ?? 0) + MOST_BACKSLASHES, 0);
  return { units, anyCase, starts, head: new RegExp(head, 'g'), longest };
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Spellings of one character, longest first. Sources: RFC 3986 §2.1, RFC 8259 §7, HTML §13.5. */
function formsOf(character: string): readonly string[] {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const json = [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
  // A half of a pair has no UTF-8.
  const percent = /\p{Surrogate}/u.test(character)
    ? character
    : [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const small = [json, percent, `&#x${hex};`, `&#x0${hex};`];
  const forms = [
    character,
    character.normalize('NFD'),
    ...small,
    ...small.map((form) => form.toUpperCase().replace('\\U', '\\u').replace('&#X', '&#x')),
    `&#${code};`,
    `&#0${code};`,
    ...(NAMED[character] ?? []),
  ];
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** The text with small letters only; each stays where it is. */
export function foldCase(text: string): string {
  const small = text.toLowerCase();
  if (small.length === text.length) return small;
  return [...text].map((one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join('');
}

/** How much of the needle stands at a place of a text, which is folded where case does not count. */
export function standAt(text: string, at: number, { units }: Needle): Stand {
  let best = { units: 0, end: at };
  let open = false;
  // A form may be the start of another, and a stretch may end sooner: ways that are left to try.
  const ways: [index: number, from: number][] = [[0, at]];
  for (let tried = 0; tried < MOST_WAYS; tried += 1) {
    const way = ways.pop();
    if (way === undefined) break;
    let [index, from] = way;
    for (;;) {
      if (index > best.units) best = { units: index, end: from };
      const unit = units[index];
      if (unit === undefined) return { ...best, open };
      const after = endsOf(text, from, unit);
      open ||= after.open;
      const [first, ...others] = after.ends;
      if (first === undefined) break;
      index += 1;
      for (const end of others.reverse()) ways.push([index, end]);
      from = first;
    }
  }
  return { ...best, open };
}

/** Where a unit may end, the farthest first; `open` when the text ends on the way through it. */
function endsOf(text: string, at: number, unit: Unit): { readonly ends: number[]; readonly open: boolean } {
  const once = unit.isStretch ? formsAt(text, at, unit) : behindBackslashes(text, at, unit);
  if (!unit.isStretch || once.ends.length === 0) return once;
  const ends = new Set(once.ends);
  let open = once.open;
  for (const end of ends) {
    if (ends.size > MOST_STRETCH) break;
    const next = formsAt(text, end, unit);
    // The end of the text may be that of the stretch: whether more follows is for the next unit to say.
    open ||= next.open && end < text.length;
    for (const one of next.ends) ends.add(one);
  }
  return { ends: [...ends].sort((a, b) => b - a), open };
}

function formsAt(text: string, at: number, { forms }: Unit): { ends: number[]; open: boolean } {
  const rest = text.length - at;
  const ends = forms.filter((form) => text.startsWith(form, at)).map((form) => at + form.length);
  const open =
    rest < MOST_FORM && forms.some((form) => form.length > rest && form.startsWith(text.slice(at)));
  return { ends, open };
}

/** The same, with backslashes before it left out: each JSON around JSON doubles them. */
function behindBackslashes(text: string, at: number, unit: Unit): { ends: number[]; open: boolean } {
  const found = formsAt(text, at, unit);
  for (let from = at; text[from] === '\\' && from < at + MOST_BACKSLASHES; from += 1) {
    const { ends, open } = formsAt(text, from + 1, unit);
    found.ends.push(...ends);
    found.open ||= open;
  }
  return found;
}
