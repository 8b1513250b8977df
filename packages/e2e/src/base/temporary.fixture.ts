// A folder of a test's own in the system's temporary directory. It is gone when the test, or the file, is over.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * A new, empty folder; its path has no links.
 * @param whenOver where the clean-up is registered: `onTestFinished`, or `afterAll` for what a whole file uses.
 */
export async function temporaryDir(
  whenOver: (cleanUp: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'e2e-test-')));
  // A process that was killed a moment ago may still be writing.
  whenOver(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  return dir;
}
