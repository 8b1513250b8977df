// The load-bearing proof of a recording: what a replay with one action left out tells of that action, and what all of them together tell of
// each recorded change. It judges; the replays are driven by whoever proves.
import { unreachable } from '../base/result.ts';
import { setsTarget, targetOf } from '../screen/action.ts';
import type { Anchor } from '../screen/anchor.ts';
import { isDismissal } from './dismissal.ts';
import type { Entry, RecordedAction } from './entry.ts';
import type { StepCache } from './outcome.ts';

/** What is left out in one run of a suite. Source: issue "The whole replay cache", load-bearing proof. */
export interface Proof {
  /** Index of the action that is not done, by entry key; a recording that is not named here is replayed whole. */
  readonly leaveOut: Readonly<Record<string, number>>;
}

/** What one replay of a proof showed besides how it ended. Anchors by index: those that appeared first, then those that went. */
export interface Trial {
  /** The action that was not done; absent in a whole replay. */
  readonly leftOut?: number;
  /** Index of the action at which the replay stopped; absent when it got to its end check. */
  readonly stoppedAt?: number;
  /** Anchors that had not come, or not gone, when it ended. */
  readonly absent: readonly number[];
  /** Anchors without whose check the end check alone would have come out the other way. */
  readonly pivotal: readonly number[];
}

/** A replay of a proof under way. */
interface OpenTrial {
  readonly leftOut: number | undefined;
  /** Given by the end check. */
  readonly pivotal: Set<number>;
  /** `absent`, `stoppedAt`: as in a trial. */
  close(absent: readonly number[], stoppedAt: number | undefined): Trial;
}

/** Begins a replay of a recording in a proof. */
export function beginTrial({ leaveOut }: Proof, key: string): OpenTrial {
  const leftOut = leaveOut[key];
  const pivotal = new Set<number>();
  return {
    leftOut,
    pivotal,
    close: (absent, stoppedAt) => ({
      ...(leftOut === undefined ? {} : { leftOut }),
      ...(stoppedAt === undefined ? {} : { stoppedAt }),
      absent,
      pivotal: [...pivotal],
    }),
  };
}

/**
 * Why it is right that an action can be left out: `focus` the next action goes to its control by itself; `overwritten` a later one sets the same
 * control; `dismissal` it only closes what may be there (R50); `view` it only moves what is in view, which a replay does by itself.
 */
export type Excuse = 'focus' | 'overwritten' | 'dismissal' | 'view';

/** Keys that move the focus and, by themselves, nothing else. Source: HTML, sequential focus navigation. */
const FOCUS_KEYS: ReadonlySet<string> = new Set(['Tab', 'Shift+Tab']);

/** What a replay holds an action to while it is done: what its field shows then (R22), or its own change (R49). */
type Guard = 'value' | 'change';

/** What came of leaving one action out. */
export type Verdict =
  | { readonly kind: 'noticed'; readonly reason: string; readonly detail: string }
  /** The effect showed all the same. */
  | {
      readonly kind: 'survived';
      readonly excuse?: Excuse;
      readonly guard?: Guard;
      /** The check of the test that failed without the action; absent when the whole test passed. */
      readonly caughtBy?: string;
    }
  /** The run says nothing of this action. */
  | { readonly kind: 'undecided'; readonly why: string };

/** One run of the test with an action of its step left out. */
export interface Run {
  readonly cache: StepCache | undefined;
  readonly trial: Trial | undefined;
  /** Why the test failed; `undefined` when it passed. */
  readonly failure: string | undefined;
}

/** What a recorded change is worth: alone it noticed a missing action or is the only proof; one of several did; or it came whatever was left out. */
type AnchorRole = 'alone' | 'shared' | 'idle';

/** The proof of one recording. */
export interface EntryProof {
  /** One per action, in order. */
  readonly actions: readonly Verdict[];
  /** One per anchor: those that appeared, then those that went. */
  readonly anchors: readonly AnchorRole[];
}

/** Judges a recording. `whole`: the replay of all of it; `runs`: one per action, in order. */
export function proveEntry(entry: Entry, whole: Trial, runs: readonly Run[]): EntryProof {
  const actions = runs.map((run, index) => verdictOf(entry, index, run));
  const trials = runs.flatMap(({ trial }, index) =>
    trial === undefined || actions[index]?.kind === 'undecided' ? [] : [trial],
  );
  return { actions, anchors: anchorsOf(entry).map((_, index) => roleOf(index, whole, trials)) };
}

/** The anchors of an entry in the order in which a proof counts them. */
export function anchorsOf({ end }: Entry): readonly Anchor[] {
  return [...end.appeared, ...end.gone];
}

/** Whether a survivor is one to look at: nothing excuses it, and no check of the test noticed. */
export function isLoose(verdict: Verdict): boolean {
  return verdict.kind === 'survived' && verdict.excuse === undefined && verdict.caughtBy === undefined;
}

function verdictOf(entry: Entry, index: number, { cache, trial, failure }: Run): Verdict {
  if (cache === undefined || trial === undefined || trial.leftOut !== index) {
    return { kind: 'undecided', why: cache?.detail ?? failure ?? 'the step was not reached' };
  }
  if (trial.stoppedAt !== undefined && trial.stoppedAt < index) {
    return { kind: 'undecided', why: `the replay stopped before it: ${cache.detail ?? ''}` };
  }
  if (cache.mode !== 'self-finalized') {
    return { kind: 'noticed', reason: cache.reason ?? '', detail: cache.detail ?? '' };
  }
  const excuse = excuseOf(entry.actions, index);
  const guard = guardOf(entry.actions[index]);
  return {
    kind: 'survived',
    ...(excuse === undefined ? {} : { excuse }),
    ...(guard === undefined ? {} : { guard }),
    ...(failure === undefined ? {} : { caughtBy: failure }),
  };
}

function roleOf(index: number, whole: Trial, trials: readonly Trial[]): AnchorRole {
  if ([whole, ...trials].some(({ pivotal }) => pivotal.includes(index))) return 'alone';
  return trials.some(({ absent }) => absent.includes(index)) ? 'shared' : 'idle';
}

function excuseOf(actions: readonly RecordedAction[], index: number): Excuse | undefined {
  const recorded = actions[index];
  if (recorded === undefined) return undefined;
  if (isDismissal(recorded)) return 'dismissal';
  const { action } = recorded;
  switch (action.kind) {
    case 'scroll':
    case 'scrollUntil':
      return 'view';
    case 'tap':
    case 'hover':
    case 'press': {
      const next = actions[index + 1];
      if (next === undefined || targetOf(next.action) === undefined) return undefined;
      const isTab = action.kind === 'press' && FOCUS_KEYS.has(action.key);
      return isTab || sameTarget(recorded, next) ? 'focus' : undefined;
    }
    case 'type':
    case 'typeSecret':
    case 'select':
    case 'check':
    case 'upload':
      return actions.slice(index + 1).some((later) => setsTarget(later.action) && sameTarget(recorded, later))
        ? 'overwritten'
        : undefined;
    default:
      return undefined;
  }
}

/** The same control, whatever state it was in. */
function sameTarget(a: RecordedAction, b: RecordedAction): boolean {
  const [one, other] = [a, b].map(({ action }) => {
    const target = targetOf(action);
    if (target === undefined) return undefined;
    const { state: _state, ...identity } = target;
    return JSON.stringify(identity);
  });
  return one !== undefined && one === other;
}

function guardOf(recorded: RecordedAction | undefined): Guard | undefined {
  if (recorded?.shows !== undefined) return 'value';
  return recorded?.change === undefined ? undefined : 'change';
}

/** Why an excused action can be left out, as a sentence. */
export function sayExcuse(excuse: Excuse): string {
  switch (excuse) {
    case 'focus':
      return 'It only moves the focus; the next action goes to its control by itself.';
    case 'overwritten':
      return 'A later action sets the same control.';
    case 'dismissal':
      return 'It only closes what may be in the way, and nothing was.';
    case 'view':
      return 'It only moves what is in view; a replay brings each control into view by itself.';
    default:
      return unreachable(excuse);
  }
}
