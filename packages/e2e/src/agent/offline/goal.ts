// From a goal's text to its clauses. Quoted text, secrets and param values become single opaque characters first, so that no
// grammar can look into them; what they stand for comes back word for word. Never throws, never looks at a screen.

/** Text that a grammar matches over, with the opaque pieces kept beside it. */
export interface Masked {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** One opaque piece of a goal. */
export interface Piece {
  /** As it stands in the goal, quotes included. */
  readonly raw: string;
  /** What it means: without its quotes. */
  readonly inner: string;
  /** Quotes stood around it: only an exact name fits. */
  readonly quoted: boolean;
  /** Name of the secret that it stands for. */
  readonly secret?: string;
}

/** What a clause names: a control, a row, a product. */
export interface Phrase {
  readonly text: string;
  readonly quoted: boolean;
  /** The kind of thing that stands beside a quoted name: `heading` in `the heading "Orders"`. */
  readonly noun?: string;
}

/**
 * What a field is filled with. `mixed` has a secret inside other text, which no action can type; `unclear` has an unquoted comma or
 * joining word, after which the goal may go on with something that is no part of the value.
 */
export type Value =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'secret'; readonly name: string }
  | { readonly kind: 'mixed' | 'unclear'; readonly text: string };

// Placeholders: the private use area of the Basic Multilingual Plane. Source: Unicode 16, section 23.5.
const FIRST = 0xe000;
const LAST = 0xf8ff;
const PLACEHOLDER = /[\uE000-\uF8FF]/u;
const PLACEHOLDERS = /[\uE000-\uF8FF]/gu;

const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '„': '“',
  '‘': '’',
  '«': '»',
  '`': '`',
  "'": "'",
};
const SECRET = /^<secret:([^<>]+)>/u;

/** The goal with quotes, secrets and the given values hidden behind one character each. */
export function mask(goal: string, values: readonly string[] = []): Masked {
  const known = [...new Set(values)].filter(needsMask).sort((a, b) => b.length - a.length);
  const pieces: Piece[] = [];
  let text = '';
  let at = 0;
  while (at < goal.length) {
    const piece = pieceAt(goal, at, known);
    if (piece === undefined || pieces.length > LAST - FIRST) {
      text += PLACEHOLDER.test(goal[at] ?? '') ? ' ' : goal[at];
      at += 1;
    } else {
      text += String.fromCharCode(FIRST + pieces.length);
      pieces.push(piece);
      at += piece.raw.length;
    }
  }
  return { text, pieces };
}

/** A value of plain letters and digits cannot be torn apart by a grammar, and may also be an ordinary word of the goal. */
function needsMask(value: string): boolean {
  return value.length > 1 && !/^[\p{L}\p{N}]+$/u.test(value);
}

function pieceAt(goal: string, at: number, known: readonly string[]): Piece | undefined {
  const char = goal[at] ?? '';
  const starts = at === 0 || /[\s(=:,[]/u.test(goal[at - 1] ?? '');
  const secret = char === '<' ? SECRET.exec(goal.slice(at)) : null;
  if (secret?.[1] !== undefined) {
    return { raw: secret[0], inner: secret[0], quoted: false, secret: secret[1] };
  }
  if (starts) {
    const value = known.find(
      (candidate) => goal.startsWith(candidate, at) && ends(goal, at + candidate.length),
    );
    if (value !== undefined) return { raw: value, inner: value, quoted: false };
  }
  // An apostrophe opens a quote only where a word could begin, and closes it only where one could end.
  const close = QUOTES[char];
  if (close === undefined || (char === "'" && !starts)) return undefined;
  let end = goal.indexOf(close, at + 1);
  while (end !== -1 && char === "'" && !ends(goal, end + 1)) end = goal.indexOf(close, end + 1);
  if (end <= at + 1 && !(end === at + 1 && char === '"')) return undefined;
  const inner = goal.slice(at + 1, end);
  const held = /^<secret:([^<>]+)>$/u.exec(inner)?.[1];
  const raw = goal.slice(at, end + 1);
  return held === undefined ? { raw, inner, quoted: true } : { raw, inner, quoted: true, secret: held };
}

function ends(goal: string, at: number): boolean {
  return at >= goal.length || /[\s.,;:!?)\]]/u.test(goal[at] ?? '');
}

/** Masked text as it was written. */
export function written(text: string, pieces: readonly Piece[]): string {
  return text.replace(PLACEHOLDERS, (char) => pieces[char.charCodeAt(0) - FIRST]?.raw ?? '').trim();
}

const BESIDE =
  /^(?:(?:the|a|an)\s+)?(?:(\p{L}[\p{L}-]*(?:\s\p{L}+)?)\s+(?:named\s+|called\s+)?([\uE000-\uF8FF])|([\uE000-\uF8FF])\s+(\p{L}[\p{L}-]*(?:\s\p{L}+)?))$/u;

/** The name that a capture stands for. */
export function phrase(text: string, pieces: readonly Piece[]): Phrase {
  const trimmed = text.trim();
  const only = single(trimmed, pieces);
  if (only !== undefined) return { text: only.inner, quoted: only.quoted };
  const beside = BESIDE.exec(trimmed);
  const named = single(beside?.[2] ?? beside?.[3] ?? '', pieces);
  const noun = beside?.[1] ?? beside?.[4];
  if (named !== undefined && noun !== undefined) {
    return { text: named.inner, quoted: named.quoted, noun: noun.toLowerCase() };
  }
  const inner = trimmed.replace(PLACEHOLDERS, (char) => pieces[char.charCodeAt(0) - FIRST]?.inner ?? '');
  return { text: inner, quoted: false };
}

/** The value that a capture stands for, verbatim when it was quoted. */
export function value(text: string, pieces: readonly Piece[]): Value {
  const trimmed = text.trim();
  const only = single(trimmed, pieces);
  if (only?.secret !== undefined) return { kind: 'secret', name: only.secret };
  if (only !== undefined) return holdsSecret(only.inner);
  if (/,\s|\s(?:and|then|or)(?:\s|$)/iu.test(trimmed))
    return { kind: 'unclear', text: written(trimmed, pieces) };
  const parts = [...trimmed].map((char) => pieces[char.charCodeAt(0) - FIRST]);
  const plain = written(trimmed, pieces);
  return parts.some((part) => part?.secret !== undefined)
    ? { kind: 'mixed', text: plain }
    : { kind: 'text', text: plain };
}

function holdsSecret(text: string): Value {
  return /<secret:[^<>]+>/u.test(text) ? { kind: 'mixed', text } : { kind: 'text', text };
}

function single(text: string, pieces: readonly Piece[]): Piece | undefined {
  return text.length === 1 && PLACEHOLDER.test(text) ? pieces[text.charCodeAt(0) - FIRST] : undefined;
}

const SEPARATOR =
  /\s*(?:;|\n|[,.]?\s+(?:and\s+)?then\b,?|,\s*and\b|,(?=\s)|[.!](?=\s)|\s(?:and|&)(?=\s))\s*/giu;

/**
 * The clauses of a masked goal. `;`, a line break and `then` always part them, a full stop before a verb in any case; `,` and `and` only before a
 * verb in lower case, so that `press Save and Close` stays one name and `fill A with x, B with y` one clause.
 */
export function splitClauses(
  text: string,
  startsClause: (rest: string, anyCase: boolean) => boolean,
): readonly string[] {
  const clauses: string[] = [];
  let from = 0;
  for (const match of text.matchAll(SEPARATOR)) {
    const rest = text.slice(match.index + match[0].length);
    const strong = /[;\n.!]|then/iu.test(match[0]);
    const goesOn = /[^\s.!]/u.test(rest);
    if (goesOn && (/[;\n]|then/iu.test(match[0]) || startsClause(rest, strong))) {
      clauses.push(text.slice(from, match.index));
      from = match.index + match[0].length;
    }
  }
  clauses.push(text.slice(from));
  return clauses.map(tidy).filter((clause) => clause !== '');
}

function tidy(clause: string): string {
  return clause
    .trim()
    .replace(/[.!]+$/u, '')
    .replace(/^(?:(?:please|now|first|next|finally|also|and|then|just|simply)[\s,]+)+/iu, '')
    .trim();
}
