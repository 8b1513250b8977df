import { describe, expect, test } from 'vitest';
import type { Action } from '../screen/action.ts';
import type { Descriptor } from '../screen/descriptor.ts';
import type { Entry, RecordedAction } from './entry.ts';
import { isLoose, proveEntry, type Run, type Trial, type Verdict } from './proof.ts';

const field: Descriptor = { role: 'textbox', name: 'Name' };
const box: Descriptor = { role: 'checkbox', name: 'Terms' };
const button: Descriptor = { role: 'button', name: 'Save' };
const anchor = (name: string) => ({ descriptor: { role: 'status', name }, count: 1 });

const did = (action: Action<Descriptor>, more: Partial<RecordedAction> = {}): RecordedAction => ({
  action,
  page: 0,
  gapMs: 0,
  ...more,
});
const typing = did({ kind: 'type', target: field, text: 'Ann' }, { shows: 'Ann' });
const saving = did({ kind: 'tap', target: button });

function entryOf(actions: readonly RecordedAction[], appeared: readonly string[] = ['Saved']): Entry {
  const end = { route: '/', appeared: appeared.map(anchor), gone: [], alerts: [], waitMs: 0, requests: [] };
  // Of an entry only its actions and its end are looked at.
  return { actions, end } as unknown as Entry;
}

const noticed = (index: number, trial: Partial<Trial> = {}): Run => ({
  cache: { mode: 'agent-concluded', reason: 'end-mismatch', detail: 'why' },
  trial: { leftOut: index, absent: [], pivotal: [], ...trial },
  failure: 'a proof calls no agent',
});
const survived = (index: number, failure?: string): Run => ({
  cache: { mode: 'self-finalized' },
  trial: { leftOut: index, absent: [], pivotal: [] },
  failure,
});
const whole: Trial = { absent: [], pivotal: [] };

/** The verdict on the first action when the step's effect shows without it. */
function withoutFirst(...actions: readonly RecordedAction[]): Verdict | undefined {
  const runs = actions.map((_, index) => (index === 0 ? survived(0) : noticed(index)));
  return proveEntry(entryOf(actions), whole, runs).actions[0];
}

describe('an action that was left out', () => {
  test('is noticed when the replay did not end alone', () => {
    const { actions } = proveEntry(entryOf([saving]), whole, [noticed(0)]);
    expect(actions).toEqual([{ kind: 'noticed', reason: 'end-mismatch', detail: 'why' }]);
  });

  test('survives when it did; a check that failed later is named, and settles it', () => {
    const passed = proveEntry(entryOf([saving]), whole, [survived(0)]).actions[0];
    const caught = proveEntry(entryOf([saving]), whole, [survived(0, 'toHaveText')]).actions[0];
    expect(passed).toEqual({ kind: 'survived' });
    expect(caught).toEqual({ kind: 'survived', caughtBy: 'toHaveText' });
    expect([passed, caught].map((verdict) => verdict !== undefined && isLoose(verdict))).toEqual([
      true,
      false,
    ]);
  });

  test('is excused where the next action goes to the same control', () => {
    expect(withoutFirst(did({ kind: 'tap', target: field }), typing)).toMatchObject({ excuse: 'focus' });
    expect(withoutFirst(did({ kind: 'tap', target: button }), typing)).not.toHaveProperty('excuse');
    expect(withoutFirst(did({ kind: 'press', key: 'Tab' }), saving)).toMatchObject({ excuse: 'focus' });
    expect(withoutFirst(did({ kind: 'press', key: 'Enter' }), saving)).not.toHaveProperty('excuse');
  });

  test('is excused where a later one sets the same control, in whatever state it was', () => {
    const check = (checked: boolean): RecordedAction =>
      did({ kind: 'check', target: { ...box, state: { checked: !checked } }, checked });
    expect(withoutFirst(check(true), saving, check(false))).toMatchObject({ excuse: 'overwritten' });
    expect(withoutFirst(typing, saving)).toEqual({ kind: 'survived', guard: 'value' });
  });

  test('is excused where it only closed something, or only scrolled', () => {
    const closing = did(
      { kind: 'tap', target: button },
      { change: { appeared: [], gone: [anchor('Cookies')] } },
    );
    expect(withoutFirst(closing, typing)).toMatchObject({ excuse: 'dismissal', guard: 'change' });
    expect(withoutFirst(did({ kind: 'scroll', direction: 'down' }), typing)).toMatchObject({
      excuse: 'view',
    });
  });

  test.each<[string, Run]>([
    ['the step was not reached', { cache: undefined, trial: undefined, failure: 'the app is down' }],
    [
      'its time was up',
      { cache: { mode: 'agent-concluded', detail: 'cut short' }, trial: undefined, failure: 'x' },
    ],
    ['the replay stopped before it', noticed(1, { stoppedAt: 0 })],
  ])('is not known when %s', (_, run) => {
    const { actions } = proveEntry(entryOf([typing, saving]), whole, [noticed(0), run]);
    expect(actions[1]).toMatchObject({ kind: 'undecided', why: expect.any(String) });
  });
});

describe('an anchor', () => {
  const anchors = (runs: readonly Run[], of: Trial = whole): readonly string[] =>
    proveEntry(entryOf([typing, saving], ['Saved', 'News']), of, runs).anchors;

  test('is idle when it came whatever was left out', () => {
    expect(anchors([noticed(0, { absent: [0] }), noticed(1, { absent: [0] })])).toEqual(['shared', 'idle']);
  });

  test('stands alone when without its check a run would have ended otherwise', () => {
    expect(anchors([noticed(0, { absent: [0], pivotal: [0] }), noticed(1, { absent: [0, 1] })])).toEqual([
      'alone',
      'shared',
    ]);
    expect(anchors([noticed(0), noticed(1)], { absent: [], pivotal: [1] })).toEqual(['idle', 'alone']);
  });

  test('is not judged by runs that say nothing', () => {
    expect(anchors([noticed(0, { absent: [0] }), noticed(1, { stoppedAt: 0, absent: [0, 1] })])).toEqual([
      'shared',
      'idle',
    ]);
  });
});
