// What a point of the viewport hits, through frames and shadow roots.
import type { Frame } from 'playwright-core';
import type { NodeId } from '../../screen/node.ts';
import { callPage } from './page-api.ts';
import { isOwnFrame } from './reading.ts';
import { until } from './signals.ts';
import type { ActionParts } from './target.ts';

/** Ids of the elements at a point, the innermost first: none while a native dialog is open; `undefined` in a frame of another site. */
export async function nodesAt(
  parts: ActionParts,
  x: number,
  y: number,
): Promise<readonly NodeId[] | undefined> {
  const { dialogs, signals } = parts;
  const looked = await until(
    look(parts, x, y).then((ids) => ({ ids })),
    signals,
    () => dialogs.open() !== undefined,
  );
  return looked === undefined ? [] : looked.ids;
}

async function look(parts: ActionParts, x: number, y: number): Promise<readonly NodeId[] | undefined> {
  const page = parts.pages.current();
  // Ids are told apart by the look that first met their document.
  await parts.reader.read();
  let frame: Frame = page.mainFrame();
  let point = { x, y };
  let ids: readonly string[] = [];
  for (;;) {
    const hit = await callPage(frame, 'hitAt', point.x, point.y);
    ids = [...hit.ids, ...ids];
    if (hit.inner === undefined) return ids as readonly NodeId[];
    const child = await frameOf(parts, frame, hit.ids[0]);
    if (child === undefined || !isOwnFrame(child, page)) return undefined;
    frame = child;
    point = hit.inner;
  }
}

/** The frame that an element shows. */
async function frameOf(
  parts: ActionParts,
  parent: Frame,
  host: string | undefined,
): Promise<Frame | undefined> {
  for (const inner of parent.childFrames()) if ((await parts.reader.hostOf(inner)) === host) return inner;
  return undefined;
}
