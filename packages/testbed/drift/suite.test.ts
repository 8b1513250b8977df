import { describe, expect, test } from 'vitest';
import { type Driver, RecordingFault } from './driver.ts';
import { LOST_RACE, type Outcome, type Situation } from './situation.ts';
import { type Case, createSuite } from './suite.ts';

const situation: Situation = {
  id: 'S000',
  title: 'a case that races the machine',
  goal: 'race',
  races: true,
  serve: {},
  act: async () => undefined,
  check: async () => {},
};
const one: Case = {
  name: 'S000 · unchanged',
  situation,
  change: 'unchanged',
  course: { mode: 'self-finalized', write: 'kept', counts: { saves: 1 } },
  times: 1,
};

/** How often the suite runs a case whose every replay ends so, and the fault that it tells of. */
async function runsOf(
  come: Partial<Pick<Outcome, 'cache' | 'attempt' | 'counts'>> | Error,
  which: Case = one,
): Promise<{ readonly runs: number; readonly fault: string | undefined }> {
  let runs = 0;
  const replayed: Outcome = {
    cache: { mode: 'self-finalized', entry: 'a'.repeat(64), write: 'kept' },
    attempt: 'passed',
    counts: { saves: 1 },
    modelCalls: 0,
    durationMs: 1,
    recordingMs: 1,
    untouched: true,
  };
  const driver: Driver = {
    async record() {
      runs += 1;
      if (come instanceof Error) throw come;
      return { replay: async () => [{ ...replayed, ...come }], end: async () => undefined };
    },
    prove: async () => [],
    close: async () => {},
  };
  const { finding } = await createSuite(driver).run(which);
  return { runs, fault: finding?.fault };
}

const handedOff: Outcome['cache'] = { mode: 'agent-concluded', entry: 'a'.repeat(64), write: 'kept' };

describe('a case that races the machine', () => {
  test('is run three times at most when the step is handed off, or the situation does not come about', async () => {
    expect(await runsOf({ cache: handedOff })).toEqual({ runs: 3, fault: 'needless hand-off' });
    const counts = { saves: 1, [LOST_RACE]: 1 };
    expect(await runsOf({ counts })).toEqual({ runs: 3, fault: 'too slow' });
  });

  test('is run once when it ends right, or wrong in any other way', async () => {
    expect(await runsOf({})).toEqual({ runs: 1, fault: undefined });
    expect(await runsOf({ counts: { saves: 2 } })).toEqual({ runs: 1, fault: 'wrong action' });
    expect(await runsOf({ attempt: 'failed' })).toEqual({ runs: 1, fault: 'other' });
    expect(await runsOf(new RecordingFault('no recording'))).toEqual({ runs: 1, fault: 'other' });
  });
});

test('a case that does not race is run once, whatever comes of it', async () => {
  const { races: _, ...calm } = situation;
  expect(await runsOf({ cache: handedOff }, { ...one, situation: calm })).toEqual({
    runs: 1,
    fault: 'needless hand-off',
  });
});
