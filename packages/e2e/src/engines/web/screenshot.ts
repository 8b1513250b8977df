// A picture of the current page's viewport with what may not be seen painted over, and where a control is on it.
import type { Frame, Locator, Page } from 'playwright-core';
import { E2EError, messageOf } from '../../base/error.ts';
import type { Box, PictureOptions } from '../../engine/contract.ts';
import type { NodeId } from '../../screen/node.ts';
import { hiddenTexts } from './hidden-texts.ts';
import type { Cover, ShownTexts } from './injected/shown.ts';
import { callPage, GONE, isDocumentGone } from './page-api.ts';
import { until } from './signals.ts';
import { type ActionParts, aimAt, locate } from './target.ts';

/** Fields that no picture shows, as the page has them; their dots tell how long a password is. */
const PASSWORD_FIELDS =
  'input[type=password], input[autocomplete~=current-password], input[autocomplete~=new-password]';

/** How often a picture is taken again when what must be painted over moved meanwhile. Source: chosen. */
const MOST_TRIES = 3;

/** What to paint over, found in one look through all frames. */
interface Masks {
  readonly covers: readonly { readonly frame: Frame; readonly cover: Cover }[];
  /** Something is drawn that nothing would cover. */
  readonly isOpen: boolean;
}

/**
 * PNG bytes.
 * @param filled nodes that a secret was typed into.
 * @throws E2EError ACTION_FAILED while a native dialog is open, or when something can't be kept out of the picture.
 */
export async function takeScreenshot(
  parts: ActionParts,
  filled: ReadonlySet<NodeId>,
  options: PictureOptions = {},
): Promise<Uint8Array> {
  const page = parts.pages.current();
  const frames = page.frames();
  await untilDialog(parts, tellFrames(frames, true));
  try {
    return await pictureOf(page, parts, filled, options);
  } finally {
    await tellFrames(frames, false).catch(() => {});
  }
}

async function pictureOf(
  page: Page,
  parts: ActionParts,
  filled: ReadonlySet<NodeId>,
  { hides, scale = 'device' }: PictureOptions,
): Promise<Uint8Array> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const before = hides === undefined ? NO_MASKS : await untilDialog(parts, masksOn(page, hides));
    if (before.isOpen) continue;
    const fields = await untilDialog(parts, stillHere(parts, filled));
    const mask = [
      ...page.frames().map((frame) => frame.locator(PASSWORD_FIELDS)),
      ...fields,
      ...before.covers.map(({ frame, cover }) => locate(frame, cover.id)),
    ];
    const bytes = await untilDialog(
      parts,
      page.screenshot({ type: 'png', scale, mask }).catch((error: unknown) => {
        // What was to be painted over has gone meanwhile; what came in its place is not known.
        if (messageOf(error).includes(GONE)) return null;
        throw error;
      }),
    );
    if (bytes === null) continue;
    if (hides === undefined) return bytes;
    const after = await untilDialog(parts, masksOn(page, hides));
    if (isSame(before, after)) return bytes;
  }
  throw new E2EError(
    'ACTION_FAILED',
    'No picture: the screen shows a secret in a place that cannot be painted over.',
  );
}

const NO_MASKS: Masks = { covers: [], isOpen: false };

/** @throws E2EError ACTION_FAILED as soon as a dialog opens: the browser paints nothing and runs no script then. */
async function untilDialog<Value>(
  { dialogs, signals }: ActionParts,
  running: Promise<Value>,
): Promise<Value> {
  const value = await until(running, signals, () => dialogs.open() !== undefined);
  if (value !== undefined) return value;
  throw new E2EError(
    'ACTION_FAILED',
    `No picture while the dialog "${dialogs.open()?.message ?? ''}" is open; answer it first.`,
  );
}

/** Looks through every frame, of any site: what one draws is in the picture. */
async function masksOn(page: Page, hides: (text: string) => boolean): Promise<Masks> {
  const frames = await Promise.all(
    page.frames().map(async (frame) => ({ frame, ...(await textsIn(frame)) })),
  );
  const all = frames.flatMap(({ texts }) => texts);
  const hidden = hiddenTexts(all, hides);
  const covers: Masks['covers'][number][] = [];
  let isOpen = false;
  let start = 0;
  for (const { frame, look, texts } of frames) {
    const own = texts.flatMap((_text, index) => (hidden.has(start + index) ? [index] : []));
    start += texts.length;
    if (own.length === 0) continue;
    for (const cover of await coversIn(frame, look, own)) {
      if (cover === false) isOpen = true;
      else covers.push({ frame, cover });
    }
  }
  return { covers, isOpen };
}

/** Of fields that a secret was typed into, those that are on the page. */
async function stillHere(parts: ActionParts, ids: ReadonlySet<NodeId>): Promise<readonly Locator[]> {
  const found = await Promise.all(
    [...ids].map(async (id) => {
      const target = aimAt(parts, id, false);
      if (target === undefined) return [];
      const isHere = await callPage(target.frame, 'isHere', id).catch((error: unknown) => {
        if (isDocumentGone(error)) return false;
        throw error;
      });
      return isHere ? [target.locator] : [];
    }),
  );
  return found.flat();
}

/** A document that comes after this is not told, and takes the picture for a change: it is new as a whole. */
async function tellFrames(frames: readonly Frame[], isTaken: boolean): Promise<true> {
  await Promise.all(
    frames.map((frame) =>
      callPage(frame, 'setPictured', isTaken).catch((error: unknown) => {
        if (!isDocumentGone(error)) throw error;
      }),
    ),
  );
  return true;
}

let candidates = 0;

async function textsIn(frame: Frame): Promise<ShownTexts> {
  try {
    candidates += 1;
    return await callPage(frame, 'shownTexts', `m${candidates}`);
  } catch (error) {
    // A frame that went away draws nothing; what came in its place is looked at after the picture was taken.
    if (isDocumentGone(error)) return { look: 0, texts: [] };
    throw error;
  }
}

async function coversIn(
  frame: Frame,
  look: number,
  indices: readonly number[],
): Promise<readonly (Cover | false)[]> {
  try {
    return await callPage(frame, 'coversOf', look, indices);
  } catch (error) {
    if (isDocumentGone(error)) return [false];
    throw error;
  }
}

/** Whether all that must be painted over was, and where it is now. */
function isSame(before: Masks, after: Masks): boolean {
  if (after.isOpen) return false;
  return after.covers.every(({ frame, cover }) =>
    before.covers.some(
      (known) =>
        known.frame === frame &&
        known.cover.id === cover.id &&
        known.cover.box.every((edge, index) => Math.abs(edge - (cover.box[index] ?? 0)) < 1),
    ),
  );
}

/** How long a look for a control's place may take, in ms. Source: chosen: it is there, or there is no mark. */
const BOX_WAIT_MS = 2_000;

/** The place of a control in the viewport, frames counted in. */
export async function boxOf(parts: ActionParts, id: NodeId): Promise<Box | undefined> {
  const target = aimAt(parts, id, false);
  if (target === undefined) return undefined;
  const box = await target.locator.boundingBox({ timeout: BOX_WAIT_MS }).catch(() => null);
  return box ?? undefined;
}
