// Empties what a session stored: cookies, and the storage of every origin that it visited. Pages stay where they are.
import type { BrowserContext } from 'playwright-core';
import type { Pages } from './pages.ts';

/** Starts noting the origins that a context visits; the result lists them. */
export function rememberOrigins(
  context: BrowserContext,
  appUrl: string | undefined,
): () => readonly string[] {
  const origins = new Set<string>();
  const note = (url: string): void => {
    if (/^https?:/.test(url)) origins.add(new URL(url).origin);
  };
  if (appUrl !== undefined) note(appUrl);
  context.on('page', (page) => page.on('framenavigated', (frame) => note(frame.url())));
  return () => [...origins];
}

/** Empties cookies and storage. */
export async function clearStorage(
  context: BrowserContext,
  pages: Pages,
  origins: readonly string[],
): Promise<void> {
  await context.clearCookies();
  const page = await pages.ensure();
  if (context.browser()?.browserType().name() === 'chromium') {
    const session = await context.newCDPSession(page);
    for (const origin of origins)
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await session.detach();
  }
  for (const open of context.pages()) {
    for (const frame of open.frames()) await frame.evaluate(clearHere).catch(() => {});
  }
}

// Runs in the page. Frames without storage of their own (sandboxed, data:) throw on access, and have nothing to clear.
async function clearHere(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  for (const database of await indexedDB.databases())
    if (database.name) indexedDB.deleteDatabase(database.name);
}
