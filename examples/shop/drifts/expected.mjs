// The eleven drifts and what must come of each. `order`: what the shop must have written down by the end, whatever the screen said.

/** One desk, once. */
const DESK = '1 × Walnut Desk';

/**
 * `reason`: why the step that meets the drift was handed over; `replayed` when nothing was: then no agent may be asked anything.
 * @typedef {{ variant: string, verdict: 'passed' | 'failed', reason: string, order: string }} Drift
 */

/** @type {readonly Drift[]} */
export const DRIFTS = [
  { variant: 'none', verdict: 'passed', reason: 'replayed', order: DESK },
  { variant: 'order-dropped', verdict: 'failed', reason: 'end-mismatch', order: 'none' },
  { variant: 'order-fails', verdict: 'failed', reason: 'end-mismatch', order: 'none' },
  { variant: 'renamed', verdict: 'passed', reason: 'target-not-found', order: DESK },
  { variant: 'twin-before', verdict: 'passed', reason: 'replayed', order: DESK },
  { variant: 'twin-after', verdict: 'passed', reason: 'replayed', order: DESK },
  { variant: 'shuffled', verdict: 'passed', reason: 'replayed', order: DESK },
  { variant: 'inserted', verdict: 'passed', reason: 'replayed', order: DESK },
  { variant: 'wrapped', verdict: 'passed', reason: 'replayed', order: DESK },
  { variant: 'submit-removed', verdict: 'failed', reason: 'target-not-found', order: 'none' },
  { variant: 'late', verdict: 'passed', reason: 'replayed', order: DESK },
];

/** Drifts under which the flow by place is run: each leaves its check green and buys another thing. @type {readonly Drift[]} */
export const BY_PLACE = [
  { variant: 'none', verdict: 'passed', reason: '', order: DESK },
  { variant: 'shuffled', verdict: 'passed', reason: '', order: '1 × Walnut Chair' },
  { variant: 'inserted', verdict: 'passed', reason: '', order: '1 × Oak Desk' },
  { variant: 'twin-before', verdict: 'passed', reason: '', order: '1 × Sample box' },
];
