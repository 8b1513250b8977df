import { temporaryDir } from '../../base/temporary.fixture.ts';
import { createFileStore } from '../../cache/store.ts';
import { memoryStore } from '../store.ts';
import { describeStore } from './store.ts';

await describeStore('the store in memory', () => ({ store: memoryStore() }));

await describeStore('a store without delete and list', () => {
  const { read, write } = memoryStore();
  return { store: { read, write } };
});

await describeStore('the file store', async () => {
  let close = async (): Promise<void> => {};
  const dir = await temporaryDir((cleanUp) => {
    close = cleanUp;
  });
  return { store: createFileStore(dir), close };
});
