// `--reporter html`, read as a person reads it: in a real browser, from the disk.
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { describeBrowser } from '../../e2e/src/engines/web/launch.ts';
import { CART_PAGE, webConfig } from '../harness/files.ts';
import { makeProject } from '../harness/project.ts';
import { servePages } from '../harness/server.ts';

const TOKEN = 'tok-4821-walnut';

const TOKEN_PAGE = `<!doctype html><title>Token</title><h1>Token</h1>
<label>Token <input></label><button>Save</button><p role="status"></p>
<script>document.querySelector('button').onclick = () => { document.querySelector('p').textContent = 'Saved'; };</script>`;

const TESTS = `import { expect, secret, test } from 'e2e';

test('adds an item', async ({ app, agent, screen }) => {
  await app.open('/cart');
  await agent.act('add one item to the cart');
  await expect(screen.getByRole('status')).toHaveText('1 item');
});

test('keeps a token', async ({ app, agent, screen }) => {
  await app.open('/token');
  await agent.act('fill Token with {token}, then press Save', { params: { token: secret('token') } });
  await expect(screen.getByRole('status')).toHaveText('Saved');
});
`;

async function openBrowser(): Promise<Browser> {
  const found = await describeBrowser();
  if (found.kind !== 'executable') throw new Error('no browser of its own');
  const browser = await chromium.launch({ executablePath: found.path });
  onTestFinished(() => browser.close());
  return browser;
}

test('R48: each test has a page that opens from the disk, with each step, its outcome and its pictures', {
  timeout: 300_000,
}, async () => {
  const { url } = await servePages({ '/cart': CART_PAGE, '/token': TOKEN_PAGE });
  const project = await makeProject({
    'e2e.config.ts': webConfig(url, `secrets: { token: '${TOKEN}' },`),
    'tests/cart.e2e.ts': TESTS,
    '.e2e/html/mine.html': 'mine',
    '.e2e/html/test-99.html': 'of an earlier run',
  });
  const args = ['run', '--reporter', 'list,html'];
  const first = await project.run(args);
  expect(first).toMatchObject({ exitCode: 0 });
  expect(first.stdout).toContain('HTML  .e2e/html/index.html\n');
  expect(await project.run(args)).toMatchObject({ exitCode: 0 });
  expect(await project.list('.e2e/html')).toEqual([
    'index.html',
    'mine.html',
    'pictures',
    'test-1.html',
    'test-2.html',
  ]);
  const kept = await project.list('.e2e/html/pictures');
  // Two of the cart; of the token only the screen before it was typed.
  expect(kept).toHaveLength(3);
  for (const name of ['index.html', 'test-1.html', 'test-2.html'])
    expect(await project.read(`.e2e/html/${name}`)).not.toContain(TOKEN);

  const page = await (await openBrowser()).newPage();
  const faults: string[] = [];
  page.on('console', (message) => faults.push(message.text()));
  page.on('requestfailed', (request) => faults.push(request.url()));
  await page.goto(pathToFileURL(`${project.dir}/.e2e/html/index.html`).href);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('e2e: passed');
  await page.getByRole('link', { name: 'adds an item' }).click();
  const step = page.getByRole('listitem').filter({ hasText: 'add one item to the cart' });
  expect(await step.textContent()).toMatch(/Recording\s*replayed/);
  const before = step.getByRole('img', { name: 'Before: tap button "Add item"' });
  await before.scrollIntoViewIfNeeded();
  await expect.poll(() => before.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1280);
  const [shot, mark] = await Promise.all([before.boundingBox(), step.locator('.mark').boundingBox()]);
  if (shot === null || mark === null) throw new Error('no picture or no mark');
  expect(mark.x).toBeGreaterThanOrEqual(shot.x);
  expect(mark.y).toBeGreaterThanOrEqual(shot.y);
  expect(mark.x + mark.width).toBeLessThan(shot.x + shot.width / 2);
  expect(mark.y + mark.height).toBeLessThan(shot.y + shot.height / 2);
  await page.getByRole('link', { name: 'Next test' }).click();
  const words = await page.getByRole('main').textContent();
  expect(words).toContain('Before: tap button "Save". No picture: the screen shows a secret.');
  await page.getByRole('link', { name: 'All tests' }).click();
  expect(page.url()).toMatch(/index\.html$/);
  expect(faults).toEqual([]);
});
