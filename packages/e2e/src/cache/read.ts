// Is there a recording for this step that can be trusted, with this run's unique values filled in? Never throws, never fails a step.
import { messageOf } from '../base/error.ts';
import { type Entry, mapEntryTexts, parseEntry } from './entry.ts';
import type { EntryKey } from './key.ts';
import type { Reason } from './outcome.ts';
import type { Slots } from './slots.ts';
import type { CacheStore } from './store.ts';

/** `stored`: as in the store; `filled`: with this run's unique values. `unreadable`: the store itself failed (spec R43). */
export type ReadOutcome =
  | { readonly kind: 'hit'; readonly stored: Entry; readonly filled: Entry }
  | { readonly kind: 'miss'; readonly reason: Reason; readonly detail: string; readonly unreadable?: true };

/** Reads the entry of a key. Source: spec R16. */
export async function readRecording(store: CacheStore, key: EntryKey, slots: Slots): Promise<ReadOutcome> {
  let text: unknown;
  try {
    text = await store.read(key);
  } catch (thrown) {
    return {
      kind: 'miss',
      reason: 'no-entry',
      detail: `the cache could not be read: ${messageOf(thrown)}`,
      unreadable: true,
    };
  }
  if (text === undefined || text === null) {
    return { kind: 'miss', reason: 'no-entry', detail: 'nothing is recorded for this step' };
  }
  if (typeof text !== 'string') return invalid(`the store returned ${typeof text} instead of a text`);
  const parsed = parseEntry(text, key);
  if (!parsed.ok) return invalid(parsed.error);
  const filled = mapEntryTexts(parsed.value, slots.fill);
  if (filled === undefined) return invalid('it has a slot for a unique value that this step does not give');
  return { kind: 'hit', stored: parsed.value, filled };
}

function invalid(why: string): ReadOutcome {
  return { kind: 'miss', reason: 'invalid-entry', detail: `the recording can't be used: ${why}` };
}
