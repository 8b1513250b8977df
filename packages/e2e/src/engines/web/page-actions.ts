// Actions on the page as a whole: addresses, history, keys, bare points.
import type { Page } from 'playwright-core';
import { messageOf } from '../../base/error.ts';
import type { ActionResult } from '../../engine/contract.ts';
import type { Action } from '../../screen/action.ts';
import type { NodeId } from '../../screen/node.ts';
import { failed } from './failure.ts';
import { isWebUrl } from './open.ts';
import { nodesAt } from './points.ts';
import type { Signals } from './signals.ts';
import type { ActionParts, Budget, Target } from './target.ts';

/** Goes to a web address; relative ones start from the app, else from the current page. */
export async function navigate(parts: ActionParts, url: string, budget: Budget): Promise<ActionResult> {
  const page = parts.pages.current();
  let absolute: string;
  try {
    absolute = new URL(url, parts.appUrl ?? page.url()).href;
  } catch {
    return failed('not-taken', `"${url}" is no address.`);
  }
  if (!isWebUrl(absolute))
    return failed('refused', `"${url}" is no web address; only http and https are opened.`);
  try {
    await page.goto(absolute, { ...budget.next(), waitUntil: 'commit' });
    return { ok: true };
  } catch (error) {
    const message = messageOf(error);
    // Aborted: the app sent the browser elsewhere at once, or the answer was a download.
    if (message.includes('net::ERR_ABORTED')) return { ok: true };
    const reason = /net::\w+|NS_ERROR_\w+/.exec(message)?.[0];
    if (reason !== undefined) return failed('not-taken', `${absolute} cannot be opened: ${reason}.`);
    if (message.includes('interrupted by another navigation')) return { ok: true };
    if (/Timeout/.test(message)) return failed('uncertain', `${absolute} did not answer in time.`);
    throw error;
  }
}

/** One step back or forward. */
export async function goThroughHistory(
  page: Page,
  way: 'back' | 'forward',
  signals: Signals,
  budget: Budget,
): Promise<ActionResult> {
  const before = signals.count();
  const options = { ...budget.next(), waitUntil: 'commit' } as const;
  const response = way === 'back' ? await page.goBack(options) : await page.goForward(options);
  if (response || signals.count() !== before) return { ok: true };
  return failed('not-taken', `There is no page to go ${way} to.`);
}

/** Presses a key, in the target when there is one. */
export async function pressKey(
  page: Page,
  target: Target | undefined,
  key: string,
  budget: Budget,
): Promise<ActionResult> {
  try {
    if (target) await target.locator.press(key, budget.next());
    else await page.keyboard.press(key);
    return { ok: true };
  } catch (error) {
    if (/Unknown key/.test(messageOf(error))) {
      return failed(
        'not-taken',
        `"${key}" is no key. Write it as Playwright does: Enter, Escape, ArrowDown, Control+A.`,
      );
    }
    throw error;
  }
}

/** Taps or hovers at a point of the viewport. */
export async function pointAt(
  parts: ActionParts,
  action: Extract<Action<NodeId>, { kind: 'tapAt' | 'hoverAt' }>,
): Promise<ActionResult> {
  const page = parts.pages.current();
  const viewport = page.viewportSize();
  const { x, y } = action;
  if (viewport && (x < 0 || y < 0 || x >= viewport.width || y >= viewport.height)) {
    return failed(
      'not-taken',
      `The point ${x}, ${y} is outside the viewport of ${viewport.width}×${viewport.height}.`,
    );
  }
  if ((await nodesAt(parts, x, y)) === undefined) {
    return failed('refused', `The point ${x}, ${y} is in a frame of another site; nothing is done there.`);
  }
  if (action.kind === 'tapAt') await page.mouse.click(x, y);
  else await page.mouse.move(x, y);
  return { ok: true };
}
