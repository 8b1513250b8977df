// The flat tree (light DOM, shadow roots and slots as one) and what of it is shown. It knows nothing of roles or names.
import { shadowOf, slotOf } from './shadow.ts';

// Node types instead of `instanceof`: this is the inner loop of every look, and prototype checks triple its cost.

/** The parent in the flat tree: through slots and out of shadow roots. */
export function composedParent(node: Node): Element | undefined {
  const slot = slotOf(node as Element | Text);
  if (slot) return slot;
  const parent = node.parentNode;
  if (!parent) return undefined;
  if (parent.nodeType === Node.ELEMENT_NODE) return parent as Element;
  return parent.nodeType === Node.DOCUMENT_FRAGMENT_NODE ? (parent as ShadowRoot).host : undefined;
}

/** The children in the flat tree, from first to last. Light children of a shadow host that no slot takes are not among them. */
export function forEachChild(element: Element, visit: (child: Node) => void): void {
  if (element.localName === 'slot') {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    if (assigned.length > 0) {
      for (const child of assigned) visit(child);
      return;
    }
  }
  for (let child = (shadowOf(element) ?? element).firstChild; child; child = child.nextSibling) visit(child);
}

/** Whether `inner` is `outer` or lies in it, in the flat tree. */
export function composedContains(outer: Element, inner: Node): boolean {
  for (let node: Node | undefined = inner; node; node = composedParent(node)) if (node === outer) return true;
  return false;
}

const NO_ELEMENTS: readonly Element[] = [];

/** Elements that an id-list attribute or its IDL twin names, in order, looked up in the element's own root. */
export function referenced(element: Element, attribute: 'aria-labelledby' | 'aria-owns'): readonly Element[] {
  const ids = element.getAttribute(attribute);
  if (ids === null) return NO_ELEMENTS;
  if (ids.trim() === '') {
    // Set by script as element references, which leaves the attribute empty.
    const key = attribute === 'aria-labelledby' ? 'ariaLabelledByElements' : 'ariaOwnsElements';
    const set = (element as unknown as Record<string, readonly Element[] | null | undefined>)[key];
    return set ? [...set] : [];
  }
  const root = element.getRootNode() as Document | ShadowRoot;
  const found: Element[] = [];
  for (const id of ids.trim().split(/\s+/)) {
    const target = root.getElementById?.(id);
    if (target && !found.includes(target)) found.push(target);
  }
  return found;
}

/** Whether the author named the element with ARIA or a title. */
export function hasAriaName(element: Element): boolean {
  return (
    Boolean(element.getAttribute('aria-label')?.trim()) ||
    referenced(element, 'aria-labelledby').length > 0 ||
    Boolean(element.getAttribute('title')?.trim())
  );
}

/** What was learnt of each node in this look: by question, in the order in which the questions were made. */
let learnt = new Map<Node, unknown[]>();
let questions = 0;

// Most questions come one after the other about one node.
let asked: Node | undefined;
let answers: unknown[] = [];

/** Stands for the answer `undefined`. */
const NOTHING: unique symbol = Symbol();

/** Forgets what was learnt: call when a look at the page begins. */
export function startLook(): void {
  learnt = new Map();
  asked = undefined;
}

/** Makes a question about nodes that is asked once per node and look. */
export function oncePerLook<Asked extends Node, Answer>(
  ask: (node: Asked) => Answer,
): (node: Asked) => Answer {
  const at = questions;
  questions += 1;
  return (node) => {
    const ofNode = answersOf(node);
    const known = ofNode[at];
    if (known !== undefined) return (known === NOTHING ? undefined : known) as Answer;
    const answer = ask(node);
    ofNode[at] = answer === undefined ? NOTHING : answer;
    return answer;
  };
}

function answersOf(node: Node): unknown[] {
  if (node === asked) return answers;
  let known = learnt.get(node);
  if (known === undefined) {
    known = new Array(questions);
    learnt.set(node, known);
  }
  asked = node;
  answers = known;
  return known;
}

/** Computed style, asked for once per look. */
export const styleOf: (element: Element) => CSSStyleDeclaration = oncePerLook((element: Element) =>
  getComputedStyle(element),
);

/** Whether the element has a box or stands in for its children, its own `visibility` aside. */
export function isRendered(element: Element): boolean {
  return styleOf(element).display !== 'none';
}

/** Elements whose content no user ever meets. */
export const UNSEEN_TAGS: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'meta',
  'link',
  'title',
  'base',
  'param',
  'source',
  'track',
  'next-route-announcer',
]);

/** Asked in one go for what else takes several properties of the style: in a box, and `visibility` is `visible`. */
const IN_BOX_AND_VISIBLE = { visibilityProperty: true } as const;

/** As it was before the page's scripts; `undefined` in browsers without. */
const checkVisibility = Element.prototype.checkVisibility as Element['checkVisibility'] | undefined;

const ownHasAttributes = Element.prototype.hasAttributes;

/** Whether it has no attribute at all: so have most elements, which spares asking for each. A form may have a field of the method's name. */
export const isBare: (element: Element) => boolean = oncePerLook(
  (element: Element) => !ownHasAttributes.call(element),
);

let takesShortCuts = true;

/** Runs without the short cuts, which must change nothing but time: for tests. */
export function withoutShortCuts<Value>(look: () => Value): Value {
  takesShortCuts = false;
  try {
    return look();
  } finally {
    takesShortCuts = true;
  }
}

/** Whether short cuts may be taken. */
export const mayShortCut = (): boolean => takesShortCuts;

/**
 * Whether the element is shown for sure, as far as it goes by itself: what has a box is rendered, in a slot where it needs one, and in no
 * `content-visibility: hidden`. False says nothing: `display: contents` and options have no box.
 */
const isSurelyShown = oncePerLook((element: Element): boolean => {
  if (!takesShortCuts || checkVisibility === undefined) return false;
  const tag = element.localName;
  if (UNSEEN_TAGS.has(tag) || tag === 'option' || tag === 'optgroup') return false;
  if (!isBare(element) && (element.getAttribute('aria-hidden') === 'true' || element.hasAttribute('inert')))
    return false;
  // The parts of a closed one are hidden by more than a style.
  if (element.parentElement?.localName === 'details') return false;
  return checkVisibility.call(element, IN_BOX_AND_VISIBLE);
});

/** Whether this element on its own takes its whole subtree out of the screen. */
export function hidesSubtree(element: Element): boolean {
  if (isSurelyShown(element)) return false;
  if (element.getAttribute('aria-hidden') === 'true' || element.hasAttribute('inert')) return true;
  const tag = element.localName;
  if (UNSEEN_TAGS.has(tag) && !(element instanceof SVGElement)) return true;
  if (isInSelect(element)) return element.hasAttribute('hidden');
  if (!isRendered(element)) return true;
  const parent = element.parentElement;
  if (parent) {
    if (parent.localName === 'details' && !(parent as HTMLDetailsElement).open) {
      return tag !== 'summary' || parent.querySelector(':scope > summary') !== element;
    }
    // A host's light child that no slot takes is not rendered, whatever its style says.
    if (shadowOf(parent) && !slotOf(element)) return true;
  }
  const flatParent = composedParent(element);
  return flatParent !== undefined && styleOf(flatParent).contentVisibility === 'hidden';
}

/** Whether the element itself is invisible by `visibility`; its children may be visible again. */
export function isInvisible(element: Element): boolean {
  return !isSurelyShown(element) && !isInSelect(element) && styleOf(element).visibility !== 'visible';
}

// A closed select lays out none of its options, yet they are what the user can choose from.
function isInSelect(element: Element): boolean {
  return (
    (element.localName === 'option' || element.localName === 'optgroup') && element.closest('select') !== null
  );
}

/** Whether the element is out of the accessibility tree, by itself or by an ancestor. */
export function isHidden(element: Element): boolean {
  return isSubtreeHidden(element) || isInvisible(element);
}

const isSubtreeHidden = oncePerLook((element: Element): boolean => {
  if (hidesSubtree(element)) return true;
  const parent = composedParent(element);
  return parent !== undefined && isSubtreeHidden(parent);
});

const UNEVEN = /[\u200b\u00ad\ufeff]|^\s|\s$|\s\s|[^\S ]/;

/** White space collapsed and trimmed, as names and texts are compared. Zero-width characters are dropped. */
export function collapse(text: string): string {
  // Most texts are so already.
  if (!UNEVEN.test(text)) return text;
  return text
    .replace(/[\u200b\u00ad\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
