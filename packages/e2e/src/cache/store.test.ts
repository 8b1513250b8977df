import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryDir } from '../base/temporary.fixture.ts';
import { clearPaceMarks, createFileStore, MAX_ENTRY_BYTES, paceMarkOf } from './store.ts';

const KEY = 'a'.repeat(64);

test('R49: a pace mark is kept beside the entries, is none of them, and is cleared on its own', async () => {
  const dir = await temporaryDir();
  const store = createFileStore(dir);
  await store.write(KEY, '{}');
  await store.write(paceMarkOf(KEY), 'paced');
  expect(await store.read(paceMarkOf(KEY))).toBe('paced');
  expect(await store.list()).toEqual([KEY]);
  await clearPaceMarks(dir);
  expect(await readdir(dir)).toEqual([`${KEY}.json`]);
});

test('R16: of an oversized file no more is read than tells that it is', async () => {
  const store = createFileStore(await temporaryDir());
  await store.write(KEY, 'x'.repeat(MAX_ENTRY_BYTES * 2));
  expect((await store.read(KEY))?.length).toBe(MAX_ENTRY_BYTES + 1);
});
