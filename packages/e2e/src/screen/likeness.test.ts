import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { likenessOf, MAY_DIFFER } from './likeness.ts';
import type { NodeId, Reading } from './node.ts';
import { readingOf } from './reading.fixture.ts';
import { shapeOf } from './shape.ts';

const cart = (changes: { readonly count?: string; readonly value?: string; readonly due?: string } = {}) =>
  readingOf(
    { role: 'heading', name: 'Cart' },
    { role: 'status', text: changes.count ?? '2 items' },
    { role: 'text', text: `Delivery on ${changes.due ?? '2026-12-24'}` },
    { role: 'form', children: [{ role: 'textbox', name: 'Voucher', value: changes.value ?? '' }] },
  );

const of = (reading: Reading): string | undefined => likenessOf(reading, (text) => text);

describe('the likeness of a screen', () => {
  test('is that of the same screen on another day, whatever the ids', () => {
    const other = cart({ due: '2027-01-02' });
    const nodes = other.nodes.map((node) => ({ ...node, id: `z${node.id}` as NodeId }));
    expect(of({ ...other, nodes })).toBe(of(cart()));
    expect(of(cart())).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    ['a count', cart({ count: '3 items' })],
    ['a value', cart({ value: 'X' })],
    ['the title', { ...cart(), title: 'Cart' }],
    ['a node more', { ...cart(), nodes: [...cart().nodes, ...readingOf({ role: 'alert' }).nodes] }],
    ['the focus', { ...cart(), nodes: cart().nodes.map((node) => ({ ...node, focused: true })) }],
    [
      'where a control is',
      { ...cart(), nodes: cart().nodes.map((node) => ({ ...node, parent: -1, depth: 0 })) },
    ],
  ])('differs with %s', (_what, reading) => {
    expect(of(reading)).not.toBe(of(cart()));
  });

  test('names secrets', () => {
    const name = (text: string): string =>
      text.replace('hunter2', '<secret:pin>').replace('letmein', '<secret:pin>');
    expect(likenessOf(cart({ value: 'hunter2' }), name)).toBe(likenessOf(cart({ value: 'letmein' }), name));
  });

  test('is not made of very large screens, and not behind a dialog', () => {
    const rows = Array.from({ length: 2_001 }, () => ({ role: 'row' }));
    expect(of(readingOf(...rows))).toBeUndefined();
    expect(of({ ...cart(), dialog: { type: 'alert', message: 'x' } })).toBeUndefined();
  });

  test('looks into every text of which a part may differ on every run', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z A-Z_#/.:-]{0,40}$/)), (text) => {
        if (!MAY_DIFFER.test(text)) expect(shapeOf(text)).toBe(text);
      }),
    );
  });
});
