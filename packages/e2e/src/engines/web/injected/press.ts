// Small page-side parts of actions: where to press, what a select offers, how far to scroll, whether a text shows.
import { withOwnBuiltIns } from './aside.ts';
import { collapse, composedParent, forEachChild, hidesSubtree, isHidden, startLook, styleOf } from './dom.ts';
import { boxOver, labelOver } from './drawn.ts';
import { elementOf, idOf, nodeOf } from './ids.ts';
import { isDisabled } from './state.ts';
import { twoFrames } from './wait.ts';

/** What kind of control a target is, as far as acting on it differs. */
export interface TargetFacts {
  readonly kind: 'select' | 'option' | 'file' | 'checkbox' | 'radio' | 'aria-check' | 'field' | 'other';
  /** State of checkable targets. */
  readonly checked?: boolean | 'mixed';
  /** Most characters a user can type; absent without a limit. */
  readonly maxLength?: number;
  /** What takes the press in place of a control that its own drawing lies over. */
  readonly pressId?: string;
  /** For an option: the id of its select. */
  readonly selectId?: string;
  /** For a run of text: where in its parent it lies, in CSS pixels from the padding box. */
  readonly point?: { readonly x: number; readonly y: number };
}

/** Looks at what a target is. */
export function factsOf(id: string): TargetFacts | undefined {
  startLook();
  const element = elementOf(id);
  if (!element) return undefined;
  const point = pointOf(id);
  return point ? { kind: 'other', point } : kindOf(element);
}

function kindOf(element: Element): TargetFacts {
  if (element instanceof HTMLSelectElement) return { kind: 'select' };
  if (element instanceof HTMLOptionElement) {
    const select = element.closest('select');
    return select ? { kind: 'option', selectId: idOf(select) } : { kind: 'other' };
  }
  if (element instanceof HTMLInputElement) return inputFacts(element);
  if (element instanceof HTMLTextAreaElement) return { kind: 'field', ...lengthLimit(element) };
  const ariaChecked = element.getAttribute('aria-checked');
  if (ariaChecked !== null)
    return { kind: 'aria-check', checked: ariaChecked === 'mixed' ? 'mixed' : ariaChecked === 'true' };
  return { kind: 'other' };
}

function inputFacts(input: HTMLInputElement): TargetFacts {
  if (input.type === 'file') return { kind: 'file' };
  if (input.type !== 'checkbox' && input.type !== 'radio')
    return { kind: 'field', ...lengthLimit(input), ...pressOn(boxOver(input)) };
  return {
    kind: input.type,
    checked: input.indeterminate ? 'mixed' : input.checked,
    ...pressOn(labelOver(input)),
  };
}

/** A field that shows its password as plain text still says what it is for. Source: HTML autofill detail tokens. */
export function isPasswordField(element: Element): boolean {
  if (!(element instanceof HTMLInputElement)) return false;
  return element.type === 'password' || /\b(?:current|new)-password\b/iu.test(element.autocomplete);
}

function pressOn(element: Element | undefined): { pressId?: string } {
  return element ? { pressId: idOf(element) } : {};
}

function lengthLimit(field: HTMLInputElement | HTMLTextAreaElement): { maxLength?: number } {
  return field.maxLength >= 0 ? { maxLength: field.maxLength } : {};
}

/** The options of a select: labels in order, and which indexes carry the wanted one. */
export interface Options {
  readonly labels: readonly string[];
  readonly matches: readonly number[];
  /** Those that stay chosen beside it. */
  readonly selected: readonly number[];
}

/** What a select offers; `undefined` for anything else. */
export function optionsOf(id: string, wanted: string): Options | undefined {
  const element = elementOf(id);
  const select = element instanceof HTMLOptionElement ? element.closest('select') : element;
  if (!(select instanceof HTMLSelectElement)) return undefined;
  const options = [...select.options];
  const matches = options.flatMap((option, index) => {
    const isWanted =
      element instanceof HTMLOptionElement ? option === element : collapse(option.label) === collapse(wanted);
    return isWanted ? [index] : [];
  });
  const selected = select.multiple
    ? options.flatMap((option, index) => (option.selected ? [index] : []))
    : [];
  return { labels: options.map((option) => collapse(option.label)), matches, selected };
}

function pointOf(id: string): { x: number; y: number } | undefined {
  const node = nodeOf(id);
  if (!(node instanceof Text) || !node.parentElement) return undefined;
  const range = document.createRange();
  range.selectNodeContents(node);
  const [line] = range.getClientRects();
  const box = node.parentElement.getBoundingClientRect();
  if (!line) return undefined;
  const style = styleOf(node.parentElement);
  // Playwright counts positions from the padding box.
  return {
    x: line.left + line.width / 2 - box.left - Number.parseFloat(style.borderLeftWidth || '0'),
    y: line.top + line.height / 2 - box.top - Number.parseFloat(style.borderTopWidth || '0'),
  };
}

/**
 * Chooses the one option of that label, beside what stays chosen, and tells the app as a user's choice is told; false where that is not what a
 * user could do now: it is disabled, hidden, not there, or not the only one.
 */
export function choose(id: string, wanted: string): boolean {
  // What the app does at its events is done with the app's own built-ins.
  const choice = withOwnBuiltIns(() => choiceOf(id, wanted));
  if (choice === undefined) return false;
  const { select, option } = choice;
  option.selected = true;
  select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

interface Choice {
  readonly select: HTMLSelectElement;
  readonly option: HTMLOptionElement;
}

function choiceOf(id: string, wanted: string): Choice | undefined {
  startLook();
  const options = optionsOf(id, wanted);
  const element = elementOf(id);
  const select = element instanceof HTMLOptionElement ? element.closest('select') : element;
  const [index] = options?.matches ?? [];
  if (!(select instanceof HTMLSelectElement) || index === undefined || options?.matches.length !== 1)
    return undefined;
  const option = select.options[index];
  const { width, height } = select.getBoundingClientRect();
  if (option === undefined || isHidden(select) || isDisabled(select) || isDisabled(option)) return undefined;
  if (width === 0 || height === 0) return undefined;
  return { select, option };
}

/** Share of what is visible that one scroll moves, so that the reader keeps a line of context. Source: chosen. */
const SCROLL_SHARE = 0.8;

/** Scrolls what encloses the target, or the page, and lets the app draw; false when it is at its end already. */
export async function scrollStep(
  id: string | undefined,
  direction: 'up' | 'down' | 'left' | 'right',
): Promise<boolean> {
  startLook();
  const vertical = direction === 'up' || direction === 'down';
  const sign = direction === 'down' || direction === 'right' ? 1 : -1;
  const start = id === undefined ? undefined : elementOf(id);
  const scroller = enclosingScroller(start, vertical) ?? pageScroller(vertical);
  const before = vertical ? scroller.scrollTop : scroller.scrollLeft;
  const distance = (vertical ? scroller.clientHeight : scroller.clientWidth) * SCROLL_SHARE * sign;
  scroller.scrollBy({ [vertical ? 'top' : 'left']: distance, behavior: 'instant' });
  const moved = Math.abs((vertical ? scroller.scrollTop : scroller.scrollLeft) - before) >= 1;
  // The scroll event comes with the next frame, and what an app draws on it with the one after.
  if (moved) await new Promise<void>((resolve) => twoFrames(resolve));
  return moved;
}

function enclosingScroller(start: Element | undefined, vertical: boolean): Element | undefined {
  for (let node = start; node; node = composedParent(node)) if (canScroll(node, vertical)) return node;
  return undefined;
}

function canScroll(element: Element, vertical: boolean): boolean {
  if (element === document.body || element === document.documentElement) return false;
  const style = styleOf(element);
  if (!/auto|scroll|overlay/.test(vertical ? style.overflowY : style.overflowX)) return false;
  return vertical
    ? element.scrollHeight > element.clientHeight + 1
    : element.scrollWidth > element.clientWidth + 1;
}

// Many apps fix the body and scroll one big box; then that box is the page.
function pageScroller(vertical: boolean): Element {
  const root = document.scrollingElement ?? document.documentElement;
  const rootScrolls = vertical
    ? root.scrollHeight > root.clientHeight + 1
    : root.scrollWidth > root.clientWidth + 1;
  if (rootScrolls) return root;
  let best: Element = root;
  let bestArea = 0;
  for (const element of document.querySelectorAll('*')) {
    if (!canScroll(element, vertical)) continue;
    const area = element.clientWidth * element.clientHeight;
    if (area > bestArea) [best, bestArea] = [element, area];
  }
  return best;
}

/** Brings a text that is on the screen into view; false when it is nowhere. */
export function revealText(text: string): boolean {
  startLook();
  const found = findText(document.body, collapse(text));
  if (found === undefined || typeof found === 'string') return false;
  const box = boxOf(found);
  const isInView = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  const element = found instanceof Element ? found : found.parentElement;
  if (!isInView || box.height > innerHeight)
    element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return true;
}

/** The smallest shown node that holds the text; else the shown text of the whole. */
function findText(root: Element, wanted: string): Element | Text | string {
  let here = '';
  let found: Element | Text | undefined;
  forEachChild(root, (child) => {
    if (found) return;
    if (child.nodeType === Node.TEXT_NODE) {
      if (!isHidden(root)) here += (child as Text).data;
      if (!isHidden(root) && collapse((child as Text).data).includes(wanted)) found = child as Text;
    } else if (child.nodeType === Node.ELEMENT_NODE && !hidesSubtree(child as Element)) {
      const inner = findText(child as Element, wanted);
      if (typeof inner === 'string') here += inner;
      else found = inner;
    }
  });
  if (found) return found;
  return collapse(here).includes(wanted) ? root : here;
}

function boxOf(node: Element | Text): DOMRect {
  if (node instanceof Element) return node.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
}
