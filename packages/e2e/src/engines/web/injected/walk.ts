// One walk over a document's flat tree gives its nodes: which elements are nodes, what text is theirs, which wrappers stay.
// Roles, names, states and values are decided by the files of those names.
import { collapse, forEachChild, hidesSubtree, isInvisible, startLook, styleOf, UNSEEN_TAGS } from './dom.ts';
import { idOf } from './ids.ts';
import { isAboveModal, isModal, topModal } from './modal.ts';
import { NAME_FROM_CONTENT, nameOf } from './name.ts';
import { purposeOf } from './purpose.ts';
import { roleOf } from './role.ts';
import { activeElement, type States, statesOf } from './state.ts';
import { fieldValue, isEditingHost, shownText } from './value.ts';

/** A node as the page hands it over: the fields of `ReadNode`, ids and parents local to this document. */
export interface PageNode extends States {
  id: string;
  role: string;
  name?: string;
  text?: string;
  value?: string;
  testId?: string;
  placeholder?: string;
  purpose?: string;
  depth: number;
  parent: number;
  form?: boolean;
  behindModal?: boolean;
}

/** What the walk is told. */
export interface WalkOptions {
  readonly testIdAttribute: string;
}

interface Item {
  readonly node: PageNode;
  /** For a run of text what it lies in. */
  readonly element: Element | undefined;
  readonly children: Item[];
  /** Set where a modal context begins or is escaped. */
  readonly modal: boolean;
}

/** Collects the items of one element, with the text run that is still open. */
class Collector {
  readonly items: Item[] = [];
  #run = '';
  #runStart: Node | undefined;

  addText(text: string, source: Node): void {
    if (this.#runStart === undefined && text.trim() !== '') this.#runStart = source;
    this.#run += text;
  }

  add(...items: Item[]): void {
    this.flush();
    this.items.push(...items);
  }

  flush(): void {
    const text = collapse(this.#run);
    if (text !== '' && this.#runStart) {
      this.items.push({
        node: { id: idOf(this.#runStart), role: 'text', text, depth: 0, parent: -1 },
        element: this.#runStart.parentElement ?? undefined,
        children: [],
        modal: false,
      });
    }
    this.#run = '';
    this.#runStart = undefined;
  }

  /** The text, when nothing but one open run was collected. */
  get onlyRun(): { readonly text: string; readonly start: Node } | undefined {
    return this.items.length === 0 && this.#runStart ? { text: this.#run, start: this.#runStart } : undefined;
  }
}

/** Phrasing roles that would cut sentences to pieces; their text stays in the sentence. */
const FLOWING_ROLES: ReadonlySet<string> = new Set(
  'code deletion emphasis insertion mark strong subscript superscript time term suggestion'.split(' '),
);
const FLOWING_TAGS: ReadonlySet<string> = new Set('code del em ins mark strong sub sup time dfn'.split(' '));

let options: WalkOptions = { testIdAttribute: 'data-testid' };
let active: Element | undefined;
let modals: Element[] = [];

/** Every node of this document, in document order. */
export function walkDocument(walkOptions: WalkOptions): PageNode[] {
  startLook();
  options = walkOptions;
  active = activeElement();
  modals = [];
  const top = new Collector();
  const root = document.body ?? document.documentElement;
  if (root && !hidesSubtree(root)) collectChildren(root, top, !isInvisible(root));
  top.flush();
  const modal = topModal(modals);
  const nodes: PageNode[] = [];
  for (const item of top.items) flatten(item, -1, 0, modal, false, nodes);
  return nodes;
}

function flatten(
  item: Item,
  parent: number,
  depth: number,
  modal: Element | undefined,
  inReach: boolean,
  nodes: PageNode[],
): void {
  const { node, element } = item;
  node.parent = parent;
  node.depth = depth;
  const reached =
    inReach ||
    (modal !== undefined && element !== undefined && (element === modal || isAboveModal(element, modal)));
  if (modal !== undefined && !reached && !(element && holdsModal(item, modal))) node.behindModal = true;
  const index = nodes.push(node) - 1;
  for (const child of item.children) flatten(child, index, depth + 1, modal, reached, nodes);
}

function holdsModal(item: Item, modal: Element): boolean {
  return item.children.some((child) => child.element === modal || holdsModal(child, modal));
}

function collectChildren(element: Element, into: Collector, visible: boolean): void {
  forEachChild(element, (child) => {
    if (child.nodeType === Node.TEXT_NODE) {
      if (visible) into.addText((child as Text).data, child);
    } else if (child.nodeType === Node.ELEMENT_NODE) collectElement(child as Element, into);
  });
}

function collectElement(element: Element, into: Collector): void {
  if (hidesSubtree(element) || isAnnouncer(element)) return;
  const visible = !isInvisible(element);
  if (element.localName === 'br') {
    into.addText(' ', element);
    return;
  }
  const role = visible ? nodeRole(element) : undefined;
  if (role === undefined && element instanceof HTMLFormElement) into.add(makeForm(element, visible));
  else if (role === undefined) collectWrapper(element, into, visible);
  else into.add(makeItem(element, role));
}

/** The role under which an element is a node; `undefined` for a mere wrapper. */
function nodeRole(element: Element): string | undefined {
  if (isModal(element)) modals.push(element);
  const role = roleOf(element);
  if (role === undefined) return isEditingHost(element) ? 'textbox' : undefined;
  if (FLOWING_ROLES.has(role) && FLOWING_TAGS.has(element.localName) && !element.hasAttribute('role'))
    return undefined;
  if (role === 'generic' || role === 'document') return isEditingHost(element) ? 'textbox' : undefined;
  // An icon that says nothing; one that can be pressed has a role or a name.
  if (element.localName === 'svg' && !element.hasAttribute('role') && nameOf(element, role) === '')
    return undefined;
  return role;
}

function collectWrapper(element: Element, into: Collector, visible: boolean): void {
  if (
    element instanceof SVGElement &&
    element.localName === 'svg' &&
    !element.querySelector('text, a, [role]')
  )
    return;
  const inner = new Collector();
  collectChildren(element, inner, visible);
  const testId = element.getAttribute(options.testIdAttribute);
  const run = inner.onlyRun;
  if (run && testId === null && isInline(element)) {
    into.addText(run.text, run.start);
    return;
  }
  inner.flush();
  const [only] = inner.items;
  if (inner.items.length === 1 && only) {
    // The wrapper goes, and with it its test id, unless a bare text can carry it.
    if (testId !== null && only.node.role === 'text' && only.node.testId === undefined) {
      only.node.id = idOf(element);
      only.node.testId = testId;
    }
    into.add(only);
  } else if (inner.items.length > 1) {
    const node: PageNode = { id: idOf(element), role: 'generic', depth: 0, parent: -1 };
    if (testId !== null) node.testId = testId;
    into.add({ node, element, children: inner.items, modal: false });
  } else if (!isInline(element)) into.flush();
}

/** A form without a name has no role, but stays a wrapper of its own, however little is in it: what it holds belongs together. */
function makeForm(element: Element, visible: boolean): Item {
  const inner = new Collector();
  collectChildren(element, inner, visible);
  inner.flush();
  const node: PageNode = { id: idOf(element), role: 'generic', form: true, depth: 0, parent: -1 };
  const testId = element.getAttribute(options.testIdAttribute);
  if (testId !== null) node.testId = testId;
  return { node, element, children: inner.items, modal: false };
}

function isInline(element: Element): boolean {
  return styleOf(element).display === 'inline';
}

function makeItem(element: Element, role: string): Item {
  const name = nameOf(element, role);
  const node: PageNode = { id: idOf(element), role, depth: 0, parent: -1 };
  if (name !== '') node.name = name;
  const testId = element.getAttribute(options.testIdAttribute);
  if (testId !== null) node.testId = testId;
  const placeholder = (
    element.getAttribute('placeholder') ?? element.getAttribute('aria-placeholder')
  )?.trim();
  if (placeholder) node.placeholder = collapse(placeholder);
  Object.assign(node, statesOf(element, role, active));
  const purpose = purposeOf(element);
  if (purpose !== undefined) node.purpose = purpose;
  const value = isEditingHost(element) ? shownText(element) : fieldValue(element, role);
  if (value !== undefined) node.value = value;
  const item: Item = { node, element, children: [], modal: modals.includes(element) };
  if (!isLeaf(element, role)) item.children.push(...ownContent(element, node, role));
  return item;
}

/** Fields show their content as their value; frames are read on their own. */
function isLeaf(element: Element, role: string): boolean {
  if (element instanceof HTMLSelectElement) return false;
  if (UNSEEN_TAGS.has(element.localName) || element.localName === 'iframe') return true;
  return role === 'textbox' || role === 'searchbox' || element instanceof HTMLInputElement;
}

function ownContent(element: Element, node: PageNode, role: string): Item[] {
  const inner = new Collector();
  collectChildren(element, inner, true);
  inner.flush();
  const items = inner.items;
  const said =
    NAME_FROM_CONTENT.has(role) || role === 'combobox' ? `${node.name ?? ''} ${node.value ?? ''}` : undefined;
  const kept = said === undefined ? items : items.filter((item) => !repeats(item, said));
  const [only] = kept;
  if (kept.length === 1 && only && only.node.role === 'text' && only.node.testId === undefined) {
    if (only.node.text !== node.name && only.node.text !== undefined) node.text = only.node.text;
    return [];
  }
  return kept;
}

function repeats(item: Item, said: string): boolean {
  return item.node.role === 'text' && item.node.testId === undefined && said.includes(item.node.text ?? '');
}

/**
 * Framework announcers echo the page's title into a live region that nobody sees. Source: spec R30; seen in Next.js (its own
 * tag), Gatsby and Reach Router (`gatsby-announcer`), SvelteKit (`svelte-announcer`).
 */
function isAnnouncer(element: Element): boolean {
  if (!element.hasAttribute('aria-live')) return false;
  if (/^(?:__next-route-announcer__|gatsby-announcer|svelte-announcer)$/.test(element.id)) return true;
  const text = collapse(element.textContent ?? '');
  const title = collapse(document.title);
  if (text === '' || title === '' || !text.includes(title)) return false;
  const box = element.getBoundingClientRect();
  return box.width <= 1 || box.height <= 1;
}
