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

/** Elements that an id-list attribute or its IDL twin names, in order, looked up in the element's own root. */
export function referenced(element: Element, attribute: 'aria-labelledby' | 'aria-owns'): Element[] {
  const ids = element.getAttribute(attribute);
  if (ids === null) return [];
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

let styles = new Map<Element, CSSStyleDeclaration>();
let hiddenSubtrees = new Map<Element, boolean>();
let memos: Map<Node, unknown>[] = [];

/** Forgets what was learnt of styles: call when a look at the page begins. */
export function startLook(): void {
  styles = new Map();
  hiddenSubtrees = new Map();
  for (const memo of memos) memo.clear();
}

/** Makes a question about nodes that is asked once per node and look. */
export function oncePerLook<Asked extends Node, Answer>(
  ask: (node: Asked) => Answer,
): (node: Asked) => Answer {
  const memo = new Map<Asked, Answer>();
  memos = [...memos, memo];
  return (node) => {
    const known = memo.get(node);
    if (known !== undefined || memo.has(node)) return known as Answer;
    const answer = ask(node);
    memo.set(node, answer);
    return answer;
  };
}

/** Computed style, asked for once per look. */
export function styleOf(element: Element): CSSStyleDeclaration {
  let style = styles.get(element);
  if (!style) {
    style = getComputedStyle(element);
    styles.set(element, style);
  }
  return style;
}

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

/** Whether this element on its own takes its whole subtree out of the screen. */
export function hidesSubtree(element: Element): boolean {
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
  return !isInSelect(element) && styleOf(element).visibility !== 'visible';
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

function isSubtreeHidden(element: Element): boolean {
  const known = hiddenSubtrees.get(element);
  if (known !== undefined) return known;
  const parent = composedParent(element);
  const hidden = hidesSubtree(element) || (parent !== undefined && isSubtreeHidden(parent));
  hiddenSubtrees.set(element, hidden);
  return hidden;
}

/** White space collapsed and trimmed, as names and texts are compared. Zero-width characters are dropped. */
export function collapse(text: string): string {
  return text
    .replace(/[\u200b\u00ad\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
