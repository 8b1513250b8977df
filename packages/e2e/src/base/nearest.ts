// The known word closest to one that was mistyped, for messages that say "did you mean". It only suggests; nothing is ever
// accepted in place of what was written.

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
