// One attempt's session: it ties the parts together (pages, dialogs, traffic, reader, waits, actions) and owns their end.
import type { Browser, BrowserContext } from 'playwright-core';
import { now } from '../../base/clock.ts';
import { E2EError } from '../../base/error.ts';
import type { Session } from '../../engine/contract.ts';
import type { NodeId } from '../../screen/node.ts';
import { createControl } from './control.ts';
import { keepDialogs } from './dialogs.ts';
import { createLocator } from './locator.ts';
import { openUrl, resolveUrl } from './open.ts';
import { watchOutside } from './outside.ts';
import { followPages } from './pages.ts';
import { performAction } from './perform.ts';
import { nodesAt } from './points.ts';
import { Reader } from './reading.ts';
import { watchTraffic } from './requests.ts';
import { boxOf, takeScreenshot } from './screenshot.ts';
import { countInput } from './sent.ts';
import { createSignals } from './signals.ts';
import { waitForChange, waitUntilSteady } from './steady.ts';
import { clearStorage, rememberOrigins } from './storage.ts';

/** What a session is made from. */
export interface SessionParts {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly rootDir: string;
  readonly testIdAttribute: string;
  readonly appUrl: string | undefined;
}

/** Starts a session in a fresh context. */
export async function startSession(parts: SessionParts): Promise<Session> {
  const { context, browser, appUrl, rootDir, testIdAttribute } = parts;
  const signals = createSignals();
  const dialogs = keepDialogs(context, signals);
  const pages = followPages(context, signals);
  const siteUrl = (): string =>
    pages.count() > 0 && /^https?:/.test(pages.current().url()) ? pages.current().url() : (appUrl ?? '');
  const traffic = watchTraffic(context, signals, () => appUrl ?? siteUrl());
  const origins = rememberOrigins(context, appUrl);
  const reader = new Reader({ pages, dialogs, signals, testIdAttribute });
  let actedAt = Number.NEGATIVE_INFINITY;
  const noteEnd = <Value>(acting: Promise<Value>): Promise<Value> =>
    acting.finally(() => {
      actedAt = now();
    });
  const outside = watchOutside(context);
  const waits = { pages, dialogs, signals, traffic, reader, outside, sinceActionMs: () => now() - actedAt };
  const onDisconnect = (): void =>
    signals.fail(
      new E2EError(
        'ENGINE_FAILED',
        'The browser went away in the middle of the test: it crashed or was closed.',
      ),
    );
  browser.on('disconnected', onDisconnect);
  const sent = await countInput(context);
  const page = await context.newPage();
  await page.evaluate(() => undefined);

  const acting = { ...waits, sent, context, appUrl, rootDir };

  /** Fields that a secret was typed into. */
  const filled = new Set<NodeId>();

  const open = async (path?: string): Promise<void> => {
    const url = resolveUrl(path, appUrl);
    await openUrl(await pages.ensure(), url, dialogs, signals);
  };
  return {
    open,
    async restart() {
      await dialogs.dismissAll();
      await pages.renew();
      await open();
    },
    clearState: () => clearStorage(context, pages, origins()),
    screenshot: (options) => takeScreenshot(acting, filled, options),
    boxOf: (id) => boxOf(acting, id),
    nodesAt: (x, y) => nodesAt(acting, x, y),
    read: () => reader.read(),
    async steady(options) {
      const known = await waitUntilSteady(waits, options);
      options.onSteady?.();
      return known ?? (await reader.read());
    },
    changed: (options) => waitForChange(waits, options),
    perform(action, options) {
      traffic.forgetPolls();
      // Before it is done: also one that came to nothing may have typed a part.
      if (action.kind === 'typeSecret') filled.add(action.target);
      return noteEnd(performAction(acting, action, options));
    },
    dialog: () => dialogs.open(),
    requests: () => traffic.seen(),
    locator(query) {
      const locator = createLocator({ pages, dialogs, signals, rootDir, testIdAttribute }, query);
      return { ...locator, act: (action, options) => noteEnd(locator.act(action, options)) };
    },
    browser: createControl({ context, pages, dialogs, signals, appUrl }),
    async end() {
      browser.off('disconnected', onDisconnect);
      await dialogs.dismissAll().catch(() => {});
      await context.close().catch(() => {});
    },
  };
}
