// Options of `web()`: what is refused when the engine is made, and in which words.
import { expect, test } from 'vitest';
import { E2EError } from '../../base/error.ts';
import { web } from './index.ts';
import type { WebOptions } from './options.ts';

/** What `web()` says of options that TypeScript would not take. */
function refusal(options: unknown): string {
  try {
    web(options as WebOptions);
  } catch (thrown) {
    if (thrown instanceof E2EError && thrown.code === 'INVALID_CONFIG') return thrown.message;
    throw thrown;
  }
  return 'taken';
}

test('every option that the docs name is taken', () => {
  const options: Required<WebOptions> = {
    browser: 'firefox',
    channel: 'msedge',
    executablePath: '/opt/chrome/chrome',
    connect: 'http://127.0.0.1:9222',
    viewport: { width: 390, height: 844 },
    headed: true,
    args: ['--disable-gpu'],
    testIdAttribute: 'data-test',
    locale: 'de-DE',
    timezoneId: 'Europe/Oslo',
    ignoreHTTPSErrors: true,
  };
  expect(refusal(options)).toBe('taken');
  expect(refusal({ headed: undefined, viewport: undefined })).toBe('taken');
  expect(refusal(undefined)).toBe('taken');
});

test('an unknown option is named with its value and the nearest known one, also by its name in Playwright', () => {
  expect(refusal({ headless: true })).toBe(
    'web(): headless: unknown option (got true). Did you mean "headed" (without it the browser has no window)?',
  );
  expect(refusal({ veiwport: { width: 1, height: 1 } })).toBe(
    'web(): veiwport: unknown option (got {"width":1,"height":1}). Did you mean "viewport"?',
  );
  expect(refusal({ slowMo: 5 })).toBe(
    'web(): slowMo: unknown option (got 5). Known options: browser, channel, executablePath, connect, viewport, headed, args, testIdAttribute, locale, timezoneId, ignoreHTTPSErrors.',
  );
});

test('a wrong value is named with what was expected', () => {
  expect(refusal({ browser: 'crome', viewport: { width: 1280 } })).toBe(
    [
      'web():',
      '  browser: expected one of "chromium", "firefox", "webkit", got "crome". Did you mean channel: "chrome"?',
      '  viewport: expected { width, height } in whole CSS pixels above 0, got {"width":1280}.',
    ].join('\n'),
  );
  expect(refusal({ browser: 'chromum' })).toContain('got "chromum". Did you mean "chromium"?');
  for (const wrong of [
    { viewport: { width: 1280.5, height: 720 } },
    { viewport: { width: 1280, height: 720, scale: 2 } },
    { headed: 'yes' },
    { args: '--disable-gpu' },
    { connect: 'localhost:9222' },
    { executablePath: '' },
    { channel: 3 },
    { testIdAttribute: 'data test' },
    { locale: 'de_DE' },
    { timezoneId: 'Oslo' },
    { ignoreHTTPSErrors: 1 },
  ]) {
    expect(refusal(wrong), JSON.stringify(wrong)).toMatch(/^web\(\): \w+: expected .*, got .*\.$/);
  }
  expect(refusal('chromium')).toBe('web(): expected an object of options, got "chromium".');
});
