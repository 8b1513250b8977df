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
