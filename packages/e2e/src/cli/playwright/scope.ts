// Which containers of a written test get a name: those that it speaks of more than once, and those that take a line to say. A test is
// written twice: once to count, once to name.
import { variableOf } from './words.ts';

/** Names the places that locators search in. */
export interface Scope {
  /**
   * What to write for a place.
   * @param whole its locator without any name in it.
   * @param code the same, with the names of the places around it.
   * @param called what a reader would call it.
   */
  place(whole: string, code: string, called: string): string;
}

/** Counts the places; nothing is named. */
export function countingScope(): Scope & { readonly counts: ReadonlyMap<string, number> } {
  const counts = new Map<string, number>();
  return {
    counts,
    place(whole, code) {
      counts.set(whole, (counts.get(whole) ?? 0) + 1);
      return code;
    },
  };
}

/** Names the places that were counted more than once or are long. `taken`: names that mean something else in the test. */
export function namingScope(
  counts: ReadonlyMap<string, number>,
  taken: readonly string[],
): Scope & { readonly lines: readonly string[] } {
  const names = new Map<string, string>();
  const used = new Set(taken);
  const lines: string[] = [];
  return {
    lines,
    place(whole, code, called) {
      const isWorthIt = (counts.get(whole) ?? 0) > 1 || whole.includes('.filter(');
      // A tab has no variable before it is there.
      if (!isWorthIt || !whole.startsWith('page.')) return code;
      const known = names.get(whole);
      if (known !== undefined) return known;
      const plain = variableOf(called);
      let name = plain;
      for (let number = 2; used.has(name); number += 1) name = `${plain}${number}`;
      used.add(name);
      names.set(whole, name);
      lines.push(`const ${name} = ${code};`);
      return name;
    },
  };
}
