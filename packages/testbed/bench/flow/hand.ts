// A flow written by hand, with playwright-core in this process: the yardstick.
import { chromium } from 'playwright-core';
import { now } from '../../../e2e/src/base/clock.ts';
import { BY_HAND } from './by-hand.ts';
import type { Flow } from './flow.ts';
import type { Side } from './product.ts';
import type { Shop } from './shop.ts';

/** The flow by hand, its browser launched. */
export async function byHand({ byHand: name }: Flow, shop: Shop, executablePath: string): Promise<Side> {
  const browser = await chromium.launch({ executablePath });
  return {
    async run() {
      const context = await browser.newContext();
      try {
        const page = await context.newPage();
        const startedAt = now();
        await BY_HAND[name](page, shop.url, (locator) => locator.waitFor());
        return now() - startedAt;
      } finally {
        await context.close();
      }
    },
    close: () => browser.close(),
  };
}
