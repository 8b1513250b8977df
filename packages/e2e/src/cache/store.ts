// Where entries are kept. The file store writes each entry whole or not at all; what is in an entry is none of its business.
import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
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

/** Removes every pace mark of a directory. */
export async function clearPaceMarks(dir: string): Promise<void> {
  const names = await readdir(dir);
  await Promise.all(
    names.filter((name) => name.endsWith(PACE_MARK)).map((name) => rm(join(dir, name), { force: true })),
  );
}

/** Entries as files `<key>.json` in one directory, shared by any number of processes. Source: spec R41. */
export function createFileStore(dir: string): Required<CacheStore> {
  // A mark is a hidden file: nothing that looks for entries takes it for one.
  const fileOf = (key: string): string => join(dir, key.endsWith(PACE_MARK) ? `.${key}` : `${key}.json`);
  return {
    async read(key) {
      try {
        const file = await open(fileOf(key), 'r');
        try {
          // One byte past the limit is enough to tell that a file is oversized; the rest is never read.
          const { buffer, bytesRead } = await file.read(Buffer.alloc(await bytesOf(file)), 0, null, 0);
          return buffer.toString('utf8', 0, bytesRead);
        } finally {
          await file.close();
        }
      } catch (thrown) {
        if (codeOf(thrown) === 'ENOENT') return undefined;
        throw thrown;
      }
    },
    async write(key, text) {
      await mkdir(dir, { recursive: true });
      const temporary = join(
        dir,
        `.${key.slice(0, 16)}-${process.pid}-${randomBytes(6).toString('hex')}.tmp`,
      );
      try {
        const file = await open(temporary, 'wx', 0o644);
        try {
          await file.writeFile(text, 'utf8');
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporary, fileOf(key));
      } catch (thrown) {
        await rm(temporary, { force: true });
        throw thrown;
      }
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

async function bytesOf(file: FileHandle): Promise<number> {
  const { size } = await file.stat();
  return Math.min(size, MAX_ENTRY_BYTES + 1);
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
}
