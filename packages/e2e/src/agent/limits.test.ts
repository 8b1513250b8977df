// What an entry belongs to and what it does not, and which recordings may never replay. Whole attempts over the fake engine.
import { describe, expect, test } from 'vitest';
import { type Entry, parseEntry, printEntry } from '../cache/entry.ts';
import { keyOf } from '../cache/key.ts';
import { type FakeApp, fakeApp, find, node, type ScriptedExecutor, scripted } from '../testing/index.ts';
import { readWrite, run } from './attempt.fixture.ts';
import type { Agent, Attempt } from './attempt.ts';
import type { ActStep } from './executor.ts';

interface State {
  count: number;
  note: string;
}

const GOAL = 'do it';
const SECRET = 'hunter2-very-secret';

const adding =
  (count: number) =>
  (state: State): void => {
    state.count += count;
  };

function app(): FakeApp<State> {
  return fakeApp<State>({
    start: '/cart',
    state: { count: 0, note: '' },
    routes: {
      '/cart': (state) => [
        node('button', 'Add', { onTap: adding(1) }),
        node('textbox', 'Note', {
          value: state.note,
          onType: (s, _app, text) => {
            s.note = text;
          },
        }),
        node('status', undefined, { text: `added ${state.count}, noted ${state.note.length}` }),
        // Two that nothing tells apart.
        node('img', undefined, { onTap: adding(1) }),
        node('img', undefined, { onTap: adding(100) }),
      ],
      '/other': () => [node('heading', 'Other')],
    },
  });
}

const acting = async (agent: Agent, attempt: Attempt): Promise<void> => {
  await agent.act(GOAL, { maxSteps: 100 });
  attempt.verified();
};

const doing = (act: (step: ActStep) => Promise<unknown>): ScriptedExecutor =>
  scripted({
    [GOAL]: async (step) => {
      await act(step);
      return undefined;
    },
  });

const tap = (step: ActStep): Promise<unknown> =>
  step.perform({ kind: 'tap', target: find(step.screen, { role: 'button', name: 'Add' }).id });

const type = (text: string) => (step: ActStep) =>
  step.perform({ kind: 'type', target: find(step.screen, { role: 'textbox' }).id, text });

const tapTimes = (times: number) => async (step: ActStep) => {
  for (let count = 0; count < times; count += 1) await tap(step);
};

const TRUNCATED: readonly (readonly [string, (step: ActStep) => Promise<unknown>, RegExp])[] = [
  ['over 50 actions', tapTimes(51), /51 actions/],
  ['a typed text of over 4,096 characters', type('x'.repeat(4097)), /action 1 .* over 4096/],
  [
    'a URL of over 4,096 characters',
    (step) => step.perform({ kind: 'navigate', url: `/other?note=${'x'.repeat(4097)}` }),
    /action 1 .* over 4096/,
  ],
  [
    'a secret typed as plain text',
    async (step) => {
      await type(`my ${SECRET}`)(step);
      await step.perform({ kind: 'navigate', url: '/other' });
    },
    /action 1 types a secret/,
  ],
  [
    'a control that nothing identifies',
    (step) =>
      step.perform({ kind: 'tap', target: step.screen.nodes.find(({ role }) => role === 'img')?.id ?? '' }),
    /nothing identifies the target of action 1/,
  ],
];

describe('a recording that may never replay', () => {
  test.each(TRUNCATED)(
    'R26: of %s is truncated, and its step runs live each time',
    async (_what, act, why) => {
      const settings = readWrite();
      const executor = doing(act);
      const secrets = { token: SECRET };
      const runs = [];
      for (let attempt = 0; attempt < 2; attempt += 1) {
        runs.push(await run({ app: app(), executor, settings, secrets, body: acting }));
      }
      expect(runs.map(({ thrown }) => thrown)).toEqual([undefined, undefined]);
      expect(runs[0]?.steps[0]?.cache).toMatchObject({ reason: 'no-entry', write: 'saved' });
      expect(runs[1]?.steps[0]?.cache).toMatchObject({ mode: 'missed', reason: 'truncated' });
      expect(executor.calls).toHaveLength(2);
      const [text = ''] = settings.store.entries.values();
      expect(text).toMatch(why);
      expect(text).not.toContain(SECRET);
    },
  );

  test.each([
    ['50 actions', tapTimes(50)],
    ['a typed text of 4,096 characters', type('x'.repeat(4096))],
  ] as const)('R26: one of %s is not truncated', async (_what, act) => {
    const settings = readWrite();
    await run({ app: app(), executor: doing(act), settings, body: acting });
    const again = await run({ app: app(), executor: doing(act), settings, body: acting });
    expect(again.steps[0]?.cache).toMatchObject({ mode: 'self-finalized' });
  });
});

describe('what an entry belongs to', () => {
  test('R10: another model, executor or version of it replays what the first one recorded', async () => {
    const settings = readWrite();
    await run({ app: app(), executor: doing(tap), settings, body: acting });
    const other: ScriptedExecutor = { ...doing(tap), name: 'another', version: '9.0.0' };
    const { steps } = await run({ app: app(), executor: other, settings, body: acting });
    expect(steps[0]?.cache).toMatchObject({ mode: 'self-finalized', recordedBy: { executor: 'scripted' } });
    expect(other.calls).toEqual([]);
  });

  test('R10: no version but that of the matching rules is part of the key', async () => {
    const settings = readWrite();
    await run({ app: app(), executor: doing(tap), settings, body: acting });
    const { step } = onlyEntry(settings.store.entries);
    expect(Object.keys(step).sort()).toEqual(
      'agent agentContext app engine file instruction matching occurrence params project target titlePath'.split(
        ' ',
      ),
    );
    expect(JSON.stringify(step)).not.toMatch(/\d+\.\d+\.\d+/);
    expect(keyOf({ ...step, matching: step.matching + 1 })).not.toBe(keyOf(step));
  });

  test('R10 R44: a recording of other matching rules is missed, and strict names it and the change', async () => {
    const settings = readWrite();
    await run({ app: app(), executor: doing(tap), settings, body: acting });
    const entry = onlyEntry(settings.store.entries);
    const step = { ...entry.step, matching: entry.step.matching - 1 };
    const old: Entry = { ...entry, step, key: keyOf(step) };
    settings.store.entries.clear();
    settings.store.entries.set(old.key, printEntry(old));

    const strict = { ...settings, strict: true, dir: '/recordings' };
    const stale = await run({ app: app(), executor: doing(tap), settings: strict, body: acting });
    expect(stale.thrown).toMatchObject({ code: 'REPLAY_STALE', message: expect.stringContaining(old.key) });
    expect(stale.thrown).toMatchObject({
      message: expect.stringContaining(`matching version (${step.matching} → ${step.matching + 1})`),
    });
    const live = await run({ app: app(), executor: doing(tap), settings, body: acting });
    expect(live.steps[0]?.cache).toMatchObject({ mode: 'missed', reason: 'no-entry', write: 'saved' });
  });
});

function onlyEntry(entries: ReadonlyMap<string, string>): Entry {
  const [[key, text] = ['', '']] = entries;
  const parsed = parseEntry(text, key);
  if (!parsed.ok || entries.size !== 1)
    throw new Error(`${entries.size} entries: ${parsed.ok || parsed.error}`);
  return parsed.value;
}
