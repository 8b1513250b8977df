// Holds an outcome against what must come, and names the kind of fault. A false pass and a wrong action are the worst; a needless
// hand-off costs time; `too slow` is the machine's, and found by suite.ts.
import type { StepMode } from '../../e2e/src/cache/outcome.ts';
import type { Course, Expected, Outcome } from './situation.ts';

/** The kinds of fault, worst first. */
export const FAULTS = ['false pass', 'wrong action', 'needless hand-off', 'other', 'too slow'] as const;
/** How an outcome is wrong. */
type Fault = (typeof FAULTS)[number];

/** What is wrong with an outcome. */
export interface Finding {
  readonly fault: Fault;
  readonly detail: string;
}

/** What must come when nothing differs. */
export const REPLAYED: Expected = { mode: 'self-finalized' };

/** What must come of the n-th replay, from 0: the last of a course holds for all after it. */
export function expectedAt(course: Course, turn: number): Expected {
  const list = listOf<Expected>(course);
  return list[Math.min(turn, list.length - 1)] ?? REPLAYED;
}

/** Whether only a whole replay will do. */
export function mustReplay(expected: Expected): boolean {
  return listOf(expected.mode).every((mode) => mode === 'self-finalized');
}

/** What is wrong, or `undefined`. */
export function judge(expected: Expected, outcome: Outcome): Finding | undefined {
  const { cache } = outcome;
  const mode = cache?.mode;
  const attempt = expected.attempt ?? 'passed';
  if (mode === 'self-finalized' && !listOf(expected.mode).includes(mode)) {
    return { fault: 'false pass', detail: `replayed, where ${sayExpected(expected)} must come` };
  }
  if (outcome.attempt === 'passed' && attempt === 'failed') {
    return { fault: 'false pass', detail: 'the attempt passed' };
  }
  for (const [name, count] of Object.entries(expected.counts ?? {})) {
    const got = outcome.counts[name] ?? 0;
    if (got !== count) return { fault: 'wrong action', detail: `${name}: ${got}, and must be ${count}` };
  }
  if (mustReplay(expected) && mode !== 'self-finalized') {
    return { fault: 'needless hand-off', detail: cache?.detail ?? 'no cache' };
  }
  if (mode === 'self-finalized' && outcome.modelCalls > 0) {
    return { fault: 'other', detail: `replayed, with ${outcome.modelCalls} model calls` };
  }
  if (outcome.attempt !== attempt) {
    return { fault: 'other', detail: `the attempt ${outcome.attempt}: ${outcome.failure ?? ''}` };
  }
  const wrong = other(expected, outcome);
  return wrong === undefined ? undefined : { fault: 'other', detail: wrong };
}

/** The first of the finer points that is wrong. */
function other(expected: Expected, outcome: Outcome): string | undefined {
  const { cache } = outcome;
  const reasons = listOf(expected.reason);
  const fits =
    cache !== undefined &&
    listOf(expected.mode).includes(cache.mode) &&
    (reasons.length === 0 || (cache.reason !== undefined && reasons.includes(cache.reason)));
  if (!fits) return sayOutcome(outcome);
  if (expected.detail !== undefined && !expected.detail.test(cache.detail ?? ''))
    return `the detail does not match ${expected.detail}: ${cache.detail}`;
  const points: readonly (readonly [string, unknown, unknown])[] = [
    ['write', expected.write, cache.write],
    ['derived', expected.derived, cache.derived],
    ['skipped', expected.skipped, cache.skipped?.length ?? 0],
    ['relocated', expected.relocated, cache.relocated?.length ?? 0],
    ['model calls', expected.modelCalls, outcome.modelCalls],
    ['code', expected.code, outcome.code],
    ['untouched', expected.untouched, outcome.untouched],
  ];
  for (const [name, wanted, got] of points) {
    if (wanted !== undefined && got !== wanted)
      return `${name} is ${String(got)}, and must be ${String(wanted)}`;
  }
  const { beyondRecordingMs } = expected;
  const mostMs = outcome.recordingMs + (beyondRecordingMs ?? 0);
  return beyondRecordingMs !== undefined && outcome.durationMs > mostMs
    ? `it took ${outcome.durationMs} ms, and ${mostMs} must do`
    : undefined;
}

/** What must come, in short. */
export function sayExpected({ mode, reason, counts, attempt, write }: Expected): string {
  return [
    [
      listOf(mode)
        .map((one) => MODE_WORDS[one])
        .join(' or '),
      listOf(reason).join(' or '),
    ]
      .filter((part) => part !== '')
      .join(': '),
    ...sayCounts(counts ?? {}),
    ...(write === undefined ? [] : [write]),
    ...(attempt === 'failed' ? ['test fails'] : []),
  ].join(', ');
}

/** What came, in short. */
export function sayOutcome({ cache, attempt, counts }: Outcome): string {
  return [
    [cache === undefined ? 'no cache' : MODE_WORDS[cache.mode], cache?.reason]
      .filter((part) => part !== undefined)
      .join(': '),
    ...sayCounts(counts),
    ...(cache?.write === undefined ? [] : [cache.write]),
    ...(attempt === 'failed' ? ['test failed'] : []),
  ].join(', ');
}

function sayCounts(counts: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(counts).map(([name, count]) => `${count} ${name}`);
}

const MODE_WORDS: Readonly<Record<StepMode, string>> = {
  'self-finalized': 'replayed',
  'agent-concluded': 'handed off',
  missed: 'missed',
};

function listOf<One>(value: One | readonly One[] | undefined): readonly One[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly One[]) : [value as One];
}
