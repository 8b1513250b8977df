// What bounds a call of a project's tool, and what it is told and shown as: over whole attempts on the fake engine.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { secret } from '../../cache/params.ts';
import { memoryStore, scripted } from '../../testing/index.ts';
import { readWrite, run } from '../attempt.fixture.ts';
import type { ActStep } from '../executor.ts';
import { offline } from '../offline/offline.ts';
import { app, INPUT, play, recorded, type Scene } from './call.fixture.ts';
import { defineTool } from './define.ts';

describe('what bounds a call', () => {
  test('arguments that do not fit are answered, and nothing is run or recorded', async () => {
    const store = memoryStore();
    const wrong = await play({
      store,
      calls: [{ name: 'A' }, { nam: 'Ann' }, 'Ann', null],
      search: () => 'x',
    });
    expect(wrong.told.map((called) => (called.ok ? '' : `${called.code}: ${called.message}`))).toEqual([
      expect.stringMatching(
        /^MODEL_OUTPUT_INVALID: the arguments of create_user do not fit: name: Too small/,
      ),
      expect.stringMatching(
        /^MODEL_OUTPUT_INVALID: the arguments of create_user do not fit: name: Invalid input/,
      ),
      'MODEL_OUTPUT_INVALID: the arguments of create_user are no JSON object',
      'MODEL_OUTPUT_INVALID: the arguments of create_user are no JSON object',
    ]);
    expect(wrong.inputs).toEqual([]);
    expect(recorded(store).map(({ action }) => action.kind)).toEqual(['type']);
  });

  test('a tool that is not there names the nearest', async () => {
    const other = defineTool({
      name: 'create_users',
      description: 'd',
      input: z.object({}),
      execute: () => 1,
    });
    const { told } = await play({ tools: [other] });
    expect(told).toMatchObject([
      { message: 'there is no tool "create_user", did you mean "create_users"; it has create_users' },
    ]);
  });

  test('a call counts as an action of the step', async () => {
    const { thrown } = await play({
      calls: [{ name: 'Ann' }, { name: 'Bob' }, { name: 'Eve' }],
      maxSteps: 2,
    });
    expect(thrown).toMatchObject({ code: 'STEP_BUDGET_EXHAUSTED' });
  });

  test('one that hangs is told to be late and to stop', async () => {
    let stopped = false;
    const { told } = await play({
      tool: {
        timeout: 50,
        execute: (_, { signal }) =>
          new Promise(() => {
            signal.addEventListener('abort', () => {
              stopped = true;
            });
          }),
      },
    });
    expect(told).toMatchObject([{ ok: false, code: 'ACTION_UNCERTAIN' }]);
    expect(stopped).toBe(true);
  });

  test('R26: an input that is too long to be kept is never replayed', async () => {
    const store = memoryStore();
    const scene: Scene = { store, calls: [{ name: 'x'.repeat(4_100) }] };
    await play(scene);
    expect((await play(scene)).step?.cache).toMatchObject({ reason: 'truncated' });
  });

  test('nothing can be called once the step is over', async () => {
    const steps: ActStep[] = [];
    const ran: string[] = [];
    const keeping = scripted([
      [
        /./,
        (step) => {
          steps.push(step);
          return undefined;
        },
      ],
    ]);
    const execute = (): void => void ran.push('run');
    await run({
      app: app(),
      executor: keeping,
      settings: readWrite(),
      tools: () => [defineTool({ name: 'run', description: 'd', input: z.object({}), execute })],
      body: async (agent) => void (await agent.act('do nothing')),
    });
    await expect(steps[0]?.callTool('run', {})).rejects.toThrow('is over: nothing more can be done in it');
    expect(ran).toEqual([]);
  });

  test('a result that is too long is cut, and one that is no JSON is a failure of the tool', async () => {
    const long = await play({ tool: { maxChars: 10, execute: () => 'abcdefghijklmnop' } });
    expect(long.told).toMatchObject([{ result: 'abcdefghij… (10 of 16 characters)' }]);
    const circle: unknown[] = [];
    circle.push(circle);
    const round = await play({ tool: { execute: () => circle } });
    expect(round.told).toMatchObject([{ ok: false, message: expect.stringContaining('circular structure') }]);
  });
});

test('R48: a call that does something is told of among the pictures of its step, live and replayed', async () => {
  const store = memoryStore();
  const actions = [];
  for (const _ of ['live', 'replayed']) {
    const { step } = await play({ store, keepPicture: async () => 'picture.png' });
    actions.push(step?.pictures?.map(({ action }) => action));
  }
  const call = 'call tool "create_user" with {"name":"Ann"}';
  expect(actions).toEqual([
    [call, undefined],
    [call, undefined],
  ]);
});

describe('a secret', () => {
  const goal = 'add a user with {token}';
  const params = { token: secret('token') };
  const calls = [{ name: 'Ann', token: '<secret:token>' }];

  test('reaches a tool that is declared to have it, and no prompt and no recording', async () => {
    const store = memoryStore();
    const tool: Scene['tool'] = {
      secrets: ['token'],
      execute: ({ token }) => {
        if (token !== 'hunter-22-secret') throw new Error('another value');
        return `it was ${token}`;
      },
    };
    const scene: Scene = { store, goal, params, calls, tool, search: () => 'made up' };
    const first = await play(scene);
    expect(first.told).toMatchObject([{ ok: true, result: 'it was <secret:token>' }]);
    expect(recorded(store)[0]?.action).toMatchObject({ input: { token: '<secret:token>' } });
    expect([...store.entries.values()].join()).not.toContain('hunter-22');
    const second = await play(scene);
    expect(second.step?.cache).toMatchObject({ mode: 'self-finalized' });
    expect(second.asked).toBe(0);
  });

  test('is refused to a tool that is not declared to have it, whatever asks for it', async () => {
    const refused = await play({ goal, params, calls });
    expect(refused.inputs).toEqual([]);
    expect(refused.told).toMatchObject([{ ok: false, code: 'POLICY_DENIED' }]);
  });

  test('is taken out of what a tool throws and what a schema complains of', async () => {
    const thrown = await play({
      goal,
      params,
      calls,
      tool: { secrets: ['token'], execute: ({ token }) => Promise.reject(new Error(`401 for ${token}`)) },
    });
    expect(thrown.told).toMatchObject([{ message: 'tool create_user failed: 401 for <secret:token>' }]);
    const complained = await play({
      goal,
      params,
      calls,
      tool: {
        secrets: ['token'],
        input: INPUT.refine(() => false, { error: ({ input }) => `not ${JSON.stringify(input)}` }),
      },
    });
    expect(JSON.stringify(complained.told)).toContain('do not fit');
    expect(JSON.stringify(complained.told)).not.toContain('hunter-22');
  });

  test('that the app shows after a call is told by its name', async () => {
    const { told } = await play({ calls: [{ name: 'hunter-22-secret' }] });
    expect(told[0]?.screen.text).toContain('<secret:token>');
    expect(JSON.stringify(told)).not.toContain('hunter-22');
  });

  test('R26 R45: that an executor gives as plain text is never replayed', async () => {
    const store = memoryStore();
    const scene: Scene = { store, calls: [{ name: 'hunter-22-secret' }], search: () => 'made up' };
    await play(scene);
    expect((await play(scene)).step?.cache).toMatchObject({ reason: 'truncated' });
    expect([...store.entries.values()].join()).not.toContain('hunter-22');
  });
});

describe('tools beside a brain that calls none', () => {
  const failing = async (tools: readonly ReturnType<typeof defineTool>[]): Promise<string> => {
    const { thrown } = await run({
      app: app(),
      executor: offline(),
      settings: readWrite(),
      tools: () => tools,
      body: async (agent) => void (await agent.act('create a user through the back office')),
    });
    return (thrown as Error).message;
  };

  test('are named by a step that it cannot do', async () => {
    const tool = defineTool({
      name: 'create_user',
      description: 'Creates a user.',
      input: INPUT,
      execute: () => undefined,
    });
    expect(await failing([tool])).toMatch(
      / \("offline" calls no tools: create_user is there for what a model recorded, and for an agent with a model\)$/,
    );
    expect(await failing([])).not.toContain('calls no tools');
  });
});
