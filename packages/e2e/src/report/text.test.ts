import fc from 'fast-check';
import { expect, test } from 'vitest';
import { block, compact, duration, fromHere, oneLine, truncate, truncateMiddle, width } from './text.ts';

test.each([
  [0, '0ms'],
  [999, '999ms'],
  [999.6, '1.00s'],
  [1240, '1.24s'],
  [59_994, '59.99s'],
  [59_999, '1m 00s'],
  [125_000, '2m 05s'],
])('%dms reads as %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1k'],
  [4111, '4.1k'],
  [999_949, '999.9k'],
  [999_950, '1M'],
  [2_340_000, '2.3M'],
])('%d reads as %s', (count, text) => {
  expect(compact(count)).toBe(text);
});

test('a cut text never takes more columns than it may', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.integer({ min: 2, max: 50 }),
      (raw, columns) => {
        const text = oneLine(raw);
        expect(width(truncate(text, columns))).toBeLessThanOrEqual(columns);
        expect(width(truncateMiddle(text, columns))).toBeLessThanOrEqual(columns);
        if (width(text) <= columns) expect(truncate(text, columns)).toBe(text);
        if (width(text) <= columns) expect(truncateMiddle(text, columns)).toBe(text);
      },
    ),
  );
});

test('a long title keeps its start and its end', () => {
  expect(truncateMiddle('tests/cart.e2e.ts:3 › cart › adds an item', 24)).toBe('tests/c…t › adds an item');
  expect(truncate('tests/cart.e2e.ts', 8)).toBe('tests/c…');
  expect(truncate('tests', 0)).toBe('');
});

test('one line stays one line, a block keeps its lines, and neither keeps control characters', () => {
  expect(oneLine('a\r\n\tb \u001b[31mred\u001b[0m\u0007')).toBe('a b red');
  expect(block('a\r\n  b \u001b[31mred\u001b[0m\u0007\n')).toBe('a\n  b red');
});

test('paths are shown from the working directory, wherever they came from', () => {
  expect(fromHere('tests/a.ts:1:2', '/p', '/p')).toBe('tests/a.ts:1:2');
  expect(fromHere('tests/a.ts', '/p', '/p/sub')).toBe('../tests/a.ts');
  expect(fromHere('/p/tests/a.ts', '/elsewhere', '/p')).toBe('tests/a.ts');
});
