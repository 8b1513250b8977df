// Holds the attempts of a goal against what must come: on the same release a whole replay, or the documented limit; on an older one the
// right end or a hand-off. A wrong end that passes for right is the worst. Pure.
import type { StepCache } from '../../e2e/src/cache/outcome.ts';
import type { App, Goal } from './app.ts';

/** One start of an application, in which all of its goals are attempted. `turn`: counts the replays from 1. */
export interface Round {
  readonly kind: 'record' | 'replay' | 'older';
  readonly version: string;
  readonly turn: number;
}

/** How one attempt at a goal ended. */
export interface Outcome {
  readonly app: Pick<App, 'name'>;
  readonly goal: Pick<Goal, 'id' | 'limit'>;
  readonly round: Round;
  readonly cache: StepCache | undefined;
  /** The starting screen was as the goal says. */
  readonly begun: boolean;
  /** The agent could not do what the replay left to it. */
  readonly unfinished: boolean;
  /** The server's answer differs from the one before the step. */
  readonly changed: boolean;
  readonly durationMs: number;
  /** Why the attempt failed. */
  readonly failure?: string;
}

/** What an attempt is counted as. `broken`: the goal itself could not be done, so it says nothing of the product. */
export type Verdict = 'recorded' | 'not recorded' | 'replayed' | 'handed off' | 'missed' | 'wrong' | 'broken';

/** What came of an attempt. */
export function judge({ round, cache, failure, begun, unfinished, changed }: Outcome): Verdict {
  if (!begun) return 'broken';
  if (round.kind === 'record') {
    if (failure !== undefined) return 'broken';
    return cache?.write === 'saved' ? 'recorded' : 'not recorded';
  }
  if (failure !== undefined) {
    // A replay that passed and is not so, or one that handed over after it changed what the goal does not ask for.
    if (cache?.mode === 'self-finalized') return 'wrong';
    if (!unfinished || changed) return 'wrong';
  }
  if (cache?.mode === 'self-finalized') return 'replayed';
  return cache?.mode === 'agent-concluded' ? 'handed off' : 'missed';
}

/** Whether an outcome is as it must be. */
export function isRight(outcome: Outcome): boolean {
  const verdict = judge(outcome);
  const { goal, round } = outcome;
  if (verdict === 'wrong' || verdict === 'broken') return false;
  if (round.kind === 'older' || goal.limit !== undefined) return true;
  return verdict === (round.kind === 'record' ? 'recorded' : 'replayed');
}

/** An outcome in a few words: the verdict and, where it is not the best one, why. */
export function sayOutcome(outcome: Outcome): string {
  const { cache, failure } = outcome;
  const verdict = judge(outcome);
  const reason =
    verdict === 'not recorded'
      ? (cache?.notRecorded ?? cache?.write)
      : verdict === 'handed off' || verdict === 'missed'
        ? cache?.reason
        : undefined;
  const detail = isRight(outcome) && failure === undefined ? undefined : (failure ?? cache?.detail);
  return [
    verdict,
    ...(reason === undefined ? [] : [`(${reason})`]),
    ...(detail === undefined ? [] : [`← ${detail}`]),
  ].join(' ');
}
