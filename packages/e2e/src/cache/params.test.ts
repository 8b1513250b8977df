// Params as texts: in a goal, and in places where they were not meant to be.
import { expect, test } from 'vitest';
import { fillGoal, secret, unique } from './params.ts';

test('R12: a unique value fills a goal as a param, and is refused in a template literal', () => {
  const name = unique('Garden 7');
  expect(fillGoal('create a list named {name}', { name })).toBe('create a list named Garden 7');
  expect(name.value).toBe('Garden 7');
  expect(() => `create a list named ${name}`).toThrowErrorMatchingInlineSnapshot(
    `[E2EError: unique("Garden 7") was put into a text, where nothing marks it as a value of this run only. In a goal write {name} and give it as a param: agent.act('create a list named {name}', { params: { name: unique(…) } }). Anywhere else use its .value.]`,
  );
  expect(() => `create a list named ${String(name)}`).toThrow(/was put into a text/);
});

test('a secret stands in a text by its name', () => {
  expect(`sign in with ${secret('password')}`).toBe('sign in with <secret:password>');
});
