// Whole steps over the fake engine: record, verify, replay, hand over. Each test runs attempts as a runner would.
import { test } from 'vitest';
import { E2EError } from '../base/error.ts';
import { secret, unique } from '../cache/params.ts';
import type { Screen, ScreenNode } from '../screen/node.ts';
import { type FakeApp, fakeApp, find, node, type ScriptedExecutor, scripted } from '../testing/index.ts';
import { type RunOptions, readWrite, run } from './attempt.fixture.ts';
import type { Agent, Attempt } from './attempt.ts';

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

test.concurrent('R17 R45: a replay knows the screen that its recording began on, by a digest, and no other', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = adder();
  const known: (boolean | undefined)[] = [];
  const steady: RunOptions<World>['steady'] = (own) => async (options) => {
    const reading = await own(options);
    known.push(options.isKnown?.(reading));
    return reading;
  };
  await run({ app: shop(), executor, settings, body: add });
  const [text = ''] = settings.store.entries.values();
  expect(JSON.parse(text).start.likeness).toMatch(/^[0-9a-f]{64}$/);
  const same = await run({ app: shop(), executor, settings, body: add, steady });
  const other = await run({ app: shop({ alert: 'Sale' }), executor, settings, body: add, steady });
  expect([same, other].map(({ steps }) => steps[0]?.cache?.mode)).toEqual([
    'self-finalized',
    'self-finalized',
  ]);
  expect(known).toEqual([true, false]);
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
    detail: 'after 1 of 1 actions: the outcome was there before the replay acted, so it proves nothing',
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
