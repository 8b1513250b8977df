import { expect, test } from 'vitest';
import { nearest, nearestFirst } from './nearest.ts';

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

test('sorts names by their likeness to the one that is not there, and keeps the order of those alike', () => {
  const names = ['Home', 'Sign out', 'Cancel', 'Submit order', 'Place an ordre'];
  const sorted = nearestFirst('Place order', names, (name) => name);
  expect(sorted.slice(0, 2)).toEqual(['Place an ordre', 'Submit order']);
  expect(nearestFirst('', names, (name) => name)).toEqual(names);
});
