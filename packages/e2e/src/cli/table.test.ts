import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { width } from '../report/text.ts';
import { ageText, type Column, renderTable, sizeText } from './table.ts';

const heads: readonly Column[] = [
  { heading: 'TEST', cut: 'middle' },
  { heading: 'TARGET' },
  { heading: 'INSTRUCTION', cut: 'end' },
  { heading: 'AGE', align: 'right' },
];
const rows = [
  ['tests/cart.e2e.ts › cart › adds an item', 'web', 'add one item to the cart', '3d'],
  ['tests/a.e2e.ts › 名前', 'web', 'first line\nsecond line', '12h'],
];

describe('renderTable', () => {
  test('keeps everything in a pipe, on one line per row', () => {
    expect(renderTable(heads, rows, undefined)).toMatchInlineSnapshot(`
      "TEST                                     TARGET  INSTRUCTION               AGE
      tests/cart.e2e.ts › cart › adds an item  web     add one item to the cart   3d
      tests/a.e2e.ts › 名前                    web     first line second line    12h
      "
    `);
  });

  test('cuts test and instruction in a terminal, and nothing else', () => {
    expect(renderTable(heads, rows, 50)).toMatchInlineSnapshot(`
      "TEST                TARGET  INSTRUCTION        AGE
      tests…adds an item  web     add one item to …   3d
      tests…2e.ts › 名前  web     first line secon…  12h
      "
    `);
  });

  test('never draws a line wider than the terminal', () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, cell, cell)),
        fc.integer({ min: 1, max: 120 }),
        (cells, columns) => {
          const lines = renderTable(heads, cells, columns).trimEnd().split('\n');
          expect(lines.length).toBe(cells.length + 1);
          for (const line of lines) expect(width(line)).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [34_100, '34.1 kB'],
  [999_949, '999.9 kB'],
  [1_234_567, '1.2 MB'],
])('%d bytes read as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

test.each([
  ['2026-01-02T00:00:00.000Z', '0s'],
  ['2026-01-01T23:59:50.000Z', '10s'],
  ['2026-01-01T23:50:00.000Z', '10m'],
  ['2026-01-01T12:00:00.000Z', '12h'],
  ['2025-11-23T00:00:00.000Z', '40d'],
  ['2027-01-01T00:00:00.000Z', '0s'],
  ['yesterday', '?'],
])('recorded at %s, it is %s old', (iso, age) => {
  expect(ageText(iso, Date.parse('2026-01-02T00:00:00.000Z'))).toBe(age);
});
