// What a user's compiler says of a test file: everything typed, nothing to install, no library check to skip.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeProject } from '../harness/project.ts';

const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

const TEST_FILE = `import { afterEach, beforeEach, describe, expect, secret, test, unique } from 'e2e';

interface Cart { add(): Promise<void> }
const shop = test.extend<{ cart: Cart }>({
  cart: async ({ app, screen }, use) => {
    await app.open('/cart');
    await use({ add: () => screen.getByRole('button', { name: 'Add item' }).tap() });
  },
});
beforeEach(async ({ app }) => { await app.open(); });
afterEach(async ({ browser }) => { const url: string = browser.url(); void url; });
describe('group', { tags: ['x'] }, () => {
  shop('own', async ({ cart, agent }) => {
    await cart.add();
    const params = { who: unique('a'), password: secret('pw') };
    const { summary, usage } = await agent.act('sign in as {who}', { params });
    const text: string = summary;
    const calls: number = usage.modelCalls;
    void [text, calls];
  });
  test.each([['a', 1], ['b', 2]])('case %s', async (name, count, { screen }) => {
    void [name, count];
    await expect(screen.getByRole('x')).not.toBeVisible({ timeout: 5 });
  });
  test.each([{ who: 'Ann' }])('hi $who', ({ who }, { app }) => { const name: string = who; void [name, app]; });
});
test('adds', { retries: 1, agent: ['buyer', 'admin'], cache: 'off' }, async ({ app, agent, screen, browser }) => {
  await app.open('/cart');
  await agent.act('add one item');
  await expect(screen.getByRole('status')).toHaveText('1 item');
  await expect.soft(screen.getByText(/x/).filter({ hasText: 'y' }).first()).toContainText('z');
  await expect(browser).toHaveURL(/cart/);
  await expect.poll(() => 1).toBe(1);
  expect({ a: 1 }).toMatchObject({ a: 1 });
  await browser.page.keyboard.press('Enter');
  // @ts-expect-error a number has no such matcher
  await expect(3).toBeVisible();
  // @ts-expect-error no such option
  test('x', { retrys: 1 }, () => {});
  // @ts-expect-error a locator has no value matcher
  expect(screen.getByRole('x')).toBe(1);
  // @ts-expect-error no such fixture
  test('x', ({ window }) => {});
});
`;

test('a test file compiles without any types of the user’s own', { timeout: 60_000 }, async () => {
  const project = await makeProject({
    'tests/a.e2e.ts': TEST_FILE,
    'e2e.config.ts': `import { defineConfig, offline } from 'e2e';
import { web } from 'e2e/web';

export default defineConfig({
  targets: [{ name: 'web', engine: web(), app: { url: 'http://localhost:3000', command: 'npm start' } }],
  agents: { default: { executor: offline() }, buyer: { model: 'openai/gpt-6-luna-fast' } },
});
`,
    'tsconfig.json': JSON.stringify({
      compilerOptions: { module: 'NodeNext', target: 'ES2022', strict: true, noEmit: true },
      include: ['tests', 'e2e.config.ts'],
    }),
  });
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [TSC, '-p', project.dir]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
});
