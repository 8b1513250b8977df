// Every case of the suite: each situation unchanged and under each of its changes, with what must come. Runs one case to a finding.
import type { Driver } from './driver.ts';
import { UNCHANGED } from './driver.ts';
import { type Finding, judge, REPLAYED } from './judge.ts';
import type { Expected, Outcome, Situation } from './situation.ts';
import { SITUATIONS } from './situations.ts';

/** One record and replay pair. */
export interface Case {
  /** Such as `S020 · row B is gone`. */
  readonly name: string;
  readonly situation: Situation;
  readonly change: string;
  readonly expected: Expected;
}

/** What came of a case: the first outcome with a finding, else the last. */
export interface Result {
  readonly outcome: Outcome;
  readonly finding: Finding | undefined;
}

/** All cases, those of one situation together. */
export function allCases(): readonly Case[] {
  return SITUATIONS.flatMap((situation) => [
    caseOf(situation, UNCHANGED, situation.unchanged ?? REPLAYED),
    ...Object.entries(situation.changes ?? {}).map(([change, { expected }]) =>
      caseOf(situation, change, expected),
    ),
  ]);
}

/** Runs a case. @throws RecordingFault when the fixture could not be recorded. */
export async function runCase(driver: Driver, { situation, change, expected }: Case): Promise<Result> {
  const outcomes = await driver.run(situation, change);
  let result: Result | undefined;
  for (const [turn, outcome] of outcomes.entries()) {
    const later = turn === 0 ? undefined : situation.changes?.[change]?.later;
    result = { outcome, finding: judge(later ?? expected, outcome) };
    if (result.finding !== undefined) return result;
  }
  if (result === undefined) throw new Error(`${situation.id} ran no replay`);
  return result;
}

function caseOf(situation: Situation, change: string, expected: Expected): Case {
  return { name: `${situation.id} · ${change}`, situation, change, expected };
}
