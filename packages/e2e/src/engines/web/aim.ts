// The one call into the page that an action begins with: what the control is, and that it is ready for what is planned.
import { type Failure, failed } from './failure.ts';
import type { Aimed, Plan } from './injected/main.ts';
import { callPage } from './page-api.ts';
import type { Target } from './target.ts';

/** Makes a control ready; a failure where it is gone, or where its screen is not the one that it was chosen on. */
export async function makeReady(target: Target, plan: Omit<Plan, 'since'>): Promise<Aimed | Failure> {
  const { frame, id, since } = target;
  // A point is one of the page's viewport, which that of a frame inside it is not.
  const press = plan.press === true && frame.parentFrame() === null;
  return orFailure(
    target,
    await callPage(frame, 'aim', id, { ...plan, press, ...(since === undefined ? {} : { since }) }),
  );
}

/** The same for a text that goes in place of what a field holds. */
export async function makeReadyForText(target: Target, text: string): Promise<Aimed | Failure> {
  return orFailure(target, await callPage(target.frame, 'aimText', target.id, text, target.since));
}

function orFailure({ label }: Target, aimed: Aimed | 'stale' | undefined): Aimed | Failure {
  if (aimed === 'stale') return failed('stale', `The screen changed since ${label} was chosen on it.`);
  return aimed ?? failed('not-found', `${label} is no longer on the screen.`);
}
