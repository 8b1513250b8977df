// Flows replayed by the product, with all its verification, against the same flows written by hand: in the same browser, on the same server,
// with the same checks at the end. Each side has its browser launched, and opens a context before its clock starts.
import { browserPath } from './browser.ts';
import { type Flow, purchase, single } from './flow/flow.ts';
import { byHand } from './flow/hand.ts';
import type { Furnishing } from './flow/pages.ts';
import { playwrightTest } from './flow/playwright-test.ts';
import { product, type Side } from './flow/product.ts';
import { type Shop, serveShop } from './flow/shop.ts';
import { measureTurns } from './pairs.ts';
import { type Row, ratiosOf } from './rows.ts';

/** One flow on one kind of page. */
interface Course {
  readonly what: string;
  readonly flow: Flow;
  readonly furnishing: Furnishing;
  /** Largest ratio to the same by hand with playwright-core. Source: issue "As fast as the page", targets. */
  readonly target: number;
  /** Whether Playwright Test is a yardstick too. */
  readonly withTest?: true;
}

/** Rounds that do not count, in which each side gets warm. Source: chosen. */
const WARM_ROUNDS = 2;

/** By the letter that the issue gives them. */
const COURSES: Readonly<Record<'A' | 'B' | 'C' | 'D', Course>> = {
  A: {
    what: 'flow A, 13 actions on 4 pages',
    flow: purchase,
    furnishing: { elements: 0 },
    target: 0.6,
    withTest: true,
  },
  B: { what: 'flow B, 1 action, 5,000 elements', flow: single, furnishing: { elements: 5_000 }, target: 0.6 },
  C: {
    what: 'flow C, flow A with 10,000 elements on each page',
    flow: purchase,
    furnishing: { elements: 10_000 },
    target: 0.7,
  },
  D: {
    what: 'flow D, flow A on pages renewed every 200 ms',
    flow: purchase,
    furnishing: { elements: 0, renewMs: 200 },
    target: 0.9,
  },
};

/** The benchmark of one flow. */
export const benchFlow =
  (name: keyof typeof COURSES): ((rounds: number) => Promise<readonly Row[]>) =>
  (rounds) =>
    bench(rounds, COURSES[name]);

async function bench(
  rounds: number,
  { what, flow, furnishing, target, withTest }: Course,
): Promise<readonly Row[]> {
  const shop = await serveShop(furnishing);
  const sides: Side[] = [];
  try {
    const path = await browserPath();
    sides.push(await byHand(flow, shop, path));
    sides.push(await product(flow, shop, path));
    if (withTest) sides.push(await playwrightTest(flow, shop, path, rounds + WARM_ROUNDS));
    const turns = sides.map((side) => () => checked(side, flow, shop));
    for (let round = 0; round < WARM_ROUNDS; round += 1) for (const turn of turns) await turn();
    const measured = await measureTurns(rounds, turns);
    const row = (against: string, yardstick: number): Row => ({
      what: `${what} ÷ ${against}`,
      ...ratiosOf(measured, yardstick),
    });
    return [{ ...row('playwright-core', 0), target }, ...(withTest ? [row('Playwright Test', 2)] : [])];
  } finally {
    for (const side of sides) await side.close();
    await shop.close();
  }
}

/** One run of one side. @throws Error when the shop did not see just what the flow is to do. */
async function checked(side: Side, flow: Flow, shop: Shop): Promise<number> {
  const before = shop.sales.length;
  const ms = await side.run();
  const seen = JSON.stringify(shop.sales.slice(before));
  if (seen !== JSON.stringify(flow.sales)) throw new Error(`the shop saw ${seen}`);
  return ms;
}
