import { expect, test } from 'vitest';
import { alertsOf, type Effect, type EffectContext, effectOf, isGone, isShown } from './effect.ts';
import type { NodeId, Reading, ReadNode } from './node.ts';

type Spec = Partial<Omit<ReadNode, 'id' | 'parent' | 'depth'>> & {
  readonly role: string;
  readonly children?: readonly Spec[];
};

function reading(...specs: readonly Spec[]): Reading {
  const nodes: ReadNode[] = [];
  const add = (spec: Spec, parent: number, depth: number): void => {
    const { children = [], ...fields } = spec;
    const index = nodes.push({ ...fields, id: `n${nodes.length}` as NodeId, parent, depth }) - 1;
    for (const child of children) add(child, index, depth + 1);
  };
  for (const spec of specs) add(spec, -1, 0);
  return {
    location: 'http://a.test/',
    title: '',
    page: 0,
    pages: 1,
    viewport: { width: 1, height: 1 },
    nodes,
  };
}

const status = (text: string): Spec => ({ role: 'status', text });
const words = (text: string): Spec => ({ role: 'text', text });
const effect = (before: Reading, after: Reading, more: Partial<EffectContext> = {}): Effect =>
  effectOf(before, after, { goal: '', moved: false, acted: [], ...more });
const said = ({ appeared, gone }: Effect): readonly (readonly (string | undefined)[])[] =>
  [appeared, gone].map((anchors) => anchors.map(({ descriptor }) => descriptor.name ?? descriptor.text));

test('R27: what appeared and what went away are anchors, announcements first', () => {
  const before = reading({ role: 'dialog', name: 'Cookies' }, words('Old'));
  const after = reading(words('New'), status('Saved'), { role: 'button', name: 'Undo' });
  expect(said(effect(before, after))).toEqual([
    ['Saved', 'Undo', 'New'],
    ['Cookies', 'Old'],
  ]);
});

test('R27: at most eight of each are kept', () => {
  const after = reading(
    ...Array.from({ length: 30 }, (_, index) => ({ role: 'button', name: `Button ${'x'.repeat(index)}` })),
  );
  expect(effect(reading(), after).appeared).toHaveLength(8);
});

test('R27: a changed state is an appeared control, not a gone one', () => {
  const box = (checked: boolean): Spec => ({ role: 'checkbox', name: 'Terms', checked });
  const changed = effect(reading(box(false)), reading(box(true)));
  expect(changed.appeared).toMatchObject([{ descriptor: { name: 'Terms' }, shown: { checked: true } }]);
  expect(changed.gone).toEqual([]);
  const [anchor] = changed.appeared;
  expect(anchor && [isShown(reading(box(true)), anchor), isShown(reading(box(false)), anchor)]).toEqual([
    true,
    false,
  ]);
});

test('R28: the echo of typing is marked as one', () => {
  const field = (value: string): Spec => ({ role: 'textbox', name: 'Note', value });
  const typed = effect(reading(field('')), reading(field('hi'), status('Saved')), {
    acted: [{ role: 'textbox', name: 'Note' }],
  });
  expect(typed.appeared.map(({ descriptor, echo }) => [descriptor.role, echo])).toEqual([
    ['status', undefined],
    ['textbox', true],
  ]);
});

test('R29: text that differs every run is no anchor while a stable change exists, on either side', () => {
  const before = reading(words('updated 10:41'));
  const after = reading(status('Saved'), words('updated 10:42'));
  expect(said(effect(before, after))).toEqual([['Saved'], []]);
});

test('R29: with nothing else it is kept, marked, and must read the same', () => {
  const only = effect(reading(), reading(status('Saved at 10:42')));
  expect(only.appeared).toMatchObject([{ descriptor: { text: 'Saved at 10:42' }, volatile: true }]);
  const [anchor] = only.appeared;
  expect(anchor && isShown(reading(status('Saved at 10:43')), anchor)).toBe(false);
});

test('R29: in an alert it reads as a placeholder', () => {
  const only = effect(reading(), reading({ role: 'alert', text: 'Saved at 10:42' }));
  const [anchor] = only.appeared;
  expect(anchor && isShown(reading({ role: 'alert', text: 'Saved at 10:43' }), anchor)).toBe(true);
  expect(anchor && isShown(reading({ role: 'alert', text: 'Lost at 10:43' }), anchor)).toBe(false);
});

test('R29: a count that the step made appear must match; one that only moved, or came with a new screen, is skipped', () => {
  const imported = effect(
    reading(words('41 items')),
    reading(words('42 items'), status('3 records imported')),
  );
  expect(said(imported)).toEqual([['3 records imported'], []]);
  const moved = effect(reading(), reading({ role: 'heading', name: 'Contacts' }, words('42 contacts')), {
    moved: true,
  });
  expect(said(moved)[0]).toEqual(['Contacts']);
});

test('R29: a bare number is skipped, an amount is text', () => {
  const after = reading({ role: 'link', name: '3' }, words('Total $12.50'));
  expect(said(effect(reading(), after))).toEqual([['Total $12.50'], []]);
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
  const added = effect(reading(row('Bo')), reading(row('Bo'), row('Ann')), { goal: 'add Ann' });
  expect(said(added)).toEqual([['Ann'], []]);
});

test('R27: on a screen that the step moved to, rows of data are left out', () => {
  const after = reading(
    { role: 'heading', name: 'Orders' },
    { role: 'row', children: [{ role: 'cell', name: 'Oak Chair' }] },
  );
  expect(said(effect(reading(), after, { moved: true }))).toEqual([['Orders'], []]);
});

test('one more of the same is told by the count', () => {
  const remove: Spec = { role: 'button', name: 'Remove' };
  const [anchor] = effect(reading(remove), reading(remove, remove)).appeared;
  expect(anchor?.count).toBe(2);
  expect(anchor && [isShown(reading(remove), anchor), isShown(reading(remove, remove), anchor)]).toEqual([
    false,
    true,
  ]);
  const [gone] = effect(reading(remove, remove), reading(remove)).gone;
  expect(gone && [isGone(reading(remove, remove), gone), isGone(reading(remove), gone)]).toEqual([
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
  const closed = effect(reading({ role: 'dialog', name: 'Tour' }, page(true)), reading(page(false)));
  expect(said(closed)).toEqual([[], ['Tour']]);
});

test('alerts are told by their shape, their whole text', () => {
  const alert = reading({ role: 'alert', children: [words('Session'), words('timed out at 10:42')] });
  expect(alertsOf(alert)).toEqual(['Session timed out at …']);
});
