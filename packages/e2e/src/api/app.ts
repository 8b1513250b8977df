// `app`: the app under test as a whole. Names the files of screenshots; never reads the screen.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { E2EError } from '../base/error.ts';
import type { LiveTest } from './live.ts';

/** The app under test. Source: framework spec §1. */
export interface App {
  /** Opens a path of the app, or its start. @throws E2EError APP_UNREACHABLE when nothing answers. */
  open(path?: string): Promise<void>;
  /** Closes every page and opens the app anew; cookies and storage stay. */
  restart(): Promise<void>;
  /** Empties cookies and storage. */
  clearState(): Promise<void>;
  /** Writes a PNG under `<output>/screenshots/` and gives back its absolute path. */
  screenshot(label?: string): Promise<string>;
}

/** The app of an attempt. `name`: what its pictures are called without a label of their own. */
export function createApp(live: LiveTest, name: string): App {
  let pictures = 0;
  const open = async (path?: string): Promise<void> => {
    try {
      await live.session.open(path);
    } catch (thrown) {
      if (!(thrown instanceof E2EError) || thrown.code !== 'APP_UNREACHABLE' || live.appHint === '')
        throw thrown;
      throw new E2EError('APP_UNREACHABLE', `${thrown.message}\n${live.appHint}`, { cause: thrown });
    }
  };
  const screenshot = async (label?: string): Promise<string> => {
    const png = await live.picture();
    pictures += 1;
    const dir = join(live.outputDir, 'screenshots');
    await mkdir(dir, { recursive: true });
    const file = [name, label ?? String(pictures)].map((part) => fileName(live.redact(part))).join('-');
    const path = join(dir, `${file}.png`);
    await writeFile(path, png);
    return path;
  };
  return {
    open: (path) => live.watch('app.open()', () => open(path)),
    restart: () => live.watch('app.restart()', () => live.session.restart()),
    clearState: () => live.watch('app.clearState()', () => live.session.clearState()),
    screenshot: (label) => live.watch('app.screenshot()', () => screenshot(label)),
  };
}

/** A label as part of a file name on any system: letters, digits, dots, dashes; at most 80 characters. */
export function fileName(label: string): string {
  const safe = label
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 80);
  return safe === '' ? 'picture' : safe;
}
