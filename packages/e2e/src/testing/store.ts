// A cache store in memory: for tests, and as the shortest example of one.
import type { CacheStore } from '../cache/store.ts';

/** A store in memory, with everything optional in place and its content in sight. */
export interface MemoryStore extends Required<CacheStore> {
  /** Key → text, as stored. Tests may change it. */
  readonly entries: Map<string, string>;
}

/** An empty store, or one with these entries. */
export function memoryStore(entries: Iterable<readonly [string, string]> = []): MemoryStore {
  const kept = new Map(entries);
  return {
    entries: kept,
    async read(key) {
      return kept.get(key);
    },
    async write(key, text) {
      kept.set(key, text);
    },
    async delete(key) {
      kept.delete(key);
    },
    async list() {
      return [...kept.keys()];
    },
  };
}
