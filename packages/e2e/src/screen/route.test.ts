import fc from 'fast-check';
import { expect, test } from 'vitest';
import { routeOf, titleRoute } from './route.ts';

const APP = 'http://shop.test';
const at = (path: string): string => routeOf(`${APP}${path}`, APP);

test.each([
  ['/orders/42?t=1727780000', '/orders/7?t=1727780999'],
  ['/o/3f2504e0-4f89-11d3-9a0c-0305e82c3301', '/o/3f2504e0-4f89-11d3-9a0c-0305e82c33ff'],
  ['/c/deadbeef12', '/c/0123456789ab'],
  ['/s/V1StGXR8_Z5jdHi6B', '/s/aB3dE5fG7hI9jK1l'],
  ['/invoices/INV-2041', '/invoices/INV-2042'],
  ['/tags/blue%20sky', '/tags/red%20sea'],
  ['/report?from=2026-01-01', '/report?from=2026-02-01'],
  ['/in?token=eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl', '/in?token=eyJhbGciOj.eyJzdWIiOj.c2lnbmF0dXJm'],
  ['/a?b=x&c=y', '/a?c=y&b=x'],
  ['/page#top', '/page#bottom'],
  ['/key/R%3A127.0.0.1%3A41823%3A0/user', '/key/R%3A127.0.0.1%3A6379%3A0/user'],
  ['/?server=localhost:5432', '/?server=localhost:41823'],
  ['/app#/orders/1', '/app#/orders/2'],
])('R14: %s and %s are one route', (one, other) => {
  expect(at(one)).toBe(at(other));
});

test.each([
  ['/list?mode=safe', '/list?mode=unsafe'],
  ['/companies', '/companies?tab=notes'],
  ['/companies', '/companies?utm_source=mail'],
  ['/products/summer-sneaker', '/products/winter-boot'],
  ['/app#/settings', '/app#/profile'],
  ['/app#!settings', '/app#!profile'],
  ['/help/page-2', '/help/page-3'],
  ['/a', '/a/1'],
  ['/key/R%3A127.0.0.1%3A41823%3A0/user', '/key/R%3A127.0.0.1%3A41823%3A1/user'],
  ['/?server=db.test:5432', '/?server=db.test:5433'],
])('R14: %s and %s are two routes', (one, other) => {
  expect(at(one)).not.toBe(at(other));
});

test('R14: the origin counts on any site but the app’s own', () => {
  expect(routeOf('http://shop.test/a', APP)).toBe('/a');
  expect(routeOf('http://pay.test/a', APP)).toBe('http://pay.test/a');
});

test('R13 R14: a device title follows the same rules word by word', () => {
  expect(titleRoute('Order 4711')).toBe(titleRoute('Order 4712'));
  expect(titleRoute('Orders')).not.toBe(titleRoute('Settings'));
});

test('R14: any text has a route, and the same one each time', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.webUrl({ withFragments: true, withQueryParameters: true })),
      (location) => {
        expect(routeOf(location, APP)).toBe(routeOf(location, APP));
      },
    ),
  );
});

test('R14: an id of digits never makes another route', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (one, other) => {
      expect(at(`/orders/${one}/lines`)).toBe(at(`/orders/${other}/lines`));
    }),
  );
});

/** Letters and words that no placeholder is made of: no digits, and not hex digits alone. */
const word = fc.stringMatching(/^[a-z]{3,9}$/).filter((text) => !/^[0-9a-f]{8,}$/.test(text));
const slug = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('-'));
const path = fc.array(slug, { maxLength: 4 }).map((parts) => parts.map((part) => `/${part}`).join(''));

const hex = fc.stringMatching(/^[0-9a-f]{8,40}$/);
const PLACEHOLDERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  UUID: fc.uuid(),
  'hex digits': hex,
  digits: fc.stringMatching(/^\d{1,20}$/),
  'a token': fc.stringMatching(/^[A-Za-z0-9_-]{6,20}[a-z]\d{2}[A-Za-z0-9_-]{6,20}$/),
  'a number with letters before it': fc.stringMatching(/^[A-Z]{2,4}-\d{2,6}$/),
  'text with white space': fc.tuple(word, word).map((words) => words.join(' ')),
};
const QUERY_PLACEHOLDERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  ...PLACEHOLDERS,
  'an ISO date': fc
    .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  'a signed token': fc.stringMatching(/^[A-Za-z0-9_-]{8,30}\.[A-Za-z0-9_-]{8,30}\.[A-Za-z0-9_-]{8,30}$/),
};

test.each(Object.entries(PLACEHOLDERS))('R14: in a path one %s is as good as another', (_, id) => {
  fc.assert(
    fc.property(path, id, id, path, (before, one, other, after) => {
      const route = (value: string): string => at(`${before}/${encodeURIComponent(value)}${after}`);
      expect(route(one)).toBe(route(other));
      expect(route(one)).toContain('/:id');
    }),
  );
});

test.each(Object.entries(QUERY_PLACEHOLDERS))('R14: in a query one %s is as good as another', (_, id) => {
  fc.assert(
    fc.property(path, word, id, id, (before, name, one, other) => {
      const route = (value: string): string => at(`${before}?${name}=${encodeURIComponent(value)}`);
      expect(route(one)).toBe(route(other));
    }),
  );
});

test('R14: two slugs are two routes, in a path, a query and a router’s fragment', () => {
  fc.assert(
    fc.property(path, slug, slug, (before, one, other) => {
      fc.pre(one !== other);
      for (const place of ['/', '?tab=', '#/', '#!']) {
        expect(at(`${before || '/a'}${place}${one}`)).not.toBe(at(`${before || '/a'}${place}${other}`));
      }
    }),
  );
});

test('R14: a parameter more is another route, in whatever order they stand', () => {
  const pairs = fc.uniqueArray(fc.tuple(word, slug), {
    minLength: 2,
    maxLength: 5,
    selector: ([name]) => name,
  });
  fc.assert(
    fc.property(path, pairs, (before, all) => {
      const route = (some: typeof all): string => at(`${before}?${new URLSearchParams(some).toString()}`);
      expect(route([...all].reverse())).toBe(route(all));
      expect(route(all.slice(1))).not.toBe(route(all));
    }),
  );
});

test('R14: the fragment and the app’s own origin never count, another origin always does', () => {
  fc.assert(
    fc.property(path, word, (place, fragment) => {
      expect(at(`${place}#${fragment}`)).toBe(at(place));
      expect(routeOf(`http://other.test${place}`, 'http://other.test')).toBe(at(place));
      expect(routeOf(`http://other.test${place}`, APP)).not.toBe(at(place));
    }),
  );
});
