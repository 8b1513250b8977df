// The suites must fail for what breaks the contract: each fault here is an engine or a store with one thing wrong.
import { describe, expect, test } from 'vitest';
import type { CacheStore } from '../../cache/store.ts';
import type { Engine, Session } from '../../engine/contract.ts';
import type { NodeId, Reading } from '../../screen/node.ts';
import { fakeEngine } from '../fake/engine.ts';
import { memoryStore } from '../store.ts';
import { fixtureApp } from './app.ts';
import { describeEngine } from './engine.ts';
import type { SuiteRunner } from './runner.ts';
import { describeStore } from './store.ts';

/** Runs a suite and gives back the titles of the tests that failed; only those whose title has the word, when one is given. */
async function failures(
  declare: (runner: SuiteRunner) => Promise<void>,
  word = '',
): Promise<readonly string[]> {
  const tests: [string, (context: { skip(): void }) => Promise<void>][] = [];
  const before: (() => Promise<void>)[] = [];
  const after: (() => Promise<void>)[] = [];
  await declare({
    describe: (_name, body) => body(),
    test: (title, body) => tests.push([title, body]),
    beforeAll: (body) => before.push(body),
    afterAll: (body) => after.push(body),
  });
  for (const body of before) await body();
  const failed: string[] = [];
  for (const [title, body] of tests.filter(([each]) => each.includes(word))) {
    await body({ skip: () => {} }).catch(() => failed.push(title));
  }
  for (const body of after) await body();
  return failed;
}

/** The fake engine with some of its sessions' methods replaced. */
function faulty(fault: (session: Session) => Partial<Session>): Engine {
  const engine = fakeEngine(fixtureApp());
  return {
    name: engine.name,
    capabilities: engine.capabilities,
    actions: engine.actions,
    async launch(options) {
      const running = await engine.launch(options);
      return {
        version: running.version,
        close: () => running.close(),
        async startAttempt(attempt) {
          const session = await running.startAttempt(attempt);
          const replaced = fault(session);
          return new Proxy(session, {
            get(target, key) {
              const source = Object.hasOwn(replaced, key) ? replaced : target;
              const value: unknown = Reflect.get(source, key);
              return typeof value === 'function' ? value.bind(source) : value;
            },
          });
        },
      };
    },
  };
}

const tried = (engine: Engine, word?: string): Promise<readonly string[]> =>
  failures((runner) => describeEngine('a faulty engine', () => ({ engine }), { runner, waitMs: 500 }), word);

const rereading = (change: (reading: Reading) => Reading): Engine =>
  faulty((session) => ({
    read: async () => change(await session.read()),
    steady: async (options) => change(await session.steady(options)),
  }));

describe('the engine suite', () => {
  test('finds nothing wrong with a sound engine under any runner of its shape', async () => {
    expect(await tried(faulty(() => ({})))).toEqual([]);
  });

  test('notices a change that goes unseen', async () => {
    const engine = faulty(() => ({ changed: async () => false }));
    expect(await tried(engine, 'changed is true')).toHaveLength(2);
  });

  test('notices a change that never was', async () => {
    const engine = faulty(() => ({ changed: async () => true }));
    expect(await tried(engine, 'changed is false')).toHaveLength(1);
    expect(await tried(engine, 'changed ends with its signal')).toHaveLength(1);
  });

  test('notices ids that differ between looks', async () => {
    let looks = 0;
    const engine = rereading((reading) => {
      looks += 1;
      return {
        ...reading,
        nodes: reading.nodes.map((node) => ({ ...node, id: `${node.id}-${looks}` as NodeId })),
      };
    });
    expect(await tried(engine, 'ids stay')).toHaveLength(1);
  });

  test('notices nodes out of order', async () => {
    const engine = rereading((reading) => ({ ...reading, nodes: reading.nodes.toReversed() }));
    expect(await tried(engine, 'in document order')).toHaveLength(1);
  });

  test('notices a password in a reading', async () => {
    const engine = rereading((reading) => ({
      ...reading,
      nodes: reading.nodes.map((node) => (node.name === 'Password' ? { ...node, value: 'hush' } : node)),
    }));
    expect(await tried(engine, 'password')).toHaveLength(1);
  });

  test('notices a picture of which nobody was asked what may be seen on it', async () => {
    const engine = faulty((session) => ({ screenshot: () => session.screenshot() }));
    expect(await tried(engine, 'a picture is a PNG')).toHaveLength(1);
  });

  test('notices an action that is claimed but not done, and a refusal that is swallowed', {
    timeout: 30_000,
  }, async () => {
    const engine = faulty(() => ({ perform: async () => ({ ok: true }) }));
    expect(await tried(engine, 'disabled to the end')).toHaveLength(1);
    expect(await tried(engine, 'check sets the state')).toHaveLength(1);
    expect(await tried(engine, 'an id that no reading gave')).toHaveLength(1);
    expect(await tried(engine, 'covered control is never forced')).toHaveLength(1);
  });

  test('notices state that leaks from one session into another', async () => {
    const engine = fakeEngine(fixtureApp());
    const running = await engine.launch({ rootDir: '/' });
    const shared = await running.startAttempt({});
    const leaking = faulty(() => ({
      open: (path) => shared.open(path),
      steady: (options) => shared.steady(options),
      read: () => shared.read(),
      end: async () => {},
    }));
    expect(await tried(leaking, 'a session sees no state of another')).toHaveLength(1);
  });
});

describe('the store suite', () => {
  const stored = (store: CacheStore): Promise<readonly string[]> =>
    failures((runner) => describeStore('a faulty store', () => ({ store }), { runner }));

  test('finds nothing wrong with a sound store', async () => {
    expect(
      await failures((runner) => describeStore('sound', () => ({ store: memoryStore() }), { runner })),
    ).toEqual([]);
  });

  test('notices a store that appends, and one that loses characters', async () => {
    const appending = memoryStore();
    const write = async (key: string, text: string): Promise<void> => {
      appending.entries.set(key, (appending.entries.get(key) ?? '') + text);
    };
    expect(await stored({ read: appending.read, write })).toContain(
      'R42: a later write replaces the whole text, a shorter one too',
    );
    const ascii = memoryStore();
    const lossy = (key: string, text: string): Promise<void> =>
      ascii.write(key, text.replaceAll(/[^\x20-\x7e]/g, '?'));
    expect(await stored({ read: ascii.read, write: lossy })).toEqual([
      'R42: a text comes back as it was written',
    ]);
  });

  test('notices a write in two steps', async () => {
    const inner = memoryStore();
    const write = async (key: string, text: string): Promise<void> => {
      inner.entries.set(key, text.slice(0, 100));
      await new Promise((resolve) => setImmediate(resolve));
      inner.entries.set(key, text);
    };
    expect(await stored({ read: inner.read, write })).toEqual([
      'R41: a reader sees a whole text or none while it is overwritten',
    ]);
  });

  test('notices one key that shows under another', async () => {
    let last: string | undefined;
    const store: CacheStore = {
      read: async () => last,
      write: async (_key, text) => {
        last = text;
      },
    };
    expect(await stored(store)).toContain('R42: keys do not touch each other');
  });
});
