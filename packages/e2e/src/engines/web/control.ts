// The browser as hand-written tests drive it: navigation, dialogs, and Playwright's own objects for everything else.
import type { BrowserContext } from 'playwright-core';
import type { BrowserControl } from '../../engine/contract.ts';
import type { Dialogs } from './dialogs.ts';
import { openUrl, resolveUrl } from './open.ts';
import type { Pages } from './pages.ts';
import { type Signals, until } from './signals.ts';

/** What the control works with. */
export interface ControlParts {
  readonly context: BrowserContext;
  readonly pages: Pages;
  readonly dialogs: Dialogs;
  readonly signals: Signals;
  readonly appUrl: string | undefined;
}

/** Makes the control of one session. */
export function createControl(parts: ControlParts): BrowserControl {
  const { context, pages, dialogs, signals, appUrl } = parts;
  const orDialog = async (promise: Promise<unknown>): Promise<void> => {
    await until(promise, signals, () => dialogs.open() !== undefined);
  };
  const options = { waitUntil: 'domcontentloaded' } as const;
  return {
    goto: async (url) => openUrl(await pages.ensure(), resolveUrl(url, appUrl), dialogs, signals),
    url: () => pages.current().url(),
    title: async () =>
      (await until(pages.current().title(), signals, () => dialogs.open() !== undefined)) ?? '',
    back: () => orDialog(pages.current().goBack(options)),
    forward: () => orDialog(pages.current().goForward(options)),
    reload: () => orDialog(pages.current().reload(options)),
    onDialog: (handler) => dialogs.setHandler(handler),
    get page() {
      return pages.current();
    },
    context,
  };
}
