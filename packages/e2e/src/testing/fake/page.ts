// One page of a running fake app: its history, what its document remembers (ids, typed values, focus, timers) and its tree at
// this moment. It never changes the app's state.
import type { NodeId } from '../../screen/node.ts';
import type { AppHandle, FakeNode, FakeRoute } from './app.ts';

/** A described node at its place in the tree of this moment. */
export interface Element<State> {
  readonly spec: FakeNode<State>;
  readonly id: NodeId;
  readonly parent: Element<State> | undefined;
  /** Number of ancestors. */
  readonly depth: number;
  readonly visible: boolean;
  readonly behindModal: boolean;
  readonly value: string | undefined;
  readonly checked: boolean | 'mixed' | undefined;
}

/** What a document forgets when the page goes elsewhere. */
interface FakeDocument {
  readonly ids: Map<string, NodeId>;
  readonly values: Map<NodeId, string>;
  readonly checks: Map<NodeId, boolean>;
  readonly timers: Set<() => void>;
  focus: NodeId | undefined;
  readings: number;
}

/** A route that fits a location, with the values of its segments. */
interface RouteMatch<State> {
  readonly route: FakeRoute<State>;
  readonly params: Readonly<Record<string, string>>;
}

let lastId = 0;

/** One page (tab). */
export class Page<State> {
  readonly #routes: Readonly<Record<string, FakeRoute<State>>>;
  readonly #origin: string;
  readonly #history: string[] = [];
  #at = -1;
  document: FakeDocument = newDocument();
  #rendering = false;
  #last: readonly Element<State>[] = [];
  readonly #opened: (page: Page<State>) => void;

  constructor(
    routes: Readonly<Record<string, FakeRoute<State>>>,
    origin: string,
    opened: (page: Page<State>) => void,
  ) {
    this.#routes = routes;
    this.#origin = origin;
    this.#opened = opened;
  }

  /** The whole URL. */
  get url(): string {
    return this.#history[this.#at] ?? 'about:blank';
  }

  /** Path, query and fragment on the app's own origin; the whole URL elsewhere. */
  get path(): string {
    return this.url.startsWith(`${this.#origin}/`) ? this.url.slice(this.#origin.length) : this.url;
  }

  get params(): Readonly<Record<string, string>> {
    return this.#match(this.url)?.params ?? {};
  }

  /** Whether anything answers there: every path of the app's origin does, elsewhere only what a route names. */
  answers(url: string): boolean {
    return new URL(url).origin === this.#origin || this.#match(url) !== undefined;
  }

  resolve(path: string): string {
    return new URL(path, this.url === 'about:blank' ? `${this.#origin}/` : this.url).href;
  }

  go(path: string): void {
    const url = this.resolve(path);
    this.#history.splice(this.#at + 1, Number.POSITIVE_INFINITY, url);
    this.#at += 1;
    this.reload();
  }

  /** Drops the document and loads another at the same place. */
  reload(): void {
    this.leave();
    this.#opened(this);
  }

  /** @returns false at the end of the history. */
  travel(step: -1 | 1): boolean {
    if (this.#history[this.#at + step] === undefined) return false;
    this.#at += step;
    this.reload();
    return true;
  }

  /** Drops the document with everything it remembers; its timers never fire. */
  leave(): void {
    for (const cancel of this.document.timers) cancel();
    this.document = newDocument();
    this.#last = [];
  }

  title(state: State, handle: AppHandle<State>): string {
    const route = this.#match(this.url)?.route;
    if (route !== undefined && typeof route !== 'function') {
      return typeof route.title === 'string' ? route.title : route.title(state);
    }
    const heading = this.elements(state, handle).find((element) => element.spec.role === 'heading');
    return heading?.spec.name ?? this.path;
  }

  /** The tree of this moment in document order, hidden elements included. */
  elements(state: State, handle: AppHandle<State>): readonly Element<State>[] {
    const route = this.#match(this.url)?.route;
    const screen = typeof route === 'function' ? route : route?.screen;
    // A screen may ask for the value of one of its own fields: it gets the tree before, with what was typed since.
    if (this.#rendering)
      return this.#last.map((element) => this.#element(element.spec, element.parent, element.id));
    this.#rendering = true;
    let roots: readonly FakeNode<State>[];
    try {
      roots = screen?.(state, handle) ?? [
        { role: 'heading', name: 'Not found' },
        { role: 'paragraph', text: `Nothing is served at ${this.path}` },
      ];
    } finally {
      this.#rendering = false;
    }
    const elements: Element<State>[] = [];
    this.#walk(roots, undefined, '', elements);
    const keys = new Set(elements.map((element) => element.id));
    // An element that went away and comes back is another one, with another id.
    for (const [key, id] of this.document.ids) if (!keys.has(id)) this.document.ids.delete(key);
    if (this.document.focus !== undefined && !keys.has(this.document.focus)) this.document.focus = undefined;
    this.#last = elements;
    return elements;
  }

  #walk(
    specs: readonly FakeNode<State>[],
    parent: Element<State> | undefined,
    path: string,
    into: Element<State>[],
  ): void {
    const seen = new Map<string, number>();
    for (const spec of specs) {
      const own = spec.key === undefined ? JSON.stringify([spec.role, spec.name ?? null]) : `#${spec.key}`;
      const twin = seen.get(own) ?? 0;
      seen.set(own, twin + 1);
      const key = `${path}/${own}${twin}`;
      const element = this.#element(spec, parent, this.#idOf(key));
      into.push(element);
      this.#walk(spec.children ?? [], element, key, into);
    }
  }

  #element(spec: FakeNode<State>, parent: Element<State> | undefined, id: NodeId): Element<State> {
    return {
      spec,
      id,
      parent,
      depth: parent === undefined ? 0 : parent.depth + 1,
      visible: spec.hidden !== true && parent?.visible !== false,
      behindModal: spec.behindModal === true || parent?.behindModal === true,
      value:
        this.document.values.get(id) ?? spec.value ?? (isField(spec) ? (spec.options?.[0] ?? '') : undefined),
      checked: this.document.checks.get(id) ?? spec.checked ?? (isCheckable(spec) ? false : undefined),
    };
  }

  #idOf(key: string): NodeId {
    const known = this.document.ids.get(key);
    if (known !== undefined) return known;
    lastId += 1;
    const id = `f${lastId}` as NodeId;
    this.document.ids.set(key, id);
    return id;
  }

  #match(url: string): RouteMatch<State> | undefined {
    if (!URL.canParse(url) || url === 'about:blank') return undefined;
    const { origin, pathname, search, hash } = new URL(url);
    const base = origin === this.#origin ? '' : origin;
    // A route that names the query or the fragment is the more exact one.
    for (const exact of [
      `${base}${pathname}${search}${hash}`,
      `${base}${pathname}${search}`,
      `${base}${pathname}`,
    ]) {
      const route = this.#routes[exact];
      if (route !== undefined) return { route, params: {} };
    }
    for (const [pattern, route] of Object.entries(this.#routes)) {
      const params = matchSegments(pattern, `${base}${pathname}`);
      if (params !== undefined) return { route, params };
    }
    return undefined;
  }
}

/** Roles that hold text. */
const TEXT_ROLES: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox']);
const CHECK_ROLES: ReadonlySet<string> = new Set([
  'checkbox',
  'radio',
  'switch',
  'menuitemcheckbox',
  'menuitemradio',
]);

/** Whether a node holds a value: a text field, or a list of options. */
function isField(spec: FakeNode<never>): boolean {
  return TEXT_ROLES.has(spec.role) || spec.options !== undefined;
}

/** Whether text can be typed into a node of that kind. */
export function isEditable(spec: FakeNode<never>): boolean {
  return TEXT_ROLES.has(spec.role) && spec.options === undefined && spec.readOnly !== true;
}

/** Whether a node can be ticked. */
export function isCheckable(spec: FakeNode<never>): boolean {
  return CHECK_ROLES.has(spec.role);
}

function matchSegments(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (!pattern.includes('/:') || wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    if (segment.startsWith(':') && value !== '') params[segment.slice(1)] = decodeURIComponent(value);
    else if (segment !== value) return undefined;
  }
  return params;
}

function newDocument(): FakeDocument {
  return {
    ids: new Map(),
    values: new Map(),
    checks: new Map(),
    timers: new Set(),
    focus: undefined,
    readings: 0,
  };
}
