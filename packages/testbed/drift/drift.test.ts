// The drift suite: real pages in a real browser, each recorded once and replayed under what differs. Asserts the outcome that must
// come and what the server counted.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Driver, launchDriver, RecordingFault } from './driver.ts';
import type { Finding } from './judge.ts';
import { OPEN } from './open.ts';
import { allCases, type Case, runCase } from './suite.ts';

let driver: Driver;
beforeAll(async () => {
  driver = await launchDriver();
});
afterAll(async () => {
  await driver?.close();
});

/**
 * How often a case that races the machine is run at most. A busy one can put a rendering between the press and the release of a click,
 * and the app itself then loses it: the replay rightly says that nothing came. Chosen: three such losses in a row are a fault.
 */
const RACES = 3;

/** What is wrong with the case. Only a hand-off of a racing case is tried again; a false pass or a wrong action never is. */
async function findingOf(one: Case): Promise<Finding | undefined> {
  for (let race = 1; ; race += 1) {
    const { finding } = await runCase(driver, one).catch(unrecorded);
    const lost = finding?.fault === 'needless hand-off' || finding?.fault === 'other';
    if (!lost || !one.situation.alone || race === RACES) return finding;
  }
}

/** A recording that lost the race too. */
function unrecorded(thrown: unknown): { readonly finding: Finding } {
  if (thrown instanceof RecordingFault) return { finding: { fault: 'other', detail: thrown.message } };
  throw thrown;
}

describe.concurrent('a replay meets what differs', () => {
  for (const one of allCases()) {
    const reason = OPEN[one.name];
    if (reason === undefined) {
      const add = one.situation.alone ? test.sequential : test;
      add(`${one.name}: ${one.situation.title}`, async () => {
        expect(await findingOf(one)).toBeUndefined();
      });
    } else {
      test(`${one.name} is still open: ${reason}`, async () => {
        const finding = await runCase(driver, one).then(
          (result) => result.finding,
          (thrown: unknown) => thrown,
        );
        expect(finding, 'it comes right now: take it off open.ts').toBeDefined();
      });
    }
  }
});

test('every open case is a case', () => {
  const names = new Set(allCases().map(({ name }) => name));
  expect(Object.keys(OPEN).filter((name) => !names.has(name))).toEqual([]);
});
