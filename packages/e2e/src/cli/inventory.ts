// What a store of recordings holds: the entries that can be trusted, each parsed once, and what else lies there under the name of one. It
// only reads.
import { E2EError, messageOf } from '../base/error.ts';
import type { Entry } from '../cache/entry.ts';
import { readStored } from '../cache/read.ts';
import { type CacheStore, isPaceMark } from '../cache/store.ts';
import { type InvalidRow, type Look, lookAt, type RecordingRow, rowOf } from './rows.ts';
import { rowsOfMany } from './threads.ts';

/** A recording with what is in it. */
export interface Recording {
  readonly row: RecordingRow;
  readonly entry: Entry;
}

/** What was looked at in a store, sorted: recordings by test, invalid ones by name. */
export interface Inventory {
  readonly recordings: readonly Recording[];
  readonly invalid: readonly InvalidRow[];
  /** Of keys in the store, wanted or not. */
  readonly keys: number;
}

/** A store that can say what it holds. */
export type ListedStore = CacheStore & Required<Pick<CacheStore, 'list'>>;

/** The same without what is in the recordings. */
export interface Rows {
  readonly recordings: readonly RecordingRow[];
  readonly invalid: readonly InvalidRow[];
}

/** Entries of a store of one's own that are read at the same time. Chosen: a remote store may limit connections. */
const READS_AT_ONCE = 16;

/**
 * Reads the wanted entries of a store, all of them unless told otherwise. One that disappears on the way (another process evicted it) is
 * left out.
 * @param dir of a file store, whose files are then read without it.
 * @throws E2EError INVALID_CONFIG when the store cannot be listed.
 */
export async function takeInventory(
  store: ListedStore,
  dir?: string,
  isWanted: (key: string) => boolean = () => true,
): Promise<Inventory> {
  const all = await entryKeys(store);
  const keys = all.filter(isWanted);
  const found: (Recording | InvalidRow)[] =
    dir === undefined
      ? await readAll(store, keys, recordingOf)
      : keys.flatMap((key) => recordingOf(lookAt(dir, key)) ?? []);
  return {
    recordings: sortedBy(found.filter(isRecording), ({ row }) => row),
    invalid: found.filter((one): one is InvalidRow => !isRecording(one)),
    keys: all.length,
  };
}

/**
 * The rows of all entries of a store, each of which was parsed and checked as a whole.
 * @param dir of a file store, as {@link takeInventory} takes it.
 * @throws E2EError INVALID_CONFIG when the store cannot be listed.
 */
export async function takeRows(store: ListedStore, dir?: string): Promise<Rows> {
  const keys = await entryKeys(store);
  const found = dir === undefined ? await readAll(store, keys, rowOf) : await rowsOfMany(dir, keys);
  return {
    recordings: sortedBy(
      found.filter((one): one is RecordingRow => !isInvalid(one)),
      (row) => row,
    ),
    invalid: found.filter(isInvalid),
  };
}

async function entryKeys(store: ListedStore): Promise<readonly string[]> {
  return (await listKeys(store)).filter((key) => !isPaceMark(key)).sort();
}

async function readAll<Kept>(
  store: ListedStore,
  keys: readonly string[],
  keep: (look: Look) => Kept | undefined,
): Promise<Kept[]> {
  const found: Kept[] = [];
  for (let index = 0; index < keys.length; index += READS_AT_ONCE) {
    const batch = keys.slice(index, index + READS_AT_ONCE);
    const read = await Promise.all(
      batch.map(async (key) => {
        const stored = await readStored(store, key);
        const bytes = 'text' in stored && stored.text !== undefined ? Buffer.byteLength(stored.text) : 0;
        return keep({ key, stored, bytes });
      }),
    );
    found.push(...read.filter((one) => one !== undefined));
  }
  return found;
}

function recordingOf(look: Look): Recording | InvalidRow | undefined {
  const row = rowOf(look);
  if (row === undefined || isInvalid(row)) return row;
  return look.stored.kind === 'entry' ? { row, entry: look.stored.entry } : undefined;
}

function isRecording(one: Recording | InvalidRow): one is Recording {
  return 'row' in one;
}

function isInvalid(one: RecordingRow | InvalidRow): one is InvalidRow {
  return 'reason' in one;
}

/** Every key of a store, marks beside the entries included: a store of one's own lists them too (spec R49). @throws E2EError INVALID_CONFIG */
export async function listKeys(store: ListedStore): Promise<readonly string[]> {
  try {
    const keys: unknown = await store.list();
    if (Array.isArray(keys) && keys.every((key) => typeof key === 'string')) return keys;
    throw new Error('it gave no list of keys');
  } catch (thrown) {
    if (thrown instanceof E2EError) throw thrown;
    throw new E2EError(
      'INVALID_CONFIG',
      `The store of recordings (config key cache.store) could not be listed: ${messageOf(thrown)}`,
      { cause: thrown },
    );
  }
}

/** By test, then by the time of the recording. */
function sortedBy<Item>(items: readonly Item[], rowIn: (item: Item) => RecordingRow): readonly Item[] {
  const keyed = items.map((item) => {
    const { file, titlePath, target, agent, recordedAt, entry } = rowIn(item);
    return { item, key: [file, ...titlePath, target, agent, recordedAt, entry].join('\u0000') };
  });
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
}
