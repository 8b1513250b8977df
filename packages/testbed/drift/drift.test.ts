// The drift suite: real pages in a real browser, each recorded once and replayed under what differs. Asserts the outcome that must
// come and what the server counted.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Driver, launchDriver } from './driver.ts';
import { OPEN } from './open.ts';
import { allCases, runCase } from './suite.ts';

let driver: Driver;
beforeAll(async () => {
  driver = await launchDriver();
});
afterAll(async () => {
  await driver?.close();
});

describe.concurrent('a replay meets what differs', () => {
  for (const one of allCases()) {
    const reason = OPEN[one.name];
    if (reason === undefined) {
      const add = one.situation.alone ? test.sequential : test;
      add(`${one.name}: ${one.situation.title}`, async () => {
        const { finding } = await runCase(driver, one);
        expect(finding).toBeUndefined();
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
