// Opens addresses: relative ones against the app, http and https only, and an app that does not answer as an error that says so.
import type { Page } from 'playwright-core';
import { E2EError, messageOf } from '../../base/error.ts';
import type { Dialogs } from './dialogs.ts';
import { type Signals, until } from './signals.ts';

/** How long an app may take to answer, in ms. Source: chosen, Playwright's default for navigations. */
const OPEN_MS = 30_000;

/** The absolute URL of a path or URL. @throws E2EError INVALID_CONFIG when there is no base to resolve against. */
export function resolveUrl(path: string | undefined, appUrl: string | undefined): string {
  if (path === undefined && appUrl === undefined) {
    throw new E2EError(
      'INVALID_CONFIG',
      'app.open() needs an address: the target names no app.url. Set it, or pass a full URL.',
    );
  }
  try {
    return new URL(path ?? '', appUrl).href;
  } catch {
    throw new E2EError(
      'INVALID_CONFIG',
      appUrl === undefined
        ? `"${path}" is no full URL, and the target names no app.url to resolve it against.`
        : `"${path}" is no address that can be resolved against ${appUrl}.`,
    );
  }
}

/** Whether a URL may be opened: web pages only. */
export function isWebUrl(url: string): boolean {
  return /^https?:\/\//i.test(url) || url === 'about:blank';
}

/** Goes to a URL until its document is parsed, or a dialog opens. @throws E2EError APP_UNREACHABLE. */
export async function openUrl(page: Page, url: string, dialogs: Dialogs, signals: Signals): Promise<void> {
  try {
    await until(
      page.goto(url, { waitUntil: 'domcontentloaded', timeout: OPEN_MS }),
      signals,
      () => dialogs.open() !== undefined,
    );
  } catch (error) {
    if (error instanceof E2EError) throw error;
    const reason =
      /net::\w+|NS_ERROR_\w+|Timeout \d+ms exceeded/.exec(messageOf(error))?.[0] ??
      messageOf(error).split('\n', 1)[0];
    // The page itself sent the browser elsewhere, or the answer was a download: the app did answer.
    if (reason === 'net::ERR_ABORTED') return;
    throw new E2EError(
      'APP_UNREACHABLE',
      `${url} cannot be opened: ${reason}. Is the app running at this address?`,
      { cause: error, data: { url } },
    );
  }
}
