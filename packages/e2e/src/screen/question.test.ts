import { expect, test } from 'vitest';
import type { NodeId, Reading } from './node.ts';
import { questionsBefore, unasked } from './question.ts';
import { readingOf, type Spec } from './reading.fixture.ts';

const opener: Spec = { role: 'button', name: 'Discard' };
const before = readingOf(opener);
const box = (role: string, ...inside: readonly Spec[]): Spec => ({
  role,
  children: [...inside, { role: 'button', name: 'Remove' }, { role: 'button', name: 'Cancel' }],
});
const says = (text: string): Spec => ({ role: 'paragraph', text });

/** What the button Remove of a screen answers. */
function askedBy(after: Reading, known: Reading = before): readonly string[] {
  const target = after.nodes.find(({ name }) => name === 'Remove')?.id ?? ('none' as NodeId);
  return questionsBefore(known, after, target);
}

test('R24: a question that came with its answers belongs to them, in a dialog or not', () => {
  expect(askedBy(readingOf(opener, box('generic', says('Remove this draft?'))))).toEqual([
    'Remove this draft?',
  ]);
  expect(askedBy(readingOf(opener, box('dialog', says('This removes the draft.'))))).toEqual([
    'This removes the draft.',
  ]);
});

test('R24: what is no question is none: text without one, a form, a question that was there before', () => {
  expect(askedBy(readingOf(opener, box('generic', says('Balance $25'))))).toEqual([]);
  const field: Spec = { role: 'textbox', name: 'Reason' };
  expect(askedBy(readingOf(opener, box('dialog', says('Tell us why.'), field)))).toEqual([]);
  const there = readingOf(opener, box('dialog', says('Remove this draft?')));
  expect(askedBy(there, there)).toEqual([]);
});

test('R24: another question is another one; a time in it is not', () => {
  const asked = ['Remove the draft of 10:42?'];
  expect(unasked(asked, readingOf(box('dialog', says('Remove the draft of 11:03?'))))).toBeUndefined();
  expect(unasked(asked, readingOf(box('dialog', says('Remove all drafts?'))))).toBe(asked[0]);
  expect(unasked(['Remove 3 files?'], readingOf(says('Remove 30 files?')))).toBe('Remove 3 files?');
  expect(unasked([], readingOf())).toBeUndefined();
});
