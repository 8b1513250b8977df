// Which page the session is in: the one opened last, as a user would see it, until it closes or another is chosen.
import type { BrowserContext, Page } from 'playwright-core';
import { E2EError } from '../../base/error.ts';
import type { Signals } from './signals.ts';

/** The pages of one session. */
export interface Pages {
  /** @throws E2EError ENGINE_FAILED when every page is closed. */
  current(): Page;
  index(): number;
  count(): number;
  /** Goes on in another page; false when there is none of that index. */
  choose(index: number): Promise<boolean>;
  /** Closes every page and opens an empty one. */
  renew(): Promise<Page>;
  /** The current page, or a new one when all were closed. */
  ensure(): Promise<Page>;
}

/** Starts following the pages of a context. */
export function followPages(context: BrowserContext, signals: Signals): Pages {
  /** In the order in which they were opened. */
  const opened: Page[] = [];
  /** In the order in which they were last current, the current one at the end. */
  let recent: Page[] = [];
  const bring = (page: Page): void => {
    recent = [...recent.filter((other) => other !== page), page];
    signals.emit('page');
  };
  const follow = (page: Page): void => {
    if (opened.includes(page)) return;
    opened.push(page);
    bring(page);
    page.on('close', () => {
      opened.splice(opened.indexOf(page), 1);
      recent = recent.filter((other) => other !== page);
      signals.emit('page');
    });
    page.on('crash', () => {
      signals.fail(
        new E2EError(
          'ENGINE_FAILED',
          `The page ${page.url()} crashed. Run with --headed to watch it, or lower --workers if memory is short.`,
        ),
      );
    });
    page.on('framenavigated', () => signals.emit('navigation'));
  };
  context.on('page', follow);
  const current = (): Page => {
    signals.check();
    const page = recent.at(-1);
    if (!page)
      throw new E2EError('ENGINE_FAILED', 'Every page of this session is closed. Open one with app.open().');
    return page;
  };
  const open = async (): Promise<Page> => {
    const page = await context.newPage();
    follow(page);
    return page;
  };
  return {
    current,
    index: () => Math.max(0, opened.indexOf(current())),
    count: () => opened.length,
    async choose(index) {
      const page = opened[index];
      if (!page) return false;
      await page.bringToFront();
      bring(page);
      return true;
    },
    async renew() {
      for (const page of [...opened]) await page.close();
      return open();
    },
    ensure: async () => (recent.length > 0 ? current() : open()),
  };
}
