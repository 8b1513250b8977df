// A cache store over a storage of `unstorage` (Redis, S3, HTTP, …), or anything of its shape. It keeps each text exact and proves it
// whole on the way out; what a text says, and whether it may replay, is the cache's to decide. It imports nothing of unstorage.
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256 } from '../base/digest.ts';
import { type CacheStore, isPaceMark } from '../cache/store.ts';

/** What is asked of a storage; a `Storage` of unstorage, version 1 or 2, has it. */
export interface KeyValueStorage {
  /** `null` or `undefined` when there is none. */
  getItem(key: string): Promise<unknown>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
  getKeys(): Promise<readonly string[]>;
}

/**
 * The first line of every item. With it an item is neither JSON nor a number: unstorage would give those back parsed, and an HTTP
 * server print them anew. Its digest tells a whole text from one that another process is just writing, which drivers on plain files show.
 */
const HEADER = /^e2e 1 ([0-9a-f]{64})\n/u;

/** Looks at an item that is not whole, and the wait before each, in ms. Source: chosen; a write to a file or a service takes less. */
const LOOKS_AFTER_MS: readonly number[] = [10, 40, 160, 320];

/** An entry's key; other items of the storage are left alone. Source: spec R9. */
const ENTRY_KEY = /^[0-9a-f]{64}$/u;

/**
 * A store of recordings in a storage of `unstorage`. Give the storage, or its driver, a base of its own where others use it too.
 * An item that stays damaged is given as it lies there, so that its step runs live and records anew (spec R16).
 * @example
 * cache: { store: unstorageStore(createStorage({ driver: redisDriver({ base: 'e2e', url }) })) }
 */
export function unstorageStore(storage: KeyValueStorage): Required<CacheStore> {
  const inTurn = createTurns();
  return {
    read: (key) => inTurn(key, () => readItem(storage, key)),
    write: (key, text) => inTurn(key, () => storage.setItem(key, `e2e 1 ${sha256(text)}\n${text}`)),
    delete: (key) => inTurn(key, () => storage.removeItem(key)),
    list: async () => [...new Set(await storage.getKeys())].filter(isOurs).sort(),
  };
}

function isOurs(key: string): boolean {
  return ENTRY_KEY.test(key) || (isPaceMark(key) && ENTRY_KEY.test(key.slice(0, 64)));
}

async function readItem(storage: KeyValueStorage, key: string): Promise<string | undefined> {
  for (const waitMs of [...LOOKS_AFTER_MS, undefined]) {
    const item = await storage.getItem(key);
    if (item === null || item === undefined) return undefined;
    const text = textOf(item);
    if (text !== undefined) return text;
    // The cache says what is wrong with it, also when it is no text.
    if (waitMs === undefined) return item as string;
    await sleep(waitMs);
  }
  return undefined;
}

/** The text of a whole item. */
function textOf(item: unknown): string | undefined {
  if (typeof item !== 'string') return undefined;
  const [header, digest] = HEADER.exec(item) ?? [];
  if (header === undefined) return undefined;
  const text = item.slice(header.length);
  return sha256(text) === digest ? text : undefined;
}

/** Operations on one key, one after the other: two writes of one process never mix, and no read falls into a write. */
function createTurns(): <Value>(key: string, operation: () => Promise<Value>) => Promise<Value> {
  const last = new Map<string, Promise<unknown>>();
  return (key, operation) => {
    const before = last.get(key) ?? Promise.resolve();
    const turn = before.then(operation, operation);
    last.set(key, turn);
    const leave = (): void => {
      if (last.get(key) === turn) last.delete(key);
    };
    turn.then(leave, leave);
    return turn;
  };
}
