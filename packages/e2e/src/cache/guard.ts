// A store as the cache uses it: every operation is a promise that ends in time, whatever the store does. It decides nothing about
// what was read or written.
import type { CacheStore } from './store.ts';

/** How long one operation of a store may take, in ms. Source: chosen; a store across an ocean answers in a tenth of it. */
const STORE_WAIT_MS = 5_000;

/** The same while the last operation found no answer: a store that is down costs the run its wait once. Source: chosen. */
const SILENT_WAIT_MS = 500;

/**
 * The store with an end to each operation: one that throws, also before it gives a promise, rejects; one that does not answer in time
 * rejects and is left to itself. Source: spec R16 (a store that throws or is down is a miss).
 */
export function guardStore(store: CacheStore, waitMs: number = STORE_WAIT_MS): CacheStore {
  let silent = false;
  const guarded = async <Value>(operation: () => Promise<Value> | Value): Promise<Value> => {
    const limitMs = silent ? Math.min(SILENT_WAIT_MS, waitMs) : waitMs;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        silent = true;
        reject(new Error(`the store gave no answer within ${limitMs} ms`));
      }, limitMs);
    });
    try {
      const answer = await Promise.race([operation(), late]);
      silent = false;
      return answer;
    } finally {
      clearTimeout(timer);
    }
  };
  // Methods are called on the store itself: one of a user's may be a class with private fields.
  return {
    read: (key) => guarded(() => store.read(key)),
    write: (key, text) => guarded(() => store.write(key, text)),
    ...(store.delete === undefined ? {} : { delete: (key) => guarded(async () => store.delete?.(key)) }),
    ...(store.list === undefined
      ? {}
      : { list: () => guarded(async () => store.list?.() as Promise<readonly string[]>) }),
  };
}
