// Turns cases of the drift suite into tests: real pages in a real browser, each recorded once and replayed under what differs. Asserts the
// outcome that must come and what the server counted.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Driver, launchDriver } from './driver.ts';
import { type Case, createSuite } from './suite.ts';

/** Cases are asked for all at once and wait for their turn. Chosen: several times what all of them take on a busy machine. */
const ALL_MS = 900_000;

/** One test per case, all in one browser. */
export function testCases(cases: readonly Case[]): void {
  // The suite itself knows how many may run at once.
  vi.setConfig({ maxConcurrency: cases.length });

  let driver: Driver;
  let suite: ReturnType<typeof createSuite>;
  beforeAll(async () => {
    driver = await launchDriver();
    suite = createSuite(driver);
  });
  afterAll(async () => {
    await driver?.close();
  });

  describe.concurrent('a replay meets what differs', { timeout: ALL_MS }, () => {
    for (const one of cases) {
      test(`${one.name}: ${one.situation.title}`, async () => {
        expect((await suite.run(one)).finding).toBeUndefined();
      });
    }
  });
}
