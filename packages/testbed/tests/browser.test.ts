// The hand-written half of the test API in a real browser, over one rich page: everything of `app` and `browser`, every query, action and
// matcher once, each also with `.not`; and that each matcher can fail.
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { webConfig } from '../harness/files.ts';
import { makeProject, testOf } from '../harness/project.ts';
import { servePages } from '../harness/server.ts';

const PAGE = `<!doctype html><title>Profile</title><link rel=icon href="data:,">
<h1>Profile</h1>
<form onsubmit="return false">
  <label>Name <input data-testid=name value=Ann class=field></label>
  <input placeholder="Search people" onkeydown="if (event.key === 'Enter') say('searched ' + this.value)">
  <label><input type=checkbox onchange="say(this.checked ? 'on' : 'off')"> News</label>
  <label>Colour <select onchange="say(this.value)"><option>red</option><option>blue</option></select></label>
  <label>Photo <input type=file multiple onchange="say([...this.files].map((file) => file.name).join())"></label>
  <button type=button disabled>Delete</button>
  <button type=button onclick="say(confirm('Sure?') ? 'yes' : 'no')">Ask</button>
  <button type=button onclick="say(String(prompt('Who?')))">Who</button>
  <button type=button onmouseover="say('hovered')">Hover me</button>
</form>
<ul><li>Apple <button onclick="say('apple')">Buy</button></li><li>Pear <button onclick="say('pear')">Buy</button></li><li>Plum <button onclick="say('plum')">Buy</button></li></ul>
<p role=status></p><p id=kept></p><p hidden>secret place</p>
<a href="/next">Next</a>
<script>
  function say(text) { document.querySelector('[role=status]').textContent = text; }
  document.querySelector('#kept').textContent = 'kept: ' + (localStorage.getItem('kept') ?? 'nothing') + ' ' + document.cookie;
  localStorage.setItem('kept', 'something'); document.cookie = 'seen=1';
</script>`;

const TESTS = `import { expect, test } from 'e2e';

test('app and browser', async ({ app, browser, screen }) => {
  await app.open('/');
  await expect(screen.getByText('kept: nothing')).toBeVisible();
  console.log('picture ' + await app.screenshot('first look'));
  await app.restart();
  await expect(screen.getByText('kept: something seen=1')).toBeVisible();
  await app.clearState();
  await app.open('/');
  await expect(screen.getByText('kept: nothing')).toBeVisible();

  expect(await browser.title()).toBe('Profile');
  await screen.getByRole('link', { name: 'Next' }).click();
  await browser.waitForURL('/next');
  await expect(browser).toHaveTitle('Next page');
  await expect(browser).not.toHaveURL('/');
  await browser.back();
  await expect(browser).toHaveURL('/');
  await browser.forward();
  await expect(browser).toHaveURL('/next');
  await browser.goto('/');
  await screen.getByTestId('name').fill('Bob');
  await browser.reload();
  await expect(screen.getByTestId('name')).toHaveValue('Ann');

  const status = screen.getByRole('status');
  browser.onDialog((dialog) => dialog.message === 'Sure?');
  await screen.getByRole('button', { name: 'Ask' }).tap();
  await expect(status).toHaveText('yes');
  browser.onDialog((dialog) => (dialog.type === 'prompt' ? 'Eve' : false));
  await screen.getByRole('button', { name: 'Who' }).tap();
  await expect(status).toHaveText('Eve');
  await screen.getByRole('button', { name: 'Ask' }).tap();
  await expect(status).toHaveText('no');
});

test('queries, actions and matchers', async ({ app, screen }) => {
  await app.open('/');
  const status = screen.getByRole('status');
  const name = screen.getByLabel('Name');
  await expect(name).toHaveValue('Ann');
  await expect(name).not.toHaveValue('Bob');
  await expect(name).not.toBeFocused();
  await name.fill('Bob');
  await expect(name).toHaveValue(/^B/);
  await expect(name).toBeFocused();
  expect(await name.inputValue()).toBe('Bob');
  await expect(screen.getByTestId('name')).toHaveAttribute('class', 'field');
  await expect(screen.getByTestId('name')).not.toHaveAttribute('class', 'other');
  await expect(screen.getByTestId('name')).not.toHaveAttribute('title');

  await screen.getByPlaceholder('Search people').fill('Al');
  await screen.getByPlaceholder('Search people').press('Enter');
  await expect(status).toHaveText('searched Al');
  await expect(status).toContainText('Al');
  await expect(status).not.toContainText('Bo');
  await expect(status).not.toHaveText('searched');

  const news = screen.getByRole('checkbox', { name: 'News' });
  await expect(news).not.toBeChecked();
  await news.check();
  await expect(news).toBeChecked();
  await expect(status).toHaveText('on');
  await news.uncheck();
  expect(await news.isChecked()).toBe(false);

  await screen.getByLabel('Colour').select('blue');
  await expect(status).toHaveText('blue');
  await screen.getByLabel('Photo').upload(['a.txt', 'b.txt']);
  await expect(status).toHaveText('a.txt,b.txt');
  await screen.getByRole('button', { name: 'Hover me' }).hover();
  await expect(status).toHaveText('hovered');

  await expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await expect(screen.getByRole('button', { name: 'Delete' })).not.toBeEnabled();
  await expect(screen.getByRole('button', { name: 'Ask' })).toBeEnabled();
  await expect(screen.getByRole('button', { name: 'Ask' })).not.toBeDisabled();
  await expect(screen.getByText('secret place')).toBeHidden();
  await expect(screen.getByText('secret place')).not.toBeVisible();
  await expect(screen.getByRole('heading')).not.toBeHidden();

  const rows = screen.getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows).not.toHaveCount(2);
  await rows.filter({ hasText: 'Pear' }).getByRole('button').tap();
  await expect(status).toHaveText('pear');
  await rows.nth(0).getByRole('button').tap();
  await expect(status).toHaveText('apple');
  await rows.last().getByRole('button').tap();
  await expect(status).toHaveText('plum');
  expect(await rows.first().textContent()).toContain('Apple');
  await rows.first().waitFor();
});

test('each matcher can fail', async ({ app, browser, screen }) => {
  await app.open('/');
  const timeout = 1;
  const [name, status] = [screen.getByTestId('name'), screen.getByRole('status')];
  const off = screen.getByRole('button', { name: 'Delete' });
  await expect.soft(off).toBeEnabled({ timeout });
  await expect.soft(off).not.toBeDisabled({ timeout });
  await expect.soft(name).toBeDisabled({ timeout });
  await expect.soft(screen.getByRole('checkbox')).toBeChecked({ timeout });
  await expect.soft(name).toBeFocused({ timeout });
  await expect.soft(name).toHaveAttribute('class', 'other', { timeout });
  await expect.soft(name).not.toHaveAttribute('class', 'field', { timeout });
  await expect.soft(screen.getByRole('listitem')).toHaveCount(2, { timeout });
  await expect.soft(screen.getByRole('listitem')).not.toHaveCount(3, { timeout });
  await expect.soft(name).toHaveValue('Bob', { timeout });
  await expect.soft(name).not.toHaveValue('Ann', { timeout });
  await expect.soft(status).toContainText('x', { timeout });
  await expect.soft(screen.getByRole('heading')).not.toContainText('Prof', { timeout });
  await expect.soft(screen.getByText('secret place')).toBeVisible({ timeout });
  await expect.soft(screen.getByRole('heading')).toBeHidden({ timeout });
  await expect.soft(browser).toHaveTitle('Other', { timeout });
  await expect.soft(browser).not.toHaveURL('/', { timeout });
});
`;

/** Soft checks of the last test: each of them fails. */
const FAILING = TESTS.split('expect.soft(').length - 1;

describe('a test written by hand', { timeout: 120_000 }, () => {
  test('drives and checks a page in a real browser', async () => {
    const app = await servePages({ '/': PAGE, '/next': '<title>Next page</title><h1>Next</h1>' });
    const project = await makeProject({
      'e2e.config.ts': webConfig(app.url),
      'tests/page.e2e.ts': TESTS,
      'a.txt': 'A',
      'b.txt': 'B',
    });
    const { exitCode, output } = await project.run(['run']);
    const report = await project.report();
    for (const title of ['app and browser', 'queries, actions and matchers']) {
      expect(testOf(report, title).attempts[0]?.error).toBeNull();
    }
    const [attempt] = testOf(report, 'each matcher can fail').attempts;
    expect(attempt?.errors?.map(({ code }) => code)).toEqual(Array(FAILING).fill('ASSERTION_FAILED'));
    expect(exitCode).toBe(1);

    const picture = /^picture (.*)$/m.exec(output)?.[1] ?? '';
    expect(picture).toMatch(/\.e2e\/screenshots\/.*first-look\.png$/);
    // Source: the PNG specification, section 5.2.
    expect([...(await readFile(picture)).subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  });
});
