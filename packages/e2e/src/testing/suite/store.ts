// The contract of a cache store as a suite: any store runs it against itself.
import assert from 'node:assert/strict';
import type { CacheStore } from '../../cache/store.ts';
import { runnerOr, type SuiteRunner } from './runner.ts';

/** A store to try, with nothing in it, and how to drop it. */
export interface StoreUnderTest {
  readonly store: CacheStore;
  close?(): Promise<void>;
}

/** How often a text is overwritten under a reader's eyes. Source: chosen; enough to catch a write in two steps. */
const OVERWRITES = 60;

/** Keys look like the product's own: 64 hex digits. Source: spec R9. */
const key = (digit: string): string => digit.repeat(64);

/**
 * Declares the suite. Await it at the top of a test file; `make` is called once per test.
 * Tests of `delete` and `list` are left out for a store that has none; that is decided by one store made at the start.
 */
export async function describeStore(
  name: string,
  make: () => Promise<StoreUnderTest> | StoreUnderTest,
  options: { readonly runner?: SuiteRunner } = {},
): Promise<void> {
  const runner = await runnerOr(options.runner);
  const probe = await make();
  const has = { delete: probe.store.delete !== undefined, list: probe.store.list !== undefined };
  await probe.close?.();
  const check = (title: string, body: (store: CacheStore) => Promise<void>): void => {
    runner.test(title, async () => {
      const { store, close } = await make();
      try {
        await body(store);
      } finally {
        await close?.();
      }
    });
  };
  runner.describe(`${name} keeps the contract of a store:`, () => {
    declareReads(check);
    check('R41: a reader sees a whole text or none while it is overwritten', readsWhole);
    if (has.delete) declareDelete(check);
    if (has.list) declareList(check, has.delete);
  });
}

type Check = (title: string, body: (store: CacheStore) => Promise<void>) => void;

function declareReads(check: Check): void {
  check('R42: a key that was never written reads as undefined', async (store) => {
    assert.equal(await store.read(key('0')), undefined);
  });
  check('R42: a text comes back as it was written', async (store) => {
    for (const text of ['{}\n', '', 'ünï → 日本語 🛒 \u0000 \r\n end', 'x'.repeat(200_000)]) {
      await store.write(key('a'), text);
      assert.equal(await store.read(key('a')), text);
    }
  });
  check('R42: keys do not touch each other', async (store) => {
    await Promise.all(['a', 'b', 'c'].map((digit) => store.write(key(digit), `text of ${digit}`)));
    assert.equal(await store.read(key('b')), 'text of b');
    assert.equal(await store.read(key('d')), undefined);
  });
  check('R42: a later write replaces the whole text, a shorter one too', async (store) => {
    await store.write(key('a'), 'a long text that goes first');
    await store.write(key('a'), 'short');
    assert.equal(await store.read(key('a')), 'short');
  });
}

async function readsWhole(store: CacheStore): Promise<void> {
  const texts = ['0', '1'].map((digit) => digit.repeat(50_000));
  await store.write(key('a'), texts[0] ?? '');
  let writing = true;
  const write = async (): Promise<void> => {
    for (let count = 0; count < OVERWRITES; count += 1) await store.write(key('a'), texts[count % 2] ?? '');
    writing = false;
  };
  const look = async (): Promise<void> => {
    do {
      const text = await store.read(key('a'));
      // Not assert.equal: a difference of 50,000 characters helps nobody.
      assert.ok(
        text !== undefined && texts.includes(text),
        `a torn text of ${text?.length ?? 'no'} characters was read`,
      );
      // A store in memory never leaves the microtask queue by itself.
      await new Promise((resolve) => setImmediate(resolve));
    } while (writing);
  };
  await Promise.all([write(), look(), look()]);
}

function declareDelete(check: Check): void {
  check('R42: a deleted key reads as undefined, the others stay', async (store) => {
    await store.write(key('a'), 'one');
    await store.write(key('b'), 'two');
    await store.delete?.(key('a'));
    assert.equal(await store.read(key('a')), undefined);
    assert.equal(await store.read(key('b')), 'two');
  });
  check('R42: deleting a key that is not there is no error', async (store) => {
    await store.delete?.(key('0'));
  });
}

function declareList(check: Check, canDelete: boolean): void {
  check('R42: the list names every key once', async (store) => {
    assert.deepEqual(await store.list?.(), []);
    for (const digit of ['a', 'b', 'a']) await store.write(key(digit), digit);
    assert.deepEqual([...((await store.list?.()) ?? [])].sort(), [key('a'), key('b')]);
    if (!canDelete) return;
    await store.delete?.(key('a'));
    assert.deepEqual(await store.list?.(), [key('b')]);
  });
}
