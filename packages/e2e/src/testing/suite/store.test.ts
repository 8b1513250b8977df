import { memoryStore } from '../store.ts';
import { describeStore } from './store.ts';

await describeStore('the store in memory', () => ({ store: memoryStore() }));

await describeStore('a store without delete and list', () => {
  const { read, write } = memoryStore();
  return { store: { read, write } };
});
