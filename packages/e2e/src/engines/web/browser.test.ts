import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { E2EError } from '../../base/error.ts';
import { findBrowser, noBrowserError, ownShellPath } from './browser.ts';
import { web } from './index.ts';

describe('finding a browser', () => {
  const nowhere = { platform: 'linux' as const, env: { PATH: '/bin:/usr/games' }, isExecutable: () => false };
  const having = (...paths: string[]) => ({
    ...nowhere,
    isExecutable: (path: string) => paths.includes(path),
  });
  test("prefers what the options name, then Playwright's own, then Chrome, Chromium, Edge", () => {
    const own = '/cache/own';
    const search = { ownPath: own, headed: false };
    expect(findBrowser({ executablePath: '/x' }, search, having('/x', own))).toMatchObject({ path: '/x' });
    expect(findBrowser({ connect: 'ws://h' }, search, having(own))).toEqual({
      kind: 'connect',
      endpoint: 'ws://h',
    });
    expect(findBrowser({}, search, having(own, '/bin/chromium'))).toMatchObject({ path: own });
    expect(
      findBrowser({}, search, having('/bin/chromium', '/bin/google-chrome', '/bin/msedge')),
    ).toMatchObject({
      path: '/bin/google-chrome',
    });
    expect(findBrowser({}, search, having('/bin/chromium', '/bin/msedge'))).toMatchObject({
      path: '/bin/chromium',
    });
    expect(
      findBrowser({ browser: 'firefox' }, { ownPath: '/cache/fox', headed: false }, having('/bin/chromium')),
    ).toEqual({
      kind: 'none',
      looked: ["/cache/fox (Playwright's own)"],
    });
  });

  test('prefers the headless shell where there is to be no window, of the same maker as the browser', () => {
    const own = '/cache/chromium-1234/chrome-linux64/chrome';
    const shell = '/cache/chromium_headless_shell-1234/chrome-headless-shell-linux64/chrome-headless-shell';
    const pathOf = (headed: boolean, ...paths: string[]) => {
      const found = findBrowser({}, { ownPath: own, headed }, having(...paths));
      return found.kind === 'executable' ? found.path : found.kind;
    };
    const debian = ['/bin/chromium', '/bin/chromium-headless-shell'];
    expect(pathOf(false, own, shell, ...debian)).toBe(shell);
    expect(pathOf(true, own, shell, ...debian)).toBe(own);
    expect(pathOf(false, own, ...debian)).toBe(own);
    expect(pathOf(false, '/bin/google-chrome', ...debian)).toBe('/bin/google-chrome');
    expect(pathOf(false, ...debian)).toBe('/bin/chromium-headless-shell');
    const direct = '/usr/lib/chromium/chromium-headless-shell';
    expect(pathOf(false, direct, ...debian)).toBe(direct);
    expect(pathOf(true, direct, ...debian)).toBe('/bin/chromium');
    expect(pathOf(true, shell, '/bin/chromium-headless-shell')).toBe('none');
  });

  test('looks for the headless shell where Playwright itself would start it', async () => {
    const script = `const { chromium } = require('playwright-core');
      chromium.launch().catch((error) => console.log(JSON.stringify({ own: chromium.executablePath(), said: error.message })));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], {
      env: { ...process.env, PLAYWRIGHT_BROWSERS_PATH: join(tmpdir(), 'no-browsers-here') },
    });
    const { own, said } = JSON.parse(stdout) as { readonly own: string; readonly said: string };
    expect(said).toContain(ownShellPath(own) ?? 'no path');
  });

  test('names every place it looked and the command that installs one', async () => {
    const found = findBrowser({}, { ownPath: '/cache/own', headed: false }, nowhere);
    if (found.kind !== 'none') throw new Error('found one');
    const { message, code } = noBrowserError(found.looked, 'chromium');
    expect(code).toBe('ENGINE_FAILED');
    for (const part of [
      '/cache/own',
      '/usr/games/chromium',
      '/opt/google/chrome/chrome',
      'npx playwright-core install chromium',
      'apt-get install chromium',
    ]) {
      expect(message).toContain(part);
    }
    const launch = web({ executablePath: '/no/such/browser' }).launch({ rootDir: '.' });
    await expect(launch).rejects.toBeInstanceOf(E2EError);
    await expect(launch).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
      message: expect.stringContaining('/no/such/browser'),
    });
  });
});
