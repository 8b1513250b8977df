// Report files: a reader sees a whole file or none, as other tools may watch for it.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { E2EError, messageOf } from '../base/error.ts';

/**
 * Replaces a file in one step (a temporary file beside it, then a rename), making its directory first.
 * @throws E2EError INVALID_CONFIG when the place cannot be written: the output directory is the user's choice.
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, text, { flush: true });
    await rename(temporary, path);
  } catch (thrown) {
    await rm(temporary, { force: true }).catch(() => {});
    throw new E2EError(
      'INVALID_CONFIG',
      `The report could not be written to ${path}: ${messageOf(thrown)}. Choose a writable directory with --output or the config key \`output\`.`,
      { cause: thrown },
    );
  }
}
