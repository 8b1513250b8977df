// What a tap, a key or a scroll sets off in a fake app, with the defaults that browsers have: checkboxes flip, links lead,
// Enter taps, text goes to the focused field.
import type { Direction } from '../../screen/action.ts';
import type { Handler } from './app.ts';
import { type Element, isCheckable, isEditable } from './page.ts';
import type { World } from './world.ts';

const TAPPED_BY_ENTER: ReadonlySet<string> = new Set(['button', 'link', 'menuitem', 'option', 'tab']);
const FOCUSABLE: ReadonlySet<string> = new Set([
  ...TAPPED_BY_ENTER,
  'textbox',
  'searchbox',
  'spinbutton',
  'combobox',
  'listbox',
  'checkbox',
  'radio',
  'switch',
  'slider',
]);

/** Taps an element, or nothing. The handlers of what it lies in run too, innermost first. */
export function tap<State>(world: World<State>, element: Element<State> | undefined): void {
  const { page } = world;
  page.document.focus = element !== undefined && FOCUSABLE.has(element.spec.role) ? element.id : undefined;
  if (element !== undefined && isCheckable(element.spec)) toggle(world, element);
  for (let each = element; each !== undefined && world.page === page; each = each.parent) {
    if (each.spec.onTap !== undefined) world.change(page, each.spec.onTap);
  }
  const href = element?.spec.href;
  world.change(page, href === undefined ? undefined : () => page.go(href));
}

function toggle<State>(world: World<State>, element: Element<State>): void {
  const { page } = world;
  const { spec } = element;
  const checked = spec.role === 'radio' || spec.role === 'menuitemradio' ? true : element.checked !== true;
  if (spec.onCheck === undefined || spec.checked === undefined) {
    if (spec.role === 'radio') clearGroup(world, element);
    page.document.checks.set(element.id, checked);
  }
  world.change(page, (state, app) => spec.onCheck?.(state, app, checked));
}

/** Radios of one parent are one group. */
function clearGroup<State>(world: World<State>, element: Element<State>): void {
  const { page } = world;
  for (const other of page.elements(world.state, world.handle(page))) {
    if (other.spec.role === 'radio' && other.parent?.id === element.parent?.id)
      page.document.checks.set(other.id, false);
  }
}

/** Presses a key with the focus on that element: its handler or the nearest one around it, else what a browser does. */
export function pressKey<State>(world: World<State>, element: Element<State> | undefined, key: string): void {
  const handler = keyHandler(element, key);
  if (handler !== undefined) world.change(world.page, handler);
  else if (key === 'Tab') moveFocus(world, element);
  else if (element === undefined || element.spec.disabled === true) world.change(world.page, undefined);
  else if (isTappedBy(element, key)) tap(world, element);
  else if (isEditable(element.spec)) edit(world, element, key);
  else world.change(world.page, undefined);
}

function keyHandler<State>(element: Element<State> | undefined, key: string): Handler<State> | undefined {
  for (let each = element; each !== undefined; each = each.parent) {
    const handler = each.spec.onKey?.[key];
    if (handler !== undefined) return handler;
  }
  return undefined;
}

function isTappedBy<State>({ spec }: Element<State>, key: string): boolean {
  if (key === 'Enter') return TAPPED_BY_ENTER.has(spec.role);
  return isSpace(key) && (spec.role === 'button' || isCheckable(spec));
}

function isSpace(key: string): boolean {
  return key === ' ' || key === 'Space';
}

function edit<State>(world: World<State>, element: Element<State>, key: string): void {
  const { page } = world;
  const { spec, id } = element;
  const before = element.value ?? '';
  const typed = key === 'Space' ? ' ' : key;
  const text = key === 'Backspace' ? before.slice(0, -1) : typed.length === 1 ? before + typed : before;
  const changed = text !== before;
  if (changed && (spec.onType === undefined || spec.value === undefined)) page.document.values.set(id, text);
  world.change(page, changed ? (state, app) => spec.onType?.(state, app, text) : undefined);
}

function moveFocus<State>(world: World<State>, from: Element<State> | undefined): void {
  const { page } = world;
  const stops = page
    .elements(world.state, world.handle(page))
    .filter(
      ({ visible, behindModal, spec }) =>
        visible && !behindModal && spec.disabled !== true && FOCUSABLE.has(spec.role),
    );
  const index = stops.findIndex((stop) => stop.id === from?.id);
  page.document.focus = stops[(index + 1) % Math.max(1, stops.length)]?.id;
  world.change(page, undefined);
}

/** Scrolls the nearest scrollable around the element, or the first of the page. */
export function scroll<State>(
  world: World<State>,
  element: Element<State> | undefined,
  direction: Direction,
): void {
  const { page } = world;
  let scrollable = element;
  while (scrollable !== undefined && scrollable.spec.onScroll === undefined) scrollable = scrollable.parent;
  scrollable ??= page
    .elements(world.state, world.handle(page))
    .find(({ spec }) => spec.onScroll !== undefined);
  const handler = scrollable?.spec.onScroll;
  world.change(page, (state, app) => handler?.(state, app, direction));
}

/** Text content of an element: its own name or text, then that of everything inside. */
export function textOf<State>(tree: readonly Element<State>[], element: Element<State>): string {
  const { spec } = element;
  // The name of a field or a region labels it; that of a button or a heading is its content.
  const labelled = element.value !== undefined || element.checked !== undefined || LABELLED.has(spec.role);
  const own = [labelled ? undefined : spec.name, spec.text];
  const inner = tree.filter((each) => each.parent?.id === element.id).map((each) => textOf(tree, each));
  return [...own, ...inner].filter((part) => part !== undefined && part !== '').join(' ');
}

const LABELLED: ReadonlySet<string> = new Set([
  'alert',
  'alertdialog',
  'dialog',
  'form',
  'group',
  'img',
  'list',
  'main',
  'navigation',
  'region',
  'row',
  'status',
  'table',
]);
