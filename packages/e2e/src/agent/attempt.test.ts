// Whole steps over the fake engine: record, verify, replay, hand over. Each test runs attempts as a runner would.
import { test } from 'vitest';
import { E2EError } from '../base/error.ts';
import { createRedactor } from '../base/redact.ts';
import { secret, unique } from '../cache/params.ts';
import type { AttemptOutcome } from '../cache/settle.ts';
import type { CacheSettings } from '../cache/step.ts';
import type { Screen, ScreenNode } from '../screen/node.ts';
import {
  type FakeApp,
  fakeApp,
  fakeEngine,
  find,
  memoryStore,
  node,
  type ScriptedExecutor,
  scripted,
} from '../testing/index.ts';
import type { Agent, Attempt, AttemptSetup, AttemptStep } from './attempt.ts';
import type { ActStep } from './executor.ts';
import { startAttempt } from './steps.ts';

interface World {
  count: number;
  button: string;
  works: boolean;
  rows: string[];
  deleted: string[];
  alert: string;
  on: boolean;
  note: string;
}

const FRESH: World = {
  count: 0,
  button: 'Add item',
  works: true,
  rows: ['A', 'B', 'C'],
  deleted: [],
  alert: '',
  on: false,
  note: '',
};

function shop(change: Partial<World> = {}): FakeApp<World> {
  return fakeApp<World>({
    start: '/cart',
    state: { ...FRESH, ...change },
    routes: {
      '/cart': (state) => [
        node('heading', 'Cart'),
        node('button', state.button, {
          onTap: (s) => {
            if (s.works) s.count += 1;
          },
        }),
        node('status', state.count === 0 ? undefined : `${state.count} item`),
        ...(state.alert ? [node<World>('alert', undefined, { text: state.alert })] : []),
      ],
      '/rows': (state) => [
        node('heading', 'Rows'),
        node('list', undefined, {
          children: state.rows.map((row) =>
            node<World>('listitem', undefined, {
              key: row,
              children: [
                node('text', undefined, { text: row }),
                node('button', 'Delete', {
                  onTap: (s) => {
                    s.rows = s.rows.filter((other) => other !== row);
                    s.deleted.push(row);
                  },
                }),
              ],
            }),
          ),
        }),
      ],
      '/settings': (state) => [
        node('switch', 'Alerts', {
          checked: state.on,
          onTap: (s) => {
            s.on = !s.on;
          },
        }),
      ],
      '/note': (state) => [
        node('textbox', 'Note', {
          value: state.note,
          onType: (s, _app, text) => {
            s.note = text;
          },
        }),
        node('button', 'Save', { onTap: (s) => void s.rows.push(s.note) }),
        ...state.rows.map((row) => node<World>('paragraph', undefined, { text: row })),
      ],
    },
  });
}

const adder = (): ScriptedExecutor =>
  scripted({
    'add one item to the cart': async (step) => {
      await step.perform({
        kind: 'tap',
        target: find(step.screen, { role: 'button', name: /Add item|Put in/ }).id,
      });
      return undefined;
    },
  });

interface RunOptions<State> {
  readonly app: FakeApp<State>;
  readonly path?: string;
  readonly executor: ScriptedExecutor;
  readonly settings: CacheSettings;
  readonly number?: number;
  readonly body: (agent: Agent, attempt: Attempt) => Promise<void>;
  readonly outcome?: AttemptOutcome;
  readonly secrets?: Readonly<Record<string, string>>;
}

/** Runs one attempt; a thrown error is its outcome unless the test says otherwise. */
async function run<State>(
  options: RunOptions<State>,
): Promise<{ steps: readonly AttemptStep[]; thrown: unknown }> {
  const engine = fakeEngine(options.app);
  const running = await engine.launch({ rootDir: '/' });
  const session = await running.startAttempt({ appUrl: 'http://app.test' });
  const redactor = createRedactor();
  for (const [name, value] of Object.entries(options.secrets ?? {})) redactor.add(name, value);
  const setup: AttemptSetup = {
    identity: { project: 'p', file: 't.e2e.ts', titlePath: ['t'], target: 'web', engine: 'fake', app: 'app' },
    number: options.number ?? 1,
    rootDir: '/',
    appUrl: 'http://app.test',
    session,
    cache: options.settings,
    noModel: false,
    redactor,
    secret: async (name) => options.secrets?.[name] ?? '',
    signal: new AbortController().signal,
    hasFailed: () => false,
  };
  const attempt = startAttempt(setup);
  await session.open(options.path ?? '/cart');
  let thrown: unknown;
  try {
    await options.body(attempt.agent({ name: 'default', executor: options.executor }), attempt);
  } catch (error) {
    thrown = error;
  }
  const code = thrown instanceof E2EError ? thrown.code : undefined;
  await attempt.end(
    options.outcome ??
      (thrown === undefined ? { status: 'passed', failures: [] } : { status: 'failed', failures: [code] }),
  );
  await session.end();
  await running.close();
  return { steps: attempt.steps, thrown };
}

function readWrite(store = memoryStore()): CacheSettings & { store: ReturnType<typeof memoryStore> } {
  return { mode: 'read-write', strict: false, update: false, store };
}

const add = async (agent: Agent, attempt: Attempt): Promise<void> => {
  await agent.act('add one item to the cart');
  attempt.verified();
};

test.concurrent('R1 R15 R34: a verified step is saved, and the next run replays it without its executor', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = adder();
  const first = await run({ app: shop(), executor, settings, body: add });
  expect(first.steps[0]?.cache).toMatchObject({ mode: 'missed', reason: 'no-entry', write: 'saved' });
  const second = await run({ app: shop(), executor, settings, body: add });
  expect(second.steps[0]?.cache).toMatchObject({
    mode: 'self-finalized',
    write: 'kept',
    evidence: { caused: 1, recorded: 1 },
  });
  expect(executor.calls).toHaveLength(1);
});

test.concurrent('R1 R3: without a verification nothing is saved', async ({ expect }) => {
  const settings = readWrite();
  const executor = adder();
  const { steps } = await run({
    app: shop(),
    executor,
    settings,
    body: async (agent) => void (await agent.act('add one item to the cart')),
  });
  expect(steps[0]?.cache?.write).toBe('unconfirmed');
  expect(settings.store.entries.size).toBe(0);
});

test.concurrent('R8: a replay leaves the entry byte for byte as it was', async ({ expect }) => {
  const settings = readWrite();
  const executor = adder();
  await run({ app: shop(), executor, settings, body: add });
  const before = [...settings.store.entries];
  await run({ app: shop(), executor, settings, body: add });
  expect([...settings.store.entries]).toEqual(before);
});

test.concurrent('R18 R38: a renamed button hands off naming action and control, and the run after replays the new recording', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = adder();
  await run({ app: shop(), executor, settings, body: add });
  const renamed = shop({ button: 'Put in' });
  const healed = await run({ app: renamed, executor, settings, body: add });
  expect(healed.steps[0]?.cache).toMatchObject({
    mode: 'agent-concluded',
    reason: 'target-not-found',
    write: 'saved',
  });
  expect(healed.steps[0]?.cache?.detail).toBe(
    'at action 1 of 1, tap button "Add item": the screen has button "Put in"',
  );
  const after = await run({ app: renamed, executor, settings, body: add });
  expect(after.steps[0]?.cache?.mode).toBe('self-finalized');
}, 40_000);

test.concurrent('R32: an effect that does not come is an end-mismatch, and the entry is evicted when the agent has to act', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = adder();
  await run({ app: shop(), executor, settings, body: add });
  const broken = await run({ app: shop({ works: false }), executor, settings, body: add });
  expect(broken.steps[0]?.cache).toMatchObject({
    mode: 'agent-concluded',
    reason: 'end-mismatch',
    write: 'evicted',
  });
  expect(broken.steps[0]?.cache?.detail).toContain('did not show: status "1 item"');
  expect([...settings.store.entries.keys()].filter((key) => !key.endsWith('.paced'))).toEqual([]);
}, 40_000);

test.concurrent('R27: an outcome that was there before the replay acted proves nothing', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = adder();
  await run({ app: shop(), executor, settings, body: add });
  const { steps } = await run({
    app: shop({ count: 1, works: false }),
    executor,
    settings,
    body: add,
  });
  expect(steps[0]?.cache).toMatchObject({
    mode: 'agent-concluded',
    reason: 'end-mismatch',
    detail: 'the outcome was there before the replay acted, so it proves nothing',
  });
}, 40_000);

test.concurrent('R27: an alert that the recording never saw is not believed away', async ({ expect }) => {
  const settings = readWrite();
  const executor = adder();
  await run({ app: shop(), executor, settings, body: add });
  const app = shop();
  const alerting: FakeApp<World> = {
    ...app,
    routes: {
      '/cart': (state) => [
        node('heading', 'Cart'),
        node('button', 'Add item', {
          onTap: (s) => {
            s.count += 1;
          },
        }),
        node('status', state.count === 0 ? undefined : `${state.count} item`),
        ...(state.count > 0 ? [node<World>('alert', undefined, { text: 'Session timed out' })] : []),
      ],
    },
  };
  const { steps } = await run({
    app: alerting,
    executor: scripted({ 'add one item to the cart': () => undefined }),
    settings,
    body: add,
  });
  expect(steps[0]?.cache).toMatchObject({ reason: 'end-mismatch' });
  expect(steps[0]?.cache?.detail).toContain('alert never seen before: "Session timed out"');
});

/** The row that says this. */
function rowOf(screen: Screen, text: string): ScreenNode {
  const at = screen.nodes.indexOf(find(screen, { role: 'text', text }));
  const row = screen.nodes.slice(0, at).findLast((candidate) => candidate.role === 'listitem');
  if (row === undefined) throw new Error(`no row says ${text}`);
  return row;
}

const deleteB = scripted({
  'delete the row B': async (step) => {
    const row = find(step.screen, {
      role: 'button',
      name: 'Delete',
      within: rowOf(step.screen, 'B'),
    });
    await step.perform({ kind: 'tap', target: row.id });
    return undefined;
  },
});

test.concurrent('R18 R20: the row decides which of the twins is meant, in any order', async ({ expect }) => {
  const settings = readWrite();
  const body = async (agent: Agent, attempt: Attempt): Promise<void> => {
    await agent.act('delete the row B');
    attempt.verified();
  };
  const gone = scripted({ 'delete the row B': () => ({ status: 'blocked', summary: 'there is no row B' }) });
  const first = await run({ app: shop(), path: '/rows', executor: deleteB, settings, body });
  expect(first.steps[0]?.cache?.write).toBe('saved');
  const shuffled = await run({
    app: shop({ rows: ['C', 'B', 'A'] }),
    path: '/rows',
    executor: gone,
    settings,
    body,
  });
  expect(shuffled.steps[0]?.cache?.mode).toBe('self-finalized');
  const without = await run({
    app: shop({ rows: ['A', 'C'] }),
    path: '/rows',
    executor: gone,
    settings,
    body,
  });
  expect(without.steps[0]?.cache?.mode).not.toBe('self-finalized');
  expect(without.thrown).toBeInstanceOf(E2EError);
}, 60_000);

const turnOn = scripted({
  'turn on alerts': async (step) => {
    const alerts = find(step.screen, { role: 'switch', name: 'Alerts' });
    if (!alerts.checked) await step.perform({ kind: 'tap', target: alerts.id });
    return undefined;
  },
});

test.concurrent('R19: a toggle that is already flipped is not flipped back', async ({ expect }) => {
  const settings = readWrite();
  const body = async (agent: Agent, attempt: Attempt): Promise<void> => {
    await agent.act('turn on alerts');
    attempt.verified();
  };
  await run({ app: shop(), path: '/settings', executor: turnOn, settings, body });
  const engineApp = shop({ on: true });
  const { steps } = await run({ app: engineApp, path: '/settings', executor: turnOn, settings, body });
  expect(steps[0]?.cache).toMatchObject({ mode: 'agent-concluded', reason: 'target-not-found' });
  expect(steps[0]?.cache?.detail).toContain('already checked');
}, 40_000);

test.concurrent('R12: a unique value is a slot; the next run replays with its own', async ({ expect }) => {
  const settings = readWrite();
  const writer = scripted([
    [
      /^write/,
      async (step) => {
        const text = String(step.params.text);
        await step.perform({
          kind: 'type',
          target: find(step.screen, { role: 'textbox', name: 'Note' }).id,
          text,
        });
        const { screen } = step;
        await step.perform({ kind: 'tap', target: find(screen, { role: 'button', name: 'Save' }).id });
        return undefined;
      },
    ],
  ]);
  const write =
    (text: string) =>
    async (agent: Agent, attempt: Attempt): Promise<void> => {
      await agent.act('write {text}', { params: { text: unique(text) } });
      attempt.verified();
    };
  await run({
    app: shop({ rows: [] }),
    path: '/note',
    executor: writer,
    settings,
    body: write('first note 17'),
  });
  expect([...settings.store.entries.values()][0]).toContain('{{text}}');
  const app = shop({ rows: ['first note 17'] });
  const second = await run({ app, path: '/note', executor: writer, settings, body: write('second note 18') });
  expect(second.steps[0]?.cache?.mode).toBe('self-finalized');
  expect(writer.calls).toHaveLength(1);
});

test.concurrent('R12: a unique value inside another param is not recorded', async ({ expect }) => {
  const settings = readWrite();
  const { steps } = await run({
    app: shop(),
    executor: scripted([[/.*/, () => undefined]]),
    settings,
    body: async (agent, attempt) => {
      await agent
        .act('name {a} and {b}', { params: { a: unique('Daily'), b: 'Daily' } })
        .catch(() => undefined);
      attempt.verified();
    },
  });
  expect(steps[0]?.cache?.notRecorded).toBe('param-collision');
  expect(settings.store.entries.size).toBe(0);
});

test.concurrent('R22 R45: a secret is filled by name and never stored', async ({ expect }) => {
  const settings = readWrite();
  const filler = scripted([
    [
      /^fill/,
      async (step) => {
        await step.perform({
          kind: 'typeSecret',
          target: find(step.screen, { role: 'textbox', name: 'Note' }).id,
          name: 'token',
        });
        await step.perform({ kind: 'tap', target: find(step.screen, { role: 'button', name: 'Save' }).id });
        return undefined;
      },
    ],
  ]);
  const body = async (agent: Agent, attempt: Attempt): Promise<void> => {
    await agent.act('fill {t}', { params: { t: secret('token') } });
    attempt.verified();
  };
  const secrets = { token: 'hunter2-very-secret' };
  await run({ app: shop({ rows: ['old'] }), path: '/note', executor: filler, settings, secrets, body });
  for (const text of settings.store.entries.values()) expect(text).not.toContain('hunter2');
});

test.concurrent('R37: a retry runs live', async ({ expect }) => {
  const settings = readWrite();
  const executor = adder();
  await run({ app: shop(), executor, settings, body: add });
  const { steps } = await run({ app: shop(), executor, settings, number: 2, body: add });
  expect(steps[0]?.cache).toMatchObject({ mode: 'missed', reason: 'retry' });
});

test.concurrent('R43: strict fails a stale step without its executor, and writes nothing', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = adder();
  await run({ app: shop(), executor, settings, body: add });
  const before = [...settings.store.entries];
  const idle = adder();
  const { thrown } = await run({
    app: shop({ button: 'Put in' }),
    executor: idle,
    settings: { ...settings, strict: true },
    body: add,
  });
  expect(thrown).toMatchObject({ code: 'REPLAY_STALE' });
  expect(idle.calls).toEqual([]);
  expect([...settings.store.entries]).toEqual(before);
}, 40_000);

test.concurrent('R9: the same call three times is three recordings', async ({ expect }) => {
  const settings = readWrite();
  const executor = adder();
  const body = async (agent: Agent, attempt: Attempt): Promise<void> => {
    for (let time = 0; time < 3; time += 1) await add(agent, attempt);
  };
  await run({ app: shop(), executor, settings, body });
  const { steps } = await run({ app: shop(), executor, settings, body });
  expect(steps.map((step) => step.cache?.mode)).toEqual([
    'self-finalized',
    'self-finalized',
    'self-finalized',
  ]);
  expect(executor.calls).toHaveLength(3);
});

test.concurrent('R5: a cancelled attempt leaves the cache as it was', async ({ expect }) => {
  const settings = readWrite();
  const executor = adder();
  const { steps } = await run({
    app: shop(),
    executor,
    settings,
    body: add,
    outcome: { status: 'cancelled', failures: [] },
  });
  expect(steps[0]?.cache?.write).toBeUndefined();
  expect(settings.store.entries.size).toBe(0);
});

test.concurrent('R6: an attempt that failed only because no model answered evicts nothing', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = adder();
  await run({ app: shop(), executor, settings, body: add });
  const before = [...settings.store.entries];
  const down = scripted({
    'add one item to the cart': () => {
      throw new E2EError('MODEL_PROVIDER_FAILED', '503');
    },
  });
  const { steps } = await run({ app: shop({ works: false }), executor: down, settings, body: add });
  expect(steps[0]?.cache?.reason).toBe('end-mismatch');
  expect([...settings.store.entries]).toEqual(before);
}, 40_000);

test.concurrent('R16: a spliced or truncated entry is invalid, and the step runs live and is recorded anew', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = adder();
  await run({ app: shop(), executor, settings, body: add });
  const [[key, text] = ['', '']] = [...settings.store.entries];
  for (const broken of [text.slice(0, 300), text + text, text.replace('Add item', 'Buy all'), '{}', '']) {
    settings.store.entries.set(key, broken);
    const { steps } = await run({ app: shop(), executor, settings, body: add });
    expect(steps[0]?.cache).toMatchObject({ mode: 'missed', reason: 'invalid-entry', write: 'saved' });
    expect(JSON.parse(settings.store.entries.get(key) ?? '')).toMatchObject({ key });
  }
});

interface Wizard {
  page: number;
  slow: boolean;
  banner: boolean;
  code: string;
  entered: string;
  nexts: number;
}

/** A wizard whose pages look alike, a banner, and a code that differs each time. */
function wizard(change: Partial<Wizard> = {}): FakeApp<Wizard> {
  return fakeApp<Wizard>({
    start: '/wizard',
    state: { page: 1, slow: false, banner: false, code: 'K7-4821', entered: '', nexts: 0, ...change },
    routes: {
      '/wizard': (state) => [
        ...(state.banner
          ? [
              node<Wizard>('region', 'Cookies', {
                children: [
                  node<Wizard>('button', 'Accept', {
                    onTap: (s) => {
                      s.banner = false;
                    },
                  }),
                ],
              }),
            ]
          : []),
        node('heading', `Page ${'one two three'.split(' ')[state.page - 1] ?? 'last'}`),
        node('text', undefined, { text: `Your code is ${state.code}` }),
        node('textbox', 'Code', {
          value: state.entered,
          onType: (s, _app, text) => {
            s.entered = text;
          },
        }),
        node('button', 'Next', {
          onTap: (s, app) => {
            s.nexts += 1;
            app.later(s.slow ? 400 : 0, (late) => {
              late.page += 1;
            });
          },
        }),
      ],
    },
  });
}

const tapNamed = async (step: ActStep, name: string): Promise<void> => {
  await step.perform({ kind: 'tap', target: find(await step.look(), { role: 'button', name }).id });
};

const guide = (): ScriptedExecutor =>
  scripted({
    'go to page three': async (step) => {
      if (step.screen.nodes.some((one) => one.name === 'Accept')) await tapNamed(step, 'Accept');
      await tapNamed(step, 'Next');
      await tapNamed(step, 'Next');
      return undefined;
    },
    'enter the code': async (step) => {
      const shown = step.screen.nodes.find((one) => one.text?.startsWith('Your code is'))?.text ?? '';
      await step.perform({
        kind: 'type',
        target: find(step.screen, { name: 'Code' }).id,
        text: shown.slice(13),
      });
      return undefined;
    },
  });

const acting =
  (goal: string) =>
  async (agent: Agent, attempt: Attempt): Promise<void> => {
    await agent.act(goal);
    attempt.verified();
  };

test.concurrent('R49: the next action waits for the change that the one before made, however slow', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = guide();
  const body = acting('go to page three');
  await run({ app: wizard(), path: '/wizard', executor, settings, body });
  const slow = await run({ app: wizard({ slow: true }), path: '/wizard', executor, settings, body });
  expect(slow.steps[0]?.cache).toMatchObject({ mode: 'self-finalized' });
  expect(executor.calls).toHaveLength(1);
});

test.concurrent('R50 R17: a dismissal with nothing to dismiss is skipped and named; the entry stays', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = guide();
  const body = acting('go to page three');
  await run({ app: wizard({ banner: true }), path: '/wizard', executor, settings, body });
  const before = [...settings.store.entries];
  for (const banner of [false, true, false]) {
    const { steps } = await run({ app: wizard({ banner }), path: '/wizard', executor, settings, body });
    expect(steps[0]?.cache).toMatchObject({ mode: 'self-finalized', write: 'kept' });
    expect(steps[0]?.cache?.skipped).toEqual(
      banner ? undefined : ['tap button "Accept" in region "Cookies"'],
    );
  }
  expect([...settings.store.entries]).toEqual(before);
  expect(executor.calls).toHaveLength(1);
});

test.concurrent('R25: a code read off the screen is a gap, and the step runs live each time', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = guide();
  const body = acting('enter the code');
  await run({ app: wizard(), path: '/wizard', executor, settings, body });
  const { steps } = await run({
    app: wizard({ code: 'Q9-7733' }),
    path: '/wizard',
    executor,
    settings,
    body,
  });
  expect(steps[0]?.cache).toMatchObject({ mode: 'agent-concluded', reason: 'gap', derived: 'minted-token' });
  expect(executor.calls).toHaveLength(2);
});

/** A form that refuses a submit sooner than a while after it was opened, and says so only in its list of messages. */
function hasty(minimumMs: number): FakeApp<{ opened: number; sent: number }> {
  return fakeApp<{ opened: number; sent: number }>({
    start: '/form',
    state: { opened: 0, sent: 0 },
    opened: (state) => {
      state.opened = performance.now();
    },
    routes: {
      '/form': (state) => [
        node('button', 'Send', {
          onTap: (s) => {
            if (performance.now() - s.opened >= minimumMs) s.sent += 1;
          },
        }),
        node('status', state.sent === 0 ? undefined : 'Thank you'),
      ],
    },
  });
}

test.concurrent('R49: a replay that was too fast is evicted, recorded paced, and replays from then on', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = scripted({
    'send the form': async (step) => {
      for (let tries = 0; tries < 2; tries += 1) {
        // A slow reader: the recording takes longer than the form asks for.
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        const screen = await step.look();
        if (screen.nodes.some((one) => one.name === 'Thank you')) return undefined;
        await step.perform({ kind: 'tap', target: find(screen, { name: 'Send' }).id });
      }
      return undefined;
    },
  });
  const body = acting('send the form');
  const app = hasty(1_200);
  await run({ app, path: '/form', executor, settings, body });
  const fast = await run({ app, path: '/form', executor, settings, body });
  expect(fast.steps[0]?.cache).toMatchObject({ reason: 'end-mismatch', write: 'evicted' });
  const slow = await run({ app, path: '/form', executor, settings, body });
  expect(slow.steps[0]?.cache).toMatchObject({ mode: 'missed', reason: 'no-entry', write: 'saved' });
  expect([...settings.store.entries.values()].join()).toContain('"paced": true');
  const calls = executor.calls.length;
  const paced = await run({ app, path: '/form', executor, settings, body });
  expect(paced.steps[0]?.cache).toMatchObject({ mode: 'self-finalized', write: 'kept' });
  expect(executor.calls).toHaveLength(calls);
  expect([...settings.store.entries.keys()]).toHaveLength(1);
}, 60_000);

test.concurrent('a control that the app rendered anew is still the one that the agent meant', async ({
  expect,
}) => {
  const settings = readWrite();
  let generation = 0;
  const app = fakeApp<{ edited: string }>({
    start: '/rows',
    state: { edited: '' },
    routes: {
      '/rows': (state) => [
        ...['Alpha', 'Beta'].map((name) =>
          node<{ edited: string }>('row', undefined, {
            key: `${name} ${generation}`,
            children: [
              node('cell', name),
              node('button', 'Edit', {
                key: `${name} ${generation} edit`,
                onTap: (s) => {
                  s.edited = name;
                },
              }),
            ],
          }),
        ),
        node('status', state.edited || undefined),
      ],
    },
  });
  const executor = scripted({
    'edit the row Beta': async (step) => {
      const edits = step.screen.nodes.filter((one) => one.name === 'Edit');
      // The app renders every row anew between the look and the act.
      generation += 1;
      const done = await step.perform({ kind: 'tap', target: edits[1]?.id ?? '' });
      return done.ok ? undefined : { status: 'failed', summary: done.message };
    },
  });
  const { steps } = await run({ app, path: '/rows', executor, settings, body: acting('edit the row Beta') });
  expect(steps[0]).toMatchObject({ status: 'passed', cache: { write: 'saved' } });
  expect([...settings.store.entries.values()].join()).toContain('Beta');
});
