import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hiddenTexts } from './hidden-texts.ts';

const hides =
  (...values: readonly string[]) =>
  (text: string): boolean =>
    values.some((value) => text.includes(value));
const found = (texts: readonly string[], ...values: readonly string[]): readonly number[] =>
  [...hiddenTexts(texts, hides(...values))].sort((a, b) => a - b);

describe('the texts that show a value', () => {
  test.each<[string, readonly string[], string, readonly number[]]>([
    ['none', ['a', 'b'], 'walnut', []],
    ['every text that has it', ['walnut', 'b', 'of walnut.'], 'walnut', [0, 2]],
    ['those that it is cut into', ['a', 'wal', 'nut', 'b'], 'walnut', [1, 2]],
    ['a box for each character', ['a', ...'walnut', 'b'], 'walnut', [1, 2, 3, 4, 5, 6]],
    ['words on lines of their own', ['a', 'quiet', 'walnut', 'b'], 'quiet walnut', [1, 2]],
    ['it whole, and cut', ['wal', 'nut', 'b', 'walnut', 'wal', 'nut'], 'walnut', [0, 1, 3, 4, 5]],
  ])('are %s', (_what, texts, value, places) => {
    expect(found(texts, value)).toEqual(places);
  });

  test('leave nothing of it, wherever it stands', () => {
    const text = fc.stringMatching(/^[ab]{0,4}$/u);
    const value = fc.stringMatching(/^[ab]{2,5}$/u);
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 12 }),
        fc.array(value, { minLength: 1, maxLength: 3 }),
        (texts, values) => {
          const hidden = hiddenTexts(texts, hides(...values));
          const left = texts.map((one, index) => (hidden.has(index) ? '' : one));
          expect(hides(...values)(left.join(''))).toBe(false);
          if (!hides(...values)(texts.join('')) && !hides(...values)(texts.join(' ')))
            expect(hidden.size).toBe(0);
        },
      ),
    );
  });
});
