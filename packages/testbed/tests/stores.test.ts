// `e2e/stores` over real storages: unstorage's drivers for files, HTTP and Redis, each held to the contract of a store and used by whole runs.
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unstorageStore } from 'e2e/stores';
import { describeStore } from 'e2e/testing';
import { createStorage, prefixStorage } from 'unstorage';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryDir } from '../../e2e/src/base/temporary.fixture.ts';
import { CART_TEST, FAKE_CONFIG } from '../harness/files.ts';
import { makeProject, type Project, stepsOf } from '../harness/project.ts';
import { findRedis, startRedis } from '../harness/redis.ts';
import { type OpenStorage, openFiles, openHttp, openRedis, serveStorage } from '../harness/storage.ts';

const MODULES = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
const KEY = 'a'.repeat(64);

const redisPath = findRedis();
const NO_REDIS =
  'no redis-server on this machine: .ci/run installs it, as does `apt-get install redis-server`';
const redis = redisPath === undefined ? undefined : await startRedis(redisPath, await temporaryDir(afterAll));
afterAll(() => redis?.stop());

const DRIVERS: readonly (readonly [string, () => Promise<OpenStorage>])[] = [
  ['in memory', async () => ({ storage: createStorage(), close: async () => {} })],
  ['of files', openFiles],
  ['over HTTP', openHttp],
  ...(redis === undefined ? [] : [['in Redis', () => openRedis(redis)] as const]),
];
if (redis === undefined) test.skip(`R42: the adapter over a storage in Redis (${NO_REDIS})`, () => {});

for (const [where, open] of DRIVERS) {
  await describeStore(`the adapter over a storage ${where}`, async () => {
    const { storage, close } = await open();
    return { store: unstorageStore(storage), close };
  });
}

describe.each(DRIVERS)('the adapter over a storage %s', (_, open) => {
  async function opened(): Promise<OpenStorage> {
    const one = await open();
    onTestFinished(() => one.close());
    return one;
  }

  test.each([
    'true',
    '12',
    '"a"',
    '{"a":1}',
    '[1, 2]',
    '{ "__proto__": {} }',
    'base64:aGk=',
    ' \n',
    'e2e 1 x',
  ])('R42: %j comes back as it was written, not as what a storage takes it for', async (text) => {
    const { storage } = await opened();
    const store = unstorageStore(storage);
    await store.write(KEY, text);
    expect(await store.read(KEY)).toBe(text);
  });

  test('R42: of a storage that others use too only recordings are listed', async () => {
    const { storage } = await opened();
    await storage.setItem('sessions:1', 'x');
    await storage.setItem('notes', 'y');
    const store = unstorageStore(storage);
    await store.write(KEY, '{}');
    expect(await store.list()).toEqual([KEY]);
    const own = unstorageStore(prefixStorage(storage, 'recordings'));
    expect([await own.list(), await own.read(KEY)]).toEqual([[], undefined]);
    await own.write('b'.repeat(64), '{}');
    expect(await own.list()).toEqual(['b'.repeat(64)]);
  });

  test('R16: an item that is damaged is given as it lies there, for the cache to refuse', async () => {
    const { storage } = await opened();
    const store = unstorageStore(storage);
    await store.write(KEY, 'a recording');
    const item = String(await storage.getItem(KEY));
    await storage.setItem(KEY, item.slice(0, -2));
    expect(await store.read(KEY)).toBe(item.slice(0, -2));
  });

  test('R41: many writers of one key leave one whole text', async () => {
    const { storage } = await opened();
    const store = unstorageStore(storage);
    const texts = Array.from({ length: 20 }, (_item, index) => String(index).repeat(20_000));
    await Promise.all(texts.map((text) => store.write(KEY, text)));
    expect(texts).toContain(await store.read(KEY));
  });
});

test('R41: a text that another process is just writing is looked at again', async () => {
  const storage = createStorage();
  const store = unstorageStore(storage);
  await store.write(KEY, 'whole');
  const item = await storage.getItem(KEY);
  await storage.setItem(KEY, '');
  const reading = store.read(KEY);
  await storage.setItem(KEY, item);
  expect(await reading).toBe('whole');
});

/** A project on the app in memory whose config keeps recordings in a storage; `driver` is source. */
async function storedProject(driver: string, options: string): Promise<Project> {
  const config = FAKE_CONFIG.replace(
    'export default defineConfig({',
    `import { unstorageStore } from 'e2e/stores';
import { createStorage } from 'unstorage';
import driver from 'unstorage/drivers/${driver}';
const store = unstorageStore(createStorage({ driver: driver(${options}) }));
export default defineConfig({ cache: { store },`,
  );
  const project = await makeProject({ 'e2e.config.ts': config, 'tests/cart.e2e.ts': CART_TEST });
  for (const name of ['unstorage', 'ioredis']) {
    await symlink(join(MODULES, name), join(project.dir, 'node_modules', name), 'dir');
  }
  return project;
}

async function recordsAndReplays(project: Project): Promise<void> {
  const first = await project.run(['run'], { env: { CI: 'true' } });
  expect(first.exitCode, first.output).toBe(0);
  expect(stepsOf(await project.report(), 'adds an item')[0]?.cache).toMatchObject({ write: 'saved' });
  const second = await project.run(['run', '--strict-cache']);
  expect(second.stdout, second.output).toMatch(/^ +Cache {2}1 replayed$/m);
  expect(await project.list('.e2e/cache')).toEqual([]);
  const listed = await project.run(['cache', 'ls']);
  expect([listed.exitCode, listed.stdout], listed.output).toEqual([
    0,
    expect.stringContaining('add one item to the cart'),
  ]);
}

describe('a whole run', () => {
  test('R42: records into files of unstorage and replays from them', async () => {
    await recordsAndReplays(await storedProject('fs', `{ base: './shared' }`));
  });

  test('R42: records over HTTP and replays from there', async () => {
    const { url, close } = await serveStorage();
    onTestFinished(close);
    await recordsAndReplays(await storedProject('http', `{ base: '${url}' }`));
  });

  test.skipIf(redisPath === undefined)(
    `R16 R42 R43: records into Redis and replays from it; without the server it runs live, under strict too${redisPath === undefined ? ` (${NO_REDIS})` : ''}`,
    async () => {
      const own = await startRedis(redisPath ?? '', await temporaryDir());
      onTestFinished(own.stop);
      const project = await storedProject('redis', `{ host: '${own.host}', port: ${own.port} }`);
      await recordsAndReplays(project);
      await own.stop();
      const down = await project.run(['run']);
      expect(down.exitCode, down.output).toBe(0);
      const [step] = stepsOf(await project.report(), 'adds an item');
      expect(step?.cache).toMatchObject({ mode: 'missed', reason: 'no-entry', write: 'not-written' });
      expect(step?.cache?.detail).toMatch(/could not be read.*not written/s);
      const strict = await project.run(['run', '--strict-cache']);
      expect(strict.exitCode, strict.output).toBe(0);
    },
  );
});
