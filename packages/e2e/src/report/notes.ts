// What a person must see about a step even when the test passed: healing, lost recordings, loosened matches, model calls made again.
// It says what the record holds; it judges nothing.
import type { Reason, StepCache, Write } from '../cache/outcome.ts';
import type { AttemptRecord, CallRecord, StepRecord, TestRecord } from './record.ts';
import { finalAttempt, MODE_WORDS } from './summary.ts';
import { duration, oneLine } from './text.ts';

/** One remark under a test. */
export interface Note {
  /** The word that tells remarks apart. */
  readonly word:
    | 'handed off'
    | 'missed'
    | 'not saved'
    | 'not awaited'
    | 'evicted'
    | 'relocated'
    | 'skipped'
    | 'asked again';
  readonly label: string;
  readonly text: string;
  /** Where in the user's files, when the note is about a place there. */
  readonly location?: string;
}

/** Misses that are a step's ordinary life: its first recording, and a retry, which never replays (spec R37). */
const ORDINARY: ReadonlySet<Reason> = new Set(['no-entry', 'retry']);

const NOT_SAVED_TEXT: Readonly<Partial<Record<Write, string>>> = {
  unconfirmed: 'unconfirmed: no check followed the step, add an expect(…) after it',
  'no-change': 'no-change: nothing on the screen changed, so it runs live every time',
  'not-written': 'not-written: the store refused the recording',
};

const NOT_AWAITED_TEXT = 'unconfirmed: the step was not awaited, so the check ran beside it and not after it';

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
  const attempt = finalAttempt(test);
  const forgotten = attempt?.notAwaited ?? [];
  const notes = [
    ...(attempt?.steps ?? []).flatMap((step) => stepNotes(step, attempt)),
    ...forgotten.map((call) => notAwaitedNote(call)),
  ];
  return test.status === 'failed' ? notes.filter((note) => note.word !== 'not saved') : notes;
}

/** The remark on a call that nobody awaited. */
export function notAwaitedNote({ call, location }: CallRecord): Note {
  return {
    word: 'not awaited',
    label: oneLine(call),
    text: 'the test went on beside it; put await before it',
    ...(location === undefined ? {} : { location }),
  };
}

/** Why a recording was deleted. Source: spec R4, R7. */
function evictedText(step: StepRecord, hasFailed: boolean): string {
  const then = 'so the recording was deleted, and the next run that passes records it anew';
  if (step.status === 'failed') return `its replay was part of this failure, ${then}`;
  if (step.cache?.reason === 'end-mismatch') return `its replay did not have its effect, ${then}`;
  if (!hasFailed) return `the step no longer does anything that can be recorded, ${then}`;
  return `no check passed between this step and the failure, and only a check can tell that what was recorded is right, ${then}`;
}

/** The remarks on one step of an attempt: failed model calls first, then its recording. */
export function stepNotes(step: StepRecord, attempt: AttemptRecord | undefined): readonly Note[] {
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
  if (notSaved !== undefined) {
    const isRacing = cache.write === 'unconfirmed' && step.notAwaited === true;
    const text = isRacing ? NOT_AWAITED_TEXT : notSaved;
    notes.push({ word: 'not saved', label, text });
  }
  if (cache.write === 'evicted') {
    notes.push({ word: 'evicted', label, text: evictedText(step, attempt?.status === 'failed') });
  }
  return notes;
}
