// Holds an outcome against what must come, and names the kind of fault. A false pass and a wrong action are the worst; a needless
// hand-off costs time.
import type { StepMode } from '../../e2e/src/cache/outcome.ts';
import type { Expected, Outcome } from './situation.ts';

/** The kinds of fault, worst first. */
export const FAULTS = ['false pass', 'wrong action', 'needless hand-off', 'other'] as const;
/** How an outcome is wrong. */
export type Fault = (typeof FAULTS)[number];

/** What is wrong with an outcome. */
export interface Finding {
  readonly fault: Fault;
  readonly detail: string;
}

/** What must come when nothing differs. */
export const REPLAYED: Expected = { mode: 'self-finalized' };

/** What is wrong, or `undefined`. */
export function judge(expected: Expected, outcome: Outcome): Finding | undefined {
  const { cache } = outcome;
  const mode = cache?.mode;
  const modes = listOf(expected.mode);
  const attempt = expected.attempt ?? 'passed';
  if (mode === 'self-finalized' && !modes.includes(mode)) {
    return { fault: 'false pass', detail: `replayed, where ${sayExpected(expected)} must come` };
  }
  if (outcome.attempt === 'passed' && attempt === 'failed') {
    return { fault: 'false pass', detail: 'the attempt passed' };
  }
  for (const [name, count] of Object.entries(expected.counts ?? {})) {
    const got = outcome.counts[name] ?? 0;
    if (got !== count) return { fault: 'wrong action', detail: `${name}: ${got}, and must be ${count}` };
  }
  if (modes.every((one) => one === 'self-finalized') && mode !== 'self-finalized') {
    return { fault: 'needless hand-off', detail: sayOutcome(outcome) };
  }
  if (outcome.attempt !== attempt) {
    return { fault: 'other', detail: `the attempt ${outcome.attempt}: ${outcome.failure ?? ''}` };
  }
  return other(expected, outcome);
}

function other(expected: Expected, outcome: Outcome): Finding | undefined {
  const { cache } = outcome;
  const reasons = listOf(expected.reason);
  const fits =
    cache !== undefined &&
    listOf(expected.mode).includes(cache.mode) &&
    (reasons.length === 0 || (cache.reason !== undefined && reasons.includes(cache.reason)));
  if (!fits) return { fault: 'other', detail: sayOutcome(outcome) };
  if (expected.detail !== undefined && !expected.detail.test(cache.detail ?? ''))
    return { fault: 'other', detail: `the detail does not match ${expected.detail}: ${cache.detail}` };
  if (expected.write !== undefined && cache.write !== expected.write)
    return { fault: 'other', detail: `write ${cache.write}, and must be ${expected.write}` };
  if (expected.withinMs !== undefined && outcome.durationMs > expected.withinMs)
    return { fault: 'other', detail: `${outcome.durationMs} ms, and at most ${expected.withinMs} must do` };
  return undefined;
}

/** What must come, in short. */
export function sayExpected({ mode, reason, counts, attempt }: Expected): string {
  const parts = [
    listOf(mode)
      .map((one) => MODE_WORDS[one])
      .join('|'),
    ...(reason === undefined ? [] : [listOf(reason).join('|')]),
    ...Object.entries(counts ?? {}).map(([name, count]) => `${name} ${count}`),
    ...(attempt === 'failed' ? ['attempt fails'] : []),
  ];
  return parts.join(', ');
}

/** What came, in short. */
export function sayOutcome({ cache, attempt, failure, counts }: Outcome): string {
  const parts = [
    cache === undefined ? 'no cache' : MODE_WORDS[cache.mode],
    ...(cache?.reason === undefined ? [] : [cache.reason]),
    ...Object.entries(counts).map(([name, count]) => `${name} ${count}`),
    ...(attempt === 'failed' ? [`attempt failed: ${failure}`] : []),
    ...(cache?.detail === undefined ? [] : [`(${cache.detail})`]),
  ];
  return parts.join(', ');
}

const MODE_WORDS: Readonly<Record<StepMode, string>> = {
  'self-finalized': 'replayed',
  'agent-concluded': 'handed off',
  missed: 'missed',
};

function listOf<One extends string>(value: One | readonly One[] | undefined): readonly One[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}
