import { expect, test } from 'vitest';
import type { Action } from '../screen/action.ts';
import type { NodeId, Reading, ReadNode } from '../screen/node.ts';
import { readingOf } from '../screen/reading.fixture.ts';
import { createSources } from './derived.ts';

const reading = (...texts: readonly string[]): Reading =>
  readingOf(...texts.map((text) => ({ role: 'text', text })));

const type = (text: string): Action<string> => ({ kind: 'type', target: 'x', text });

function rule(
  goal: string,
  screen: readonly string[],
  ...actions: readonly Action<string>[]
): readonly (string | undefined)[] {
  const sources = createSources([goal]);
  sources.see(reading(...screen));
  return actions.map((action) => sources.ruleOf(action, undefined));
}

test('R25: a value from the goal, and one that the agent made up, can be repeated', () => {
  expect(rule('fill Email with ann@x.test', ['ann@x.test'], type('ann@x.test'))).toEqual([undefined]);
  expect(rule('fill in the form', ['Name', 'Email'], type('John Smith'))).toEqual([undefined]);
  expect(rule('clear the search', ['Search'], type(''))).toEqual([undefined]);
});

test('R25: a control’s whole text that the goal does not give is whole-node', () => {
  expect(rule('search for the first product', ['Walnut Desk', 'Oak Chair'], type('Walnut Desk'))).toEqual([
    'whole-node',
  ]);
});

test('R25: a code shown as a word of its own is a minted-token', () => {
  expect(rule('enter the code', ['Your code is 482913.'], type('482913'))).toEqual(['minted-token']);
  expect(
    rule('open the order', ['Order ORD-1042 placed'], { kind: 'navigate', url: '/orders/ord-1042' }),
  ).toEqual(['minted-token']);
  expect(rule('enter the code 482913', ['Your code is 482913.'], type('482913'))).toEqual([undefined]);
});

test('R25: a code entered one character at a time is the code', () => {
  const keys = [...'482913'].map((key): Action<string> => ({ kind: 'press', key }));
  expect(rule('enter the code', ['Your code is 482913.'], ...keys)).toEqual(keys.map(() => 'minted-token'));
  const boxes = [...'482913'].map(type);
  expect(rule('enter the code', ['Your code is 482913.'], ...boxes)).toEqual(boxes.map(() => 'minted-token'));
  expect(rule('enter the code 482913', ['Your code is 482913.'], ...boxes).slice(1)).toEqual(
    boxes.slice(1).map(() => undefined),
  );
});

test('R25: a date that the goal does not spell out is worked out from today', () => {
  expect(rule('set the delivery date to tomorrow', [], type('2026-12-01'))).toEqual(['date']);
  expect(rule('set the delivery date to 2030-05-17', [], type('2030-05-17'))).toEqual([undefined]);
  expect(rule('set the delivery date to 17 May 2030', [], type('2030-05-17'))).toEqual([undefined]);
});

test('R25: a day tapped in a calendar for "tomorrow" is a date, the 8th is not', () => {
  const day: ReadNode = { id: 'd' as NodeId, role: 'button', name: '8', parent: -1, depth: 0 };
  const tap: Action<string> = { kind: 'tap', target: 'd' };
  expect(createSources(['choose tomorrow']).ruleOf(tap, day)).toBe('date');
  expect(createSources(['choose the 8th']).ruleOf(tap, day)).toBeUndefined();
  expect(createSources(['choose day 8 of next month']).ruleOf(tap, day)).toBeUndefined();
});

test('R25: what the agent typed itself does not become something read off the screen', () => {
  const sources = createSources(['fill in the form']);
  expect(sources.ruleOf(type('Jane Roe'), undefined)).toBeUndefined();
  sources.see(reading('Jane Roe'));
  expect(sources.ruleOf(type('Jane Roe'), undefined)).toBeUndefined();
});
