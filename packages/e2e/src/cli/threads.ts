// Rows of a directory with thousands of recordings: this thread and others look at a few hundred at a time until none is left. What a thread
// did not bring, for whatever reason, this one looks at itself.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type InvalidRow, lookAt, type RecordingRow, rowOf } from './rows.ts';

/** What the threads share. `next`: one whole number, the index of the first key that nobody has taken. */
export interface Share {
  readonly dir: string;
  readonly keys: readonly string[];
  readonly next: SharedArrayBuffer;
}

/** Rows of the keys from an index on, as many as are taken at a time. */
export interface Portion {
  readonly from: number;
  readonly rows: readonly (RecordingRow | InvalidRow)[];
}

/** Keys that are taken at a time. Chosen: long enough that taking costs nothing, short enough that all end together. */
const PORTION = 200;

/** Recordings for each further thread at least, and threads at most. Source: measured; a thread takes as long to start as 500 recordings to be looked at. */
const PER_THREAD = 1_000;
const MOST_THREADS = 4;

/** The rows of many files, in the order of their keys. */
export async function rowsOfMany(
  dir: string,
  keys: readonly string[],
): Promise<readonly (RecordingRow | InvalidRow)[]> {
  const threads = Math.min(availableParallelism(), MOST_THREADS, Math.floor(keys.length / PER_THREAD));
  const share: Share = { dir, keys, next: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT) };
  const others = Array.from({ length: Math.max(0, threads - 1) }, () => takenElsewhere(share));
  const own = takePortions(share);
  const taken = [own, ...(await Promise.all(others))].flat();
  const byIndex = new Map(taken.map((portion) => [portion.from, portion.rows]));
  return portionsOf(keys).flatMap((from) => byIndex.get(from) ?? rowsFrom(share, from));
}

/** Takes portions until none is left. */
export function takePortions(share: Share): readonly Portion[] {
  const next = new Int32Array(share.next);
  const taken: Portion[] = [];
  for (;;) {
    const from = Atomics.add(next, 0, PORTION);
    if (from >= share.keys.length) return taken;
    taken.push({ from, rows: rowsFrom(share, from) });
  }
}

function rowsFrom({ dir, keys }: Share, from: number): readonly (RecordingRow | InvalidRow)[] {
  return keys.slice(from, from + PORTION).flatMap((key) => rowOf(lookAt(dir, key)) ?? []);
}

function portionsOf(keys: readonly string[]): readonly number[] {
  return Array.from({ length: Math.ceil(keys.length / PORTION) }, (_, index) => index * PORTION);
}

/** What another thread took; nothing when it could not be started or did not end well. */
function takenElsewhere(share: Share): Promise<readonly Portion[]> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./thread.js', import.meta.url), { workerData: share });
    worker.once('message', (portions: readonly Portion[]) => resolve(portions));
    worker.once('error', () => resolve([]));
    worker.once('exit', () => resolve([]));
  });
}
