// One test for each round. It is told when its turn is, and tells what it took; see playwright-test.ts.
import { expect, test } from '@playwright/test';
import { BY_HAND } from '../by-hand.ts';

const { BENCH_TURNS = '', BENCH_SHOP = '', BENCH_FLOW, BENCH_ROUNDS } = process.env;

for (let round = 1; round <= Number(BENCH_ROUNDS); round += 1) {
  test(`round ${round}`, async ({ page }) => {
    await fetch(BENCH_TURNS);
    const startedAt = performance.now();
    await BY_HAND[BENCH_FLOW as keyof typeof BY_HAND](page, BENCH_SHOP, (locator) =>
      expect(locator).toBeVisible(),
    );
    const ms = performance.now() - startedAt;
    await fetch(BENCH_TURNS, { method: 'POST', body: String(ms) });
  });
}
