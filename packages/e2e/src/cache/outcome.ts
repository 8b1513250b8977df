// The closed lists of the cache: how a step's replay went, why it stopped, what became of the recording. The same spellings
// stand in the report, in `result.cache` and in the docs.

/** Cache modes. Source: spec R39. */
export const CACHE_MODES = ['read-write', 'read-only', 'off'] as const;
export type CacheMode = (typeof CACHE_MODES)[number];

/** How a step used its recording: whole replay, hand-off to the agent, or nothing to replay. Source: spec R34. */
export const STEP_MODES = ['self-finalized', 'agent-concluded', 'missed'] as const;
export type StepMode = (typeof STEP_MODES)[number];

/** Why a step missed or was handed off. Source: spec R35. */
export const REASONS = [
  'no-entry',
  'retry',
  'invalid-entry',
  'truncated',
  'wrong-context',
  'target-not-found',
  'target-ambiguous',
  'gap',
  'action-failed',
  'action-uncertain',
  'viewport-changed',
  'end-mismatch',
] as const;
export type Reason = (typeof REASONS)[number];

/** What became of a step's recording when its attempt ended. Source: spec R3. */
export const WRITES = ['saved', 'kept', 'unconfirmed', 'evicted', 'no-change', 'not-written'] as const;
export type Write = (typeof WRITES)[number];

/**
 * Why a recorded value can't be repeated: a control's whole name or text, a code shown as a word of its own, a date worked out from
 * today, something typed after a screenshot, something that a tool of the project gave back; or a call of a tool that may not be
 * repeated itself. Source: spec R25.
 */
export const DERIVED = ['whole-node', 'minted-token', 'date', 'pixels', 'tool-result', 'tool-call'] as const;
export type Derived = (typeof DERIVED)[number];

/** Who made a recording, as far as known. Source: spec R11. */
export interface Provenance {
  readonly executor: string;
  readonly model?: string;
  /** Version of this product. */
  readonly version: string;
}

/** `step.cache` of the report and, without `write`, `result.cache` of `agent.act()`. Source: spec R34. */
export interface StepCache {
  readonly mode: StepMode;
  readonly reason?: Reason;
  /** Where and why, such as `at action 2 of 3, tap button "Apply": …`. */
  readonly detail?: string;
  /** The key's hash: the entry's file name without `.json`. */
  readonly entry?: string;
  readonly recordedBy?: Provenance;
  /** Set when nothing may be recorded for this step. Source: spec R12. */
  readonly notRecorded?: 'param-collision';
  /** For a `gap`: why the value can't be repeated. Source: spec R25. */
  readonly derived?: Derived;
  /** Recorded changes that the replay itself brought about, of how many. Source: spec R28. */
  readonly evidence?: { readonly caused: number; readonly recorded: number };
  /** Controls found by test id and role under a new label. Source: spec R19. */
  readonly relocated?: readonly string[];
  /** Actions left out because what they dismiss is not there. Source: spec R50. */
  readonly skipped?: readonly string[];
  readonly write?: Write;
}
