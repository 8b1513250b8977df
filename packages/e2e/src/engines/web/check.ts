// What the options of `web()` may be, held when the engine is made: before any browser starts. It decides nothing about a launch.
import { checkOptions, type OptionRule, type OptionRules } from '../../base/options.ts';
import type { WebOptions } from './options.ts';

const BROWSERS = ['chromium', 'firefox', 'webkit'] as const;

const TEXT: OptionRule = { expected: 'a non-empty text', fits: isText };
const SWITCH: OptionRule = { expected: 'true or false', fits: (value) => typeof value === 'boolean' };

const RULES: OptionRules<WebOptions> = {
  browser: {
    expected: `one of ${BROWSERS.map((name) => `"${name}"`).join(', ')}`,
    fits: (value) => (BROWSERS as readonly unknown[]).includes(value),
    words: {
      ...Object.fromEntries(BROWSERS.map((name) => [name, `"${name}"`])),
      chrome: 'channel: "chrome"',
      msedge: 'channel: "msedge"',
    },
  },
  channel: { ...TEXT, expected: 'Playwright\'s name of an installed browser, such as "chrome" or "msedge"' },
  executablePath: { ...TEXT, expected: 'the path of a browser' },
  connect: {
    expected: 'an address such as "ws://127.0.0.1:3000/" or "http://127.0.0.1:9222"',
    fits: (value) =>
      isText(value) && URL.canParse(value) && /^(?:wss?|https?):$/.test(new URL(value).protocol),
  },
  viewport: {
    expected: '{ width, height } in whole CSS pixels above 0',
    fits: isViewport,
  },
  headed: SWITCH,
  args: {
    expected: 'an array of texts',
    fits: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  },
  testIdAttribute: {
    expected: 'the name of an attribute, such as "data-test"',
    // Source: HTML, attribute names (https://html.spec.whatwg.org/multipage/syntax.html#attributes-2).
    fits: (value) => isText(value) && !/[\s"'<>/=]/.test(value),
  },
  locale: {
    expected: 'a BCP 47 language, such as "de-DE"',
    fits: (value) => isText(value) && accepted(() => Intl.getCanonicalLocales(value)),
  },
  timezoneId: {
    expected: 'an IANA time zone, such as "Europe/Oslo"',
    fits: (value) =>
      isText(value) && accepted(() => new Intl.DateTimeFormat('en', { timeZone: value }).format()),
  },
  ignoreHTTPSErrors: SWITCH,
};

/** What options of Playwright are called here. */
const MEANT: Readonly<Record<string, string>> = {
  headless: '"headed" (without it the browser has no window)',
  browserName: '"browser"',
  executable: '"executablePath"',
  baseURL: '"app.url" of the target',
  wsEndpoint: '"connect"',
  timezone: '"timezoneId"',
};

/** Holds the options of `web()`. @throws E2EError INVALID_CONFIG */
export function checkWebOptions(options: unknown): void {
  checkOptions<WebOptions>('web()', options, RULES, MEANT);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isViewport(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  const { width, height, ...rest } = value as { readonly width?: unknown; readonly height?: unknown };
  const isSize = (size: unknown): boolean => Number.isInteger(size) && Number(size) > 0;
  return isSize(width) && isSize(height) && Object.keys(rest).length === 0;
}

function accepted(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
