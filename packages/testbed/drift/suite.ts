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

/** Runs cases, each as soon as it disturbs no other: a case that races the machine runs when nothing else does. */
export function createSuite(driver: Driver, atOnce: number = AT_ONCE): { run(one: Case): Promise<Result> } {
  const lanes = limitTo({ busy: atOnce, waiting: WAITING_PER_BUSY * atOnce });
  return {
    run(one) {
      if (one.situation.alone) return lanes.alone(() => runRace(driver, one));
      const waits = !mustReplay(expectedAt(one.course, 0));
      return lanes.run(waits ? 'waiting' : 'busy', () => runCase(driver, one));
    },
  };
}

/** Only a hand-off of a racing case is tried again; a false pass or a wrong action never is. */
async function runRace(driver: Driver, one: Case): Promise<Result> {
  for (let race = 1; ; race += 1) {
    const result = await runCase(driver, one);
    const fault = result.finding?.fault;
    if ((fault !== 'needless hand-off' && fault !== 'other') || race === RACES) return result;
  }
}

/** Runs a case once. */
async function runCase(driver: Driver, { situation, change, course, times }: Case): Promise<Result> {
  const startedAt = performance.now();
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
    outcomes = await driver.run(situation, change, times);
  } catch (thrown) {
    if (!(thrown instanceof RecordingFault)) throw thrown;
    return of(undefined, 0, 0, { fault: 'other', detail: thrown.message });
  }
  const findings = outcomes.map((outcome, turn): Finding | undefined =>
    outcome.counts[LOST_RACE] === undefined
      ? judge(expectedAt(course, turn), outcome)
      : { fault: 'other', detail: 'the machine was too slow for the situation to come about' },
  );
  const wrong = findings.findIndex((finding) => finding !== undefined);
  const shown = wrong < 0 ? outcomes.length - 1 : wrong;
  const modelCalls = outcomes.slice(0, shown + 1).reduce((sum, outcome) => sum + outcome.modelCalls, 0);
  return of(outcomes[shown], shown, modelCalls, findings[shown]);
}
