// One key of a store of recordings as `e2e cache ls` shows it: the recording under it, or why there is none that this version reads.
import { messageOf } from '../base/error.ts';
import type { Entry } from '../cache/entry.ts';
import { type Stored, storedIn } from '../cache/read.ts';
import { readEntryFile } from '../cache/store.ts';

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
export interface InvalidRow {
  readonly entry: string;
  readonly reason: string;
  readonly bytes: number;
  /** Whether it names itself by its key, as every entry does: then it was an entry once, of another version or since damaged. */
  readonly wasEntry: boolean;
}

/** What was found under a key. `bytes`: of the file; of what lies elsewhere those of its text. */
export interface Look {
  readonly key: string;
  readonly stored: Stored;
  readonly bytes: number;
}

/** Looks at a file of a directory of recordings. */
export function lookAt(dir: string, key: string): Look {
  try {
    const file = readEntryFile(dir, key);
    return { key, stored: storedIn(file?.text, key), bytes: file?.bytes ?? 0 };
  } catch (thrown) {
    return { key, stored: { kind: 'unreadable', why: messageOf(thrown) }, bytes: 0 };
  }
}

/** A look as a row; `undefined` for one that found nothing: another process evicted it. */
export function rowOf({ key, stored, bytes }: Look): RecordingRow | InvalidRow | undefined {
  switch (stored.kind) {
    case 'none':
      return undefined;
    case 'unreadable':
      return { entry: key, reason: `it can't be read: ${stored.why}`, bytes, wasEntry: false };
    case 'invalid': {
      const { text, why } = stored;
      return { entry: key, reason: why, bytes, wasEntry: text?.includes(key) ?? false };
    }
    case 'entry':
      return recordingRow(stored.entry, bytes);
  }
}

function recordingRow({ key, step, recordedAt, actions, truncated }: Entry, bytes: number): RecordingRow {
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
