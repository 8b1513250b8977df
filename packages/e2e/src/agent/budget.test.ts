// How many actions a step may take, and who says so: the call, else its agent, whatever the brain.
import { expect, onTestFinished, test } from 'vitest';
import { type FakeApp, fakeApp, find, node, scripted, startModelServer } from '../testing/index.ts';
import { readWrite, run } from './attempt.fixture.ts';
import type { Executor } from './executor.ts';
import { modelExecutor } from './model/executor.ts';
import { offline } from './offline/offline.ts';

interface Cart {
  count: number;
}

const app = (): FakeApp<Cart> =>
  fakeApp<Cart>({
    start: '/cart',
    state: { count: 0 },
    routes: {
      '/cart': (state) => [
        node('button', 'Add', {
          onTap: (s) => {
            s.count += 1;
          },
        }),
        node('status', undefined, { text: `${state.count} items` }),
      ],
    },
  });

/** Each presses the button until it may not any more. */
const BRAINS: Readonly<Record<string, () => Promise<Executor>>> = {
  model: async () => {
    const server = await startModelServer(() => ({ tool: 'tap', input: { target: '1' } }));
    onTestFinished(() => server.close());
    return modelExecutor({ model: { baseURL: server.baseURL, model: 'tiny' } });
  },
  script: async () =>
    scripted([
      [
        /./,
        async ({ screen, perform }) => {
          for (;;) await perform({ kind: 'tap', target: find(screen, { role: 'button' }).id });
        },
      ],
    ]),
  planner: async () => offline(),
};

const GOAL = Array.from({ length: 9 }, () => 'press Add').join(', then ');

test.each(
  Object.keys(BRAINS).flatMap(
    (brain) =>
      [
        [brain, 'the agent', {}, 3],
        [brain, 'a call that allows less', { maxSteps: 2 }, 2],
        [brain, 'a call that allows more', { maxSteps: 5 }, 5],
      ] as const,
  ),
)('a %s has the budget of actions of %s', async (brain, _whose, options, most) => {
  const { thrown, performed, steps } = await run({
    app: app(),
    executor: (await BRAINS[brain]?.()) as Executor,
    settings: readWrite(),
    maxSteps: 3,
    body: async (agent) => {
      await agent.act(GOAL, options);
    },
  });
  expect(thrown).toMatchObject({
    code: 'STEP_BUDGET_EXHAUSTED',
    message: expect.stringContaining(`${most} actions`),
  });
  expect(performed).toHaveLength(most);
  expect(steps[0]?.status).toBe('failed');
});
