// Starts (or joins) the browser and makes a clean context per attempt. playwright-core is loaded here, on launch, and nowhere earlier.
import { createRequire } from 'node:module';
import type {
  Browser,
  BrowserContext,
  BrowserType,
  LaunchOptions as PlaywrightLaunch,
  selectors,
} from 'playwright-core';
import { E2EError, messageOf } from '../../base/error.ts';
import type { AttemptOptions, LaunchOptions, RunningEngine, Session } from '../../engine/contract.ts';
import { type FoundBrowser, findBrowser, noBrowserError } from './browser.ts';
import { DEFAULT_TEST_ID, DEFAULT_VIEWPORT, type WebOptions } from './options.ts';
import { GONE, PAGE_KEY, PAGE_SOURCE, SELECTOR_ENGINE } from './page-api.ts';
import { startSession } from './session.ts';
import { chromiumArgs } from './switches.ts';

/**
 * playwright-core. It is CommonJS in one file of several MB: an `import` of it would be read twice, once only for the names of what it exports.
 */
function loadPlaywright(): typeof import('playwright-core') {
  return createRequire(import.meta.url)('playwright-core') as typeof import('playwright-core');
}

/** Launches the browser that the options lead to. @throws E2EError ENGINE_FAILED. */
export async function launchWeb(options: WebOptions, launch: LaunchOptions): Promise<RunningEngine> {
  const playwright = loadPlaywright();
  const family = options.browser ?? 'chromium';
  const type = playwright[family];
  const headed = launch.headed ?? options.headed ?? false;
  const found = findBrowser(options, { ownPath: ownPath(type), headed });
  if (found.kind === 'none') throw noBrowserError(found.looked, family);
  const testIdAttribute = options.testIdAttribute ?? DEFAULT_TEST_ID;
  await registerSelectors(playwright.selectors, testIdAttribute);
  const startBrowser = (): Promise<Browser> => start(type, found, options, headed);
  let browser = (await takeAhead(options, headed)) ?? (await startBrowser());
  const version = `${nameOf(family)} ${browser.version()}`;
  return {
    version,
    async startAttempt(attempt) {
      // One crash fails the attempt that it hit, not every one after.
      if (!browser.isConnected()) browser = await startBrowser();
      return startAttempt(browser, version, { ...options, testIdAttribute }, launch, attempt);
    },
    close: async () => {
      await browser.close().catch(() => {});
    },
  };
}

/** A browser that was started ahead of its launch. */
let ahead: { readonly for: string; readonly starting: Promise<Browser | undefined> } | undefined;

const sameLaunch = (options: WebOptions, headed: boolean): string => JSON.stringify([options, headed]);

/** Starts the browser that a launch with these options will ask for. One that does not start is none: the launch says why. */
export async function prepare(options: WebOptions, launch: Pick<LaunchOptions, 'headed'>): Promise<void> {
  const headed = launch.headed ?? options.headed ?? false;
  const type = loadPlaywright()[options.browser ?? 'chromium'];
  const found = findBrowser(options, { ownPath: ownPath(type), headed });
  const starting = start(type, found, options, headed).catch(() => undefined);
  ahead = { for: sameLaunch(options, headed), starting };
  await starting;
}

/** The browser started ahead, when it is the one that is asked for and still there; any other is closed. */
async function takeAhead(options: WebOptions, headed: boolean): Promise<Browser | undefined> {
  const taken = ahead;
  ahead = undefined;
  const browser = await taken?.starting;
  if (taken?.for === sameLaunch(options, headed) && browser?.isConnected()) return browser;
  await browser?.close().catch(() => {});
  return undefined;
}

/**
 * What a launch would use on this machine, for the repository's own scripts (imported from dist).
 * @public
 */
export async function describeBrowser(options: WebOptions = {}): Promise<FoundBrowser> {
  const playwright = loadPlaywright();
  return findBrowser(options, {
    ownPath: ownPath(playwright[options.browser ?? 'chromium']),
    headed: options.headed ?? false,
  });
}

function ownPath(type: BrowserType): string | undefined {
  try {
    return type.executablePath() || undefined;
  } catch {
    return undefined;
  }
}

function nameOf(family: string): string {
  return family === 'webkit' ? 'WebKit' : family.charAt(0).toUpperCase() + family.slice(1);
}

async function start(
  type: BrowserType,
  found: FoundBrowser,
  options: WebOptions,
  headed: boolean,
): Promise<Browser> {
  try {
    if (found.kind === 'connect') {
      return /^wss?:/.test(found.endpoint) && !found.endpoint.includes('/devtools/browser/')
        ? await type.connect(found.endpoint)
        : await type.connectOverCDP(found.endpoint);
    }
    const settings: PlaywrightLaunch = {
      headless: !headed,
      args: type.name() === 'chromium' ? chromiumArgs(options.args) : [...(options.args ?? [])],
      // A worker is ended by its runner; the browser must not decide on its own.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    };
    if (found.kind === 'channel') settings.channel = found.channel;
    if (found.kind === 'executable') settings.executablePath = found.path;
    return await type.launch(settings);
  } catch (error) {
    throw new E2EError(
      'ENGINE_FAILED',
      `The browser did not start (${whatOf(found)}): ${firstLines(messageOf(error))}`,
      {
        cause: error,
      },
    );
  }
}

function whatOf(found: FoundBrowser): string {
  switch (found.kind) {
    case 'connect':
      return found.endpoint;
    case 'channel':
      return `channel ${found.channel}; install it with: npx playwright-core install ${found.channel}`;
    case 'executable':
      return `${found.path}, ${found.source}`;
    case 'none':
      return 'none found';
  }
}

function firstLines(text: string): string {
  return text.split('\n').slice(0, 6).join('\n');
}

let registered: Promise<void> | undefined;

/**
 * An id names one element for ever: once that is gone, it never comes back, and what Playwright would wait for is lost time. So a dead
 * id throws, which ends the action at once; the caller looks again.
 */
const SELECTOR_SOURCE = `(() => {
  const find = (id) => {
    const page = globalThis[${JSON.stringify(PAGE_KEY)}]?.(document);
    const element = page?.element(id);
    if (page && !element) throw new Error(${JSON.stringify(GONE)});
    return element;
  };
  return { query: (root, id) => find(id) ?? null, queryAll: (root, id) => [find(id)].filter(Boolean) };
})()`;

// Once per process: Playwright keeps one list of selector engines.
async function registerSelectors(registry: typeof selectors, testIdAttribute: string): Promise<void> {
  registry.setTestIdAttribute(testIdAttribute);
  registered ??= registry.register(SELECTOR_ENGINE, SELECTOR_SOURCE);
  await registered;
}

async function startAttempt(
  browser: Browser,
  version: string,
  options: WebOptions & { readonly testIdAttribute: string },
  launch: LaunchOptions,
  attempt: AttemptOptions,
): Promise<Session> {
  let context: BrowserContext;
  try {
    context = await browser.newContext({
      viewport: options.viewport ?? DEFAULT_VIEWPORT,
      locale: options.locale ?? 'en-US',
      ...(options.timezoneId === undefined ? {} : { timezoneId: options.timezoneId }),
      ignoreHTTPSErrors: options.ignoreHTTPSErrors ?? false,
    });
    await context.addInitScript({ content: PAGE_SOURCE });
  } catch (error) {
    throw new E2EError('ENGINE_FAILED', `${version} gave no new session: ${firstLines(messageOf(error))}`, {
      cause: error,
    });
  }
  return startSession({
    browser,
    context,
    rootDir: launch.rootDir,
    testIdAttribute: options.testIdAttribute,
    appUrl: attempt.appUrl,
  });
}
