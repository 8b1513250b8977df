import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDir } from '../base/temporary.fixture.ts';
import { createFileStore, paceMarkOf } from '../cache/store.ts';
import { memoryStore } from '../testing/store.ts';
import { sampleEntry } from './inventory.fixture.ts';
import { takeInventory, takeRows } from './inventory.ts';

test('tells recordings from what only has the name of one, and what was one once', async () => {
  const first = sampleEntry({
    step: { file: 'tests/b.e2e.ts' },
    actions: 2,
    truncated: 'more than 50 actions',
  });
  const second = sampleEntry({ step: { file: 'tests/a.e2e.ts', occurrence: 2 } });
  const damaged = sampleEntry({ step: { instruction: 'damaged' } });
  const inventory = await takeInventory(
    memoryStore([
      [first.key, first.text],
      [second.key, second.text],
      [damaged.key, `<<<<<<< ours\n${damaged.text}`],
      ['f'.repeat(64), '{"name":"another tool"}'],
    ]),
  );
  expect(inventory.recordings.map(({ row }) => row)).toEqual([
    {
      entry: second.key,
      file: 'tests/a.e2e.ts',
      titlePath: ['cart', 'adds an item'],
      target: 'web',
      agent: 'default',
      instruction: 'add one item to the cart',
      occurrence: 2,
      recordedAt: '2026-01-02T03:04:05.678Z',
      actions: 1,
      bytes: Buffer.byteLength(second.text),
    },
    expect.objectContaining({ entry: first.key, actions: 2, truncated: 'more than 50 actions' }),
  ]);
  expect(Object.fromEntries(inventory.invalid.map(({ entry, wasEntry }) => [entry, wasEntry]))).toEqual({
    [damaged.key]: true,
    ['f'.repeat(64)]: false,
  });
});

test('says the size on disk of a file that is too large to be read', async () => {
  const dir = await temporaryDir();
  const { key, text } = sampleEntry();
  await writeFile(join(dir, `${key}.json`), text + ' '.repeat(2_000_000));
  const { invalid } = await takeInventory(createFileStore(dir), dir);
  expect(invalid).toEqual([
    { entry: key, reason: 'it is over 1 MiB', bytes: Buffer.byteLength(text) + 2_000_000, wasEntry: true },
  ]);
});

test('gives a row to an entry that cannot be read, and none to one that has gone meanwhile', async () => {
  const store = {
    ...memoryStore(),
    list: async () => ['broken', 'gone', 'number'],
    read: async (key: string) => {
      if (key === 'broken') throw new Error('connection reset');
      return key === 'number' ? (7 as unknown as string) : undefined;
    },
  };
  expect((await takeInventory(store)).invalid.map(({ entry, reason }) => [entry, reason])).toEqual([
    ['broken', "it can't be read: connection reset"],
    ['number', 'the store returned number instead of a text'],
  ]);
});

test.each([
  ['throws', () => Promise.reject(new Error('no route to host')), 'no route to host'],
  ['returns nonsense', () => Promise.resolve('abc' as unknown as string[]), 'it gave no list of keys'],
])('a store whose list %s is a clear error', async (_, list, message) => {
  await expect(takeInventory({ ...memoryStore(), list })).rejects.toThrow(
    `The store of recordings (config key cache.store) could not be listed: ${message}`,
  );
});

test('reads many entries, each once', async () => {
  const entries = Array.from({ length: 100 }, (_, index) =>
    sampleEntry({ step: { instruction: `step ${index}` } }),
  );
  const { recordings } = await takeInventory(memoryStore(entries.map(({ key, text }) => [key, text])));
  expect(new Set(recordings.map(({ row }) => row.entry)).size).toBe(100);
});

test('R49: a pace mark that a store of one’s own lists is neither a recording nor an invalid one', async () => {
  const { key, text } = sampleEntry();
  const inventory = await takeInventory(
    memoryStore([
      [key, text],
      [paceMarkOf('f'.repeat(64)), '{ "paced": true }\n'],
    ]),
  );
  expect(inventory).toMatchObject({ recordings: [{ row: { entry: key } }], invalid: [] });
});

test('rows of a directory are those of its inventory, also where no further thread can be had', async () => {
  const dir = await temporaryDir();
  const entries = Array.from({ length: 2_050 }, (_, index) =>
    sampleEntry({ step: { instruction: `step ${index}`, file: `tests/${index % 7}.e2e.ts` } }),
  );
  // The threads run the built package, and there is none beside the sources.
  for (const [index, { key, text }] of entries.entries()) {
    const stored = index % 400 === 0 ? text.replace('pressed', 'Pressed') : text;
    await writeFile(join(dir, `${key}.json`), stored);
  }
  const { recordings, invalid } = await takeInventory(createFileStore(dir), dir);
  expect([recordings.length, invalid.length]).toEqual([2_044, 6]);
  expect(await takeRows(createFileStore(dir), dir)).toEqual({
    recordings: recordings.map(({ row }) => row),
    invalid,
  });
});

test('rows of a store without files are those of its inventory', async () => {
  const [whole, damaged] = [sampleEntry(), sampleEntry({ step: { instruction: 'damaged' } })];
  const store = memoryStore([
    [whole.key, whole.text],
    [damaged.key, damaged.text.slice(1)],
  ]);
  const { recordings, invalid } = await takeInventory(store);
  expect(await takeRows(store)).toEqual({ recordings: recordings.map(({ row }) => row), invalid });
});
