// A picture of the current page's viewport, with what was typed into password fields painted over.
import type { Page } from 'playwright-core';
import { E2EError } from '../../base/error.ts';
import type { Dialogs } from './dialogs.ts';
import { type Signals, until } from './signals.ts';

/** PNG bytes. @throws E2EError ACTION_FAILED while a native dialog is open: the browser paints nothing then. */
export async function takeScreenshot(page: Page, dialogs: Dialogs, signals: Signals): Promise<Uint8Array> {
  const bytes = await until(
    page.screenshot({
      type: 'png',
      mask: page.frames().map((frame) => frame.locator('input[type=password]')),
    }),
    signals,
    () => dialogs.open() !== undefined,
  );
  if (bytes) return bytes;
  throw new E2EError(
    'ACTION_FAILED',
    `No screenshot while the dialog "${dialogs.open()?.message ?? ''}" is open; answer it first.`,
  );
}
