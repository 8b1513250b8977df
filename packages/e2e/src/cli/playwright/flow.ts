// The recordings of each test in the order of its steps. A recording does not know that order: the last run's report does; without it, the
// times of recording stand in, and the reader is told.
import type { Entry } from '../../cache/entry.ts';
import type { RunReport, StepRecord } from '../../report/record.ts';
import type { Owner } from '../owner.ts';

/** One step of a test. */
export type FlowStep =
  | { readonly kind: 'recorded'; readonly entry: Entry }
  /** A step of the last run that has no recording. */
  | { readonly kind: 'unrecorded'; readonly label: string };

/** A test as far as recordings know it. */
export interface Flow extends Owner {
  readonly steps: readonly FlowStep[];
  /** Where the order of the steps is from. */
  readonly order: 'report' | 'time';
}

/** Every test that has a recording, by file and title; those of one file stay together. */
export function flowsOf(entries: readonly Entry[], report: RunReport | undefined): readonly Flow[] {
  const tests = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = ownerKey(entry.step);
    tests.set(key, [...(tests.get(key) ?? []), entry]);
  }
  return [...tests].map(([key, own]) => flowOf(own, stepsOfReport(report, key)));
}

function ownerKey({ file, titlePath, target, agent }: Owner): string {
  return JSON.stringify([file, titlePath, target, agent]);
}

/** The `act` steps of a test that passed; one that failed may not have come to its last step. */
function stepsOfReport(report: RunReport | undefined, key: string): readonly StepRecord[] {
  const test = report?.tests.find((candidate) => ownerKey(candidate) === key);
  if (test === undefined || (test.status !== 'passed' && test.status !== 'flaky')) return [];
  return (test.attempts.at(-1)?.steps ?? []).filter(({ api }) => api === 'agent.act');
}

function flowOf(entries: readonly Entry[], reported: readonly StepRecord[]): Flow {
  const byTime = [...entries].sort((a, b) => (a.recordedAt < b.recordedAt ? -1 : 1));
  const { file = '', titlePath = [], target = '', agent = '' } = byTime[0]?.step ?? {};
  const owner = { file, titlePath, target, agent };
  const known = reported.some(({ cache }) => entries.some(({ key }) => key === cache?.entry));
  if (!known) {
    return { ...owner, steps: byTime.map((entry) => ({ kind: 'recorded', entry })), order: 'time' };
  }
  return {
    ...owner,
    order: 'report',
    steps: reported.map(({ cache, label }): FlowStep => {
      const entry = entries.find(({ key }) => key === cache?.entry);
      return entry === undefined ? { kind: 'unrecorded', label } : { kind: 'recorded', entry };
    }),
  };
}
