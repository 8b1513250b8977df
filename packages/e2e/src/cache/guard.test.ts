import { expect, test } from 'vitest';
import { acting, readWrite, run } from '../agent/attempt.fixture.ts';
import { type FakeApp, fakeApp, find, memoryStore, node, scripted } from '../testing/index.ts';
import { guardStore } from './guard.ts';
import type { CacheStore } from './store.ts';

const GOAL = 'add one item';

const app = (): FakeApp<{ items: number }> =>
  fakeApp({
    start: '/cart',
    state: { items: 0 },
    routes: {
      '/cart': (state) => [
        node('button', 'Add', {
          onTap: (s) => {
            s.items += 1;
          },
        }),
        node('status', undefined, { text: `${state.items} items` }),
      ],
    },
  });

const adder = (): ReturnType<typeof scripted> =>
  scripted({
    [GOAL]: async (step) => {
      await step.perform({ kind: 'tap', target: find(step.screen, { role: 'button' }).id });
      return undefined;
    },
  });

const never = (): Promise<never> => new Promise(() => {});
const throwing = (): never => {
  throw new Error('no route to host');
};
const rejecting = async (): Promise<never> => throwing();
/** What a store in plain JavaScript may do, whatever the types say. */
const untyped = (store: object): CacheStore => store as CacheStore;

const FAULTS: readonly (readonly [string, CacheStore, RegExp])[] = [
  ['throws at once', untyped({ read: throwing, write: throwing, delete: throwing }), /no route to host/],
  ['rejects', { read: rejecting, write: rejecting, delete: rejecting }, /no route to host/],
  ['never answers', { read: never, write: never, delete: never }, /gave no answer within/],
  [
    'rejects with nothing',
    untyped({ read: () => Promise.reject(), write: () => Promise.reject() }),
    /undefined/,
  ],
];

test.each(FAULTS)(
  'R16 R42: a store that %s is a miss and a recording that is not written',
  async (_, store, why) => {
    for (const strict of [false, true]) {
      const settings = { ...readWrite(), store: guardStore(store, 50), strict };
      const { steps, thrown } = await run({ app: app(), executor: adder(), settings, body: acting(GOAL) });
      expect(thrown).toBeUndefined();
      expect(steps[0]?.cache).toMatchObject({ mode: 'missed', reason: 'no-entry' });
      expect(steps[0]?.cache?.detail).toMatch(/the cache could not be read/);
      expect(steps[0]?.cache?.detail).toMatch(why);
      expect(steps[0]?.cache?.write).toBe(strict ? undefined : 'not-written');
    }
  },
);

const GARBAGE: readonly (readonly [string, unknown])[] = [
  ['a number', 7],
  ['an object', { schema: 1 }],
  ['bytes', Buffer.from('{}')],
  ['an empty text', ''],
  ['half a file', '{ "schema": 1, "key": "'],
  ['another file', '{ "name": "cart", "version": "1.0.0" }'],
  ['more than 1 MiB', 'x'.repeat(1024 * 1024 + 1)],
];

test.each(GARBAGE)(
  'R16 R42: a store that returns %s is an invalid entry, and is recorded anew',
  async (_, garbage) => {
    const good = memoryStore();
    const store = untyped({ ...good, read: async () => garbage });
    const settings = { ...readWrite(), store: guardStore(store) };
    const live = await run({ app: app(), executor: adder(), settings, body: acting(GOAL) });
    expect(live.steps[0]?.cache).toMatchObject({ mode: 'missed', reason: 'invalid-entry', write: 'saved' });
    const strict = { ...settings, strict: true };
    const stale = await run({ app: app(), executor: adder(), settings: strict, body: acting(GOAL) });
    expect(stale.thrown).toMatchObject({ code: 'REPLAY_STALE' });
    const again = { ...settings, store: guardStore(good) };
    const replayed = await run({ app: app(), executor: adder(), settings: again, body: acting(GOAL) });
    expect(replayed.steps[0]?.cache).toMatchObject({ mode: 'self-finalized' });
  },
);

test.each([undefined, null])('R42: a store that returns %s has nothing', async (nothing) => {
  const store = untyped({ ...memoryStore(), read: () => nothing });
  const settings = { ...readWrite(), store: guardStore(store), strict: true };
  const { steps } = await run({ app: app(), executor: adder(), settings, body: acting(GOAL) });
  expect(steps[0]?.cache).toMatchObject({ mode: 'missed', reason: 'no-entry' });
});

test('R42: a store whose methods give plain values and need their own `this` is as good', async () => {
  class Plain {
    readonly #kept = new Map<string, string>();
    read(key: string): string | undefined {
      return this.#kept.get(key);
    }
    write(key: string, text: string): void {
      this.#kept.set(key, text);
    }
  }
  const settings = { ...readWrite(), store: guardStore(untyped(new Plain())) };
  for (const mode of ['missed', 'self-finalized']) {
    const { steps } = await run({ app: app(), executor: adder(), settings, body: acting(GOAL) });
    expect(steps[0]?.cache).toMatchObject({ mode });
  }
});

test('R16: a store that once gave no answer is waited for less, until it answers', async () => {
  let answers = false;
  const store = guardStore({ ...memoryStore(), read: async () => (answers ? 'text' : never()) }, 2_000);
  const waits: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    await store.read('k').catch((error: Error) => waits.push(error.message));
  }
  expect(waits).toEqual([
    'the store gave no answer within 2000 ms',
    'the store gave no answer within 500 ms',
  ]);
  answers = true;
  expect(await store.read('k')).toBe('text');
  answers = false;
  await expect(store.read('k')).rejects.toThrow('within 2000 ms');
});

test('R42: what a store does not have, its guard does not have', () => {
  const { read, write } = memoryStore();
  expect(Object.keys(guardStore({ read, write })).sort()).toEqual(['read', 'write']);
});
