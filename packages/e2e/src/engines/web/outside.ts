// What else may change a page than its own scripts and answers to its requests: what is told to it by a server over a socket or a stream of
// events, and by a worker. When that comes can neither be seen in the page nor on the network.
import type { BrowserContext, Page } from 'playwright-core';

/** The voices from outside of one session's pages. */
export interface Outside {
  /** Whether a page has listened to any. */
  reaches(page: Page): boolean;
}

/** Starts noticing, in a context that has no page yet. */
export function watchOutside(context: BrowserContext): Outside {
  const listening = new WeakSet<Page>();
  context.on('page', (page) => {
    const note = (): void => void listening.add(page);
    page.on('websocket', note);
    page.on('worker', note);
    page.on('request', (request) => {
      if (request.resourceType() === 'eventsource') note();
    });
  });
  return { reaches: (page) => listening.has(page) };
}
