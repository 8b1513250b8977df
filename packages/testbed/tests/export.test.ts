// `e2e cache export`, proven by what it writes: the example shop's suite is recorded, exported, and run by the real Playwright Test.
import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sampleEntry } from '../../e2e/src/cli/inventory.fixture.ts';
import { describeBrowser } from '../../e2e/src/engines/web/launch.ts';
import { makeProject, type Project } from '../harness/project.ts';
import { freePort } from '../harness/server.ts';

const SHOP = fileURLToPath(new URL('../../../examples/shop', import.meta.url));
const PLAYWRIGHT = fileURLToPath(new URL('../../../node_modules/@playwright/test', import.meta.url));
const PASSWORD = 'walnut-and-brass-42';

/** The shop's suite once with `e2e` and twice with Playwright Test, on a machine that may be busy with others. */
const TIMEOUT_MS = 600_000;

/** A test, as Playwright's JSON reporter tells of it. */
interface Spec {
  readonly title: string;
  readonly ok: boolean;
  readonly tests: readonly {
    readonly results: readonly { readonly error?: { readonly message: string } }[];
  }[];
}
interface Suite {
  readonly specs?: readonly Spec[];
  readonly suites?: readonly Suite[];
}

function specsOf({ specs = [], suites = [] }: Suite): readonly Spec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** Runs Playwright Test on the project's exported tests, with the shop in a variant. */
async function playwright(project: Project, port: number, variant: string, args: readonly string[] = []) {
  const child = spawn(process.execPath, [join(PLAYWRIGHT, 'cli.js'), 'test', ...args], {
    cwd: project.dir,
    env: {
      ...process.env,
      CI: '',
      PASSWORD,
      PLAYWRIGHT_JSON_OUTPUT_NAME: 'results.json',
      SHOP_PORT: String(port),
      SHOP_DATA: join(project.dir, 'shop.json'),
      SHOP_VARIANT: variant,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exitCode = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  const results = JSON.parse(await readFile(join(project.dir, 'results.json'), 'utf8')) as Suite;
  const orders = JSON.parse(await readFile(join(project.dir, 'shop.json'), 'utf8')) as {
    readonly orders: readonly { readonly name: string }[];
  };
  return { exitCode, output, specs: specsOf(results), orders: orders.orders };
}

test('R46: the exported suite of the shop passes in Playwright Test, and fails when the order is dropped', {
  timeout: TIMEOUT_MS,
}, async () => {
  const port = await freePort();
  const project = await makeProject({});
  for (const part of ['e2e.config.ts', 'package.json', 'tests', 'server', 'public'])
    await cp(join(SHOP, part), join(project.dir, part), { recursive: true });
  await mkdir(join(project.dir, 'node_modules/@playwright'), { recursive: true });
  await symlink(PLAYWRIGHT, join(project.dir, 'node_modules/@playwright/test'), 'dir');
  const env = { SHOP_PORT: String(port), SHOP_DATA: join(project.dir, 'shop.json') };
  const recorded = await project.run(['run'], { env });
  expect(recorded).toMatchObject({ exitCode: 0 });

  const exported = await project.run(['cache', 'export', '--out', 'playwright/shop.spec.ts']);
  expect(exported).toMatchObject({
    exitCode: 0,
    stderr: '',
    stdout: 'Wrote 8 tests to playwright/shop.spec.ts.\n',
  });
  const code = await project.read('playwright/shop.spec.ts');
  expect(code).not.toContain(PASSWORD);
  const browser = await describeBrowser();
  if (browser.kind !== 'executable') throw new Error('no browser of its own');
  await project.write({
    'playwright.config.ts': `import { defineConfig } from '@playwright/test';
export default defineConfig({
  testDir: 'playwright',
  reporter: [['json']],
  workers: 1,
  use: { baseURL: 'http://127.0.0.1:${port}', launchOptions: { executablePath: ${JSON.stringify(browser.path)} } },
  webServer: { command: 'node server/start.js', url: 'http://127.0.0.1:${port}' },
});
`,
  });

  const whole = await playwright(project, port, '');
  expect({
    output: whole.output,
    failed: whole.specs.filter(({ ok }) => !ok).map(({ title }) => title),
  }).toMatchObject({ failed: [] });
  expect(whole.specs).toHaveLength(8);
  expect(whole.exitCode).toBe(0);
  expect(whole.orders.filter(({ name }) => /^Name \w+$/.test(name))).toHaveLength(1);

  const dropped = await playwright(project, port, 'order-dropped', ['--grep', 'places an order']);
  expect(dropped.exitCode).toBe(1);
  const [order] = dropped.specs;
  expect(order).toMatchObject({ title: 'places an order', ok: false });
  expect(order?.tests[0]?.results[0]?.error?.message).toContain('toHaveURL');
  expect(dropped.orders.filter(({ name }) => name.startsWith('Name '))).toEqual([]);
});

describe('e2e cache export', () => {
  const one = sampleEntry({});
  const two = sampleEntry({ step: { titlePath: ['pays'], instruction: 'pay' } });
  const gap = sampleEntry({
    step: { titlePath: ['too long'] },
    truncated: 'it has 51 actions, more than 50',
  });
  const files = { [`.e2e/cache/${one.key}.json`]: one.text, [`.e2e/cache/${two.key}.json`]: two.text };

  test('prints every test, those that --test names, or the one step of an ENTRY', async () => {
    const project = await makeProject(files);
    const all = await project.run(['cache', 'export']);
    expect(all.stdout.match(/^ *test\(.*$/gm)).toHaveLength(2);
    const named = await project.run(['cache', 'export', '--test', 'CART › ADDS']);
    expect(named.stdout.match(/^ *test\(.*$/gm)).toEqual(["  test('adds an item', async ({ page }) => {"]);
    const step = await project.run(['cache', 'export', two.key.slice(0, 8)]);
    expect(step.stdout.match(/^ *test\(.*$/gm)).toEqual(["test('pays', async ({ page }) => {"]);
    expect([all, named, step].map(({ exitCode, stderr }) => ({ exitCode, stderr }))).toEqual(
      Array.from({ length: 3 }, () => ({ exitCode: 0, stderr: '' })),
    );
  });

  test('says what it could not write, and exits with 1', async () => {
    const project = await makeProject({ ...files, [`.e2e/cache/${gap.key}.json`]: gap.text });
    const { exitCode, stdout, stderr } = await project.run(['cache', 'export', '--json']);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      'e2e: not whole: tests/cart.e2e.ts › too long: its recording never replays: it has 51 actions, more than 50\n',
    );
    const { tests, code, place } = JSON.parse(stdout) as {
      readonly place: string;
      readonly tests: readonly {
        readonly titlePath: readonly string[];
        readonly missing: readonly string[];
      }[];
      readonly code: string;
    };
    expect(place).toBe('.e2e/cache');
    expect(tests.map(({ titlePath, missing }) => [titlePath.at(-1), missing.length])).toEqual([
      ['adds an item', 0],
      ['pays', 0],
      ['too long', 1],
    ]);
    expect(code).toContain("test.fixme(true, 'its recording never replays");
  });

  test('replaces a file of its own, and none that a person wrote', async () => {
    const project = await makeProject({ ...files, 'mine.spec.ts': '// mine\n' });
    const args = ['cache', 'export', '--out', 'spec/all.spec.ts'];
    expect((await project.run(args)).exitCode).toBe(0);
    expect((await project.run(args)).stdout).toBe('Wrote 2 tests to spec/all.spec.ts.\n');
    const refused = await project.run(['cache', 'export', '--out', 'mine.spec.ts']);
    expect(refused.stderr).toContain('mine.spec.ts is there and was not written by this command.');
    expect(refused.exitCode).toBe(2);
    expect(await project.read('mine.spec.ts')).toBe('// mine\n');
  });

  test.each([
    [
      ['--test', 'nothing like it'],
      'No recorded test in .e2e/cache has "nothing like it" in its file and titles. There are:',
    ],
    [['abcd', '--test', 'pays'], 'An ENTRY names one step, --test names whole tests'],
    [['zzzz'], 'No recording in .e2e/cache starts with "zzzz"'],
  ])('refuses %j', async (args, message) => {
    const { exitCode, stderr } = await (await makeProject(files)).run(['cache', 'export', ...args]);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });
});
