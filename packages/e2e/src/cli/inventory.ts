// What a store of recordings holds, as rows: the entries that can be trusted, and what else lies there under the name of one. It
// only reads.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { E2EError, messageOf } from '../base/error.ts';
import { type Entry, parseEntry } from '../cache/entry.ts';
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
  /** Why it never replays, when it does not. Source: spec R26. */
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

/** Everything in a store, sorted: rows by test, invalid ones by name. */
export interface Inventory {
  readonly recordings: readonly RecordingRow[];
  readonly invalid: readonly InvalidRow[];
}

/** A store that can say what it holds. */
export type ListedStore = CacheStore & Required<Pick<CacheStore, 'list'>>;

/** Entries that are read at the same time. Chosen: more gains nothing on a disk, and a remote store may limit connections. */
const READS_AT_ONCE = 16;

/**
 * Reads a whole store. An entry that disappears on the way (another process evicted it) is left out.
 * @param dir of a file store: sizes are then those of the files.
 * @throws E2EError INVALID_CONFIG when the store cannot be listed.
 */
export async function takeInventory(store: ListedStore, dir?: string): Promise<Inventory> {
  const keys = await listKeys(store);
  const rows: (RecordingRow | InvalidRow)[] = [];
  for (let index = 0; index < keys.length; index += READS_AT_ONCE) {
    const batch = keys.slice(index, index + READS_AT_ONCE);
    const read = await Promise.all(batch.map((key) => readRow(store, key, dir)));
    rows.push(...read.filter((row) => row !== undefined));
  }
  return {
    recordings: rows.filter(isRecording).sort(byTest),
    invalid: rows.filter((row): row is InvalidRow => !isRecording(row)),
  };
}

function isRecording(row: RecordingRow | InvalidRow): row is RecordingRow {
  return !('reason' in row);
}

async function listKeys(store: ListedStore): Promise<readonly string[]> {
  try {
    const keys: unknown = await store.list();
    if (Array.isArray(keys) && keys.every((key) => typeof key === 'string')) {
      // A store of one's own also lists the marks beside the entries (spec R49).
      return keys.filter((key) => !isPaceMark(key)).sort();
    }
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

async function readRow(
  store: CacheStore,
  key: string,
  dir: string | undefined,
): Promise<RecordingRow | InvalidRow | undefined> {
  let text: unknown;
  try {
    text = await store.read(key);
  } catch (thrown) {
    return { entry: key, reason: `it can't be read: ${messageOf(thrown)}`, bytes: 0, wasEntry: false };
  }
  if (text === undefined || text === null) return undefined;
  if (typeof text !== 'string') {
    return {
      entry: key,
      reason: `the store returned ${typeof text} instead of a text`,
      bytes: 0,
      wasEntry: false,
    };
  }
  const bytes = dir === undefined ? Buffer.byteLength(text) : await fileBytes(dir, key, text);
  const parsed = parseEntry(text, key);
  if (parsed.ok) return rowOf(parsed.value, bytes);
  return { entry: key, reason: parsed.error, bytes, wasEntry: text.includes(key) };
}

/** A file store reads no more of an oversized file than shows that it is one, so the size is asked for. */
async function fileBytes(dir: string, key: string, text: string): Promise<number> {
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
