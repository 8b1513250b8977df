// One walk over a document's flat tree gives its nodes: which elements are nodes, what text is theirs, which wrappers stay.
// Roles, names, states and values are decided by the files of those names.
import { blankNode, type PageNode } from '../packed.ts';
import {
  collapse,
  forEachChild,
  hidesSubtree,
  isBare,
  isInvisible,
  startLook,
  styleOf,
  UNSEEN_TAGS,
  withoutShortCuts,
} from './dom.ts';
import { numberOf } from './ids.ts';
import { isAboveModal, isModal, topModal } from './modal.ts';
import { NAME_FROM_CONTENT, nameOf } from './name.ts';
import { purposeOf } from './purpose.ts';
import { roleOf } from './role.ts';
import { activeElement, addStates } from './state.ts';
import { fieldValue, isEditingHost, shownText } from './value.ts';

/** What the walk is told. */
export interface WalkOptions {
  readonly testIdAttribute: string;
  /** The last look whose nodes are known outside: nodes that are as they were then do not cross again. */
  readonly since?: { readonly prefix: string; readonly look: number };
  /** For tests: by the long way, which must come to the same. */
  readonly plain?: boolean;
}

interface Item {
  readonly node: PageNode;
  /** For a run of text what it lies in. */
  readonly element: Element | undefined;
  children: readonly Item[];
}

const NO_ITEMS: readonly Item[] = [];

/** Collects the items of one element, with the text run that is still open. */
class Collector {
  readonly items: Item[] = [];
  #run = '';
  #runStart: Node | undefined;

  addText(text: string, source: Node): void {
    if (this.#runStart === undefined && text.trim() !== '') this.#runStart = source;
    this.#run += text;
  }

  add(item: Item): void {
    this.flush();
    this.items.push(item);
  }

  flush(): void {
    if (this.#run === '') return;
    const text = collapse(this.#run);
    if (text !== '' && this.#runStart) {
      const node = blankNode(numberOf(this.#runStart), 'text');
      node.text = text;
      this.items.push({ node, element: this.#runStart.parentElement ?? undefined, children: NO_ITEMS });
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
  return walkOptions.plain === true ? withoutShortCuts(() => walk(walkOptions)) : walk(walkOptions);
}

function walk(walkOptions: WalkOptions): PageNode[] {
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
  const holders = new Set<Item>();
  if (modal !== undefined) for (const item of top.items) findHolders(item, modal, holders);
  for (const item of top.items) flatten(item, 0, { modal, holders }, false, nodes);
  return nodes;
}

interface Modality {
  readonly modal: Element | undefined;
  /** What the modal lies in. */
  readonly holders: ReadonlySet<Item>;
}

function flatten(item: Item, depth: number, modality: Modality, inReach: boolean, nodes: PageNode[]): void {
  const { node, element } = item;
  const { modal, holders } = modality;
  node.depth = depth;
  const reached =
    inReach ||
    (modal !== undefined && element !== undefined && (element === modal || isAboveModal(element, modal)));
  if (modal !== undefined && !reached && !(element && holders.has(item))) node.behindModal = true;
  nodes.push(node);
  for (const child of item.children) flatten(child, depth + 1, modality, reached, nodes);
}

/** Adds the items that hold the modal; says whether this one is it or does. */
function findHolders(item: Item, modal: Element, into: Set<Item>): boolean {
  let holds = false;
  for (const child of item.children) holds = findHolders(child, modal, into) || holds;
  if (holds) into.add(item);
  return holds || item.element === modal;
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
  if (role === undefined && element.localName === 'form' && element instanceof HTMLFormElement)
    into.add(makeForm(element, visible));
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
    element.localName === 'svg' &&
    element instanceof SVGElement &&
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
      only.node.id = numberOf(element);
      only.node.testId = testId;
    }
    into.add(only);
  } else if (inner.items.length > 1) {
    const node = blankNode(numberOf(element), 'generic');
    if (testId !== null) node.testId = testId;
    into.add({ node, element, children: inner.items });
  } else if (!isInline(element)) into.flush();
}

/** A form without a name has no role, but stays a wrapper of its own, however little is in it: what it holds belongs together. */
function makeForm(element: Element, visible: boolean): Item {
  const inner = new Collector();
  collectChildren(element, inner, visible);
  inner.flush();
  const node = blankNode(numberOf(element), 'generic');
  node.form = true;
  const testId = element.getAttribute(options.testIdAttribute);
  if (testId !== null) node.testId = testId;
  return { node, element, children: inner.items };
}

function isInline(element: Element): boolean {
  return styleOf(element).display === 'inline';
}

function makeItem(element: Element, role: string): Item {
  const name = nameOf(element, role);
  const node = blankNode(numberOf(element), role);
  if (name !== '') node.name = name;
  if (!isBare(element)) {
    const testId = element.getAttribute(options.testIdAttribute);
    if (testId !== null) node.testId = testId;
    const placeholder = (
      element.getAttribute('placeholder') ?? element.getAttribute('aria-placeholder')
    )?.trim();
    if (placeholder) node.placeholder = collapse(placeholder);
  }
  addStates(node, element, role, active);
  const purpose = purposeOf(element);
  if (purpose !== undefined) node.purpose = purpose;
  const value = isEditingHost(element) ? shownText(element) : fieldValue(element, role);
  if (value !== undefined) node.value = value;
  const children = isLeaf(element, role) ? NO_ITEMS : ownContent(element, node, role);
  return { node, element, children };
}

/** Fields show their content as their value; frames are read on their own. */
function isLeaf(element: Element, role: string): boolean {
  if (element.localName === 'select') return false;
  if (UNSEEN_TAGS.has(element.localName) || element.localName === 'iframe') return true;
  return role === 'textbox' || role === 'searchbox' || element.localName === 'input';
}

function ownContent(element: Element, node: PageNode, role: string): readonly Item[] {
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
    return NO_ITEMS;
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
  if (isBare(element) || !element.hasAttribute('aria-live')) return false;
  if (/^(?:__next-route-announcer__|gatsby-announcer|svelte-announcer)$/.test(element.id)) return true;
  const text = collapse(element.textContent ?? '');
  const title = collapse(document.title);
  if (text === '' || title === '' || !text.includes(title)) return false;
  const box = element.getBoundingClientRect();
  return box.width <= 1 || box.height <= 1;
}
