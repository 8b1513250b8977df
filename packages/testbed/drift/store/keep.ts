// The store, keys and modes: one entry per call, entries that are no longer whole, entries that nobody may touch.
import { role, text } from '../checker.ts';
import { nothing, tap, taps, type } from '../script.ts';
import type { Change, Expected, Situation } from '../situation.ts';

/** S097: the same words three times. */
export const S097: Situation = {
  id: 'S097',
  title: 'the same step three times in a row',
  goal: 'add one item',
  repeat: 3,
  serve: {
    'POST /add': (world) => {
      world.count('items');
      return '';
    },
    '/': () =>
      `<h1>Cart</h1><button onclick="fetch('/add',{method:'POST'}).then(()=>{o.textContent=(++n)+' in the cart'})">Add</button><p id="o" role="status"></p><script>let n=0</script>`,
  },
  act: taps({ role: 'button', name: 'Add' }),
  stored: (entries) => {
    if (entries.length !== 3) throw new Error(`${entries.length} entries`);
  },
  check: (checker) => checker.shows(role('status'), { text: '3 in the cart' }),
  unchanged: { mode: 'self-finalized', counts: { items: 3 } },
};

/** A page whose one button answers with a word. */
const door: Situation['serve'] = {
  'POST /knock': (world) => {
    world.count('knocks');
    return '';
  },
  '/': (world) =>
    `<h1>Door</h1><button onclick="fetch('/knock',{method:'POST'}).then(()=>{o.textContent='Hello'})">${world.change === 'renamed' ? 'Ring' : 'Knock'}</button><p id="o" role="status"></p>`,
};

const kept: Expected = { mode: 'self-finalized', write: 'kept', untouched: true, counts: { knocks: 1 } };

/** S099: nothing is written while nothing changed. Whole runs with git: tests/replay.test.ts. */
export const S099: Situation = {
  id: 'S099',
  title: 'replays of an unchanged app write nothing',
  goal: 'greet',
  serve: door,
  act: taps({ role: 'button', name: 'Knock' }),
  check: (checker) => checker.shows(role('status'), { text: 'Hello' }),
  unchanged: kept,
  times: 10,
};

const broken = (spoil: (entry: string) => string): Change => ({
  spoil,
  expected: [
    { mode: 'missed', reason: 'invalid-entry', write: 'saved' },
    { mode: 'self-finalized', write: 'kept' },
  ],
});

/** S100: an entry that is no longer whole. */
export const S100: Situation = {
  id: 'S100',
  title: 'the entry was cut, spliced or edited',
  goal: 'greet',
  serve: door,
  act: taps({ role: 'button', name: 'Knock' }),
  check: (checker) => checker.shows(text('Hello')),
  changes: {
    cut: broken((entry) => entry.slice(0, entry.length / 2)),
    'two bodies': broken((entry) => {
      const parsed = JSON.parse(entry) as { actions: unknown[] };
      return JSON.stringify({ ...parsed, actions: [...parsed.actions, ...parsed.actions] });
    }),
    'one bad action': broken((entry) => entry.replace('"kind": "tap"', '"kind": "knock"')),
    empty: broken(() => ''),
  },
};

/** S101: what another test of the file does to its own entries. Whole runs with `--grep` and `.only`: tests/untouched.test.ts. */
export const S101: Situation = {
  id: 'S101',
  title: 'another test of the file passes, fails or is cancelled in between',
  goal: 'greet',
  serve: door,
  act: taps({ role: 'button', name: 'Knock' }),
  check: (checker) => checker.shows(role('status'), { text: 'Hello' }),
  unchanged: kept,
  changes: {
    'another test passed': { neighbour: 'passed', expected: kept },
    'another test failed': { neighbour: 'failed', expected: kept },
    'another test was cancelled': { neighbour: 'cancelled', expected: kept },
  },
};

/** S102: a stale recording under strict. Whole runs with their exit code: tests/replay.test.ts. */
export const S102: Situation = {
  id: 'S102',
  title: 'under strict a stale recording fails its step, and nobody is asked',
  goal: 'greet',
  serve: door,
  act: taps({ role: 'button', name: 'Knock' }),
  check: (checker) => checker.shows(role('status'), { text: 'Hello' }),
  unchanged: kept,
  changes: {
    renamed: {
      strict: true,
      expected: {
        mode: 'agent-concluded',
        reason: 'target-not-found',
        code: 'REPLAY_STALE',
        attempt: 'failed',
        modelCalls: 0,
        untouched: true,
        counts: { knocks: 0 },
      },
    },
  },
};

/** S103: a button that is renamed for good. */
export const S103: Situation = {
  id: 'S103',
  title: 'a renamed button is handed off once, and replays from then on',
  goal: 'apply the voucher',
  serve: {
    '/': (world) =>
      `<h1>Voucher</h1><button onclick="o.textContent='Voucher used'">${world.change === 'renamed' ? 'Redeem' : 'Apply'}</button><p id="o" role="status"></p>`,
  },
  act: taps({ role: 'button' }),
  check: (checker) => checker.shows(role('status'), { text: 'Voucher used' }),
  changes: {
    renamed: {
      expected: [
        { mode: 'agent-concluded', reason: 'target-not-found', write: 'saved' },
        { mode: 'self-finalized', write: 'kept' },
        { mode: 'self-finalized', write: 'kept' },
      ],
    },
  },
};

/** S105: no model answers when one is needed. Whole runs with their exit code: tests/untouched.test.ts. */
export const S105: Situation = {
  id: 'S105',
  title: 'a replay does not have its effect, and the model’s endpoint answers 503',
  goal: 'tell Ann to come in',
  serve: {
    ...door,
    '/': (world) =>
      `<h1>Door</h1><label>Name <input></label><button onclick="fetch('/knock',{method:'POST'}).then(()=>{o.textContent='${world.change === '' ? 'Come in' : 'Nobody home'}'})">Knock</button><p id="o" role="status"></p>`,
  },
  act: async (step) => {
    await type(step, { role: 'textbox', name: 'Name' }, 'Ann');
    await tap(step, { role: 'button', name: 'Knock' });
    return undefined;
  },
  check: (checker) => checker.shows(role('status')),
  unchanged: { mode: 'self-finalized', counts: { knocks: 1 } },
  changes: {
    'another answer, and no model': {
      modelStatus: 503,
      expected: {
        mode: 'agent-concluded',
        reason: 'end-mismatch',
        // How many of the recorded actions ran already.
        detail: /\b2 of 2\b/,
        code: 'MODEL_PROVIDER_FAILED',
        attempt: 'failed',
        untouched: true,
        counts: { knocks: 1 },
      },
    },
    'another answer': {
      finish: nothing,
      expected: { mode: 'agent-concluded', reason: 'end-mismatch', counts: { knocks: 1 } },
    },
  },
};
