// A picture of the current page's viewport, with what was typed into password fields painted over, and where a control is on it.
import type { Page } from 'playwright-core';
import { E2EError } from '../../base/error.ts';
import type { Box } from '../../engine/contract.ts';
import type { NodeId } from '../../screen/node.ts';
import type { Dialogs } from './dialogs.ts';
import { type Signals, until } from './signals.ts';
import { type ActionParts, aimAt } from './target.ts';

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

/** How long a look for a control's place may take, in ms. Source: chosen: it is there, or there is no mark. */
const BOX_WAIT_MS = 2_000;

/** The place of a control in the viewport, frames counted in. */
export async function boxOf(parts: ActionParts, id: NodeId): Promise<Box | undefined> {
  const target = aimAt(parts, id, false);
  if (target === undefined) return undefined;
  const box = await target.locator.boundingBox({ timeout: BOX_WAIT_MS }).catch(() => null);
  return box ?? undefined;
}
