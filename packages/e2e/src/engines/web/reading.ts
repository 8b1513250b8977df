// Reads the screen: each same-site frame on its own, spliced together under its `iframe` node. Survives navigations in the middle and
// open dialogs, which stop every script of their page.
import type { Frame, Page } from 'playwright-core';
import { E2EError } from '../../base/error.ts';
import type { NodeId, OpenDialog, Reading, ReadNode } from '../../engine/index.ts';
import type { Dialogs } from './dialogs.ts';
import type { PageReading } from './injected/main.ts';
import type { PageNode } from './injected/walk.ts';
import { callPage, isDocumentGone, PAGE_KEY } from './page-api.ts';
import type { Pages } from './pages.ts';
import { type Signals, until } from './signals.ts';
import { isSameSite } from './site.ts';

/** A page that gives no answer for this long hangs, in ms. Source: chosen, Playwright's own default for actions. */
const READ_LIMIT_MS = 30_000;

/** What a reader keeps between looks. */
export interface Reader {
  read(): Promise<Reading>;
  /** The frame whose document an id belongs to; `undefined` for an id never given. */
  frameOf(id: NodeId): Frame | undefined;
  /** A node of the latest looks, for messages. */
  nodeOf(id: NodeId): ReadNode | undefined;
  /** Frames of the current page that were part of the last look, with the change count of each. */
  versions(): ReadonlyMap<Frame, number>;
  /** The signal count when the last look began. */
  signalCount(): number;
}

/** What a reader works with. */
export interface ReaderParts {
  readonly pages: Pages;
  readonly dialogs: Dialogs;
  readonly signals: Signals;
  readonly testIdAttribute: string;
}

/** Makes the reader of one session. */
export function createReader(parts: ReaderParts): Reader {
  const { pages, dialogs, signals } = parts;
  const frames = new Map<string, Frame>();
  const known = new Map<string, ReadNode>();
  const hosts = new WeakMap<Frame, string>();
  let candidates = 0;
  let last: Reading | undefined;
  let versions = new Map<Frame, number>();
  let signalCount = 0;

  const readFrame = async (frame: Frame): Promise<PageReading> => {
    const candidate = `f${candidates++}`;
    const reading = await callPage(frame, 'read', candidate, { testIdAttribute: parts.testIdAttribute });
    frames.set(reading.prefix, frame);
    return reading;
  };

  const hostOf = async (frame: Frame): Promise<string | undefined> => {
    const cached = hosts.get(frame);
    if (cached !== undefined) return cached;
    const element = await frame.frameElement();
    const id = await element.evaluate(
      (node, key) =>
        (globalThis as unknown as Record<string, { idOf(node: unknown): string }>)[key]?.idOf(node),
      PAGE_KEY,
    );
    await element.dispose();
    if (id !== undefined) hosts.set(frame, id);
    return id;
  };

  const readChild = async (frame: Frame): Promise<FrameLook | undefined> => {
    try {
      // The parent's document has its prefix by now, so the id that comes back is the one in its nodes.
      const [host, reading] = [await hostOf(frame), await readFrame(frame)];
      return host === undefined ? undefined : { frame, host, reading };
    } catch (error) {
      if (isDocumentGone(error)) return undefined;
      throw error;
    }
  };

  const look = async (page: Page): Promise<Reading> => {
    const before = signals.count();
    const top = await readFrame(page.mainFrame());
    const children = page.frames().filter((frame) => frame !== page.mainFrame() && isOwnFrame(frame, page));
    const looks = (await Promise.all(children.map(readChild))).filter((child) => child !== undefined);
    versions = new Map([
      [page.mainFrame(), top.version],
      ...looks.map((child) => [child.frame, child.reading.version] as const),
    ]);
    signalCount = before;
    const nodes = splice(top.nodes, looks);
    known.clear();
    for (const node of nodes) known.set(node.id, node);
    return {
      location: page.url(),
      title: top.title,
      page: pages.index(),
      pages: pages.count(),
      viewport: { width: top.width, height: top.height },
      nodes,
    };
  };

  const behindDialog = (dialog: OpenDialog): Reading => {
    signalCount = signals.count();
    const page = pages.current();
    const empty = { title: '', viewport: page.viewportSize() ?? { width: 0, height: 0 }, nodes: [] };
    const before = last ?? { location: page.url(), ...empty };
    return { ...before, page: pages.index(), pages: pages.count(), dialog };
  };

  const read = async (): Promise<Reading> => {
    const deadline = performance.now() + READ_LIMIT_MS;
    for (;;) {
      const dialog = dialogs.open();
      if (dialog) return behindDialog(dialog);
      const page = pages.current();
      try {
        const reading = await until(
          withLimit(look(page), deadline),
          signals,
          () => dialogs.open() !== undefined || pages.current() !== page,
        );
        if (reading) {
          last = reading;
          return reading;
        }
      } catch (error) {
        if (!isDocumentGone(error) || performance.now() > deadline) throw asEngineFailure(error, page);
        await page.waitForLoadState('domcontentloaded').catch(() => {});
      }
    }
  };
  return {
    read,
    frameOf: (id) => frames.get(id.slice(0, id.indexOf('-'))),
    nodeOf: (id) => known.get(id),
    versions: () => versions,
    signalCount: () => signalCount,
  };
}

interface FrameLook {
  readonly frame: Frame;
  readonly host: string;
  readonly reading: PageReading;
}

/** Whether a frame and all that enclose it are of the page's own site. */
export function isOwnFrame(frame: Frame, page: Page): boolean {
  for (let inner: Frame | null = frame; inner; inner = inner.parentFrame()) {
    if (!isSameSite(inner.url(), page.url())) return false;
  }
  return true;
}

function splice(nodes: readonly PageNode[], looks: readonly FrameLook[]): ReadNode[] {
  const result: ReadNode[] = [];
  const add = (
    from: readonly PageNode[],
    parent: number,
    depth: number,
    behindModal: boolean,
    hasFocus: boolean,
  ): void => {
    const placed: number[] = [];
    from.forEach((node, index) => {
      placed[index] = result.length;
      // The document with the focus is the one whose frame has it all the way up; others remember theirs.
      const { focused, ...rest } = node;
      const own: ReadNode = {
        ...rest,
        ...(focused && hasFocus && node.role !== 'iframe' ? { focused } : {}),
        id: node.id as NodeId,
        parent: node.parent < 0 ? parent : (placed[node.parent] ?? parent),
        depth: node.depth + depth,
        ...(behindModal ? { behindModal: true } : {}),
      };
      result.push(own);
      const inside = node.role === 'iframe' ? looks.find((look) => look.host === node.id) : undefined;
      if (inside)
        add(
          inside.reading.nodes,
          result.length - 1,
          own.depth + 1,
          own.behindModal ?? false,
          hasFocus && focused === true,
        );
    });
  };
  add(nodes, -1, 0, false, true);
  return result;
}

function withLimit<Value>(promise: Promise<Value>, deadline: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new E2EError('ENGINE_FAILED', `no answer within ${READ_LIMIT_MS / 1000} s`)),
      Math.max(1, deadline - performance.now()),
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function asEngineFailure(error: unknown, page: Page): unknown {
  if (error instanceof E2EError && error.code === 'ENGINE_FAILED') {
    return new E2EError('ENGINE_FAILED', `The page ${page.url()} does not respond: ${error.message}.`, {
      cause: error,
    });
  }
  return error;
}
