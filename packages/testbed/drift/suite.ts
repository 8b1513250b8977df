// Every case of the suite: each situation unchanged and under each of its changes, with what must come. Runs cases beside each other as
// far as they do not disturb each other; judges each.
import { type Driver, RecordingFault, UNCHANGED } from './driver.ts';
import { expectedAt, type Finding, judge, mustReplay, REPLAYED } from './judge.ts';
import { limitTo } from './lanes.ts';
import { type Course, type Expected, LOST_RACE, type Outcome, type Situation } from './situation.ts';
import { SITUATIONS } from './situations.ts';

/** One recording, and the replays that must go so. */
export interface Case {
  /** Such as `S020 · row B is gone`. */
  readonly name: string;
  readonly situation: Situation;
  readonly change: string;
  readonly course: Course;
  readonly times: number;
}

/** What came of a case: of the first replay with a finding, else of the last one. */
export interface Result {
  readonly expected: Expected;
  /** `undefined` when there was no recording to replay. */
  readonly outcome: Outcome | undefined;
  readonly finding: Finding | undefined;
  /** Of all replays together. */
  readonly modelCalls: number;
  /** Replays that were looked at. */
  readonly replays: number;
  /** From recording to judgement. */
  readonly ms: number;
}

/** All cases, those of one situation together. */
export function allCases(): readonly Case[] {
  return SITUATIONS.flatMap((situation) => [
    caseOf(situation, UNCHANGED, situation.unchanged ?? REPLAYED, situation.times),
    ...Object.entries(situation.changes ?? {}).map(([change, { expected, times }]) =>
      caseOf(situation, change, expected, times),
    ),
  ]);
}

function caseOf(situation: Situation, change: string, course: Course, times?: number): Case {
  const listed = Array.isArray(course) ? course.length : 1;
  return { name: `${situation.id} · ${change}`, situation, change, course, times: times ?? listed };
}

/**
 * How often a case that races the machine is run at most. A busy one can put a rendering between the press and the release of a click,
 * and the app itself then loses it: the replay rightly says that nothing came. Chosen: three such losses in a row are a fault.
 */
const RACES = 3;

/** Cases at once that keep the machine busy. Chosen: as many keep two cores busy and still act within a blink. */
export const AT_ONCE = 5;

/** For each of them, cases at once that spend their time in a wait, mostly the target wait of 15 s. Chosen: they cost next to nothing. */
const WAITING_PER_BUSY = 4;

/**
 * Cases that race the machine at once, when nothing else runs. They race the machine, not each other, and sleep most of the time. Chosen:
 * fewer when they have to be tried again.
 */
export const RACING_AT_ONCE = 3;

/** How a case gets its turns: all of it in one, or its recording in one and its replays in another. */
interface Turns {
  record<Value>(task: () => Promise<Value>): Promise<Value>;
  replay<Value>(task: () => Promise<Value>): Promise<Value>;
}

/** No turn to wait for. */
const AT_ITS_TURN: Turns = { record: (task) => task(), replay: (task) => task() };

/** Runs cases, each as soon as it disturbs no other: those that race the machine run when nothing else does. */
export function createSuite(driver: Driver, atOnce: number = AT_ONCE): { run(one: Case): Promise<Result> } {
  const lanes = limitTo({ busy: atOnce, waiting: WAITING_PER_BUSY * atOnce }, RACING_AT_ONCE);
  const waiting: Turns = {
    record: (task) => lanes.run('busy', task),
    replay: (task) => lanes.run('waiting', task),
  };
  return {
    run(one) {
      if (one.situation.races) return lanes.race(() => runRace(driver, one));
      return mustReplay(expectedAt(one.course, 0))
        ? lanes.run('busy', () => runCase(driver, one, AT_ITS_TURN))
        : runCase(driver, one, waiting);
    },
  };
}

/** Only what a slow machine does to a racing case is tried again: a hand-off, a situation that did not come about. No other fault is. */
async function runRace(driver: Driver, one: Case): Promise<Result> {
  for (let race = 1; ; race += 1) {
    const result = await runCase(driver, one, AT_ITS_TURN);
    const fault = result.finding?.fault;
    if ((fault !== 'needless hand-off' && fault !== 'too slow') || race === RACES) return result;
  }
}

/** Runs a case once. */
async function runCase(
  driver: Driver,
  { situation, change, course, times }: Case,
  turns: Turns,
): Promise<Result> {
  let startedAt = performance.now();
  const of = (outcome: Outcome | undefined, turn: number, modelCalls: number, finding?: Finding): Result => ({
    expected: expectedAt(course, turn),
    outcome,
    finding,
    modelCalls,
    replays: turn + 1,
    ms: Math.round(performance.now() - startedAt),
  });
  let outcomes: readonly Outcome[];
  try {
    const recorded = await turns.record(() => {
      startedAt = performance.now();
      return driver.record(situation);
    });
    outcomes = await turns.replay(() => recorded.replay(change, times)).finally(() => recorded.end());
  } catch (thrown) {
    if (!(thrown instanceof RecordingFault)) throw thrown;
    return of(undefined, 0, 0, { fault: 'other', detail: thrown.message });
  }
  const findings = outcomes.map((outcome, turn): Finding | undefined =>
    outcome.counts[LOST_RACE] === undefined
      ? judge(expectedAt(course, turn), outcome)
      : { fault: 'too slow', detail: 'the situation did not come about on this machine' },
  );
  const wrong = findings.findIndex((finding) => finding !== undefined);
  const shown = wrong < 0 ? outcomes.length - 1 : wrong;
  const modelCalls = outcomes.slice(0, shown + 1).reduce((sum, outcome) => sum + outcome.modelCalls, 0);
  return of(outcomes[shown], shown, modelCalls, findings[shown]);
}
