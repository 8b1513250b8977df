// Directories that can't be written: full, read-only, another user's, gone. Each costs the recording, never the step.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDir } from '../../e2e/src/base/temporary.fixture.ts';
import type { Settled } from '../../e2e/src/cache/settle.ts';
import { startWorker } from './process.ts';

/** A user without rights to anybody else's files. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

interface Outcome {
  readonly settled: Settled;
  readonly read: string;
}

async function settleIn(
  dir: string,
  options: { readonly uid?: number; readonly bytes?: number } = {},
): Promise<Outcome> {
  const child = await startWorker();
  child.send({ task: 'settleOne', dir, ...options });
  const [{ done }] = (await once(child, 'message')) as [{ done: Outcome }];
  return done;
}

/** A folder that another user may look into. */
async function openDir(): Promise<string> {
  const dir = await temporaryDir();
  await chmod(dir, 0o755);
  return dir;
}

/** A small file system of its own; `undefined` where that is not allowed. */
async function mountSmall(options: string): Promise<string | undefined> {
  const dir = await temporaryDir();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', dir]);
  if (mounted.status !== 0) return undefined;
  onTestFinished(() => void spawnSync('umount', [dir]));
  return dir;
}

test('R3 R41: another user’s directory is not written, and what can’t be read there is a miss', async () => {
  const dir = await openDir();
  await chmod(dir, isRoot ? 0o755 : 0o555);
  const asNobody = isRoot ? { uid: NOBODY } : {};
  const { settled, read } = await settleIn(dir, asNobody);
  expect(settled).toEqual({
    write: 'not-written',
    detail: expect.stringMatching(/not written: EACCES.*can be written/),
  });
  expect(read).toBe('no-entry: nothing is recorded for this step');
  await chmod(dir, 0o700);
  if (!isRoot) return;
  const hidden = await settleIn(dir, asNobody);
  expect(hidden.settled.write).toBe('not-written');
  expect(hidden.read).toMatch(/^no-entry: the cache could not be read: EACCES/);
});

test('R3 R41: a place that is no directory is not written', async () => {
  const file = join(await openDir(), 'file');
  await writeFile(file, '');
  const { settled, read } = await settleIn(file);
  expect(settled).toMatchObject({ write: 'not-written', detail: expect.stringMatching(/EEXIST|ENOTDIR/) });
  expect(read).toMatch(/^no-entry: the cache could not be read: ENOTDIR/);
});

test('R3 R41: on a full disk nothing is written, what was there stays, and nothing is left over', async (context) => {
  const dir = await mountSmall('size=128k');
  if (dir === undefined) return context.skip('no right to mount a small file system here');
  expect(await settleIn(dir)).toMatchObject({ settled: { write: 'saved' }, read: 'hit' });
  const full = await settleIn(dir, { bytes: 500_000 });
  expect(full.settled).toMatchObject({ write: 'not-written', detail: expect.stringContaining('ENOSPC') });
  expect(full.read).toBe('hit');
  expect(await readdir(dir)).toHaveLength(1);
});

test('R3 R41: a read-only disk is not written', async (context) => {
  const dir = await mountSmall('size=64k,ro');
  if (dir === undefined) return context.skip('no right to mount a small file system here');
  const { settled } = await settleIn(dir);
  expect(settled).toMatchObject({ write: 'not-written', detail: expect.stringContaining('EROFS') });
});

test('R41: a directory that was deleted meanwhile is made anew', async () => {
  const dir = join(await openDir(), 'cache');
  await mkdir(dir);
  expect((await settleIn(dir)).read).toBe('hit');
  await rm(dir, { recursive: true });
  expect(await settleIn(dir)).toEqual({ settled: { write: 'saved' }, read: 'hit' });
});
