import { expect, test } from 'vitest';
import type { Descriptor } from './descriptor.ts';
import { readingOf, type Spec } from './reading.fixture.ts';
import { hasSignedIn, signedInBy } from './sign-in.ts';

const password: Spec = { role: 'textbox', name: 'Password', purpose: 'password' };
const acted: readonly Descriptor[] = [
  { role: 'textbox', name: 'Name' },
  { role: 'textbox', name: 'Password', purpose: 'password' },
];
const home = readingOf({ role: 'heading', name: 'Home' });

test('a password that has gone with its field is a sign-in', () => {
  expect(hasSignedIn(acted, home)).toBe(true);
  expect(signedInBy(readingOf(password), acted, home)).toBe(true);
});

test.each<readonly [string, readonly Spec[]]>([
  ['the form is shown again', [password]],
  ['its password is shown', [{ role: 'textbox', name: 'Password' }]],
  ['another field for one has come', [{ role: 'textbox', name: 'Repeat', purpose: 'new-password' }]],
])('it is none where %s', (_what, after) => {
  expect(hasSignedIn(acted, readingOf(...after))).toBe(false);
});

test('nor where none was typed, or an earlier action had done it', () => {
  expect(hasSignedIn(acted.slice(0, 1), home)).toBe(false);
  expect(signedInBy(home, acted, home)).toBe(false);
});
