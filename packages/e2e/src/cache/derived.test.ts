import { expect, test } from 'vitest';
import type { Json } from '../base/digest.ts';
import type { Action, StepAction } from '../screen/action.ts';
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

test('R25: after a picture was shown, what nobody gave may have been read off it; a choice of a list may not', () => {
  const sources = createSources(['pay as ann@x.test', 'Oslo']);
  expect(sources.ruleOf(type('made up'), undefined)).toBeUndefined();
  sources.sight();
  const choice: Action<string> = { kind: 'select', target: 'x', option: 'Express' };
  const key = (one: string): Action<string> => ({ kind: 'press', key: one });
  const rules = [type('Ann'), type('Oslo'), type('made up'), choice, type('4711'), ...[...'4711'].map(key)];
  expect(rules.map((action) => sources.ruleOf(action, undefined))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    'pixels',
    undefined,
    undefined,
    'pixels',
    'pixels',
  ]);
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

test('R25: a value that a tool gave back is tool-result, unless the goal or the agent had it before', () => {
  const heard = (goal: string, result: string, ...texts: readonly string[]): readonly unknown[] => {
    const sources = createSources([goal]);
    sources.hear(result);
    return texts.map((text) => sources.ruleOf(type(text), undefined));
  };
  const mail = '{"to":"ann@x.test","code":"482913","text":"Say \\"hi\\"\\nto all"}';
  expect(
    heard('sign in', mail, 'ann@x.test', '482913', 'Say "hi"\nto all', 'Say "hi" to Bob', '48291'),
  ).toEqual(['tool-result', 'tool-result', 'tool-result', undefined, undefined]);
  expect(heard('sign in as ann@x.test', mail, 'ann@x.test', '/verify?code=482913')).toEqual([
    undefined,
    'tool-result',
  ]);
  expect(heard('sign in', mail, ...'482913')).toEqual([...'482913'].map(() => 'tool-result'));
});

test('R25: the input of a tool is held to what its texts and numbers are', () => {
  const call = (input: Json): StepAction<string> => ({ kind: 'tool', name: 'pay', input });
  const sources = createSources(['pay the order for Ann']);
  sources.see(reading('Order ORD-1042 placed', 'Walnut Desk'));
  expect(sources.ruleOf(call({ who: 'Ann', note: 'made up', of: [{ id: 'ORD-1042' }] }), undefined)).toBe(
    'minted-token',
  );
  expect(sources.ruleOf(call({ item: 'Walnut Desk' }), undefined)).toBe('whole-node');
  expect(sources.ruleOf(call({ who: 'Ann', amount: 20, paid: true, by: null }), undefined)).toBeUndefined();
  sources.hear('made up, and made up again: 977');
  expect(sources.ruleOf(call({ amount: 977 }), undefined)).toBe('tool-result');
  expect(sources.ruleOf(call({ amount: 20 }), undefined)).toBeUndefined();
});

test('R25: what the agent typed itself does not become something read off the screen', () => {
  const sources = createSources(['fill in the form']);
  expect(sources.ruleOf(type('Jane Roe'), undefined)).toBeUndefined();
  sources.see(reading('Jane Roe'));
  expect(sources.ruleOf(type('Jane Roe'), undefined)).toBeUndefined();
});
