// Where pictures of steps are written: beside the pages of the HTML report, under names that hold no word of a test or an app.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Json, sha256 } from '../base/digest.ts';
import { PICTURE_DIR, pictureName } from '../report/html/picture.ts';

/**
 * Keeps the pictures of one attempt.
 * @param of what tells the attempt from every other one of the run.
 * @returns what writes a PNG and gives back its path, relative to the output directory.
 */
export function pictureKeeper(outputDir: string, of: Json): (png: Uint8Array) => Promise<string> {
  const attempt = sha256(JSON.stringify(of));
  let count = 0;
  let made: Promise<unknown> | undefined;
  return async (png) => {
    count += 1;
    const path = `${PICTURE_DIR}/${pictureName(attempt, count)}`;
    made ??= mkdir(join(outputDir, PICTURE_DIR), { recursive: true });
    await made;
    await writeFile(join(outputDir, path), png);
    return path;
  };
}
