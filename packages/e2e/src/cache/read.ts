// Is there a recording under a key that can be trusted; for a step, with this run's unique values filled in? Never throws, never fails a step.
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

/** What lies in a store under a key. `text`: as stored, where it is a text; `why`: as the end of a sentence. */
export type Stored =
  | { readonly kind: 'entry'; readonly entry: Entry; readonly text: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid'; readonly why: string; readonly text?: string }
  | { readonly kind: 'unreadable'; readonly why: string };

/** Reads what lies under a key, whatever the store does. Source: spec R16. */
export async function readStored(store: CacheStore, key: string): Promise<Stored> {
  let text: unknown;
  try {
    text = await store.read(key);
  } catch (thrown) {
    return { kind: 'unreadable', why: messageOf(thrown) };
  }
  return storedIn(text, key);
}

/** What a store's answer is, looked at under that key. Source: spec R16. */
export function storedIn(text: unknown, key: string): Stored {
  if (text === undefined || text === null) return { kind: 'none' };
  if (typeof text !== 'string')
    return { kind: 'invalid', why: `the store returned ${typeof text} instead of a text` };
  const parsed = parseEntry(text, key);
  return parsed.ok
    ? { kind: 'entry', entry: parsed.value, text }
    : { kind: 'invalid', why: parsed.error, text };
}

/** Reads the entry of a step. Source: spec R16. */
export async function readRecording(store: CacheStore, key: EntryKey, slots: Slots): Promise<ReadOutcome> {
  const stored = await readStored(store, key);
  switch (stored.kind) {
    case 'unreadable': {
      const detail = `the cache could not be read: ${stored.why}`;
      return { kind: 'miss', reason: 'no-entry', detail, unreadable: true };
    }
    case 'none':
      return { kind: 'miss', reason: 'no-entry', detail: 'nothing is recorded for this step' };
    case 'invalid':
      return invalid(stored.why);
    case 'entry': {
      const filled = mapEntryTexts(stored.entry, slots.fill);
      return filled === undefined
        ? invalid('it has a slot for a unique value that this step does not give')
        : { kind: 'hit', stored: stored.entry, filled };
    }
  }
}

function invalid(why: string): ReadOutcome {
  return { kind: 'miss', reason: 'invalid-entry', detail: `the recording can't be used: ${why}` };
}
