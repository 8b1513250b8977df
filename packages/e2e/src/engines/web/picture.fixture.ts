// What a picture shows, for tests: its pixels, decoded.
import { PNG } from 'pngjs';
import type { Box } from '../../engine/contract.ts';

/** The one colour that hides. Source: Playwright's default for masks. */
const MASK = '255,0,255';

/** The colours in a part of a picture, each as `r,g,b`. */
export function coloursIn(png: Uint8Array, { x, y, width, height }: Box): ReadonlySet<string> {
  const { data, width: across, height: down } = PNG.sync.read(Buffer.from(png));
  const found = new Set<string>();
  for (let row = Math.max(0, Math.ceil(y)); row < Math.min(down, Math.floor(y + height)); row += 1) {
    for (
      let column = Math.max(0, Math.ceil(x));
      column < Math.min(across, Math.floor(x + width));
      column += 1
    ) {
      const at = (row * across + column) * 4;
      found.add(`${data[at]},${data[at + 1]},${data[at + 2]}`);
    }
  }
  return found;
}

/** Whether nothing but the mask is there; false for a part that is not on the picture. */
export function isMasked(png: Uint8Array, box: Box): boolean {
  const colours = coloursIn(png, box);
  return colours.size === 1 && colours.has(MASK);
}

/** Size of a picture in pixels. */
export function sizeOf(png: Uint8Array): { readonly width: number; readonly height: number } {
  const { width, height } = PNG.sync.read(Buffer.from(png));
  return { width, height };
}
