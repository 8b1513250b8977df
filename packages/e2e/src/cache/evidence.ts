// What a replay has seen of a recorded effect: each change latched when it shows, so that a toast and a late row need not be on screen
// together, and told apart from what was there before the first action. A state that its control shows no longer is not latched.
import { type Anchor, alertsOf, isGone, isShown, isTakenBack } from '../screen/effect.ts';
import type { Reading } from '../screen/node.ts';
import { type Route, routeOf } from '../screen/route.ts';
import type { Change, EntryEnd } from './entry.ts';

/** One recorded change, as far as the replay has seen it. */
interface Sight {
  readonly anchor: Anchor;
  /** It already held before the first action: it can only be "still there". */
  readonly before: boolean;
  /** It held in a reading after the first action, and was not taken back since. */
  seen: boolean;
}

/** Collects what the readings of one replay prove. */
export interface Evidence {
  /** Looks at one reading; those before `begin` only set what was there before. */
  see(reading: Reading): void;
  /** An action is about to be done on this screen; only the first such call counts. */
  begin(reading: Reading): void;
  /** Whether the recorded effect is there, and was brought about by this replay. */
  verdict(): Verdict;
}

/** `missing`, `remaining`: recorded controls that did not show, or did not go. `alerts`: raised, and never seen by the recording. */
export interface Verdict {
  readonly held: boolean;
  readonly routeOk: boolean;
  readonly route: Route | undefined;
  readonly missing: readonly Anchor[];
  readonly remaining: readonly Anchor[];
  readonly alerts: readonly string[];
  /** Changes that came about during the replay, of how many recorded ones. */
  readonly caused: number;
  readonly recorded: number;
}

/** Evidence for one recorded effect. Source: spec R27, R28. */
export function collectEvidence(end: EntryEnd, appUrl: string | undefined): Evidence {
  let begun = false;
  let startRoute: Route | undefined;
  let latest: Reading | undefined;
  let appeared: readonly Sight[] = [];
  let gone: readonly Sight[] = [];
  const known = new Set(end.alerts);
  const raised = new Set<string>();
  return {
    begin(reading) {
      if (begun) return;
      begun = true;
      startRoute = routeOf(reading.location, appUrl);
      latest = reading;
      appeared = end.appeared.map((anchor) => ({ anchor, before: isShown(reading, anchor), seen: false }));
      gone = end.gone.map((anchor) => ({ anchor, before: isGone(reading, anchor), seen: false }));
      for (const alert of alertsOf(reading)) known.add(alert);
    },
    see(reading) {
      if (!begun) return;
      latest = reading;
      for (const sight of appeared) {
        sight.seen = isShown(reading, sight.anchor) || (sight.seen && !isTakenBack(reading, sight.anchor));
      }
      for (const sight of gone) sight.seen = isGone(reading, sight.anchor);
      for (const alert of alertsOf(reading)) if (!known.has(alert)) raised.add(alert);
    },
    verdict() {
      const route = latest === undefined ? undefined : routeOf(latest.location, appUrl);
      const routeOk = route === end.route;
      const missing = appeared.filter((sight) => !sight.seen).map((sight) => sight.anchor);
      const remaining = gone.filter((sight) => !sight.seen).map((sight) => sight.anchor);
      const all = [...appeared, ...gone];
      const caused = all.filter((sight) => sight.seen && !sight.before);
      // The echo of typing is evidence only where the recording has nothing else (spec R28).
      const onlyEcho = all.every((sight) => sight.anchor.echo);
      const moved = routeOk && startRoute !== undefined && startRoute !== end.route;
      const proof = moved || caused.some((sight) => onlyEcho || !sight.anchor.echo);
      return {
        held: routeOk && missing.length === 0 && remaining.length === 0 && raised.size === 0 && proof,
        routeOk,
        route,
        missing,
        remaining,
        alerts: [...raised],
        caused: caused.length + (moved ? 1 : 0),
        recorded: all.length + (moved ? 1 : 0),
      };
    },
  };
}

/** Whether all that an action changed is text that differs every run: it can't be looked for. */
export function isRestless({ route, appeared, gone }: Change): boolean {
  return route === undefined && gone.length === 0 && appeared.every((anchor) => anchor.volatile);
}

/** Whether any change that one action made shows: of several, one is enough to know that the app has acted. */
export function hasCome(change: Change, reading: Reading): boolean {
  return (
    change.appeared.some((anchor) => isShown(reading, anchor)) ||
    change.gone.some((anchor) => isGone(reading, anchor))
  );
}
