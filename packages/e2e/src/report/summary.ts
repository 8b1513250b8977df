// The sums of a run and the lines that show them. It counts what attempts recorded; it never decides how a test ended.
//
// One step counts once: in the test's last attempt, which for a flaky test is the one that passed (its steps are `missed`,
// reason `retry`: a retry does not replay). Money counts always: AI usage adds up over every attempt.
import type { Reason, StepCache, StepMode, Write } from '../cache/outcome.ts';
import type {
  AttemptRecord,
  CacheSummary,
  ErrorRecord,
  ReadOnlyCause,
  RunReport,
  StepRecord,
  TestRecord,
  UsageRecord,
} from './record.ts';
import { compact, counted, dollars, duration } from './text.ts';

/** What a step's use of its recording is called in every output for people. Source: spec R34. */
export const MODE_WORDS: Readonly<Record<StepMode, string>> = {
  'self-finalized': 'replayed',
  'agent-concluded': 'handed off',
  missed: 'missed',
};

/** Ends of a recording that leave a passed step without one. Source: spec R36. */
const NOT_SAVED: ReadonlySet<Write> = new Set(['unconfirmed', 'no-change', 'not-written']);

/** The attempt that a test's outcome stands on: its last; `undefined` for a skipped test. */
export function finalAttempt(test: TestRecord): AttemptRecord | undefined {
  return test.attempts.at(-1);
}

/** The errors of an attempt, in their order. */
export function errorsOf(attempt: AttemptRecord | undefined): readonly ErrorRecord[] {
  return attempt?.errors ?? (attempt?.error ? [attempt.error] : []);
}

/** Counts per mode of some steps. */
function countModes(steps: readonly StepRecord[]): Readonly<Record<StepMode, number>> {
  const counts = { 'self-finalized': 0, 'agent-concluded': 0, missed: 0 };
  for (const step of steps) if (step.cache !== undefined) counts[step.cache.mode] += 1;
  return counts;
}

/** `replayed 3 · handed off 1`, or nothing when no step met the cache. */
export function modesPhrase(steps: readonly StepRecord[]): string {
  const counts = countModes(steps);
  return (Object.keys(MODE_WORDS) as StepMode[])
    .filter((mode) => counts[mode] > 0)
    .map((mode) => `${MODE_WORDS[mode]} ${counts[mode]}`)
    .join(' · ');
}

/** The sums that `report.json` holds under `run`. Source: spec R36. */
export function summarize(tests: readonly TestRecord[]): {
  readonly ai: UsageRecord;
  readonly cache: CacheSummary;
} {
  return { ai: sumUsage(tests), cache: sumCache(tests) };
}

function sumUsage(tests: readonly TestRecord[]): UsageRecord {
  const sum = { modelCalls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
  const models = new Set<string>();
  let costUsd: number | undefined;
  for (const { usage } of tests.flatMap((test) => test.attempts)) {
    sum.modelCalls += usage.modelCalls;
    sum.inputTokens += usage.inputTokens;
    sum.outputTokens += usage.outputTokens;
    sum.cachedTokens += usage.cachedTokens;
    if (usage.costUsd !== undefined) costUsd = (costUsd ?? 0) + usage.costUsd;
    for (const model of usage.models) models.add(model);
  }
  return { ...sum, ...(costUsd === undefined ? {} : { costUsd }), models: [...models] };
}

function sumCache(tests: readonly TestRecord[]): CacheSummary {
  const counts = countModes(tests.flatMap((test) => finalAttempt(test)?.steps ?? []));
  const notSaved = tests
    .filter((test) => test.status === 'passed' || test.status === 'flaky')
    .flatMap((test) => finalAttempt(test)?.steps ?? [])
    .filter((step) => step.cache?.write !== undefined && NOT_SAVED.has(step.cache.write)).length;
  return {
    replayed: counts['self-finalized'],
    handedOff: counts['agent-concluded'],
    missed: counts.missed,
    notSaved,
  };
}

/** Labels of the closing lines end at this column. Source: spec R36. */
export const LABEL_COLUMNS = 13;

/** One line of the summary: a label, then its text. */
export interface SummaryLine {
  readonly label: 'Tests' | 'Errors' | 'Duration' | 'AI' | 'Cache' | 'Hint';
  readonly text: string;
}

/** The lines that close a run, in order; a line with nothing to say is left out. */
export function summaryLines(report: RunReport): readonly SummaryLine[] {
  const { run, tests } = report;
  const lines: readonly SummaryLine[] = [
    { label: 'Tests', text: testsText(report) },
    { label: 'Errors', text: run.errors.length === 0 ? '' : counted(run.errors.length, 'error') },
    { label: 'Duration', text: duration(run.durationMs) },
    { label: 'AI', text: aiText(run.ai, tests) },
    { label: 'Cache', text: cacheText(run.cache) },
    { label: 'Hint', text: unrecordedText(tests, run.readOnly ?? []) },
  ];
  return lines.filter((line) => line.text !== '');
}

const READ_ONLY_TEXT: Readonly<Record<ReadOnlyCause, string>> = {
  ci: 'recordings are read-only here (CI is set)',
  config: 'recordings are read-only here (the config says so)',
  strict: 'a strict run records nothing',
};

/** What would have them recorded. Only with `CI` it is certain that they are files. */
const REMEDIES: Readonly<Record<ReadOnlyCause, string>> = {
  ci: 'in a local run',
  config: "with cache.mode 'read-write'",
  strict: 'without strict',
};

/** Reasons of a step that runs live although it is recorded. Source: spec R43. */
const LIVE_BY_NATURE: ReadonlySet<Reason | undefined> = new Set(['gap', 'truncated']);

/** What a run that may not record left unrecorded; empty when that is nothing. Every cause is named: the remedy of one is none of the other. */
function unrecordedText(tests: readonly TestRecord[], causes: readonly ReadOnlyCause[]): string {
  const live = tests
    .flatMap((test) => finalAttempt(test)?.steps ?? [])
    .filter(({ status, cache }) => status === 'passed' && cache !== undefined && isUnrecorded(cache));
  if (live.length === 0 || causes.length === 0) return '';
  const were = live.length === 1 ? 'ran live and was' : 'ran live and were';
  const why = causes.map((cause) => READ_ONLY_TEXT[cause]).join(', and ');
  const how = causes.map((cause) => REMEDIES[cause]).join(', ');
  const files = causes.includes('ci') ? ', and commit the files' : '';
  return `${counted(live.length, 'step')} ${were} not recorded: ${why}. Record ${live.length === 1 ? 'it' : 'them'} ${how}${files}.`;
}

function isUnrecorded({ mode, reason }: StepCache): boolean {
  return mode !== 'self-finalized' && !LIVE_BY_NATURE.has(reason);
}

/** `3 passed | 1 failed (4)`. */
export function testsText(report: RunReport): string {
  const { tests, run } = report;
  const parts = (['passed', 'flaky', 'failed', 'skipped'] as const)
    .map((status) => ({ status, count: tests.filter((test) => test.status === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${status}`);
  const end = run.status === 'interrupted' ? ' · interrupted' : '';
  return parts.length === 0 ? `no tests${end}` : `${parts.join(' | ')} (${tests.length})${end}`;
}

/** Empty when no agent step ran; `0 model calls` when steps ran and none needed a model. Source: spec R36. */
export function aiText(ai: UsageRecord, tests: readonly TestRecord[]): string {
  const stepped = tests.some((test) => test.attempts.some((attempt) => attempt.steps.length > 0));
  if (!stepped && ai.modelCalls === 0) return '';
  const tokens = ai.inputTokens + ai.outputTokens;
  return [
    tokens === 0 ? '' : `${compact(tokens)} tokens`,
    counted(ai.modelCalls, 'model call'),
    ai.cachedTokens === 0 ? '' : `${compact(ai.cachedTokens)} tokens cached`,
    ai.costUsd === undefined ? '' : dollars(ai.costUsd),
    ai.models.join(', '),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Empty when nothing was counted. Source: spec R36. */
export function cacheText(cache: CacheSummary): string {
  const parts: readonly (readonly [number, string])[] = [
    [cache.replayed, MODE_WORDS['self-finalized']],
    [cache.handedOff, MODE_WORDS['agent-concluded']],
    [cache.missed, MODE_WORDS.missed],
    [cache.notSaved, 'not saved'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(' · ');
}
