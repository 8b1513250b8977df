import { describe, expect, test } from 'vitest';
import { fileName } from './app.ts';
import { urlMatches } from './browser.ts';
import { globMatches } from './glob.ts';
import { describeQuery } from './query-words.ts';
import { caseTitle } from './title.ts';

describe('titles of cases', () => {
  test('take values in order, by name and by index', () => {
    expect(caseTitle('adds %s and %d', ['a', 2], 0)).toBe('adds a and 2');
    expect(caseTitle('case %# of $who.name', [{ who: { name: 'Ann' } }], 3)).toBe('case 3 of Ann');
    expect(caseTitle('%j', [{ a: 1 }], 0)).toBe('{"a":1}');
  });

  test('leave alone what names nothing', () => {
    expect(caseTitle('costs $5, 100%%, $nothing', [1], 0)).toBe('costs $5, 100%, $nothing');
    expect(caseTitle('plain', [1, 2], 0)).toBe('plain');
    expect(caseTitle('$rate', [{ rate: '5%s' }], 0)).toBe('5%s');
  });
});

describe('URLs', () => {
  const base = 'http://localhost:3000/shop/';
  test('are compared whole, relative to the app', () => {
    expect(urlMatches('http://localhost:3000/cart', '/cart', base)).toBe(true);
    expect(urlMatches('http://localhost:3000/cart?x=1', '/cart', base)).toBe(false);
    expect(urlMatches('http://localhost:3000/shop/cart', 'cart', base)).toBe(true);
    expect(urlMatches('http://localhost:3000/a/cart', '/cart', base)).toBe(false);
  });

  test('may be globs or patterns, and a pattern with a flag that remembers answers the same twice', () => {
    expect(globMatches('**/orders/*', 'http://a/x/orders/42')).toBe(true);
    expect(globMatches('**/orders/*', 'http://a/orders/42/edit')).toBe(false);
    expect(globMatches('http://a/{b,c}.html', 'http://a/c.html')).toBe(true);
    expect(globMatches('http://a/?x=1', 'http://a/zx=1')).toBe(false);
    const sticky = /cart/g;
    expect([urlMatches('/cart', sticky, base), urlMatches('/cart', sticky, base)]).toEqual([true, true]);
  });
});

test('a label becomes a safe file name', () => {
  expect(fileName('after paying: 2/3')).toBe('after-paying-2-3');
  expect(fileName('../../etc/passwd')).toBe('etc-passwd');
  expect(fileName('Größe')).toBe('Größe');
  expect(fileName('***')).toBe('picture');
  expect(fileName('x'.repeat(200))).toHaveLength(80);
});

test('a query reads as it was written', () => {
  expect(
    describeQuery([
      { by: 'role', role: 'row' },
      { by: 'hasText', text: /beta/i },
      { by: 'role', role: 'button', name: 'Delete', exact: true },
      { by: 'nth', index: -1 },
    ]),
  ).toMatchInlineSnapshot(
    `"getByRole('row').filter({ hasText: /beta/i }).getByRole('button', { name: 'Delete', exact: true }).last()"`,
  );
});
