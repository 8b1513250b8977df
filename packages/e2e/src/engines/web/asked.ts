// Tells when a page asked for another document, or for another page: the browser sends for it later, on a busy machine much later, and until
// then nothing in the page or on the network shows what is coming.
import type { Page } from 'playwright-core';
import { protocolOf } from './protocol.ts';

/** What is told of one page. */
export interface DocumentListener {
  /** Its main document asked for another in its place, by a link, a form or a script. What comes of that: a request, or nothing. */
  asked(): void;
  /** It asked for a page beside it. What comes of that: a page, or nothing where that closes at once or an app of the machine takes its address. */
  askedForPage(): void;
  /** Nothing is on its way into its main document any more: the document came, or it did not and the old one stays. */
  stopped(): void;
}

/**
 * Starts listening. Told in the order in which the page itself answers: whoever asked it something after an input knows by the answer whether
 * that input made it ask. Resolves once it listens; never, in effect, in browsers without the protocol.
 */
export async function watchDocuments(page: Page, listener: DocumentListener): Promise<void> {
  const protocol = await protocolOf(page);
  if (protocol === undefined) return;
  const ofMain = (tell: () => void): ((event: { readonly frameId: string }) => void) => {
    return ({ frameId }) => {
      if (frameId === main) tell();
    };
  };
  let main: string | undefined;
  protocol.on('Page.frameRequestedNavigation', ofMain(listener.asked));
  protocol.on('Page.windowOpen', listener.askedForPage);
  protocol.on('Page.frameStoppedLoading', ofMain(listener.stopped));
  const [{ frameTree }] = await Promise.all([
    protocol.send('Page.getFrameTree'),
    protocol.send('Page.enable'),
  ]);
  main = frameTree.frame.id;
}
