// Tools of a project over whole attempts on the fake engine: what is recorded of a call, what a replay makes of it, and what bounds it.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseEntry, type RecordedAction } from '../../cache/entry.ts';
import { secret, unique } from '../../cache/params.ts';
import { type FakeApp, fakeApp, find, memoryStore, node, scripted } from '../../testing/index.ts';
import { readWrite, run } from '../attempt.fixture.ts';
import type { ActOptions, AttemptSetup, AttemptStep } from '../attempt.ts';
import type { ActStep, ToolCalled } from '../executor.ts';
import { defineTool, type ProjectTool, type ToolOptions } from './define.ts';

interface Users {
  users: string[];
  search: string;
}

/** A list of users that only a tool adds to, and a button that only shows something. */
function app(): FakeApp<Users> {
  return fakeApp<Users>({
    start: '/cart',
    state: { users: [], search: '' },
    routes: {
      '/cart': (state) => [
        node('heading', 'Users'),
        node('textbox', 'Search', {
          value: state.search,
          onType: (s, _app, text) => {
            s.search = text;
          },
        }),
        ...state.users.map((user) => node<Users>('listitem', user)),
      ],
    },
  });
}

const Input = z.object({ name: z.string().min(2), token: z.string().optional() });
type Input = z.infer<typeof Input>;

/** One run of a step whose executor calls tools; what the tools were given, and what the executor was told. */
interface Ran {
  readonly step: AttemptStep | undefined;
  readonly inputs: readonly unknown[];
  readonly told: readonly ToolCalled[];
  readonly asked: number;
  readonly handOff: ActStep['handOff'];
  readonly thrown: unknown;
}

interface Scene {
  readonly tool?: Partial<ToolOptions<Input>>;
  readonly calls?: readonly unknown[];
  /** Typed into the search field after the calls. */
  readonly search?: (told: readonly ToolCalled[]) => string;
  readonly store?: ReturnType<typeof memoryStore>;
  readonly params?: ActOptions['params'];
  readonly maxSteps?: number;
  readonly tools?: readonly ProjectTool[];
  readonly goal?: string;
  readonly keepPicture?: AttemptSetup['keepPicture'];
}

async function play(scene: Scene): Promise<Ran> {
  const inputs: unknown[] = [];
  const told: ToolCalled[] = [];
  let handOff: ActStep['handOff'];
  const goal = scene.goal ?? 'add users';
  const executor = scripted([
    [
      /./,
      async (step) => {
        handOff = step.handOff;
        for (const input of scene.calls ?? [{ name: 'Ann' }]) {
          told.push(await step.callTool('create_user', input));
        }
        if (scene.search !== undefined) {
          const target = find(await step.look(), { role: 'textbox', name: 'Search' }).id;
          await step.perform({ kind: 'type', target, text: scene.search(told) });
        }
        return undefined;
      },
    ],
  ]);
  const { steps, thrown } = await run({
    app: app(),
    executor,
    settings: readWrite(scene.store ?? memoryStore()),
    secrets: { token: 'hunter-22-secret' },
    ...(scene.keepPicture === undefined ? {} : { keepPicture: scene.keepPicture }),
    ...(scene.maxSteps === undefined ? {} : { maxSteps: scene.maxSteps }),
    tools: (handle) =>
      scene.tools ?? [
        defineTool({
          name: 'create_user',
          description: 'Creates a user.',
          input: Input,
          execute(input) {
            inputs.push(input);
            handle.update((state) => {
              state.users.push(input.name);
            });
            return { id: `USER-${inputs.length}204` };
          },
          replay: 'same-input',
          ...scene.tool,
        }),
      ],
    body: async (agent, attempt) => {
      await agent.act(goal, { params: scene.params ?? {} });
      attempt.verified();
    },
  });
  return { step: steps[0], inputs, told, asked: executor.calls.length, handOff, thrown };
}

/** The actions of the only recording. */
function recorded(store: ReturnType<typeof memoryStore>): readonly RecordedAction[] {
  const [[key = '', text = ''] = []] = [...store.entries];
  const parsed = parseEntry(text, key);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value.actions;
}

describe('a tool that may be called again', () => {
  test('R25: is recorded with its input and called by the replay, which asks no executor', async () => {
    const store = memoryStore();
    const first = await play({ store });
    expect(first.step?.cache).toMatchObject({ mode: 'missed', write: 'saved' });
    expect(first.told).toMatchObject([{ ok: true, result: '{"id":"USER-1204"}' }]);
    expect(recorded(store)).toMatchObject([
      { action: { kind: 'tool', name: 'create_user', input: { name: 'Ann' } }, result: 'object' },
    ]);
    const second = await play({ store });
    expect(second).toMatchObject({ asked: 0, inputs: [{ name: 'Ann' }] });
    expect(second.step?.cache).toMatchObject({ mode: 'self-finalized', write: 'kept' });
  });

  test('R12: is given the unique value of this run', async () => {
    const store = memoryStore();
    const goal = 'add the user {name}';
    const name = (text: string): Scene => ({
      store,
      goal,
      params: { name: unique(text) },
      calls: [{ name: `${text} "x"` }],
    });
    await play(name('Ann 1'));
    expect(recorded(store)[0]?.action).toMatchObject({ input: { name: '{{name}} "x"' } });
    const second = await play(name('Bob 2'));
    expect(second).toMatchObject({ asked: 0, inputs: [{ name: 'Bob 2 "x"' }] });
  });

  test('never replays a unique value that it took as a number: it can hold no slot', async () => {
    const store = memoryStore();
    const scene: Scene = {
      store,
      goal: 'add a user of age {age}',
      params: { age: unique(4711) },
      calls: [{ name: 'Ann', age: 4711 }],
    };
    await play(scene);
    const second = await play(scene);
    expect(second.asked).toBe(1);
    expect(second.step?.cache).toMatchObject({
      reason: 'truncated',
      detail: expect.stringContaining('action 1 gives a tool a unique() value as a number or a key'),
    });
  });

  test.each<[string, Partial<ToolOptions<Input>>, string, string, string]>([
    [
      'throws',
      {
        execute: () => {
          throw new Error('no database');
        },
      },
      'action-failed',
      'tool create_user failed: no database',
      '',
    ],
    [
      'gives another kind of result',
      { execute: () => [] },
      'action-failed',
      'it gave a list, and an object when it was recorded',
      ', which gave []',
    ],
    [
      'hangs',
      { execute: () => new Promise(() => {}), timeout: 100 },
      'action-uncertain',
      'tool create_user gave no answer within 100 ms; what it was asked for may still happen',
      '',
    ],
  ])('hands the step over when it %s', async (_, tool, reason, detail, gave) => {
    const store = memoryStore();
    await play({ store });
    const second = await play({ store, tool, calls: [], search: () => 'nobody' });
    expect(second.asked).toBe(1);
    expect(second.step?.cache).toMatchObject({
      mode: 'agent-concluded',
      reason,
      detail: `at action 1 of 1, call tool "create_user" with {"name":"Ann"}: ${detail}`,
    });
    // It ran: it is not to be done again.
    expect(second.handOff?.performed).toEqual([`call tool "create_user" with {"name":"Ann"}${gave}`]);
    expect(second.handOff?.remaining).toEqual([]);
  });

  test('hands the step over when its input does not fit any more, and is not run', async () => {
    const store = memoryStore();
    await play({ store });
    const second = await play({
      store,
      tool: { input: Input.extend({ name: z.string().min(9) }) },
      calls: [{ name: 'Ann Margret' }],
    });
    expect(second.inputs).toEqual([{ name: 'Ann Margret' }]);
    expect(second.step?.cache).toMatchObject({ reason: 'action-failed' });
    expect(second.step?.cache?.detail).toContain('the arguments of create_user do not fit: name: Too small');
    expect(second.handOff?.remaining).toHaveLength(1);
  });

  test.each<[string, Scene]>([
    ['is gone from the config', { tools: [], calls: [], search: () => 'nobody' }],
    ['is not declared so any more', { tool: { replay: 'read-only' }, calls: [], search: () => 'nobody' }],
  ])('is a gap when it %s', async (_, change) => {
    const store = memoryStore();
    await play({ store });
    const second = await play({ store, ...change });
    expect(second.step?.cache).toMatchObject({ mode: 'agent-concluded', reason: 'gap' });
    expect(second).toMatchObject({ asked: 1, inputs: [] });
  });

  test('tells the agent that goes on what it gave this time', async () => {
    const store = memoryStore();
    await play({ store, search: ([called]) => (called?.ok ? called.result.slice(7, 16) : '') });
    const second = await play({ store, calls: [], search: () => 'nobody' });
    expect(second.step?.cache).toMatchObject({ reason: 'gap', derived: 'tool-result' });
    expect(second.handOff?.performed).toEqual([
      'call tool "create_user" with {"name":"Ann"}, which gave {"id":"USER-1204"}',
    ]);
  });
});

describe('any other tool', () => {
  test('R25: is a gap before which a replay stops, unless it only reads', async () => {
    const store = memoryStore();
    const tool = { replay: undefined } as unknown as Partial<ToolOptions<Input>>;
    await play({ store, tool });
    const second = await play({ store, tool });
    expect(second.step?.cache).toMatchObject({ reason: 'gap', derived: 'tool-call' });
    expect(second.step?.cache?.detail).toBe(
      `at action 1 of 1, call tool "create_user" with {"name":"Ann"}: it can't be repeated (tool-call: the tool's calls may not be repeated)`,
    );
    expect(second.asked).toBe(1);
  });

  test('that only reads is not recorded, and a replay goes on without it', async () => {
    const store = memoryStore();
    const scene: Scene = {
      store,
      tool: { replay: 'read-only', execute: () => 'Ann and Bob' },
      search: () => 'made up',
    };
    const first = await play(scene);
    expect(first.told).toMatchObject([{ ok: true, result: 'Ann and Bob' }]);
    expect(recorded(store).map(({ action }) => action.kind)).toEqual(['type']);
    const second = await play(scene);
    expect(second.step?.cache).toMatchObject({ mode: 'self-finalized' });
    expect(second).toMatchObject({ asked: 0, told: [] });
  });

  test('R25: that only reads makes what it gave a value that is not repeated', async () => {
    const store = memoryStore();
    const scene: Scene = {
      store,
      tool: { replay: 'read-only', execute: () => 'Ann, Bob' },
      search: () => 'Bob',
    };
    await play(scene);
    expect((await play(scene)).step?.cache).toMatchObject({ reason: 'gap', derived: 'tool-result' });
  });

  test('that gives nothing back gives no value that could not be repeated', async () => {
    const store = memoryStore();
    const scene: Scene = {
      store,
      tool: { replay: 'read-only', execute: () => undefined },
      search: ([called]) => (called?.ok ? called.result : ''),
    };
    const first = await play(scene);
    expect(first.told).toMatchObject([{ ok: true, result: 'nothing' }]);
    expect((await play(scene)).step?.cache).toMatchObject({ mode: 'self-finalized' });
  });

  test('that failed when it was recorded is a gap, whatever it is declared as', async () => {
    const store = memoryStore();
    const failing = { execute: () => Promise.reject(new Error('no database')) };
    const first = await play({ store, tool: failing, search: () => 'nobody' });
    expect(first.told).toMatchObject([
      { ok: false, code: 'ACTION_FAILED', message: 'tool create_user failed: no database' },
    ]);
    expect(recorded(store)[0]).toMatchObject({ result: 'error', derived: 'tool-call' });
    expect((await play({ store, search: () => 'nobody' })).step?.cache).toMatchObject({ reason: 'gap' });
  });
});

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
        input: Input.refine(() => false, { error: ({ input }) => `not ${JSON.stringify(input)}` }),
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
