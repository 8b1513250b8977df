// Rules whose facts only some engines have (screen titles, viewports, slow effects), held over the fake engine.
import { test } from 'vitest';
import { VERSION } from '../base/version.ts';
import { type FakeApp, fakeApp, find, node, type ScriptedExecutor, scripted } from '../testing/index.ts';
import { acting, readWrite, run } from './attempt.fixture.ts';

interface Order {
  readonly title: string;
  /** Milliseconds that the effect takes; `Infinity`: it never comes. */
  readonly delayMs: number;
  paid: boolean;
}

/** One screen with a title, a button and what comes of it. */
function order(change: Partial<Order> = {}): FakeApp<Order> {
  return fakeApp<Order>({
    start: '/order',
    state: { title: 'Order 17', delayMs: 0, paid: false, ...change },
    routes: {
      '/order': {
        title: (state) => state.title,
        screen: (state) => [
          node('heading', 'Order'),
          node('button', 'Pay', {
            box: { x: 100, y: 100, width: 80, height: 20 },
            onTap: (s, app) => {
              if (!Number.isFinite(s.delayMs)) return;
              app.later(s.delayMs, (late) => {
                late.paid = true;
              });
            },
          }),
          ...(state.paid ? [node<Order>('status', undefined, { text: 'Paid' })] : []),
        ],
      },
    },
  });
}

const pays = (name = 'scripted', model?: string): ScriptedExecutor => ({
  ...scripted(
    {
      pay: async (step) => {
        await step.perform({ kind: 'tap', target: find(step.screen, { role: 'button', name: 'Pay' }).id });
        return undefined;
      },
      'pay by hand': async (step) => {
        await step.perform({ kind: 'tapAt', x: 110, y: 110 });
        return undefined;
      },
    },
    { name },
  ),
  ...(model === undefined ? {} : { model }),
});

test.concurrent('R13 R14: on a device the screen title stands for the path, ids in it aside', async ({
  expect,
}) => {
  const settings = readWrite();
  const engine = { location: 'title' } as const;
  const executor = pays();
  const body = acting('pay');
  await run({ app: order(), engine, path: '/order', executor, settings, body });
  const other = await run({
    app: order({ title: 'Order 42' }),
    engine,
    path: '/order',
    executor,
    settings,
    body,
  });
  expect(other.steps[0]?.cache).toMatchObject({ mode: 'self-finalized' });
  const elsewhere = await run({
    app: order({ title: 'Basket' }),
    engine,
    path: '/order',
    executor,
    settings,
    body,
  });
  expect(elsewhere.steps[0]?.cache).toMatchObject({ mode: 'missed', reason: 'wrong-context' });
});

test.concurrent('R11: the report of a replay says who made the recording, whoever would act today', async ({
  expect,
}) => {
  const settings = readWrite();
  const body = acting('pay');
  await run({ app: order(), path: '/order', executor: pays('first', 'model-a'), settings, body });
  const next = pays('second', 'model-b');
  const { steps } = await run({ app: order(), path: '/order', executor: next, settings, body });
  expect(steps[0]?.cache).toMatchObject({
    mode: 'self-finalized',
    recordedBy: { executor: 'first', model: 'model-a', version: VERSION },
  });
  expect(next.calls).toEqual([]);
});

test.concurrent('R23: a tap at a bare point is repeated only in the viewport that it was recorded in', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = pays();
  const body = acting('pay by hand');
  const wide = { viewport: { width: 1280, height: 720 } };
  await run({ app: order(), engine: wide, path: '/order', executor, settings, body });
  const same = await run({ app: order(), engine: wide, path: '/order', executor, settings, body });
  expect(same.steps[0]?.cache).toMatchObject({ mode: 'self-finalized' });
  const narrow = { viewport: { width: 1279, height: 720 } };
  const other = await run({ app: order(), engine: narrow, path: '/order', executor, settings, body });
  expect(other.steps[0]?.cache).toMatchObject({ mode: 'agent-concluded', reason: 'viewport-changed' });
  expect(other.steps[0]?.cache?.detail).toContain('1280×720');
  // The agent's own tap, and none of the replay.
  expect(other.performed).toHaveLength(1);
});

test.concurrent('R31: an effect that takes longer than when it was recorded is waited for, and no longer than it takes', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = pays();
  const body = acting('pay');
  await run({ app: order(), path: '/order', executor, settings, body });
  const slow = await run({ app: order({ delayMs: 1_500 }), path: '/order', executor, settings, body });
  expect(slow.steps[0]?.cache).toMatchObject({ mode: 'self-finalized' });
  // The whole wait would be 10 s and more.
  expect(slow.steps[0]?.durationMs).toBeLessThan(9_000);
  expect(executor.calls).toHaveLength(1);
});

test.concurrent('R31: an effect that does not come is waited for 10 s longer than it took', async ({
  expect,
}) => {
  const settings = readWrite();
  const body = acting('pay');
  await run({ app: order(), path: '/order', executor: pays(), settings, body });
  const executor = scripted({ pay: () => undefined });
  const { steps } = await run({
    app: order({ delayMs: Infinity }),
    path: '/order',
    executor,
    settings,
    body,
  });
  expect(steps[0]?.cache).toMatchObject({ mode: 'agent-concluded', reason: 'end-mismatch' });
  expect(steps[0]?.durationMs).toBeGreaterThanOrEqual(10_000);
});
