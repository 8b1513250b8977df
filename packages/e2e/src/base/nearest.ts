// The known word closest to one that was mistyped, for messages that say "did you mean", and what is there in the order of its likeness
// to what is not. It only suggests; nothing is ever accepted in place of what was written.

/** Edits between two words: insert, delete, replace, swap of neighbours. Source: optimal string alignment distance. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const above = rows[i - 1] ?? [];
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

/**
 * The items in the order of their likeness to what was looked for: those that share a word of it first, then by edits. Items alike keep
 * their order. For "what is there instead" in messages.
 */
export function nearestFirst<Item>(
  wanted: string,
  items: readonly Item[],
  textOf: (item: Item) => string,
): readonly Item[] {
  const words = wordsOf(wanted);
  const likeness = (text: string): number => {
    const shared = wordsOf(text).some((word) => words.includes(word)) ? 0 : 1;
    const [a, b] = [wanted, text].map((each) => each.slice(0, COMPARED_CHARS).toLowerCase());
    return shared + distance(a ?? '', b ?? '') / Math.max(1, a?.length ?? 0, b?.length ?? 0);
  };
  return items
    .map((item) => ({ item, rank: likeness(textOf(item)) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** Characters of a long text that count. Source: chosen: names differ early, and the cost is quadratic. */
const COMPARED_CHARS = 60;

/** Words of three letters and more; shorter ones are "to" and "of". */
function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}

/**
 * The known word that the given one was most likely meant to be, or `undefined` when none is close.
 * Case does not count; close means at most two edits and fewer than half of the word (chosen: `jsn` finds `json`, `foo` finds nothing).
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: { readonly word: string; readonly edits: number } | undefined;
  for (const candidate of known) {
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits <= Math.min(2, Math.floor(Math.max(word.length, candidate.length) / 2))) {
      if (best === undefined || edits < best.edits) best = { word: candidate, edits };
    }
  }
  return best?.word;
}
