// Why a replay stops at an action: a value, handed up to where the step is given to the agent.
import type { Reason } from './outcome.ts';

/** A doubt at one action. */
export interface Stop {
  readonly reason: Reason;
  readonly detail: string;
  /** The action was done all the same. */
  readonly ran?: true;
}

/** Nobody answers a dialog that the recording did not have. Source: spec R24. */
export function unanswered(message: string): Stop {
  return {
    reason: 'action-failed',
    detail: `a dialog that the recording did not have is open: ${JSON.stringify(message)}`,
  };
}
