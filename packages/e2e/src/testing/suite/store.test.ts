import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileStore } from '../../cache/store.ts';
import { memoryStore } from '../store.ts';
import { describeStore } from './store.ts';

await describeStore('the store in memory', () => ({ store: memoryStore() }));

await describeStore('a store without delete and list', () => {
  const { read, write } = memoryStore();
  return { store: { read, write } };
});

await describeStore('the file store', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'e2e-store-'));
  return { store: createFileStore(dir), close: () => rm(dir, { recursive: true, force: true }) };
});
