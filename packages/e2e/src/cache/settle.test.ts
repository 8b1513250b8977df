import { expect, test } from 'vitest';
import { memoryStore } from '../testing/index.ts';
import { WRITES, type Write } from './outcome.ts';
import type { Stage } from './record.ts';
import { type AttemptOutcome, planSettle, settle } from './settle.ts';

const passed: AttemptOutcome = { status: 'passed', failures: [] };
const failed: AttemptOutcome = { status: 'failed', failures: ['ASSERTION_FAILED'] };
const unanswered: AttemptOutcome = {
  status: 'failed',
  failures: ['MODEL_PROVIDER_FAILED', 'MODEL_UNAVAILABLE'],
};
const both: AttemptOutcome = { status: 'failed', failures: ['MODEL_PROVIDER_FAILED', undefined] };
const cancelled: AttemptOutcome = { status: 'cancelled', failures: [] };

const keep: Stage = { kind: 'keep' };
const fresh: Stage = { kind: 'write', text: '{}', had: false, paced: false };
const healed: Stage = { kind: 'write', text: '{}', had: true, paced: false };
const evict: Stage = { kind: 'evict', pace: false };
const noChange: Stage = { kind: 'no-change' };

/** Stage, how the attempt ended, then what is reported when a check followed and when none did. */
const TABLE: readonly (readonly [string, Stage, AttemptOutcome, Write | undefined, Write | undefined])[] = [
  ['R1 R3: a new recording', fresh, passed, 'saved', 'unconfirmed'],
  ['R7: a healed recording', healed, passed, 'saved', 'unconfirmed'],
  ['R8: a whole replay', keep, passed, 'kept', 'kept'],
  ['R7: a flow proven not to reach its effect', evict, passed, 'evicted', 'evicted'],
  ['R3: a step that changed nothing', noChange, passed, 'no-change', 'no-change'],
  ['R4: a new recording of a failed attempt', fresh, failed, 'saved', 'unconfirmed'],
  ['R4: a healed recording of a failed attempt', healed, failed, 'saved', 'evicted'],
  ['R4: a replay of a failed attempt', keep, failed, 'kept', 'evicted'],
  ['R7: a failed step whose replay acted', evict, failed, 'evicted', 'evicted'],
  ['R6: a replay before no model answered', keep, unanswered, 'kept', 'kept'],
  ['R6: a new recording before no model answered', fresh, unanswered, 'saved', 'unconfirmed'],
  ['R6: a healed recording before no model answered', healed, unanswered, 'saved', 'unconfirmed'],
  ['R6: a stale entry before no model answered', evict, unanswered, 'kept', 'kept'],
  ['R6: a replay next to another failure', keep, both, 'kept', 'evicted'],
  ['R5: anything of a cancelled attempt', healed, cancelled, undefined, undefined],
  ['R5: a replay of a cancelled attempt', keep, cancelled, undefined, undefined],
];

test.each(TABLE)('%s', (_what, stage, outcome, verified, unverified) => {
  const report = (isVerified: boolean): Write | undefined =>
    planSettle({ key: 'k', stage, verified: isVerified }, outcome, true).report;
  expect([report(true), report(false)]).toEqual([verified, unverified]);
});

test.each(TABLE)(
  'R39 R43: read-only and strict runs write and delete nothing: %s',
  (_what, stage, outcome) => {
    for (const verified of [true, false]) {
      expect(planSettle({ key: 'k', stage, verified }, outcome, false).io).toBe('none');
    }
  },
);

test('only what is reported as saved is written, only what is evicted is deleted', () => {
  for (const [, stage, outcome] of TABLE) {
    for (const verified of [true, false]) {
      const plan = planSettle({ key: 'k', stage, verified }, outcome, true);
      expect(plan.io === 'write').toBe(plan.report === 'saved');
      expect(plan.io === 'delete').toBe(plan.report === 'evicted');
      if (plan.report !== undefined) expect(WRITES).toContain(plan.report);
    }
  }
});

test('R42: a store without delete keeps the entry, and the report says so', async () => {
  const { entries, ...store } = memoryStore([['k', 'text']]);
  const { delete: _delete, ...without } = store;
  const staged = { key: 'k', stage: evict, verified: false };
  expect(await settle(without, staged, planSettle(staged, passed, true))).toEqual({
    write: 'kept',
    detail: 'not evicted: the cache store has no delete',
  });
  expect(entries.get('k')).toBe('text');
});

test('R3 R16: a store that throws costs the recording and says why', async () => {
  const store = {
    read: async () => undefined,
    write: async () => {
      throw new Error('disk full');
    },
  };
  const staged = { key: 'k', stage: fresh, verified: true };
  const settled = await settle(store, staged, planSettle(staged, passed, true));
  expect(settled).toMatchObject({ write: 'not-written' });
  expect(settled.detail).toContain('disk full');
});

test('R3: a recording over 1 MiB is not written', async () => {
  const store = memoryStore();
  const staged = {
    key: 'k',
    stage: { kind: 'write', text: 'x'.repeat(1024 * 1024 + 1), had: false, paced: false } as const,
    verified: true,
  };
  expect(await settle(store, staged, planSettle(staged, passed, true))).toMatchObject({
    write: 'not-written',
  });
  expect(store.entries.size).toBe(0);
});

test('R3 R49: a pace mark that can’t be set or taken away changes nothing about what became of the recording', async () => {
  const store = memoryStore([['k', '{}']]);
  const stubborn = {
    ...store,
    write: async (key: string, text: string) => {
      if (key !== 'k') throw new Error('no marks here');
      await store.write(key, text);
    },
    delete: async (key: string) => {
      if (key !== 'k') throw new Error('no marks here');
      await store.delete(key);
    },
  };
  const doomed = { key: 'k', stage: { kind: 'evict', pace: true }, verified: true } as const;
  expect(await settle(stubborn, doomed, planSettle(doomed, passed, true))).toEqual({ write: 'evicted' });
  expect(store.entries.has('k')).toBe(false);
  const paced = { key: 'k', stage: { ...healed, paced: true }, verified: true } as const;
  expect(await settle(stubborn, paced, planSettle(paced, passed, true))).toEqual({ write: 'saved' });
  expect(store.entries.get('k')).toBe('{}');
});
