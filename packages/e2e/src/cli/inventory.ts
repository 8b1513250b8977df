// What a store of recordings holds: the entries that can be trusted, each parsed once, and what else lies there under the name of one. It
// only reads.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { E2EError, messageOf } from '../base/error.ts';
import type { Entry } from '../cache/entry.ts';
import { readStored } from '../cache/read.ts';
import { type CacheStore, isPaceMark } from '../cache/store.ts';

/** A recording, as `e2e cache ls` shows it. */
export interface RecordingRow {
  /** The key's hash: the file name without `.json`. */
  readonly entry: string;
  readonly file: string;
  readonly titlePath: readonly string[];
  readonly target: string;
  readonly agent: string;
  readonly instruction: string;
  /** 1 for the first step with this instruction and params in its test. */
  readonly occurrence: number;
  /** ISO 8601, UTC. */
  readonly recordedAt: string;
  readonly actions: number;
  readonly bytes: number;
  /** Why it is not whole, when it is not. Source: spec R26. */
  readonly truncated?: string;
}

/** What is named like an entry and is none that this version reads. */
interface InvalidRow {
  readonly entry: string;
  readonly reason: string;
  readonly bytes: number;
  /** Whether it names itself by its key, as every entry does: then it was an entry once, of another version or since damaged. */
  readonly wasEntry: boolean;
}

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

/** Entries that are read at the same time. Chosen: more gains nothing on a disk, and a remote store may limit connections. */
const READS_AT_ONCE = 16;

/**
 * Reads the wanted entries of a store, all of them unless told otherwise. One that disappears on the way (another process evicted it) is
 * left out.
 * @param dir of a file store: sizes are then those of the files.
 * @throws E2EError INVALID_CONFIG when the store cannot be listed.
 */
export async function takeInventory(
  store: ListedStore,
  dir?: string,
  isWanted: (key: string) => boolean = () => true,
): Promise<Inventory> {
  const all = (await listKeys(store)).filter((key) => !isPaceMark(key)).sort();
  const keys = all.filter(isWanted);
  const found: (Recording | InvalidRow)[] = [];
  for (let index = 0; index < keys.length; index += READS_AT_ONCE) {
    const batch = keys.slice(index, index + READS_AT_ONCE);
    const read = await Promise.all(batch.map((key) => readOne(store, key, dir)));
    found.push(...read.filter((one) => one !== undefined));
  }
  return {
    recordings: found.filter(isRecording).sort((a, b) => byTest(a.row, b.row)),
    invalid: found.filter((one): one is InvalidRow => !isRecording(one)),
    keys: all.length,
  };
}

function isRecording(one: Recording | InvalidRow): one is Recording {
  return 'row' in one;
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

async function readOne(
  store: CacheStore,
  key: string,
  dir: string | undefined,
): Promise<Recording | InvalidRow | undefined> {
  const stored = await readStored(store, key);
  switch (stored.kind) {
    case 'none':
      return undefined;
    case 'unreadable':
      return { entry: key, reason: `it can't be read: ${stored.why}`, bytes: 0, wasEntry: false };
    case 'invalid': {
      const { text, why } = stored;
      const bytes = text === undefined ? 0 : await bytesOf(dir, key, text);
      return { entry: key, reason: why, bytes, wasEntry: text?.includes(key) ?? false };
    }
    case 'entry': {
      const { entry, text } = stored;
      return { row: rowOf(entry, await bytesOf(dir, key, text)), entry };
    }
  }
}

/** A file store reads no more of an oversized file than shows that it is one, so the size is asked for. */
async function bytesOf(dir: string | undefined, key: string, text: string): Promise<number> {
  if (dir === undefined) return Buffer.byteLength(text);
  const found = await stat(join(dir, `${key}.json`)).catch(() => undefined);
  return found?.size ?? Buffer.byteLength(text);
}

function rowOf({ key, step, recordedAt, actions, truncated }: Entry, bytes: number): RecordingRow {
  const { file, titlePath, target, agent, instruction, occurrence } = step;
  return {
    entry: key,
    file,
    titlePath,
    target,
    agent,
    instruction,
    occurrence,
    recordedAt,
    actions: actions.length,
    bytes,
    ...(truncated === undefined ? {} : { truncated }),
  };
}

function byTest(a: RecordingRow, b: RecordingRow): number {
  const sortKey = (row: RecordingRow): string =>
    [row.file, ...row.titlePath, row.target, row.agent, row.recordedAt, row.entry].join('\u0000');
  const [left, right] = [sortKey(a), sortKey(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
