// One attempt on a fake app behind the published contract: looks, waits, acts, and writes down each action asked for.
import { now } from '../../base/clock.ts';
import { E2EError } from '../../base/error.ts';
import type {
  ActionResult,
  Box,
  BrowserControl,
  CallOptions,
  Engine,
  PictureOptions,
  Session,
} from '../../engine/contract.ts';
import { type Action, mapTargets } from '../../screen/action.ts';
import type { NodeId, Reading } from '../../screen/node.ts';
import { describeNode } from '../find.ts';
import { locate } from './locate.ts';
import { perform } from './perform.ts';
import { readPage } from './reading.ts';
import type { World } from './world.ts';

/** One action that was asked for. */
export interface PerformedAction {
  /** Targets in words, such as `button "Add item"`. */
  readonly action: Action<string>;
  readonly result: ActionResult;
  /** 1 for the first attempt that the engine started. */
  readonly attempt: number;
}

/** How a session shows the app. */
export interface SessionOptions {
  /** What a reading's `location` is: the page's URL, or the screen title as on a device. Default: `url`. */
  readonly location?: 'url' | 'title';
  /** Default: 1280 × 720. */
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** How long nothing may change before a screen counts as steady, in ms. Source: chosen; short, since the app is in memory. */
const QUIET_MS = 5;

/** The smallest PNG there is: one transparent pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** What a session writes down for the engine it belongs to. */
export interface Journal {
  readonly attempt: number;
  performed(entry: PerformedAction): void;
  looked(): void;
  ended(): void;
}

/** One attempt on a fake app. */
export class FakeSession<State> implements Session {
  readonly #world: World<State>;
  readonly #engine: Engine;
  readonly #options: SessionOptions;
  readonly #rootDir: string;
  readonly #journal: Journal;
  readonly browser?: BrowserControl;
  #seen = -1;
  #last: Reading | undefined;

  constructor(
    world: World<State>,
    engine: Engine,
    options: SessionOptions,
    rootDir: string,
    journal: Journal,
  ) {
    this.#world = world;
    this.#engine = engine;
    this.#options = options;
    this.#rootDir = rootDir;
    this.#journal = journal;
    if (options.location !== 'title') this.browser = browserOf(world, () => this.#title());
  }

  async open(path?: string): Promise<void> {
    const { page, start } = this.#world;
    const url = page.resolve(path ?? start);
    if (!page.answers(url)) {
      throw new E2EError('APP_UNREACHABLE', `nothing answers at ${url}; the fake app has no route for it`);
    }
    this.#world.change(page, () => page.go(url));
  }

  async restart(): Promise<void> {
    this.#world.restart();
    await this.open();
  }

  async clearState(): Promise<void> {
    this.#world.clearState();
  }

  /** A picture of nothing hides everything. It asks all the same, as every engine does. */
  async screenshot({ hides }: PictureOptions = {}): Promise<Uint8Array> {
    if (!this.#engine.capabilities.pixels)
      throw new E2EError('ENGINE_FAILED', 'this engine takes no screenshots');
    const { page, state } = this.#world;
    for (const { spec } of page.elements(state, this.#world.handle(page))) {
      for (const shown of [spec.name, spec.text, spec.value]) if (shown) hides?.(shown);
    }
    return Buffer.from(PIXEL, 'base64');
  }

  async boxOf(id: NodeId): Promise<Box | undefined> {
    const { page, state } = this.#world;
    return page.elements(state, this.#world.handle(page)).find((element) => element.id === id)?.spec.box;
  }

  async nodesAt(x: number, y: number): Promise<readonly NodeId[]> {
    const { page, state } = this.#world;
    const hit = page
      .elements(state, this.#world.handle(page))
      .filter(({ spec: { box } }) => box !== undefined && isIn(box, x, y));
    return hit.map(({ id }) => id).reverse();
  }

  async read(): Promise<Reading> {
    this.#journal.looked();
    return this.#read();
  }

  async steady({ timeoutMs, signal }: CallOptions): Promise<Reading> {
    this.#journal.looked();
    const deadline = now() + timeoutMs;
    for (;;) {
      signal.throwIfAborted();
      const left = deadline - now();
      const { revision, inFlight, dialog } = this.#world;
      if (left <= 0 || dialog !== undefined) return this.#read();
      // A request's answer is a change as well, so waiting for one ends with it.
      const waitMs = inFlight > 0 ? left : Math.min(QUIET_MS, left);
      const changed = await this.#world.changedSince(revision, waitMs, signal);
      if (!changed && this.#world.inFlight === 0) return this.#read();
    }
  }

  changed({ timeoutMs, signal }: CallOptions): Promise<boolean> {
    return this.#world.changedSince(this.#seen, timeoutMs, signal);
  }

  async perform(action: Action<NodeId>, options: Parameters<Session['perform']>[1]): Promise<ActionResult> {
    const described = mapTargets(action, (id) => this.#describe(id));
    const result: ActionResult = this.#engine.actions.has(action.kind)
      ? await perform(this.#world, action, options, this.#rootDir)
      : { ok: false, code: 'unsupported', message: `the engine ${this.#engine.name} has no ${action.kind}` };
    this.#journal.performed({ action: described, result, attempt: this.#journal.attempt });
    return result;
  }

  dialog(): ReturnType<Session['dialog']> {
    return this.#world.dialog;
  }

  requests(): ReturnType<Session['requests']> {
    return this.#engine.capabilities.requests ? [...this.#world.requests] : [];
  }

  locator(query: Parameters<Session['locator']>[0]): ReturnType<Session['locator']> {
    return locate(this.#world, query, this.#rootDir);
  }

  async end(): Promise<void> {
    if (this.#world.ended) return;
    this.#world.end();
    this.#journal.ended();
  }

  #title(): string {
    const { page, state } = this.#world;
    return page.title(state, this.#world.handle(page));
  }

  #read(): Reading {
    const world = this.#world;
    // Counted before the look, so that volatile content made of it differs from one reading to the next.
    world.page.document.readings += 1;
    this.#seen = world.revision;
    const title = this.#title();
    const location = this.#options.location === 'title' ? title : world.page.url;
    const viewport = this.#options.viewport ?? { width: 1280, height: 720 };
    this.#last = readPage(world, { location, title, viewport }, this.#last);
    return this.#last;
  }

  #describe(id: NodeId): string {
    const { page, state } = this.#world;
    const element = page.elements(state, this.#world.handle(page)).find((candidate) => candidate.id === id);
    const node = element?.spec ?? this.#last?.nodes.find((candidate) => candidate.id === id);
    if (node === undefined) return `unknown node ${id}`;
    const { role, name, text, testId } = node;
    return describeNode({
      role,
      ...(name === undefined ? {} : { name }),
      ...(text === undefined ? {} : { text }),
      ...(testId === undefined ? {} : { testId }),
    });
  }
}

function isIn(box: Box, x: number, y: number): boolean {
  return x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
}

function browserOf<State>(world: World<State>, title: () => string): BrowserControl {
  const travel = (step: -1 | 1): void => {
    if (world.page.travel(step)) world.notify();
  };
  return {
    goto: async (url) => world.handle(world.page).go(url),
    url: () => world.page.url,
    title: async () => title(),
    back: async () => travel(-1),
    forward: async () => travel(1),
    reload: async () => world.handle(world.page).reload(),
    onDialog(handler) {
      world.dialogHandler = handler;
    },
    get page() {
      return world.handle(world.page);
    },
    context: world,
  };
}
