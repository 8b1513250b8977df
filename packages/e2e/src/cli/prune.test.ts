import { expect, test } from 'vitest';
import type { Owner } from './owner.ts';
import { claimsOf } from './prune.ts';

const owner: Owner = {
  file: 'tests/cart.e2e.ts',
  titlePath: ['cart', 'adds an item'],
  target: 'web',
  agent: 'default',
};

test('R46: a test claims the recordings of its file, title path, target and agent, and no other', () => {
  const isClaimed = claimsOf([owner], (text) => text);
  expect(isClaimed({ ...owner })).toBe(true);
  expect(isClaimed({ ...owner, file: 'tests/other.e2e.ts' })).toBe(false);
  expect(isClaimed({ ...owner, titlePath: ['cart'] })).toBe(false);
  expect(isClaimed({ ...owner, titlePath: ['cart › adds an item'] })).toBe(false);
  expect(isClaimed({ ...owner, target: 'phone' })).toBe(false);
  expect(isClaimed({ ...owner, agent: 'buyer' })).toBe(false);
});

test('a test whose title holds a secret claims what is recorded of it, redacted', () => {
  const isClaimed = claimsOf([{ ...owner, titlePath: ['signs in as hunter22'] }], (text) =>
    text.replace('hunter22', '<secret:user>'),
  );
  expect(isClaimed({ ...owner, titlePath: ['signs in as <secret:user>'] })).toBe(true);
  expect(isClaimed({ ...owner, titlePath: ['signs in as <secret:other>'] })).toBe(false);
});
