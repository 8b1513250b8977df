// `waitFor` and `extract` over whole attempts: how often the judge is asked, and what becomes of a value that does not fit.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fakeApp, manualClock, node } from '../testing/index.ts';
import { readWrite, run } from './attempt.fixture.ts';
import type { Agent } from './attempt.ts';
import type { Executor, JudgeStep, Judgment } from './executor.ts';

interface Judging {
  readonly asked: readonly JudgeStep[];
  readonly executor: Executor;
}

function judging(answer: (step: JudgeStep, index: number) => Judgment): Judging {
  const asked: JudgeStep[] = [];
  const executor: Executor = {
    name: 'judge',
    act: async () => ({ status: 'passed', summary: '' }),
    judge: async (step) => answer(step, asked.push(step) - 1),
  };
  return { asked, executor };
}

const judgment = (holds: boolean, value?: unknown): Judgment => ({
  status: holds ? 'holds' : 'fails',
  reason: 'so it is',
  ...(value === undefined ? {} : { value }),
});

test('waitFor asks its judge no more than once per screen, though the page renders anew all the time', async () => {
  const clock = manualClock();
  const app = fakeApp<{ renders: number; text: string }>({
    start: '/',
    clock,
    state: { renders: 0, text: 'working' },
    opened: (_state, page) => {
      const again = (): void => {
        page.later(100, (state) => {
          state.renders += 1;
          if (state.renders === 5) state.text = 'almost';
          if (state.renders === 10) state.text = 'ready';
          again();
        });
      };
      again();
    },
    routes: {
      '/': (state) => [node('status', undefined, { text: state.text, key: `render-${state.renders}` })],
    },
  });
  const { asked, executor } = judging((step) => judgment(step.screen.text.includes('ready')));
  let waiting = true;
  const { thrown } = await run({
    app,
    path: '/',
    executor,
    settings: readWrite(),
    body: async (agent: Agent) => {
      const waited = agent.waitFor('it is ready').finally(() => {
        waiting = false;
      });
      while (waiting) {
        clock.advance(50);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await waited;
    },
  });
  expect(thrown).toBeUndefined();
  const texts = asked.map(({ screen }) => /"(\w+)"/u.exec(screen.text)?.[1]);
  expect(texts.at(-1)).toBe('ready');
  expect(new Set(texts).size).toBe(texts.length);
});

const app = (): ReturnType<typeof fakeApp<object>> =>
  fakeApp<object>({
    start: '/',
    state: {},
    routes: { '/': () => [node('status', undefined, { text: '3 items' })] },
  });

async function extract(
  answer: (step: JudgeStep, index: number) => Judgment,
): Promise<{ readonly asked: readonly JudgeStep[]; readonly value: unknown; readonly thrown: unknown }> {
  const { asked, executor } = judging(answer);
  let value: unknown;
  const { thrown } = await run({
    app: app(),
    path: '/',
    executor,
    settings: readWrite(),
    body: async (agent) => {
      value = await agent.extract('how many items', { schema: z.object({ count: z.number().int() }) });
    },
  });
  return { asked, value, thrown };
}

/** A brain as a class: its judge needs the object that it belongs to. */
class Brain implements Executor {
  readonly name = 'offline';
  readonly callsNoModel: boolean;
  readonly asked: string[] = [];

  constructor(callsNoModel: boolean) {
    this.callsNoModel = callsNoModel;
  }

  async act(): Promise<never> {
    throw new Error('nothing is done here');
  }

  async judge({ statement }: JudgeStep): Promise<Judgment> {
    this.asked.push(statement);
    return judgment(false);
  }
}

test.each([true, false])(
  'in a proof only a judge that calls no model is asked, by what it says of itself and not by its name: %s',
  async (callsNoModel) => {
    const brain = new Brain(callsNoModel);
    const { thrown } = await run({
      app: app(),
      path: '/',
      executor: brain,
      settings: { ...readWrite(), proof: { leaveOut: {} } },
      body: (agent) => agent.assert('there are 3 items'),
    });
    expect(brain.asked).toEqual(callsNoModel ? ['there are 3 items'] : []);
    expect(thrown).toEqual(callsNoModel ? expect.objectContaining({ code: 'ASSERTION_FAILED' }) : undefined);
  },
);

test('extract gives its judge the shape as JSON Schema, and the caller the typed value', async () => {
  const { asked, value } = await extract(() => judgment(true, { count: 3 }));
  expect(value).toEqual({ count: 3 });
  expect(asked[0]?.schema).toMatchObject({ type: 'object', properties: { count: { type: 'integer' } } });
  expect(asked).toHaveLength(1);
});

test('extract asks once more for a value that does not fit, with what is wrong with it', async () => {
  const { asked, value } = await extract((_step, index) => judgment(true, { count: index === 0 ? '3' : 3 }));
  expect(value).toEqual({ count: 3 });
  expect(asked[1]?.repair).toEqual({
    value: { count: '3' },
    issues: [expect.stringMatching(/^count: .*number/u)],
  });
  expect(asked[1]?.screen).toBe(asked[0]?.screen);
});

test('extract ends as MODEL_OUTPUT_INVALID when the second value does not fit either', async () => {
  const { asked, thrown } = await extract(() => judgment(true, { count: 'three' }));
  expect(asked).toHaveLength(2);
  expect(thrown).toMatchObject({ code: 'MODEL_OUTPUT_INVALID', message: expect.stringContaining('count: ') });
});

test('extract ends as ASSERTION_INCONCLUSIVE when the screen does not have it', async () => {
  const { thrown } = await extract(() => ({ status: 'inconclusive', reason: 'there is no cart' }));
  expect(thrown).toMatchObject({
    code: 'ASSERTION_INCONCLUSIVE',
    message: expect.stringContaining('no cart'),
  });
});
