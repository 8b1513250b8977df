import { expect, test } from 'vitest';
import { alertsOf, isGone, isShown, isTakenBack } from './anchor.ts';
import { type Effect, type EffectContext, effectOf } from './effect.ts';
import { GENERIC_ROLE, type Reading } from './node.ts';
import { readingOf, type Spec } from './reading.fixture.ts';

const status = (text: string): Spec => ({ role: 'status', text });
const words = (text: string): Spec => ({ role: 'text', text });
const effect = (before: Reading, after: Reading, more: Partial<EffectContext> = {}): Effect =>
  effectOf(before, after, { goal: '', moved: false, acted: [], ...more });
const said = ({ appeared, gone }: Effect): readonly (readonly (string | undefined)[])[] =>
  [appeared, gone].map((anchors) => anchors.map(({ descriptor }) => descriptor.name ?? descriptor.text));

test('R27: what appeared and what went away are anchors, announcements first', () => {
  const before = readingOf({ role: 'dialog', name: 'Cookies' }, words('Old'));
  const after = readingOf(words('New'), status('Saved'), { role: 'button', name: 'Undo' });
  expect(said(effect(before, after))).toEqual([
    ['Saved', 'Undo', 'New'],
    ['Cookies', 'Old'],
  ]);
});

test('R27: at most eight of each are kept', () => {
  const after = readingOf(
    ...Array.from({ length: 30 }, (_, index) => ({ role: 'button', name: `Button ${'x'.repeat(index)}` })),
  );
  expect(effect(readingOf(), after).appeared).toHaveLength(8);
});

test('R27: a changed state is an appeared control, not a gone one', () => {
  const box = (checked: boolean): Spec => ({ role: 'checkbox', name: 'Terms', checked });
  const changed = effect(readingOf(box(false)), readingOf(box(true)));
  expect(changed.appeared).toMatchObject([{ descriptor: { name: 'Terms' }, shown: { checked: true } }]);
  expect(changed.gone).toEqual([]);
  const [anchor] = changed.appeared;
  expect(anchor && [isShown(readingOf(box(true)), anchor), isShown(readingOf(box(false)), anchor)]).toEqual([
    true,
    false,
  ]);
});

test('R28: the echo of typing is marked as one', () => {
  const field = (value: string): Spec => ({ role: 'textbox', name: 'Note', value });
  const typed = effect(readingOf(field('')), readingOf(field('hi'), status('Saved')), {
    acted: [{ role: 'textbox', name: 'Note' }],
  });
  expect(typed.appeared.map(({ descriptor, echo }) => [descriptor.role, echo])).toEqual([
    ['status', undefined],
    ['textbox', true],
  ]);
});

test('R29: text that differs every run is no anchor while a stable change exists, on either side', () => {
  const before = readingOf(words('updated 10:41'));
  const after = readingOf(status('Saved'), words('updated 10:42'));
  expect(said(effect(before, after))).toEqual([['Saved'], []]);
});

test('R29: with nothing else it is kept, marked, and must read the same', () => {
  const only = effect(readingOf(), readingOf(status('Saved at 10:42')));
  expect(only.appeared).toMatchObject([{ descriptor: { text: 'Saved at 10:42' }, volatile: true }]);
  const [anchor] = only.appeared;
  expect(anchor && isShown(readingOf(status('Saved at 10:43')), anchor)).toBe(false);
});

test('R29: in an alert it reads as a placeholder', () => {
  const only = effect(readingOf(), readingOf({ role: 'alert', text: 'Saved at 10:42' }));
  const [anchor] = only.appeared;
  expect(anchor && isShown(readingOf({ role: 'alert', text: 'Saved at 10:43' }), anchor)).toBe(true);
  expect(anchor && isShown(readingOf({ role: 'alert', text: 'Lost at 10:43' }), anchor)).toBe(false);
});

test('R29: a count that the step made appear must match; one that only moved, or came with a new screen, is skipped', () => {
  const imported = effect(
    readingOf(words('41 items')),
    readingOf(words('42 items'), status('3 records imported')),
  );
  expect(said(imported)).toEqual([['3 records imported'], []]);
  const moved = effect(readingOf(), readingOf({ role: 'heading', name: 'Contacts' }, words('42 contacts')), {
    moved: true,
  });
  expect(said(moved)[0]).toEqual(['Contacts']);
});

test('R29: a bare number is skipped, an amount is text', () => {
  const after = readingOf({ role: 'link', name: '3' }, words('Total $12.50'));
  expect(said(effect(readingOf(), after))).toEqual([['Total $12.50'], []]);
});

test('R27: of one new row one piece is kept, the one that the goal names first', () => {
  const row = (name: string): Spec => ({
    role: 'row',
    children: [
      { role: 'cell', name },
      { role: 'cell', name: 'Editor' },
      { role: 'cell', children: [{ role: 'button', name: 'Edit' }] },
    ],
  });
  const added = effect(readingOf(row('Bo')), readingOf(row('Bo'), row('Ann')), { goal: 'add Ann' });
  expect(said(added)).toEqual([['Ann'], []]);
});

test('R27: on a screen that the step moved to, rows of data are left out', () => {
  const after = readingOf(
    { role: 'heading', name: 'Orders' },
    { role: 'row', children: [{ role: 'cell', name: 'Oak Chair' }] },
  );
  expect(said(effect(readingOf(), after, { moved: true }))).toEqual([['Orders'], []]);
});

const article = (name: string): Spec => ({
  role: 'article',
  children: [
    { role: 'heading', name },
    { role: 'button', name: 'Add to cart' },
  ],
});
const card = (name: string): Spec => ({ ...article(name), role: GENERIC_ROLE });

test('R27: on a screen that the step moved to, what cards are called is left out, unless the goal names it', () => {
  for (const one of [article, card]) {
    const after = readingOf({ role: 'heading', name: 'Products' }, one('Oak Desk'), one('Walnut Desk'));
    const [appeared] = said(effect(readingOf(), after, { moved: true, goal: 'sign in' }));
    expect(appeared, one('x').role).toContain('Products');
    expect(appeared, one('x').role).not.toContain('Oak Desk');
    const [named] = said(effect(readingOf(), after, { moved: true, goal: 'open Walnut Desk' }));
    expect(named, one('x').role).toContain('Walnut Desk');
  }
  const only = readingOf({ role: 'article', children: [{ role: 'heading', name: 'News' }] });
  expect(said(effect(readingOf(), only, { moved: true }))).toEqual([['News'], []]);
});

test('R27: how many alike a new screen has is data of that day', () => {
  const after = (...names: readonly string[]): Reading => readingOf(...names.map(card));
  const effects = effect(readingOf(), after('Oak Desk', 'Walnut Desk'), { moved: true });
  const add = effects.appeared.find(({ descriptor }) => descriptor.name === 'Add to cart');
  expect(add && isShown(after('Birch Desk'), add)).toBe(true);
});

test('R27: what fields of a new screen are filled in with is data of that day, unless the step put it there', () => {
  const form = (value: string, checked: boolean): Reading =>
    readingOf(
      { role: 'heading', name: 'Checkout' },
      { role: 'textbox', name: 'Email', value },
      { role: 'checkbox', name: 'Gift wrap', checked },
    );
  const shown = (more: Partial<EffectContext>): readonly unknown[] =>
    effect(readingOf(), form('ann@x.test', true), { moved: true, ...more }).appeared.map((one) => one.shown);
  expect(shown({})).toEqual([undefined, undefined, undefined]);
  expect(shown({ goal: 'open the checkout of ann@x.test' })).toContainEqual({ value: 'ann@x.test' });
  expect(shown({ goal: 'check out with gift wrap' })).toContainEqual({ checked: true });
  expect(shown({ acted: [{ role: 'textbox', name: 'Email' }] })).toContainEqual({ value: 'ann@x.test' });
  expect(shown({ moved: false })).toContainEqual({ checked: true });
});

test('one more of the same is told by the count', () => {
  const remove: Spec = { role: 'button', name: 'Remove' };
  const [anchor] = effect(readingOf(remove), readingOf(remove, remove)).appeared;
  expect(anchor?.count).toBe(2);
  expect(anchor && [isShown(readingOf(remove), anchor), isShown(readingOf(remove, remove), anchor)]).toEqual([
    false,
    true,
  ]);
  const [gone] = effect(readingOf(remove, remove), readingOf(remove)).gone;
  expect(gone && [isGone(readingOf(remove, remove), gone), isGone(readingOf(remove), gone)]).toEqual([
    false,
    true,
  ]);
});

test('R50: a page that comes back into reach behind a closing modal is no change', () => {
  const page = (behindModal: boolean): Spec => ({
    role: 'button',
    name: 'Buy',
    ...(behindModal ? { behindModal } : {}),
  });
  const closed = effect(readingOf({ role: 'dialog', name: 'Tour' }, page(true)), readingOf(page(false)));
  expect(said(closed)).toEqual([[], ['Tour']]);
});

test('alerts are told by their shape, their whole text', () => {
  const alert = readingOf({ role: 'alert', children: [words('Session'), words('timed out at 10:42')] });
  expect(alertsOf(alert)).toEqual(['Session timed out at …']);
});

test('R27: a state that its control shows no longer was taken back; a control that went away was not', () => {
  const like = (pressed: boolean): Spec => ({ role: 'button', name: 'Like', pressed });
  const [anchor] = effect(readingOf(like(false)), readingOf(like(true))).appeared;
  const taken = [readingOf(like(false)), readingOf()].map(
    (reading) => anchor && isTakenBack(reading, anchor),
  );
  expect(taken).toEqual([true, false]);
});

test('R19 R28: what was typed shows in the control under its new label too', () => {
  const field = (name: string, value: string): Spec => ({ role: 'textbox', name, testId: 'city', value });
  const acted = [{ role: 'textbox', name: 'City', testId: 'city' }];
  const [anchor] = effect(readingOf(field('City', '')), readingOf(field('City', 'Oslo')), { acted }).appeared;
  expect(anchor?.echo).toBe(true);
  const shown = ['Oslo', 'Bergen'].map((value) => anchor && isShown(readingOf(field('Ort', value)), anchor));
  expect(shown).toEqual([true, false]);
});

test('R27: one control less of many alike is no anchor while the row itself tells', () => {
  const row = (name: string): Spec => ({
    role: 'row',
    children: [
      { role: 'cell', name },
      { role: 'cell', name: 'Delete' },
    ],
  });
  const rows = (...names: readonly string[]): Reading => readingOf(...names.map(row));
  const deleted = effect(rows('alpha', 'beta', 'gamma'), rows('alpha', 'gamma'));
  expect(said(deleted)).toEqual([[], ['beta']]);
  const [anchor] = deleted.gone;
  expect(anchor && isGone(rows('alpha', 'gamma', 'delta', 'epsilon'), anchor)).toBe(true);
  // Nothing else tells: then it is the count.
  const twins = effect(rows('alpha', 'alpha'), rows('alpha'));
  expect(said(twins)[1]).toContain('alpha');
});
