import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const known = ['list', 'json', 'junit', 'github'];

test.each([
  ['jsn', 'json'],
  ['JSON', 'json'],
  ['jnuit', 'junit'],
  ['gihtub', 'github'],
  ['lits', 'list'],
])('finds the word behind %s', (typed, meant) => {
  expect(nearest(typed, known)).toBe(meant);
});

test('suggests nothing for a word unlike every known one', () => {
  expect(nearest('allure', known)).toBeUndefined();
  expect(nearest('', known)).toBeUndefined();
  expect(nearest('list', [])).toBeUndefined();
});
