// Dismissals: a recorded action that did nothing but make something go away (a consent banner, a tour) may be left out where there is
// nothing to dismiss. Decides from one look; replay.ts makes sure of it with a second.
import { targetOf } from '../screen/action.ts';
import { isGone } from '../screen/anchor.ts';
import { locate } from '../screen/locate.ts';
import type { Reading } from '../screen/node.ts';
import type { RecordedAction } from './entry.ts';

/** Whether all that the action changed when it was recorded is that something went away. Source: spec R50. */
export function isDismissal({ action, change }: RecordedAction): boolean {
  const kinds: readonly string[] = ['tap', 'press', 'check'];
  return (
    change !== undefined &&
    change.route === undefined &&
    change.appeared.length === 0 &&
    change.gone.length > 0 &&
    kinds.includes(action.kind)
  );
}

/**
 * Whether a reading shows that there is nothing to dismiss: the target is absent, what it made go away is absent too, and the next
 * action's control is there, alone and in reach. Without a next action there is no telling.
 */
export function isNeedless(
  recorded: RecordedAction,
  next: RecordedAction | undefined,
  reading: Reading,
): boolean {
  if (!isDismissal(recorded) || next === undefined) return false;
  const [own, following] = [targetOf(recorded.action), targetOf(next.action)];
  if (own === undefined || following === undefined) return false;
  return (
    locate(reading.nodes, own).kind === 'none' &&
    (recorded.change?.gone ?? []).every((anchor) => isGone(reading, anchor)) &&
    locate(reading.nodes, following).kind === 'found'
  );
}
