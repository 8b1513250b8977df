import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countlessOf, shapeOf, textKind, timelessOf } from './shape.ts';

test.each([
  'Saved at 10:42',
  'Saved at 10:42:07 PM',
  '2026-11-30',
  '2026-11-30T10:00:00Z',
  '30 November 2026',
  'Nov 30, 2026',
  '30/11/2026',
  'published 2 minutes ago',
  'a few seconds ago',
  'Just now',
  'took 3.2 s',
  'in 3 days',
  'Due tomorrow',
  'Order ORD-1042 placed',
  'Ticket #4711',
  '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
  'ref a1b2c3d4e5f6',
  'Connected to 127.0.0.1:41823',
])('R29: %j differs every run', (text) => {
  expect(textKind(text)).toBe('volatile');
});

test.each([
  'Walnut Desk',
  'Saved',
  'Total $120.00',
  '1.299,00 €',
  'NOK 250',
  '3 kg',
  '12 m²',
  '50 %',
  'Step two',
  'Version 2',
  'May I help?',
])('R29: %j is text that must match', (text) => {
  expect(textKind(text)).toBe('stable');
});

test.each([
  '3 records imported',
  '1 item',
  '41 items',
  'Showing 1 to 9 of 9 results',
  'Items: 3',
  'Cart (2)',
])('R29: %j names what it counts', (text) => {
  expect(textKind(text)).toBe('count');
});

test.each(['3', '(12)', '99+', '1,204'])('R29: %j is a bare number', (text) => {
  expect(textKind(text)).toBe('number');
});

test('R29: two times of day have one shape, and two amounts have not', () => {
  expect(shapeOf('Saved at 10:42')).toBe(shapeOf('Saved at 09:07'));
  expect(shapeOf('Total $120.00')).not.toBe(shapeOf('Total $99.00'));
});

test('a moved count is the same text once numbers are put aside', () => {
  expect(countlessOf('41 items')).toBe(countlessOf('57 items'));
  expect(countlessOf('41 items')).not.toBe(countlessOf('41 orders'));
});

test('an absolute date still tells two items apart, "how long ago" does not', () => {
  expect(timelessOf('Backup 2026-11-29')).not.toBe(timelessOf('Backup 2026-11-30'));
  expect(timelessOf('pushed 2 minutes ago')).toBe(timelessOf('pushed 3 hours ago'));
});

test('shapes are stable: a shaped text has itself as its shape', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const shape = shapeOf(text);
      expect(shapeOf(shape).length).toBeLessThanOrEqual(shape.length + 1);
      expect(() => textKind(text)).not.toThrow();
    }),
  );
});
