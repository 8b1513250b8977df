// What a person must see about a step even when the test passed: healing, lost recordings, loosened matches, model calls made again.
// It says what the record holds; it judges nothing.
import type { Reason, StepCache, Write } from '../cache/outcome.ts';
import type { StepRecord, TestRecord } from './record.ts';
import { finalAttempt, MODE_WORDS } from './summary.ts';
import { duration, oneLine } from './text.ts';

/** One remark under a test. */
export interface Note {
  /** The word that tells remarks apart. */
  readonly word: 'handed off' | 'missed' | 'not saved' | 'evicted' | 'relocated' | 'skipped' | 'asked again';
  readonly label: string;
  readonly text: string;
}

/** Misses that are a step's ordinary life: its first recording, and a retry, which never replays (spec R37). */
const ORDINARY: ReadonlySet<Reason> = new Set(['no-entry', 'retry']);

const NOT_SAVED_TEXT: Readonly<Partial<Record<Write, string>>> = {
  unconfirmed: 'unconfirmed: no check followed the step, add an expect(…) after it',
  'no-change': 'no-change: nothing on the screen changed, so it runs live every time',
  'not-written': 'not-written: the store refused the recording',
};

/** `reason: detail` of a step that missed or was handed off; empty for one that replayed. */
function whyText(cache: StepCache): string {
  const reason = cache.reason ?? '';
  const detail = oneLine(cache.detail ?? '');
  return [reason, detail].filter((part) => part !== '').join(': ');
}

/**
 * A step's outcome as one phrase: `replayed`, `handed off (target-not-found: at action 1 of 1, …)`.
 * @param said texts that are shown beside it; a detail that one of them holds is not said again.
 */
export function outcomeText(step: StepRecord, said: readonly string[] = []): string {
  if (step.cache === undefined) return '';
  const { detail, ...rest } = step.cache;
  const isSaid = detail !== undefined && said.some((text) => oneLine(text).includes(oneLine(detail)));
  const why = whyText(isSaid ? rest : step.cache);
  return why === '' ? MODE_WORDS[step.cache.mode] : `${MODE_WORDS[step.cache.mode]} (${why})`;
}

/**
 * The remarks on a test's last attempt, in the order of its steps.
 * A failed test is not told that a step was not saved: no check got the chance to confirm it.
 */
export function notesOf(test: TestRecord): readonly Note[] {
  const notes = (finalAttempt(test)?.steps ?? []).flatMap(stepNotes);
  return test.status === 'failed' ? notes.filter((note) => note.word !== 'not saved') : notes;
}

/** The remarks on one step: failed model calls first, then its recording. */
export function stepNotes(step: StepRecord): readonly Note[] {
  const { cache } = step;
  const label = oneLine(step.label);
  const notes: Note[] = (step.retries ?? []).map(({ model, reason, waitMs }) => ({
    word: 'asked again',
    label,
    text: `${oneLine(model)}: ${oneLine(reason)}, ${duration(waitMs)} later`,
  }));
  if (cache === undefined) return notes;
  if (cache.mode === 'agent-concluded') notes.push({ word: 'handed off', label, text: whyText(cache) });
  if (cache.mode === 'missed' && cache.reason !== undefined && !ORDINARY.has(cache.reason)) {
    notes.push({ word: 'missed', label, text: whyText(cache) });
  }
  for (const control of cache.relocated ?? []) {
    notes.push({ word: 'relocated', label, text: `${oneLine(control)}, found by its test id` });
  }
  for (const action of cache.skipped ?? []) {
    notes.push({ word: 'skipped', label, text: `${oneLine(action)}, what it dismisses is not there` });
  }
  if (cache.notRecorded === 'param-collision') {
    notes.push({
      word: 'not saved',
      label,
      text: "param-collision: a unique value equals or lies inside another param's value",
    });
  }
  const notSaved = cache.write === undefined ? undefined : NOT_SAVED_TEXT[cache.write];
  if (notSaved !== undefined) notes.push({ word: 'not saved', label, text: notSaved });
  if (cache.write === 'evicted') {
    notes.push({ word: 'evicted', label, text: 'the recording was deleted; the next run records it anew' });
  }
  return notes;
}
