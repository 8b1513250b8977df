// The flat tree (light DOM, open shadow roots and slots as one) and what of it is shown. It knows nothing of roles or names.

/** The parent in the flat tree: through slots and out of shadow roots. */
export function composedParent(node: Node): Element | undefined {
  if (node instanceof Element || node instanceof Text) {
    const slot = node.assignedSlot;
    if (slot) return slot;
  }
  const parent = node.parentNode;
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : undefined;
}

/** The children in the flat tree. Light children of a shadow host that no slot takes are not among them. */
export function composedChildren(element: Element): ArrayLike<Node> {
  if (element.shadowRoot) return element.shadowRoot.childNodes;
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return element.childNodes;
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
let hiddenness = new Map<Element, boolean>();

/** Forgets what was learnt of styles: call when a look at the page begins. */
export function startLook(): void {
  styles = new Map();
  hiddenness = new Map();
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
  if (UNSEEN_TAGS.has(element.localName) && !(element instanceof SVGElement)) return true;
  if (isInSelect(element)) return element.hasAttribute('hidden');
  if (!isRendered(element)) return true;
  const parent = element.parentElement;
  if (parent) {
    if (parent instanceof HTMLDetailsElement && !parent.open) {
      return element.localName !== 'summary' || parent.querySelector(':scope > summary') !== element;
    }
    // A host's light child that no slot takes is not rendered, whatever its style says.
    if (parent.shadowRoot && !element.assignedSlot) return true;
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
  const known = hiddenness.get(element);
  if (known !== undefined) return known;
  const hidden = isInvisible(element) || isSubtreeHidden(element);
  hiddenness.set(element, hidden);
  return hidden;
}

function isSubtreeHidden(element: Element): boolean {
  for (let node: Element | undefined = element; node; node = composedParent(node))
    if (hidesSubtree(node)) return true;
  return false;
}

/** White space collapsed and trimmed, as names and texts are compared. Zero-width characters are dropped. */
export function collapse(text: string): string {
  return text
    .replace(/[\u200b\u00ad\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
