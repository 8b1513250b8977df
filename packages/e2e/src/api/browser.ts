// `browser` and `device`: what only some engines have. On an engine without one, the fixture is there and says so at its first use.
import type { BrowserContext, Page } from 'playwright-core';
import { E2EError } from '../base/error.ts';
import { showValue } from '../base/options.ts';
import type { BrowserControl, DialogHandler } from '../engine/contract.ts';
import { globMatches } from './glob.ts';
import { ACTION_TIMEOUT_MS, type LiveTest } from './live.ts';
import { waitUntil } from './verify.ts';

/** A URL to compare with: a string is relative to the app's URL and may hold `*` and `**`; a pattern is tried on the whole URL. */
export type UrlMatch = string | RegExp;

/** The browser of a web target. Source: framework spec §1. */
export class Browser {
  /** For the matchers of `expect`; not for tests. */
  readonly live: LiveTest;

  constructor(live: LiveTest) {
    this.live = live;
  }

  /** Paths are relative to the app's URL. */
  goto(url: string): Promise<void> {
    return this.live.watch('browser.goto()', () => this.#control().goto(url));
  }

  url(): string {
    return this.#control().url();
  }

  title(): Promise<string> {
    return this.live.watch('browser.title()', () => this.#control().title());
  }

  /**
   * Waits until the page is at a URL; a passed wait is a verification (spec R2).
   * @throws E2EError STEP_TIMEOUT
   */
  waitForURL(url: UrlMatch, options: { readonly timeout?: number } = {}): Promise<void> {
    return this.live.watch('browser.waitForURL()', () => this.#waitForURL(url, options));
  }

  async #waitForURL(url: UrlMatch, options: { readonly timeout?: number }): Promise<void> {
    const control = this.#control();
    await waitUntil(this.live, options.timeout ?? ACTION_TIMEOUT_MS, {
      look: async () => control.url(),
      holds: (seen) => urlMatches(seen, url, this.live.appUrl),
      fail: (seen, waited) =>
        new E2EError('STEP_TIMEOUT', `The page did not come to ${String(url)}; it is at ${seen}. ${waited}`),
    });
  }

  back(): Promise<void> {
    return this.live.watch('browser.back()', () => this.#control().back());
  }

  forward(): Promise<void> {
    return this.live.watch('browser.forward()', () => this.#control().forward());
  }

  reload(): Promise<void> {
    return this.live.watch('browser.reload()', () => this.#control().reload());
  }

  /**
   * Answers the native dialogs that open from now on; `undefined` stops answering.
   * @throws E2EError INVALID_CONFIG for anything but a function, such as the answer itself.
   */
  onDialog(handler: DialogHandler | undefined): void {
    if (handler !== undefined && typeof handler !== 'function') {
      throw new E2EError(
        'INVALID_CONFIG',
        `browser.onDialog() takes a function that gives the answer, got ${showValue(handler)}. Write browser.onDialog(() => ${showValue(handler)}), or browser.onDialog(undefined) to stop answering.`,
      );
    }
    this.#control().onDialog(handler);
  }

  /** Playwright's page, for everything else. */
  get page(): Page {
    return this.#control().page as Page;
  }

  /** Playwright's browser context, for everything else. */
  get context(): BrowserContext {
    return this.#control().context as BrowserContext;
  }

  #control(): BrowserControl {
    const { browser } = this.live.session;
    if (browser !== undefined) return browser;
    throw new E2EError(
      'AUTOMATION_UNSUPPORTED',
      `Target "${this.live.target}" has no browser: its engine is "${this.live.engine}". Use app and screen, or run the test on a web target (--target).`,
    );
  }
}

/** Whether a URL is the wanted one; see `UrlMatch`. */
export function urlMatches(url: string, wanted: UrlMatch, base: string | undefined): boolean {
  if (typeof wanted !== 'string')
    return new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, '')).test(url);
  return globMatches(absolute(wanted, base), url) || absolute(wanted, base) === url;
}

function absolute(wanted: string, base: string | undefined): string {
  if (wanted.startsWith('*') || base === undefined || /^[a-z][a-z+.-]*:/i.test(wanted)) return wanted;
  // The URL parser would escape the stars of a glob, so only the origin is taken from it.
  const { origin, pathname } = new URL(base);
  return wanted.startsWith('/') ? origin + wanted : origin + pathname.replace(/[^/]*$/, '') + wanted;
}

/** What a device engine adds. No engine of this package has a device. */
export type Device = Readonly<Record<string, unknown>>;

/** A device fixture that says, at its first use, that there is none. */
export function missingDevice(live: LiveTest): Device {
  return new Proxy(
    {},
    {
      get(_target, key) {
        // A promise or a printer may probe the fixture; only a name that a test could have written is an error.
        if (typeof key === 'symbol' || key === 'then' || key === 'toJSON') return undefined;
        throw new E2EError(
          'AUTOMATION_UNSUPPORTED',
          `Target "${live.target}" has no device: its engine is "${live.engine}". \`device.${key}\` needs a device engine.`,
        );
      },
    },
  );
}
