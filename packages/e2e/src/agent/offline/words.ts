// How names are compared: what counts as the same name, and what as "all words contained". It knows no roles and no screen.

const WORD = /[\p{L}\p{N}]+(?:[.@'’_+-]+[\p{L}\p{N}]+)*/gu;
const ARTICLES = new Set(['the', 'a', 'an', 'my', 'your', 'this', 'that', 'our', 'its']);

/** Lower-case words of a name, in order, punctuation and symbols dropped. */
export function wordsOf(text: string): readonly string[] {
  return text.normalize('NFC').toLowerCase().match(WORD) ?? [];
}

/** The words that tell one control from another: articles are dropped, unless nothing else is there. */
export function contentWords(text: string): readonly string[] {
  const all = wordsOf(text);
  const content = all.filter((word) => !ARTICLES.has(word));
  return content.length > 0 ? content : all;
}

/** One spelling for names that differ in case, white space, or the marks of a label (`Email *`, `Email:`). */
export function fold(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/\s*(?:[*:]|\((?:required|optional)\))$/iu, '')
    .toLowerCase();
}

/** Verbs that change something. A control that starts with one is never taken for a goal that does not say it. */
const CHANGING_VERBS = new Set(
  (
    'add remove delete edit clear empty save create new close hide update buy order place pay cancel discard reset submit ' +
    'archive restore duplicate rename send publish revoke disable enable deactivate activate leave block report ' +
    'unsubscribe subscribe merge approve reject refund undo'
  ).split(' '),
);

/** Whether a name begins with a verb that changes something and that the said words do not have. */
export function saysMore(name: string, said: readonly string[]): boolean {
  const first = wordsOf(name)[0];
  return first !== undefined && CHANGING_VERBS.has(first) && !said.includes(first);
}

/** Whether every content word of what was said is a word of the name. */
export function containsWords(name: string, said: string): boolean {
  const wanted = contentWords(said);
  const found = new Set(wordsOf(name));
  return wanted.length > 0 && wanted.every((word) => found.has(word));
}
