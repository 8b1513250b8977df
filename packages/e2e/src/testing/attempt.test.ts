// The kit against the core: whole attempts on a fake engine, with executors that keep to the port and executors that do not.
import { describe, expect, test } from 'vitest';
import type { Attempt, AttemptSetup } from '../agent/attempt.ts';
import type { Executor, Verdict } from '../agent/executor.ts';
import { startAttempt } from '../agent/steps.ts';
import { createRedactor } from '../base/redact.ts';
import type { Action } from '../screen/action.ts';
import { type FakeApp, fakeApp, node } from './fake/app.ts';
import { type FakeEngine, fakeEngine } from './fake/engine.ts';
import { find } from './find.ts';
import { type ActScript, scripted } from './scripted.ts';
import { type MemoryStore, memoryStore } from './store.ts';

interface Cart {
  items: number;
}

const cart = (button = 'Add item'): FakeApp<Cart> =>
  fakeApp<Cart>({
    start: '/cart',
    state: { items: 0 },
    routes: {
      '/cart': (state) => [
        node('heading', 'Cart'),
        node('button', button, {
          onTap: (s) => {
            s.items += 1;
          },
        }),
        node('status', undefined, { text: `${state.items} items` }),
      ],
    },
  });

const addOne: ActScript = async (step) => {
  const done = await step.perform({
    kind: 'tap',
    target: find(step.screen, { role: 'button', name: /^Add/ }).id,
  });
  return done.ok ? undefined : { status: 'failed', summary: done.message };
};

interface Run {
  readonly engine: FakeEngine<Cart>;
  readonly attempt: Attempt;
  act(goal?: string, options?: { timeout?: number; maxSteps?: number }): Promise<unknown>;
  end(status?: 'passed' | 'failed'): Promise<void>;
}

async function begin(executor: Executor, app: FakeApp<Cart> = cart(), store?: MemoryStore): Promise<Run> {
  const engine = fakeEngine(app);
  const session = await (await engine.launch({ rootDir: import.meta.dirname })).startAttempt({});
  await session.open();
  let failed = false;
  const setup: AttemptSetup = {
    identity: {
      project: 'p',
      file: 'cart.e2e.ts',
      titlePath: ['adds'],
      target: 't',
      engine: 'fake',
      app: 'a',
    },
    number: 1,
    rootDir: import.meta.dirname,
    session,
    ...(store === undefined ? {} : { cache: { mode: 'read-write', strict: false, update: false, store } }),
    noModel: false,
    redactor: createRedactor(),
    secret: async () => 'open sesame',
    signal: new AbortController().signal,
    hasFailed: () => failed,
  };
  const attempt = startAttempt(setup);
  const agent = attempt.agent({ name: 'default', executor });
  return {
    engine,
    attempt,
    act: (goal = 'add one', options = {}) => agent.act(goal, options),
    async end(status = 'passed') {
      failed = status === 'failed';
      await attempt.end({ status, failures: [] });
      await session.end();
    },
  };
}

describe('a scripted executor on a fake engine', () => {
  test('records a step that a check confirmed, and the next attempt replays it without a call', async () => {
    const executor = scripted({ 'add one': addOne });
    const store = memoryStore();
    const first = await begin(executor, cart(), store);
    await first.act();
    first.attempt.verified();
    await first.end();
    expect(first.attempt.steps[0]?.cache).toMatchObject({
      mode: 'missed',
      reason: 'no-entry',
      write: 'saved',
    });
    expect(store.entries.size).toBe(1);

    executor.reset();
    const second = await begin(executor, cart(), store);
    await second.act();
    second.attempt.verified();
    await second.end();
    expect(second.attempt.steps[0]?.cache).toMatchObject({ mode: 'self-finalized', write: 'kept' });
    expect(executor.calls).toEqual([]);
    expect(second.engine.performed.map(({ action }) => action)).toEqual([
      { kind: 'tap', target: 'button "Add item"' },
    ]);
  });
});

describe('an executor that does not keep to the port', () => {
  const ending = async (run: Run, options?: { timeout?: number; maxSteps?: number }): Promise<unknown> =>
    run.act('add one', options).then(
      () => 'passed',
      (error: unknown) => error,
    );
  const broken = (act: Executor['act']): Executor => ({ name: 'broken', act });

  test('that throws fails the step, with its name, the step and what it said', async () => {
    for (const act of [
      async () => {
        throw new Error('out of coffee');
      },
      () => {
        throw new Error('out of coffee');
      },
    ]) {
      const run = await begin(broken(act));
      const error = await ending(run);
      expect(error).toMatchObject({ code: 'ACTION_FAILED' });
      expect(String(error)).toMatch(/"broken".*"add one".*out of coffee/);
    }
  });

  test('that returns no verdict is MODEL_OUTPUT_INVALID, whatever it did before', async () => {
    for (const nonsense of [
      undefined,
      null,
      'passed',
      { status: 'great', summary: 'x' },
      { status: 'passed' },
    ]) {
      const run = await begin(broken(async () => nonsense as unknown as Verdict));
      const error = await ending(run);
      expect(error).toMatchObject({ code: 'MODEL_OUTPUT_INVALID' });
      expect(String(error)).toMatch(/"broken".*"add one"/);
    }
  });

  test('that hangs ends with its step as STEP_TIMEOUT, and can do nothing afterwards', async () => {
    let late: Promise<unknown> = Promise.resolve();
    const run = await begin(
      broken((step) => {
        const ended = new Promise((resolve) => step.signal.addEventListener('abort', resolve));
        const { id } = find(step.screen, { role: 'button' });
        late = ended.then(() => step.perform({ kind: 'tap', target: id }));
        late.catch(() => {});
        return new Promise(() => {});
      }),
    );
    const error = await ending(run, { timeout: 60 });
    expect(error).toMatchObject({ code: 'STEP_TIMEOUT' });
    expect(String(error)).toContain('"add one"');
    await expect(late).rejects.toThrow();
    expect(run.engine.performed).toEqual([]);
    expect(run.engine.app.state.items).toBe(0);
  });

  test('that acts after its verdict is too late: the step is over', async () => {
    let late: (() => Promise<unknown>) | undefined;
    const run = await begin(
      broken(async (step) => {
        const { id } = find(step.screen, { role: 'button' });
        late = () => step.perform({ kind: 'tap', target: id });
        return { status: 'passed', summary: 'done' };
      }),
    );
    expect(await ending(run)).toBe('passed');
    await expect(late?.()).rejects.toThrow();
    expect(run.engine.performed).toEqual([]);
  });

  test('that acts on a node that is not there is told so, and goes on', async () => {
    const results: unknown[] = [];
    const run = await begin(
      broken(async (step) => {
        results.push(await step.perform({ kind: 'tap', target: 'n999' }));
        results.push(await step.perform({ kind: 'wave' } as unknown as Action));
        results.push(await step.perform({ kind: 'tap' } as unknown as Action));
        return { status: 'failed', summary: 'no such button' };
      }),
    );
    expect(await ending(run)).toMatchObject({ code: 'ACTION_FAILED' });
    expect(results).toMatchObject([
      { ok: false, code: 'LOCATOR_NOT_FOUND' },
      { ok: false, code: 'MODEL_OUTPUT_INVALID' },
      { ok: false, code: 'MODEL_OUTPUT_INVALID' },
    ]);
    expect(run.engine.performed).toEqual([]);
  });

  test('that is blocked ends with its own code when it is one of the list, else AUTOMATION_UNSUPPORTED', async () => {
    for (const [code, expected] of [
      ['SEED_DATA_MISSING', 'SEED_DATA_MISSING'],
      ['OUT_OF_COFFEE', 'AUTOMATION_UNSUPPORTED'],
      [undefined, 'AUTOMATION_UNSUPPORTED'],
    ] as const) {
      const verdict: Verdict = {
        status: 'blocked',
        summary: 'no orders',
        ...(code === undefined ? {} : { code }),
      };
      const error = await ending(await begin(broken(async () => verdict)));
      expect(error).toMatchObject({ code: expected });
      expect(String(error)).toContain('no orders');
    }
  });

  test('that never gets done ends at its budget', async () => {
    const run = await begin(
      broken(async (step) => {
        for (;;) await step.perform({ kind: 'tap', target: find(step.screen, { role: 'button' }).id });
      }),
    );
    expect(await ending(run, { maxSteps: 3 })).toMatchObject({ code: 'STEP_BUDGET_EXHAUSTED' });
    expect(run.engine.app.state.items).toBe(3);
  });
});

describe('a judge', () => {
  const judged = async (judge: Executor['judge'] | undefined): Promise<unknown> => {
    const executor: Executor = {
      name: 'oracle',
      act: async () => ({ status: 'passed', summary: '' }),
      ...(judge === undefined ? {} : { judge }),
    };
    const run = await begin(executor);
    return run.attempt
      .agent({ name: 'default', executor })
      .assert('all is well')
      .then(
        () => 'held',
        (error: unknown) => error,
      );
  };

  test('that is not there is AUTOMATION_UNSUPPORTED, naming executor and claim', async () => {
    const error = await judged(undefined);
    expect(error).toMatchObject({ code: 'AUTOMATION_UNSUPPORTED' });
    expect(String(error)).toMatch(/"all is well".*"oracle"/);
  });

  const fog = (): never => {
    throw new Error('fog');
  };
  const throwing = async (judge: Executor['judge']): Promise<void> => {
    const error = await judged(judge);
    expect(error).toMatchObject({ code: 'ACTION_FAILED' });
    expect(String(error)).toMatch(/"oracle".*"all is well".*fog/);
  };
  const senseless = async (answer: unknown): Promise<void> => {
    const error = await judged((() => answer) as unknown as Executor['judge']);
    expect(error).toMatchObject({ code: 'MODEL_OUTPUT_INVALID' });
    expect(String(error)).toContain('"oracle"');
  };

  test('that rejects fails the step by its name', () => throwing(async () => fog()));

  test('that gives no judgment is MODEL_OUTPUT_INVALID, by its name', async () => {
    for (const nonsense of [undefined, null, true, { status: 'maybe', reason: 'x' }]) {
      await senseless(Promise.resolve(nonsense));
    }
  });

  test('that throws at once fails the step by its name', () => throwing(fog));
  test('that gives no promise is judged by what it gives', () => senseless(undefined));
  test('that gives no reason is MODEL_OUTPUT_INVALID', () => senseless(Promise.resolve({ status: 'holds' })));
});
