// The part of the engine suite about acting: each declared kind of action does what a user's would, waits for what a user
// would wait for, and is refused with the right code otherwise.
import assert from 'node:assert/strict';
import { ACTION_KINDS, type Action, type ActionKind } from '../../screen/action.ts';
import type { NodeId } from '../../screen/node.ts';
import { assertRefused, type Bench, type Declare, SHORT_MS } from './rig.ts';

/** Declares the tests about actions that go through. */
export function declareActing(bench: Bench, test: Declare): void {
  const pointer = [
    ['tap', 'tapped'],
    ['doubleTap', 'double-tapped'],
    ['secondaryTap', 'menu'],
    ['hover', 'hovered'],
  ] as const;
  for (const [kind, effect] of pointer) {
    test(
      `${kind} reaches the control`,
      () =>
        bench.on('/acting', async (rig) => {
          await rig.do(kind, 'button', 'Tap me');
          await rig.says(effect);
        }),
      [kind],
    );
  }
  test(
    'navigate, back and forward move through the history',
    () =>
      bench.on('/reading', async (rig) => {
        assert.deepEqual(await rig.perform({ kind: 'navigate', url: '/second' }), { ok: true });
        assert.equal((await rig.says('Second')).title, 'Second');
        assert.deepEqual(await rig.perform({ kind: 'back' }), { ok: true });
        assert.equal((await rig.says('Email')).title, 'Reading');
        assert.deepEqual(await rig.perform({ kind: 'forward' }), { ok: true });
        assert.equal((await rig.says('Second')).title, 'Second');
      }),
    ['navigate', 'back', 'forward'],
  );
}

/** Declares the tests about actions that wait or are refused. */
export function declareRefusals(bench: Bench, test: Declare): void {
  declareWaits(bench, test);
  test('a control that went away is not-found, and nothing is done', () =>
    bench.on('/acting', async (rig) => {
      const { id } = await rig.find('button', 'Remove me');
      await rig.perform({ kind: 'tap', target: id });
      await rig.says('removed');
      assertRefused(await rig.perform({ kind: 'tap', target: id }, SHORT_MS), 'not-found');
    }));
  test('an id that no reading gave is not-found', () =>
    bench.on('/acting', async (rig) => {
      await rig.session.read();
      const target = 'no-such-id' as NodeId;
      assertRefused(await rig.perform({ kind: 'tap', target }, SHORT_MS), 'not-found');
    }));
  test(
    'a control of another page is not-found',
    () =>
      bench.on('/acting', async (rig) => {
        const { id } = await rig.find('button', 'Tap me');
        await rig.perform({ kind: 'navigate', url: '/second' });
        await rig.says('Second');
        assertRefused(await rig.perform({ kind: 'tap', target: id }, SHORT_MS), 'not-found');
      }),
    ['navigate'],
  );
  test('a field that cannot be typed into is not-editable, and keeps its value', () =>
    bench.on('/acting', async (rig) => {
      const { id } = await rig.find('textbox', 'Fixed');
      assertRefused(await rig.perform({ kind: 'type', target: id, text: 'x' }, SHORT_MS), 'not-editable');
      assert.equal((await rig.find('textbox', 'Fixed')).value, 'stays');
    }));
  test('an option that is not offered is no-such-option, and the choice stays', () =>
    bench.on('/acting', async (rig) => {
      const { id } = await rig.find('combobox', 'Colour');
      assertRefused(
        await rig.perform({ kind: 'select', target: id, option: 'Green' }, SHORT_MS),
        'no-such-option',
      );
      assert.equal((await rig.find('combobox', 'Colour')).value, 'Red');
    }));
  test('every kind of action that is not declared is unsupported', () =>
    bench.on('/acting', async (rig) => {
      const { id } = await rig.find('button', 'Tap me');
      for (const kind of ACTION_KINDS.filter((each) => !bench.has(each))) {
        assertRefused(await rig.perform(SAMPLES[kind](id)), 'unsupported');
      }
      await rig.says('nothing yet');
    }));
}

/** One action of each kind. */
const SAMPLES: Readonly<Record<ActionKind, (target: NodeId) => Action<NodeId>>> = {
  tap: (target) => ({ kind: 'tap', target }),
  doubleTap: (target) => ({ kind: 'doubleTap', target }),
  longPress: (target) => ({ kind: 'longPress', target }),
  secondaryTap: (target) => ({ kind: 'secondaryTap', target }),
  hover: (target) => ({ kind: 'hover', target }),
  type: (target) => ({ kind: 'type', target, text: 'x' }),
  typeSecret: (target) => ({ kind: 'typeSecret', target, name: 'x' }),
  press: (target) => ({ kind: 'press', target, key: 'Enter' }),
  select: (target) => ({ kind: 'select', target, option: 'x' }),
  check: (target) => ({ kind: 'check', target, checked: true }),
  upload: (target) => ({ kind: 'upload', target, paths: ['x'] }),
  drag: (target) => ({ kind: 'drag', target, to: target }),
  scroll: () => ({ kind: 'scroll', direction: 'down' }),
  scrollUntil: () => ({ kind: 'scrollUntil', text: 'x', direction: 'down' }),
  navigate: () => ({ kind: 'navigate', url: '/second' }),
  back: () => ({ kind: 'back' }),
  forward: () => ({ kind: 'forward' }),
  tapAt: () => ({ kind: 'tapAt', x: 1, y: 1 }),
  hoverAt: () => ({ kind: 'hoverAt', x: 1, y: 1 }),
  dialog: () => ({ kind: 'dialog', accept: true }),
  page: () => ({ kind: 'page', index: 0 }),
};

function declareWaits(bench: Bench, test: Declare): void {
  test('a disabled control is disabled to the end of the time, and nothing is sent', () =>
    bench.on('/acting', async (rig) => {
      const { id } = await rig.find('button', 'Locked');
      assertRefused(await rig.perform({ kind: 'tap', target: id }, SHORT_MS), 'disabled');
      await rig.says('nothing yet');
    }));
  test('a control that becomes enabled in time is acted on', () =>
    bench.on('/acting', async (rig) => {
      const { id } = await rig.find('button', 'Locked');
      await rig.do('tap', 'button', 'Unlock');
      assert.deepEqual(await rig.perform({ kind: 'tap', target: id }), { ok: true });
      await rig.says('unlocked and tapped');
    }));
  test('R21: a covered control is never forced, and its message names the cover', () =>
    bench.on('/acting', async (rig) => {
      const { id } = await rig.find('button', 'Under');
      const result = await rig.perform({ kind: 'tap', target: id }, SHORT_MS);
      assertRefused(result, 'covered');
      assert.match(result.ok ? '' : result.message, /curtain|cover/);
      await rig.says('nothing yet');
    }));
  test('R21: a control that gets uncovered in time is acted on', () =>
    bench.on('/acting', async (rig) => {
      const { id } = await rig.find('button', 'Under');
      await rig.do('tap', 'button', 'Uncover');
      assert.deepEqual(await rig.perform({ kind: 'tap', target: id }), { ok: true });
      await rig.says('reached');
    }));
}
