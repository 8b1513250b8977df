// Presses the mouse at a point that the page has proven to be the control's. Button down and up are sent together, so that no rendering
// of the app falls between them; whether the press arrived is what the page itself says.
import type { Page } from 'playwright-core';
import { now } from '../../base/clock.ts';
import type { Point } from './injected/proof.ts';
import { protocolOf } from './protocol.ts';
import type { SentInput } from './sent.ts';

/** How long the page may take to say what it got, in ms. Source: the guard in the page, which is down after that. */
const LONGEST_MS = 10_000;

/** `missed`: the page kept the press from something else that had come under the pointer. `unknown`: it said nothing. */
export type Pressed = 'hit' | 'missed' | 'unknown';

/** One press of the left button, answered within the time in ms. @throws when the page goes away before it got the press. */
export async function pressAt(page: Page, point: Point, sent: SentInput, waitMs: number): Promise<Pressed> {
  const before = { hit: sent.count(['press']), missed: sent.count(['missed']) };
  const outcome = (): Pressed => {
    if (sent.count(['missed']) > before.missed) return 'missed';
    return sent.count(['press']) > before.hit ? 'hit' : 'unknown';
  };
  const deadline = now() + Math.min(waitMs, LONGEST_MS);
  try {
    // A page that is busy with the press takes its release only later: what it makes of it is not known by then.
    if (!(await isAnswered(send(page, point), waitMs))) return 'unknown';
  } catch (error) {
    // A press may close its own page.
    if (outcome() === 'unknown') throw error;
  }
  while (outcome() === 'unknown' && now() < deadline && !page.isClosed())
    await inputOrClose(page, sent, deadline - now());
  // What a page says while it closes may be lost with it. The browser answered for the press; one that was kept from the page closes nothing.
  return outcome() === 'unknown' && page.isClosed() ? 'hit' : outcome();
}

/** Resolves once something arrives in the page, when it closes, or when the time in ms is up. */
function inputOrClose(page: Page, sent: SentInput, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      page.off('close', end);
      resolve();
    };
    page.on('close', end);
    void sent.next(waitMs).then(end);
  });
}

function isAnswered(sending: Promise<void>, waitMs: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), waitMs);
    sending.then(() => resolve(true), reject).finally(() => clearTimeout(timer));
  });
}

async function send(page: Page, { x, y }: Point): Promise<void> {
  const protocol = await protocolOf(page);
  if (protocol === undefined) {
    await page.mouse.click(x, y);
    return;
  }
  const event = { x, y, button: 'left', clickCount: 1, pointerType: 'mouse' } as const;
  await Promise.all([
    protocol.send('Input.dispatchMouseEvent', { x, y, type: 'mouseMoved', pointerType: 'mouse' }),
    protocol.send('Input.dispatchMouseEvent', { ...event, type: 'mousePressed', buttons: 1 }),
    protocol.send('Input.dispatchMouseEvent', { ...event, type: 'mouseReleased', buttons: 0 }),
  ]);
}
