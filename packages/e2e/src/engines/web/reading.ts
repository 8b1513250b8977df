// Reads the screen: each same-site frame on its own, spliced together under its `iframe` node. Survives navigations in the middle and
// open dialogs, which stop every script of their page.
import type { Frame, Page } from 'playwright-core';
import { E2EError } from '../../base/error.ts';
import type { NodeId, OpenDialog, Reading, ReadNode } from '../../engine/index.ts';
import type { Dialogs } from './dialogs.ts';
import type { Keeper, PageReading } from './injected/main.ts';
import { unpack } from './packed.ts';
import { callPage, isDocumentGone, PAGE_KEY } from './page-api.ts';
import type { Pages } from './pages.ts';
import { type Signals, until } from './signals.ts';
import { isSameSite } from './site.ts';

/** A page that gives no answer for this long hangs, in ms. Source: chosen, Playwright's own default for actions. */
const READ_LIMIT_MS = 30_000;

/** What a reader works with. */
export interface ReaderParts {
  readonly pages: Pages;
  readonly dialogs: Dialogs;
  readonly signals: Signals;
  readonly testIdAttribute: string;
}

/** The reader of one session, and what it keeps between looks. */
export class Reader {
  readonly #parts: ReaderParts;
  readonly #frames = new Map<string, Frame>();
  readonly #known = new Map<string, ReadNode>();
  readonly #hosts = new WeakMap<Frame, string>();
  readonly #taken = new WeakMap<Frame, Taken>();
  #candidates = 0;
  #last: Reading | undefined;
  #versions: ReadonlyMap<Frame, number> = new Map();
  readonly #versionsOf = new WeakMap<Reading, ReadonlyMap<Frame, number>>();
  #signalCount = 0;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** The screen at this moment; behind a dialog, the last look before it. @throws E2EError ENGINE_FAILED when the page hangs. */
  async read(): Promise<Reading> {
    const { dialogs, pages, signals } = this.#parts;
    const deadline = performance.now() + READ_LIMIT_MS;
    for (;;) {
      const dialog = dialogs.open();
      if (dialog) return this.#behindDialog(dialog);
      const page = pages.current();
      try {
        const reading = await until(
          withLimit(this.#look(page), deadline),
          signals,
          () => dialogs.open() !== undefined || pages.current() !== page,
        );
        if (!reading) continue;
        this.#last = reading;
        return reading;
      } catch (error) {
        if (!isDocumentGone(error) || performance.now() > deadline) throw asEngineFailure(error, page);
        await page.waitForLoadState('domcontentloaded').catch(() => {});
      }
    }
  }

  /** The frame whose document an id belongs to; `undefined` for an id never given. */
  frameOf(id: NodeId): Frame | undefined {
    return this.#frames.get(id.slice(0, id.indexOf('-')));
  }

  /** A node of the latest look, for messages. */
  nodeOf(id: NodeId): ReadNode | undefined {
    return this.#known.get(id);
  }

  /** Frames that were part of the last look, with the change count of each. */
  versions(): ReadonlyMap<Frame, number> {
    return this.#versions;
  }

  /** The change count of a frame at a look; `undefined` where it was not part of it. */
  versionIn(reading: Reading, frame: Frame): number | undefined {
    return this.#versionsOf.get(reading)?.get(frame);
  }

  /** The signal count when the last look began. */
  signalCount(): number {
    return this.#signalCount;
  }

  async #look(page: Page): Promise<Reading> {
    const { pages, signals } = this.#parts;
    const before = signals.count();
    const main = page.mainFrame();
    const top = await this.#readFrame(main);
    const children = page.frames().filter((frame) => frame !== main && isOwnFrame(frame, page));
    const read = await Promise.all(children.map((frame) => this.#readChild(frame)));
    // Each document that shows one has its prefix by now, so the id that comes back is the one in its nodes.
    const looks = (await Promise.all(read.map((child) => child && this.#withHost(child)))).filter(
      (child) => child !== undefined,
    );
    const nodes = splice(top.nodes, looks);
    const versions = new Map([[main, top.version]]);
    for (const child of looks) versions.set(child.frame, child.reading.version);
    this.#versions = versions;
    this.#signalCount = before;
    this.#known.clear();
    for (const node of nodes) this.#known.set(node.id, node);
    const reading: Reading = {
      location: page.url(),
      title: top.title,
      page: pages.index(),
      pages: pages.count(),
      viewport: { width: top.width, height: top.height, pixelRatio: top.pixelRatio },
      ...(top.language === '' ? {} : { language: top.language }),
      nodes,
    };
    this.#versionsOf.set(reading, versions);
    return reading;
  }

  async #readFrame(frame: Frame): Promise<FrameReading> {
    const candidate = `f${this.#candidates++}`;
    const before = this.#taken.get(frame);
    const { nodes: packed, ...reading } = await callPage(frame, 'read', candidate, {
      testIdAttribute: this.#parts.testIdAttribute,
      ...(before === undefined ? {} : { since: { prefix: before.prefix, look: before.look } }),
    });
    const { prefix } = reading;
    const nodes = unpack(packed, prefix, before?.nodes ?? []);
    this.#taken.set(frame, { prefix, look: packed.look, nodes });
    this.#frames.set(prefix, frame);
    return { ...reading, nodes };
  }

  async #readChild(frame: Frame): Promise<Omit<FrameLook, 'host'> | undefined> {
    return await unlessGone(async () => ({ frame, reading: await this.#readFrame(frame) }));
  }

  async #withHost(child: Omit<FrameLook, 'host'>): Promise<FrameLook | undefined> {
    const host = await unlessGone(() => this.hostOf(child.frame));
    return host === undefined ? undefined : { ...child, host };
  }

  /** The id of the element that shows a frame. */
  async hostOf(frame: Frame): Promise<string | undefined> {
    const cached = this.#hosts.get(frame);
    if (cached !== undefined) return cached;
    const element = await frame.frameElement();
    const id = await element.evaluate(
      (node, key) =>
        (globalThis as unknown as Record<string, Keeper | undefined>)[key]?.(document)?.idOf(node as Element),
      PAGE_KEY,
    );
    await element.dispose();
    if (id !== undefined) this.#hosts.set(frame, id);
    return id;
  }

  #behindDialog(dialog: OpenDialog): Reading {
    const { pages, signals } = this.#parts;
    this.#signalCount = signals.count();
    const page = pages.current();
    const empty = { title: '', viewport: page.viewportSize() ?? { width: 0, height: 0 }, nodes: [] };
    const before = this.#last ?? { location: page.url(), ...empty };
    return { ...before, page: pages.index(), pages: pages.count(), dialog };
  }
}

/** The last look at the document of a frame: what is as it was then does not cross again. */
interface Taken {
  readonly prefix: string;
  readonly look: number;
  readonly nodes: readonly ReadNode[];
}

type FrameReading = Omit<PageReading, 'nodes'> & { readonly nodes: readonly ReadNode[] };

interface FrameLook {
  readonly frame: Frame;
  readonly host: string;
  readonly reading: FrameReading;
}

/** `undefined` where the document went away under it. */
async function unlessGone<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isDocumentGone(error)) return undefined;
    throw error;
  }
}

/** Whether a frame and all that enclose it are of the page's own site. */
export function isOwnFrame(frame: Frame, page: Page): boolean {
  for (let inner: Frame | null = frame; inner; inner = inner.parentFrame()) {
    if (!isSameSite(inner.url(), page.url())) return false;
  }
  return true;
}

function splice(nodes: readonly ReadNode[], looks: readonly FrameLook[]): readonly ReadNode[] {
  if (!nodes.some((node) => node.role === 'iframe')) return nodes;
  const result: ReadNode[] = [];
  const add = (
    from: readonly ReadNode[],
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
