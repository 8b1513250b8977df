// Which of the texts of a page may not be shown, also where a value is cut into several of them. Pure.

/**
 * Places of the texts that together show what may not be.
 * @param texts every text that is drawn, in the order of the page.
 * @param hides whether a text may not be shown.
 */
export function hiddenTexts(texts: readonly string[], hides: (text: string) => boolean): ReadonlySet<number> {
  const left = [...texts];
  const shows = (from: number, to: number): boolean => {
    const part = left.slice(from, to);
    if (hides(part.join(''))) return true;
    // White space between elements may be drawn or not.
    const words = part.filter((text) => text.trim() !== '');
    return hides(words.join('')) || hides(words.join(' '));
  };
  const hidden = new Set<number>();
  if (!shows(0, left.length)) return hidden;
  const hide = (index: number): void => {
    if (left[index] === '') return;
    hidden.add(index);
    left[index] = '';
  };
  texts.forEach((text, index) => {
    if (hides(text)) hide(index);
  });
  // What is left stands in several texts, such as a code with a box for each digit.
  while (shows(0, left.length)) {
    const end = firstWhere(1, left.length, (to) => shows(0, to));
    const start = firstWhere(0, end - 1, (before) => !shows(before + 1, end));
    const known = hidden.size;
    for (let index = start; index < end; index += 1) hide(index);
    if (hidden.size > known) continue;
    // A text that is known by where it ends: none of it is left out.
    for (const index of left.keys()) hide(index);
  }
  return hidden;
}

/** The first number from `low` to `high` for which it holds, where it holds for all after that. */
function firstWhere(low: number, high: number, holds: (value: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
