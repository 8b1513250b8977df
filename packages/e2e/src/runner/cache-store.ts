// Where a worker's recordings are kept: the config's own store, or files.
import type { Config } from '../api/config.ts';
import { guardStore } from '../cache/guard.ts';
import type { CacheStore } from '../cache/store.ts';

/** The store of a run, with an end to each of its operations. `dir`: absolute directory of the file store. */
export async function openStore(config: Config, dir: string | undefined): Promise<CacheStore> {
  const own = typeof config.cache === 'object' ? config.cache.store : undefined;
  if (own !== undefined) return guardStore(own);
  if (dir === undefined) throw new Error('no store and no directory to keep recordings in');
  const { createFileStore } = await import('../cache/store.ts');
  return guardStore(createFileStore(dir));
}
