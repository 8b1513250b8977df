// What a user can set on the web engine. It decides nothing.

/** Options of `web()`. Source: framework spec §6. */
export interface WebOptions {
  /** Which browser family to drive. Default `chromium`. */
  readonly browser?: 'chromium' | 'firefox' | 'webkit';
  /** An installed browser by Playwright's channel name, such as `chrome` or `msedge`. */
  readonly channel?: string;
  /** Absolute path of a browser's executable; taken as it is. */
  readonly executablePath?: string;
  /** Endpoint of a running browser: `ws://…` of a Playwright server, or `http://…` of a Chromium with remote debugging. */
  readonly connect?: string;
  /** CSS pixels. Default 1280×720. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Shows the window. Default false. */
  readonly headed?: boolean;
  /** More command-line arguments for the browser. */
  readonly args?: readonly string[];
  /** The attribute that holds test ids. Default `data-testid`. */
  readonly testIdAttribute?: string;
  /** BCP 47 language of the browser, such as `de-DE`. Default `en-US`. */
  readonly locale?: string;
  /** IANA time zone of the browser. Default: the machine's. */
  readonly timezoneId?: string;
  /** Accepts certificates that do not verify. Default false. */
  readonly ignoreHTTPSErrors?: boolean;
}

/** CSS pixels of a page when the options name none. Source: framework spec, as Playwright's own. */
export const DEFAULT_VIEWPORT: { readonly width: number; readonly height: number } = {
  width: 1280,
  height: 720,
};

/** The attribute of test ids when the options name none. */
export const DEFAULT_TEST_ID: string = 'data-testid';
