import { expect, test } from 'vitest';
import type { LocatorStep, Session } from '../engine/contract.ts';
import { nearby } from './nearby.ts';

type Shown = { readonly role: string; readonly name?: string };

function said(nodes: readonly Shown[], step: LocatorStep): Promise<string> {
  return nearby({ read: async () => ({ nodes }) } as unknown as Session, [step]);
}

const pay: LocatorStep = { by: 'role', role: 'button', name: 'Pay' };

test('lists names of the same kind, the nearest first', async () => {
  const nodes = [
    { role: 'button', name: 'Cancel' },
    { role: 'button', name: 'Pay now' },
    { role: 'link', name: 'Pay' },
  ];
  expect(await said(nodes, pay)).toBe('The screen has button "Pay now", "Cancel".');
});

test('controls without a name are there all the same', async () => {
  expect(await said([{ role: 'button' }, { role: 'button', name: '' }], pay)).toBe(
    'The screen has button, 2 in all, and none has a name.',
  );
  expect(await said([{ role: 'textbox' }], { by: 'label', text: 'Email' })).toBe(
    'The screen has fields, 1 in all, and none has a name.',
  );
  expect(await said([{ role: 'link' }], pay)).toBe('The screen has no button.');
});
