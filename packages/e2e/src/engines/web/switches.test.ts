import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser } from './browser.ts';
import { chromiumArgs } from './switches.ts';
import { type On, WebRig } from './web.fixture.ts';

const rig = new WebRig();
// The shell is nothing but the engine: what is asked here is asked of the browser around it.
const whole = findBrowser({}, { ownPath: undefined, headed: true });
const executable = whole.kind === 'executable' ? { executablePath: whole.path } : {};
beforeAll(
  () =>
    rig.start({
      ...executable,
      args: ['--disable-features=UsersOwn', '--lang=de', '--enable-automation'],
    }),
  60_000,
);
afterAll(() => rig.stop());

async function browserOf(on: On): Promise<CDPSession> {
  const browser = ((on.session.browser?.page ?? undefined) as Page | undefined)?.context().browser();
  if (!browser) throw new Error('no browser');
  return await browser.newBrowserCDPSession();
}

test('Chromium gets one list of features that are off: those of Playwright, ours and the user’s', async () => {
  const on = await rig.on('<h1>Hello</h1>');
  const { arguments: line } = await (await browserOf(on)).send('Browser.getBrowserCommandLine');
  const lists = line
    .filter((arg) => arg.startsWith('--disable-features='))
    .map((arg) => arg.slice('--disable-features='.length).split(','));
  const last = lists.at(-1) ?? [];
  // The first is Playwright's own: when this fails after an update of it, OFF_FOR_PLAYWRIGHT wants the same change.
  expect(lists.length).toBeGreaterThan(1);
  expect(lists[0]?.length).toBeGreaterThan(0);
  expect(last).toEqual(expect.arrayContaining(lists[0] ?? []));
  expect(last).toContain('UsersOwn');
  expect(line).toContain('--lang=de');
});

test('a session has no page of the browser’s own beside it', async () => {
  const on = await rig.on('<h1>Hello</h1>');
  const targets = await (await browserOf(on)).send('Target.getTargets', { filter: [{}] });
  const types = targets.targetInfos.map(({ type }) => type);
  expect(types).toContain('page');
  expect(types).not.toContain('browser_ui');
});

test('the user’s other arguments stay as they are', () => {
  expect(chromiumArgs(['--a', '--disable-features=X,Y', '--b', '--disable-features=Z'])).toEqual([
    '--a',
    '--b',
    expect.stringMatching(/^--disable-features=.*,X,Y,Z$/),
  ]);
});
