// May this recording be replayed here: is it whole, and is the app where it began? Decides before anything is done to the app.
import { targetOf } from '../screen/action.ts';
import { type Anchor, isAnnouncement, isGone, isShown } from '../screen/anchor.ts';
import { isItem } from '../screen/item.ts';
import { matchesOf } from '../screen/match.ts';
import type { Reading } from '../screen/node.ts';
import { isDismissal } from './dismissal.ts';
import type { Entry } from './entry.ts';
import type { Named } from './named.ts';
import type { Reason } from './outcome.ts';
import { type StepPort, TARGET_WAIT_MS } from './port.ts';
import { lookUntil } from './wait.ts';
import { neverReplays } from './whole.ts';

/**
 * How long a screen on another route may still be on its way, once it is steady. Chosen: a redirect by script comes within this,
 * and a session that expired should not cost the whole target wait.
 */
const REDIRECT_WAIT_MS = 2_000;

/** How long news of the step before may stay, in ms. Source: chosen; the toasts of common libraries leave after 3 to 6 s. */
const NEWS_WAIT_MS = 6_000;

/** Whether a replay may begin. */
export type Precondition =
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused'; readonly reason: Reason; readonly detail: string };

/** Checks a recording against the screen that the step starts on. Source: spec R17, R26. */
export async function checkStart(entry: Entry, port: StepPort, named: Named): Promise<Precondition> {
  const never = neverReplays(entry);
  if (never !== undefined) {
    return { kind: 'refused', reason: 'truncated', detail: `the recording is not whole: ${never}` };
  }
  if (entry.actions[0]?.action.kind === 'navigate') return { kind: 'ready' };
  const isThere = (reading: Reading): boolean => named.routeOf(reading.location) === entry.start.route;
  // What is still arriving must not pass for something that the replay brought about: it starts from a screen at rest, or from the one that
  // the recording started from, down to the last text. Nothing more came to that one.
  // A paced recording was too fast for its app once.
  const likeness = entry.paced ? undefined : entry.start.likeness;
  let screen = await port.look(
    likeness === undefined
      ? undefined
      : (reading) => isThere(reading) && named.likenessOf(reading) === likeness,
  );
  /** Whether it is so, at once or within the time in ms; the screen is at rest again then. */
  const comesToBe = async (holds: (reading: Reading) => boolean, waitMs: number): Promise<boolean> => {
    if (holds(screen)) return true;
    const came = await lookUntil(port, waitMs, (reading) => (holds(reading) ? true : undefined));
    screen = await port.look();
    return came === true;
  };
  if (!(await comesToBe(isThere, REDIRECT_WAIT_MS))) {
    const at = named.routeOf(screen.location);
    return {
      kind: 'refused',
      reason: 'wrong-context',
      detail: `the step starts on ${JSON.stringify(at)}, and was recorded on ${JSON.stringify(entry.start.route)}`,
    };
  }
  const begins = (reading: Reading): boolean => isThere(reading) && isItsState(entry, reading);
  if (!(await comesToBe(begins, TARGET_WAIT_MS))) {
    return {
      kind: 'refused',
      reason: 'wrong-context',
      detail:
        'nothing that the recording made go away is on the starting screen, so the step begins in another state',
    };
  }
  // It may stay; then the end check says so.
  await comesToBe((reading) => !isOwnNews(entry, reading), NEWS_WAIT_MS);
  return { kind: 'ready' };
}

/**
 * Whether news of the step before, such as a toast, says all that this one is to bring about: until they are gone, nothing could prove it. A
 * replay is there sooner than the recording was, which began without them.
 */
function isOwnNews({ start, end }: Entry, reading: Reading): boolean {
  if (end.route !== start.route || !end.appeared.some(isAnnouncement)) return false;
  return (
    end.appeared.every((anchor) => isShown(reading, anchor)) &&
    end.gone.every((anchor) => isGone(reading, anchor))
  );
}

/** The same route is not the same state: something of what the recording made go away must be there to go. */
function isItsState(entry: Entry, reading: Reading): boolean {
  const optional = new Set(
    entry.actions.filter(isDismissal).flatMap(({ change }) => change?.gone.map(nameOf) ?? []),
  );
  // What a status line said before the step is news, not state: it may have changed by itself, then as now.
  const gone = entry.end.gone.filter((anchor) => !optional.has(nameOf(anchor)) && !isAnnouncement(anchor));
  return (
    gone.length === 0 || gone.some((anchor) => !isGone(reading, anchor)) || lacksOnlyItem(entry, reading)
  );
}

/**
 * Whether the first control is missing with the item (row, card) that it was in, while its like stands in others: the same state without
 * that item. The replay then waits for it and finds that it is not there, which says more than another state would.
 */
function lacksOnlyItem({ actions: [first] }: Entry, { nodes }: Reading): boolean {
  const target = first === undefined ? undefined : targetOf(first.action);
  const item = target?.within?.find(isItem);
  if (target === undefined || item === undefined || matchesOf(nodes, target).length > 0) return false;
  const { within: _within, twin: _twin, ...alike } = target;
  return matchesOf(nodes, { ...alike, within: [{ role: item.role, by: 'role' }] }).length > 0;
}

/** What is dismissed may be absent from the start (spec R50): anchors of one and the same control have one name. */
function nameOf({ descriptor }: Anchor): string {
  return JSON.stringify(descriptor);
}
