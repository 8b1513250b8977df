// Shadow roots, closed ones too: this script runs before the page's own, so it sees each root as it is attached. It keeps the closed ones for
// itself; to the page they stay closed.

const closed = new WeakMap<Element, ShadowRoot>();

// The inner loop of every look asks; most pages have no closed root at all.
let hasClosed = false;

/** Keeps a root that its host does not give away. */
export function keepClosedRoot(host: Element, root: ShadowRoot): void {
  closed.set(host, root);
  hasClosed = true;
}

/** The root of a host, open or closed; `null` where there is none, or where the parser made a closed one. */
export function shadowOf(element: Element): ShadowRoot | null {
  return element.shadowRoot ?? (hasClosed ? (closed.get(element) ?? null) : null);
}

/** The slot that a node is shown in. */
export function slotOf(node: Element | Text): HTMLSlotElement | null {
  if (node.assignedSlot || !hasClosed) return node.assignedSlot ?? null;
  const root = node.parentElement === null ? undefined : closed.get(node.parentElement);
  // A closed root's slot is not told by its nodes, but the slot itself tells.
  const slots = root === undefined ? [] : [...root.querySelectorAll('slot')];
  return slots.find((slot) => slot.assignedNodes().includes(node)) ?? null;
}
