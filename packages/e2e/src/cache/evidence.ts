// What a replay has seen of a recorded effect: each change latched when it shows, so that a toast and a late row need not be on screen
// together, and told apart from what was there before the first action. A state that its control shows no longer is not latched.
import { type Anchor, isGone, isShown, isTakenBack } from '../screen/anchor.ts';
import type { Reading } from '../screen/node.ts';
import type { Route } from '../screen/route.ts';
import type { Change, EntryEnd } from './entry.ts';
import type { Named } from './named.ts';

/** One recorded change, as far as the replay has seen it. */
interface Sight {
  readonly anchor: Anchor;
  /** It already held before the first action: it can only be "still there". */
  readonly before: boolean;
  /** It held in a reading after the first action, and was not taken back since. */
  seen: boolean;
  /** It first held while the server had not answered yet, and still does: an app may take it back at the answer. */
  early: boolean;
  takenBack: boolean;
}

const UNSEEN = { seen: false, early: false, takenBack: false } as const;

/** Collects what the readings of one replay prove. */
export interface Evidence {
  /** Looks at one reading; those before `begin` only set what was there before. */
  see(reading: Reading): void;
  /** An action is about to be done on this screen; only the first such call counts. */
  begin(reading: Reading): void;
  /** Whether the recorded effect is there, and was brought about by this replay. */
  verdict(): Verdict;
  /** Whether the server has answered, and a change came ahead of that: the screen has to come to rest before it counts. */
  isEarly(): boolean;
  /** The screen at rest right after the answer: what came early and is not there any more was taken back. */
  confirm(reading: Reading): void;
  /** For a proof, by index (appeared first, then gone): changes that do not hold, and those without whose check `held` would be the other way. */
  weigh(): { readonly absent: readonly number[]; readonly pivotal: readonly number[] };
}

/**
 * `missing`, `remaining`: recorded controls that did not show, or did not go; `takenBack`: those of both that the app took back at the
 * server's answer. `alerts`: raised, and never seen by the recording.
 */
export interface Verdict {
  readonly held: boolean;
  readonly routeOk: boolean;
  readonly route: Route | undefined;
  readonly missing: readonly Anchor[];
  readonly remaining: readonly Anchor[];
  readonly takenBack: readonly Anchor[];
  readonly alerts: readonly string[];
  /** Changes that came about during the replay, of how many recorded ones. */
  readonly caused: number;
  readonly recorded: number;
}

/**
 * Evidence for one recorded effect. Source: spec R27, R28.
 * @param isAnswered whether the server has answered every state-changing request that the step sent so far.
 */
export function collectEvidence(end: EntryEnd, named: Named, isAnswered: () => boolean): Evidence {
  let begun = false;
  let startRoute: Route | undefined;
  let latest: Reading | undefined;
  let appeared: readonly Sight[] = [];
  let gone: readonly Sight[] = [];
  const known = new Set(end.alerts);
  const raised = new Set<string>();
  const look = (sight: Sight, holds: boolean, answered: boolean): boolean => {
    // Gone again before the answer, it left by itself, as a toast does.
    if (!answered) sight.early = holds && (sight.early || !sight.seen);
    return holds;
  };
  const isAt = (): boolean => latest !== undefined && named.routeOf(latest.location) === end.route;
  const hasMoved = (): boolean => isAt() && startRoute !== undefined && startRoute !== end.route;
  /** Whether these changes hold, and prove that this replay brought them about. */
  const holds = (sights: readonly Sight[]): boolean => {
    // The echo of typing is evidence only where the recording has nothing else (spec R28).
    const onlyEcho = sights.every((sight) => sight.anchor.echo);
    const proof =
      hasMoved() || sights.some((sight) => sight.seen && !sight.before && (onlyEcho || !sight.anchor.echo));
    return isAt() && raised.size === 0 && sights.every((sight) => sight.seen) && proof;
  };
  return {
    begin(reading) {
      if (begun) return;
      begun = true;
      startRoute = named.routeOf(reading.location);
      latest = reading;
      appeared = end.appeared.map((anchor) => ({ anchor, before: isShown(reading, anchor), ...UNSEEN }));
      gone = end.gone.map((anchor) => ({ anchor, before: isGone(reading, anchor), ...UNSEEN }));
      for (const alert of named.alertsOf(reading)) known.add(alert);
    },
    see(reading) {
      if (!begun) return;
      latest = reading;
      const answered = isAnswered();
      for (const sight of appeared) {
        sight.seen =
          look(sight, isShown(reading, sight.anchor), answered) ||
          (sight.seen && !isTakenBack(reading, sight.anchor));
      }
      for (const sight of gone) sight.seen = look(sight, isGone(reading, sight.anchor), answered);
      for (const alert of named.alertsOf(reading)) if (!known.has(alert)) raised.add(alert);
    },
    verdict() {
      const route = latest === undefined ? undefined : named.routeOf(latest.location);
      const moved = hasMoved();
      const unseen = (sights: readonly Sight[], takenBack: boolean): readonly Anchor[] =>
        sights.filter((sight) => !sight.seen && sight.takenBack === takenBack).map((sight) => sight.anchor);
      const missing = unseen(appeared, false);
      const remaining = unseen(gone, false);
      const takenBack = [...unseen(appeared, true), ...unseen(gone, true)];
      const all = [...appeared, ...gone];
      const caused = all.filter((sight) => sight.seen && !sight.before);
      return {
        held: holds(all),
        routeOk: isAt(),
        route,
        missing,
        remaining,
        takenBack,
        alerts: [...raised],
        caused: caused.length + (moved ? 1 : 0),
        recorded: all.length + (moved ? 1 : 0),
      };
    },
    isEarly: () => isAnswered() && [...appeared, ...gone].some((sight) => sight.early),
    confirm(reading) {
      const settle = (sight: Sight, holds: boolean): void => {
        sight.takenBack ||= sight.early && !holds;
        if (sight.takenBack) sight.seen = holds;
        sight.early = false;
      };
      for (const sight of appeared) settle(sight, isShown(reading, sight.anchor));
      for (const sight of gone) settle(sight, isGone(reading, sight.anchor));
    },
    weigh() {
      const all = [...appeared, ...gone];
      const held = holds(all);
      const indices = (test: (sight: Sight) => boolean): readonly number[] =>
        all.flatMap((sight, index) => (test(sight) ? [index] : []));
      return {
        absent: indices((sight) => !sight.seen),
        pivotal: indices((left) => holds(all.filter((sight) => sight !== left)) !== held),
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
