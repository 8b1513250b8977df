// The null test: nothing differs, so everything must replay, twenty times over. What a fixture needs until its recording has settled (one
// that is replayed too fast once, a step that cannot be recorded on its first day) is run before it counts.
import { type Driver, RecordingFault, UNCHANGED } from './driver.ts';
import { expectedAt, judge, mustReplay, REPLAYED } from './judge.ts';
import { limitTo } from './lanes.ts';
import type { Expected, Outcome, Situation } from './situation.ts';
import { SITUATIONS } from './situations.ts';
import { RACING_AT_ONCE } from './suite.ts';

/** Replays of each fixture that count. Source: issue 3, the null test. */
const REPLAYS = 20;

/** A fixture that replays when nothing differs. */
export interface NullCase {
  readonly situation: Situation;
  /** What must come before it settles, a replay each. */
  readonly settling: number;
  readonly expected: Expected;
}

/** What came of one fixture. */
export interface NullRow {
  readonly id: string;
  readonly replayed: number;
  readonly handedOff: number;
  readonly missed: number;
  /** Replayed, and yet not as it must be: a count, a failed test. */
  readonly wrong: number;
  readonly modelCalls: number;
  /** Mean of the step under test, in ms. */
  readonly ms: number;
  /** The first thing that was wrong. */
  readonly note: string | undefined;
}

/** Every fixture whose step is replayed when nothing differs. */
export function nullCases(): readonly NullCase[] {
  return SITUATIONS.flatMap((situation) => {
    const course = situation.unchanged ?? REPLAYED;
    const settling = Array.isArray(course) ? course.length - 1 : 0;
    const expected = expectedAt(course, settling);
    return mustReplay(expected) ? [{ situation, settling, expected }] : [];
  });
}

/** The fixtures that are never replayed, and why. */
export function onlyLive(): readonly { readonly id: string; readonly why: string }[] {
  const counted = new Set(nullCases().map(({ situation }) => situation.id));
  return SITUATIONS.filter(({ id }) => !counted.has(id)).map(({ id, unchanged }) => {
    const { reason, derived, write } = expectedAt(unchanged ?? REPLAYED, 0);
    return { id, why: [write === 'no-change' ? write : reason, derived].filter(Boolean).join(', ') };
  });
}

/** Replays them all; fixtures that race the machine come last, beside no other. */
export async function runNull(
  driver: Driver,
  cases: readonly NullCase[],
  atOnce: number,
  onDone: (done: number) => void,
): Promise<readonly NullRow[]> {
  const lanes = limitTo({ all: atOnce }, RACING_AT_ONCE);
  let done = 0;
  return await Promise.all(
    cases.map(async (one) => {
      const task = (): Promise<NullRow> => rowOf(driver, one);
      const row = await (one.situation.races ? lanes.race(task) : lanes.run('all', task));
      done += 1;
      onDone(done);
      return row;
    }),
  );
}

async function rowOf(driver: Driver, { situation, settling, expected }: NullCase): Promise<NullRow> {
  let all: readonly Outcome[];
  try {
    const recorded = await driver.record(situation);
    all = await recorded.replay(UNCHANGED, settling + REPLAYS).finally(() => recorded.end());
  } catch (thrown) {
    if (!(thrown instanceof RecordingFault)) throw thrown;
    const none = { replayed: 0, handedOff: 0, missed: 0, modelCalls: 0, ms: 0 };
    return { id: situation.id, ...none, wrong: REPLAYS, note: thrown.message };
  }
  const outcomes = all.slice(settling);
  const count = (mode: string): number => outcomes.filter(({ cache }) => cache?.mode === mode).length;
  const notes = outcomes.flatMap((outcome, at) => {
    const finding = judge(expected, outcome);
    return finding === undefined ? [] : [`replay ${at + 1}: ${finding.fault}: ${finding.detail}`];
  });
  const [handedOff, missed] = [count('agent-concluded'), count('missed')];
  return {
    id: situation.id,
    replayed: count('self-finalized'),
    handedOff,
    missed,
    wrong: Math.max(0, notes.length - handedOff - missed),
    modelCalls: outcomes.reduce((sum, { modelCalls }) => sum + modelCalls, 0),
    ms: outcomes.reduce((sum, { durationMs }) => sum + durationMs, 0) / outcomes.length,
    note: notes[0],
  };
}
