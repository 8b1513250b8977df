// Scrolls, once or until a text shows. Steps are bounded; a list that loads more while it is scrolled is waited for.
import type { Frame } from 'playwright-core';
import { withSignal } from '../../base/clock.ts';
import type { ActionResult } from '../../engine/contract.ts';
import type { Direction } from '../../screen/action.ts';
import { failed } from './failure.ts';
import { callPage } from './page-api.ts';
import type { Budget, Target } from './target.ts';

/** Most steps of one search, of 80 % of a screen each. Source: chosen. */
const MAX_STEPS = 60;

/** How long the end of a list is given to load more, in ms. Source: chosen. */
const MORE_MS = 2_000;

/** One step; at the end already it is done all the same. */
export async function scrollOnce(
  frame: Frame,
  target: Target | undefined,
  direction: Direction,
): Promise<ActionResult> {
  await callPage(frame, 'scrollStep', target?.id, direction);
  return { ok: true };
}

/** Steps until the text shows. */
export async function scrollUntilText(
  frame: Frame,
  target: Target | undefined,
  action: { readonly text: string; readonly direction: Direction },
  budget: Budget,
  signal: AbortSignal,
): Promise<ActionResult> {
  for (let step = 0; step < MAX_STEPS; step++) {
    signal.throwIfAborted();
    if (await callPage(frame, 'revealText', action.text)) return { ok: true };
    const version = await callPage(frame, 'version');
    if (await callPage(frame, 'scrollStep', target?.id, action.direction)) continue;
    const waitMs = Math.min(MORE_MS, budget.leftMs());
    if (waitMs <= 1 || !(await withSignal(callPage(frame, 'waitForChange', version, waitMs), signal))) break;
  }
  if (await callPage(frame, 'revealText', action.text)) return { ok: true };
  return failed('not-found', `"${action.text}" did not show while scrolling ${action.direction}.`);
}
