import { expect, test } from 'vitest';
import { SMALL } from './entry.fixture.ts';
import { neverReplays } from './whole.ts';

test('R22: a recording that types the name of a secret as it is written never replays', () => {
  const [first, typed] = SMALL.actions;
  if (first === undefined || typed?.action.kind !== 'type') throw new Error('the fixture types nothing');
  const naming = { ...typed, action: { ...typed.action, text: 'my <secret:token>' } };
  expect(neverReplays({ ...SMALL, actions: [first, naming] })).toBe(
    'action 2 types the name of a secret in place of its value',
  );
  expect(neverReplays(SMALL)).toBeUndefined();
});
