// The package as a user gets it: packed, installed in an empty folder from its file, run and type-checked there.
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryDir } from '../../e2e/src/base/temporary.fixture.ts';
import { servePages } from '../harness/server.ts';

const run = promisify(execFile);
const PACKAGE_DIR = fileURLToPath(new URL('../../e2e', import.meta.url));
const TSC = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));

const PAGE = `<!doctype html><title>Cart</title><h1>Cart</h1><button>Add item</button><p role="status"></p>
<script>document.querySelector('button').onclick = () => { document.querySelector('p').textContent = '1 item'; };</script>`;

const TEST = `import { test, describe, expect, unique, secret } from 'e2e';

test('adds an item', async ({ app, agent, screen, browser }) => {
  await app.open('/cart');
  await agent.act('add one item to the cart');
  await expect(screen.getByRole('status')).toHaveText('1 item');
  await expect(browser).toHaveURL(/cart/);
});

describe.skip('types only', () => {
  test('are exact', { retries: 1, timeout: 5_000, tags: ['slow'] }, async ({ agent, screen }) => {
    const { summary } = await agent.act('sign in as {name} with {password}', {
      params: { name: unique('ann'), password: secret('password') },
    });
    const text: string = summary;
    const count: number = await screen.getByText(text).count();
    // @ts-expect-error: there is no such option
    await agent.act('x', { parms: {} });
    // @ts-expect-error: a locator is not a number
    const wrong: number = screen.getByRole('button');
    return void [count, wrong];
  });
});
`;

const STORE = `import type { CacheStore } from 'e2e';
import { type KeyValueStorage, unstorageStore } from 'e2e/stores';

const kept = new Map<string, string>();
export const storage: KeyValueStorage = {
  getItem: async (key) => kept.get(key) ?? null,
  setItem: async (key, value) => void kept.set(key, value),
  removeItem: async (key) => void kept.delete(key),
  getKeys: async () => [...kept.keys()],
};
export const store: CacheStore = unstorageStore(storage);
`;

const STORE_RUN = `import { unstorageStore } from 'e2e/stores';
const kept = new Map();
const store = unstorageStore({ getItem: async (key) => kept.get(key) ?? null, setItem: async (key, value) => void kept.set(key, value) });
await store.write('k', '{}');
console.log(await store.read('k'));
`;

test('packed and installed in an empty folder, one test and a short config run, and their types hold', async () => {
  const { url } = await servePages({ '/cart': PAGE });
  const dir = await temporaryDir();
  await run('npm', ['pack', '--pack-destination', dir, '--ignore-scripts'], { cwd: PACKAGE_DIR });
  const [tarball] = (await readdir(dir)).filter((name) => name.endsWith('.tgz'));
  expect(tarball).toMatch(/^e2e-\d+\.\d+\.\d+\.tgz$/);
  await writeFile(join(dir, 'package.json'), '{ "name": "empty", "type": "module" }\n');
  await run('npm', ['install', `./${tarball}`, '--no-audit', '--no-fund'], { cwd: dir });
  await writeFile(
    join(dir, 'e2e.config.ts'),
    `import { defineConfig, offline } from 'e2e';
import { web } from 'e2e/web';
export default defineConfig({ targets: [{ name: 'web', engine: web(), app: { url: '${url}' } }], agents: { default: { executor: offline() } } });
`,
  );
  await writeFile(join(dir, 'cart.e2e.ts'), TEST);

  const env = { ...process.env, CI: '', E2E_CACHE_DIR: '' };
  const first = await run('npx', ['e2e', 'run'], { cwd: dir, env });
  expect(first.stdout).toContain('1 passed');
  const second = await run('npx', ['e2e', 'run'], { cwd: dir, env });
  expect(second.stdout).toMatch(/^ +Cache {2}1 replayed$/m);

  const strict = [
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--moduleResolution',
    'nodenext',
  ];
  await writeFile(join(dir, 'store.ts'), STORE);
  await run(TSC, [...strict, 'cart.e2e.ts', 'e2e.config.ts', 'store.ts'], { cwd: dir });

  // It needs no library that is not there, and nothing else of the package loads it.
  const told = await run(process.execPath, ['--input-type=module', '-e', STORE_RUN], { cwd: dir });
  expect(told.stdout.trim()).toBe('{}');
  const dist = join(dir, 'node_modules/e2e/dist');
  const modules = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.js'));
  expect(modules).toContain('stores/index.js');
  for (const name of modules.filter((one) => !one.startsWith('stores/'))) {
    expect(await readFile(join(dist, name), 'utf8'), name).not.toMatch(/from '[^']*\/stores\//);
  }
});
