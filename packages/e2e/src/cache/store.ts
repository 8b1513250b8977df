// Where entries are kept. The file store writes each entry whole or not at all; what is in an entry is none of its business.
import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { E2EError, messageOf } from '../base/error.ts';

/** A place of entries, by key. Source: spec R42. */
export interface CacheStore {
  /** The stored text, or `undefined` when there is none. */
  read(key: string): Promise<string | undefined>;
  write(key: string, text: string): Promise<void>;
  delete?(key: string): Promise<void>;
  /** Every key. */
  list?(): Promise<readonly string[]>;
}

/** Bytes of the largest entry that is read or written. Source: spec R16. */
export const MAX_ENTRY_BYTES: number = 1024 * 1024;

const ENTRY_FILE = /^([0-9a-f]{64})\.json$/u;

/**
 * The key of the mark that a step's next recording is to be paced: its replay was evicted for an effect that did not come, which may be for
 * its speed. It stands beside the entries and is none. Source: spec R49.
 */
export function paceMarkOf(key: string): string {
  return `${key}${PACE_MARK}`;
}

const PACE_MARK = '.paced';

/** Whether a key is that of a mark and not of an entry. */
export function isPaceMark(key: string): boolean {
  return key.endsWith(PACE_MARK);
}

/** A file on its way, named by key, process and chance. One that is left is of a process that was killed meanwhile. */
const TEMPORARY_FILE = /^\.[0-9a-f]{1,16}-\d+-[0-9a-f]{12}\.tmp$/u;

/** Age from which a temporary file is taken for left over, in ms. Source: chosen; a write takes milliseconds, also on a slow network disk. */
const LEFT_OVER_AFTER_MS = 10 * 60_000;

/** Removes every pace mark of a directory. */
export async function clearPaceMarks(dir: string): Promise<void> {
  const names = await readdir(dir);
  await Promise.all(names.filter(isPaceMark).map((name) => rm(join(dir, name), { force: true })));
}

/** Entries as files `<key>.json` in one directory, shared by any number of processes. Source: spec R41. */
export function createFileStore(dir: string): Required<CacheStore> {
  // A mark is a hidden file: nothing that looks for entries takes it for one.
  const fileOf = (key: string): string => join(dir, isPaceMark(key) ? `.${key}` : `${key}.json`);
  let swept: Promise<void> | undefined;
  return {
    async read(key) {
      try {
        return await readWhole(fileOf(key));
      } catch (thrown) {
        if (codeOf(thrown) === 'ENOENT') return undefined;
        throw thrown;
      }
    },
    async write(key, text) {
      const replace = async (): Promise<void> => {
        await mkdir(dir, { recursive: true });
        await replaceFile(dir, key, fileOf(key), text);
      };
      try {
        await replace();
      } catch (thrown) {
        // The directory was deleted between two of these calls: it is made anew, once.
        if (codeOf(thrown) !== 'ENOENT') throw thrown;
        await replace();
      }
      swept ??= sweepLeftOver(dir);
      await swept;
    },
    async delete(key) {
      await rm(fileOf(key), { force: true });
    },
    async list() {
      try {
        const names = await readdir(dir);
        return names.flatMap((name) => ENTRY_FILE.exec(name)?.[1] ?? []).sort();
      } catch (thrown) {
        if (codeOf(thrown) === 'ENOENT') return [];
        throw new E2EError(
          'INVALID_CONFIG',
          `the cache directory ${dir} can't be read: ${messageOf(thrown)}`,
          {
            cause: thrown,
          },
        );
      }
    },
  };
}

/**
 * An entry of a directory and the size of its file, read at once: for a command that reads thousands and has nothing else to do. A run reads
 * through a store, which a disk that does not answer cannot hold up. Of an oversized file no more is read than shows that it is one.
 * @returns `undefined` when there is none.
 * @throws Error for one that cannot be read.
 */
export function readEntryFile(
  dir: string,
  key: string,
): { readonly text: string; readonly bytes: number } | undefined {
  let file: number;
  try {
    file = openSync(join(dir, `${key}.json`), 'r');
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.allocUnsafe(Math.min(size, MAX_ENTRY_BYTES + 1));
    let filled = 0;
    while (filled < bytes.length) {
      const read = readSync(file, bytes, filled, bytes.length - filled, filled);
      if (read === 0) break;
      filled += read;
    }
    return { text: bytes.toString('utf8', 0, filled), bytes: size };
  } finally {
    closeSync(file);
  }
}

async function readWhole(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(await bytesOf(file));
    let filled = 0;
    // One read may give less than there is, on a network disk.
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.toString('utf8', 0, filled);
  } finally {
    await file.close();
  }
}

/** One byte past the limit is enough to tell that a file is oversized; the rest is never read. */
async function bytesOf(file: FileHandle): Promise<number> {
  const { size } = await file.stat();
  return Math.min(size, MAX_ENTRY_BYTES + 1);
}

/** Temporary file beside it, flushed, renamed over it: see docs/decisions/2026-11-30-flush-without-directory.md. Source: spec R41. */
async function replaceFile(dir: string, key: string, path: string, text: string): Promise<void> {
  const chance = randomBytes(6).toString('hex');
  const temporary = join(dir, `.${key.slice(0, 16)}-${process.pid}-${chance}.tmp`);
  try {
    const file = await open(temporary, 'wx', 0o644);
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (thrown) {
    // What went wrong is what the caller hears, not that the rest could not be cleared away.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw thrown;
  }
}

/** Removes what killed processes left, else it would be committed with the recordings. A file that can't be removed stays. */
async function sweepLeftOver(dir: string): Promise<void> {
  const names = await readdir(dir).catch(() => []);
  const before = Date.now() - LEFT_OVER_AFTER_MS;
  const sweep = async (name: string): Promise<void> => {
    const path = join(dir, name);
    if ((await stat(path)).mtimeMs < before) await rm(path, { force: true });
  };
  await Promise.allSettled(names.filter((name) => TEMPORARY_FILE.test(name)).map(sweep));
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
}
