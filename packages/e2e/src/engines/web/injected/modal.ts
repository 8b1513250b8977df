// Which open modal, if any, puts the rest of the page out of reach, and what is in reach all the same (a menu or toast above it).
import { composedContains, composedParent, isBare, isHidden, oncePerLook, styleOf } from './dom.ts';
import { shadowOf } from './shadow.ts';

/** The modal that is on top; `undefined` when none is open. */
export function topModal(candidates: readonly Element[]): Element | undefined {
  const open = candidates.filter(isModal);
  if (open.length < 2) return open[0];
  // Whichever answers at its own centre is on top; nested or later ones first.
  for (const modal of [...open].reverse()) if (answersAtCentre(modal)) return modal;
  return open[open.length - 1];
}

/** Whether an element opens a modal context. */
export function isModal(element: Element): boolean {
  if (element.localName === 'dialog' && element.matches(':modal')) return true;
  if (isBare(element) || element.getAttribute('aria-modal') !== 'true') return false;
  const role = element.getAttribute('role');
  if (role !== 'dialog' && role !== 'alertdialog' && !(element instanceof HTMLDialogElement)) return false;
  if (isHidden(element)) return false;
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0 ? true : element.childElementCount > 0;
}

/**
 * Whether an element outside an `aria-modal` dialog is in front of it: libraries hang menus and toasts of a dialog at the end
 * of the body, where the element or what it lies in is positioned. A native modal leaves nothing else in reach.
 */
export function isAboveModal(element: Element, modal: Element): boolean {
  if (modal.matches(':modal')) return false;
  for (let layer: Element | undefined = element; layer; layer = composedParent(layer)) {
    if (around(modal).has(layer)) return false;
    if (isLayerInFront(layer)) return true;
  }
  return false;
}

const around = oncePerLook((modal: Element): ReadonlySet<Element> => {
  const found = new Set<Element>();
  for (let layer: Element | undefined = modal; layer; layer = composedParent(layer)) found.add(layer);
  return found;
});

const isLayerInFront = oncePerLook((element: Element) => {
  const position = styleOf(element).position;
  return (position === 'fixed' || position === 'absolute') && answersAtCentre(element);
});

function answersAtCentre(element: Element): boolean {
  const box = element.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return false;
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  const hit = deepElementFromPoint(x, y);
  return hit !== undefined && composedContains(element, hit);
}

/** The element at a point of the viewport, through shadow roots. */
export function deepElementFromPoint(x: number, y: number): Element | undefined {
  let root: Document | ShadowRoot = document;
  let hit: Element | undefined;
  for (;;) {
    const inner: Element | null = root.elementFromPoint(x, y);
    if (!inner || inner === hit) return hit;
    hit = inner;
    const inside = shadowOf(inner);
    if (!inside) return hit;
    root = inside;
  }
}
