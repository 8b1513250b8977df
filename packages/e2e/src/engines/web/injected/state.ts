// The states of a node, native ones before ARIA: checked, selected, expanded, pressed, disabled, focused. Absent means "does not apply".
import type { PageNode } from '../packed.ts';
import { composedParent, isBare, oncePerLook } from './dom.ts';
import { shadowOf } from './shadow.ts';

type States = Pick<PageNode, 'checked' | 'selected' | 'expanded' | 'pressed' | 'disabled' | 'focused'>;

const CHECKABLE: ReadonlySet<string> = new Set([
  'checkbox',
  'radio',
  'switch',
  'menuitemcheckbox',
  'menuitemradio',
]);
const SELECTABLE: ReadonlySet<string> = new Set([
  'option',
  'tab',
  'row',
  'gridcell',
  'columnheader',
  'rowheader',
  'treeitem',
]);
const DISABLEABLE: ReadonlySet<string> = new Set(
  (
    'application button combobox composite gridcell group input link menuitem menuitemcheckbox menuitemradio option radio ' +
    'scrollbar separator switch tab textbox searchbox spinbutton slider checkbox listbox menu menubar radiogroup row tablist ' +
    'toolbar tree treegrid treeitem grid columnheader rowheader'
  ).split(' '),
);

/** Puts the states of one element in its role into its node. */
export function addStates(states: States, element: Element, role: string, active: Element | undefined): void {
  const checked = checkedOf(element, role);
  if (checked !== undefined) states.checked = checked;
  const selected = selectedOf(element, role);
  if (selected !== undefined) states.selected = selected;
  const expanded = expandedOf(element);
  if (expanded !== undefined) states.expanded = expanded;
  const pressed = role === 'button' ? tristate(element.getAttribute('aria-pressed')) : undefined;
  if (pressed !== undefined) states.pressed = pressed;
  if (DISABLEABLE.has(role) && isDisabled(element)) states.disabled = true;
  if (element === active) states.focused = true;
}

/** The focused element, through shadow roots; `undefined` when nothing has the focus. */
export function activeElement(): Element | undefined {
  if (!document.hasFocus()) return undefined;
  let active = document.activeElement;
  for (;;) {
    const inner: Element | null | undefined = active && shadowOf(active)?.activeElement;
    if (!inner) break;
    active = inner;
  }
  return active && active !== document.body && active !== document.documentElement ? active : undefined;
}

/** Whether the element is disabled natively (fieldsets included) or by ARIA, on itself or on what encloses it. */
export function isDisabled(element: Element): boolean {
  const tag = element.localName;
  if ((FIELDS.has(tag) || tag.includes('-')) && element.matches(':disabled')) return true;
  if (tag === 'option' && element.closest('optgroup:disabled, select:disabled')) return true;
  return isAriaDisabled(element);
}

/** What can be `:disabled`, beside what a page defined. A disabled fieldset disables its fields; the group itself is nothing to act on. */
const FIELDS: ReadonlySet<string> = new Set('button input select textarea optgroup option'.split(' '));

const isAriaDisabled = oncePerLook((element: Element): boolean => {
  const value = isBare(element) ? null : element.getAttribute('aria-disabled');
  if (value === 'true' || value === 'false') return value === 'true';
  const parent = composedParent(element);
  return parent !== undefined && isAriaDisabled(parent);
});

function checkedOf(element: Element, role: string): boolean | 'mixed' | undefined {
  if (
    element.localName === 'input' &&
    element instanceof HTMLInputElement &&
    (element.type === 'checkbox' || element.type === 'radio')
  ) {
    const own = element.type === 'checkbox' && element.indeterminate ? 'mixed' : element.checked;
    const said = tristate(element.getAttribute('aria-checked'));
    // A box that its component has not heard of says two things at once: neither is to be believed.
    return said !== undefined && said !== own ? 'mixed' : own;
  }
  const value = isBare(element) ? null : element.getAttribute('aria-checked');
  if (CHECKABLE.has(role)) return tristate(value) ?? false;
  return role === 'option' || role === 'treeitem' ? tristate(value) : undefined;
}

function selectedOf(element: Element, role: string): boolean | undefined {
  if (element.localName === 'option' && element instanceof HTMLOptionElement) return element.selected;
  if (!SELECTABLE.has(role)) return undefined;
  const value = isBare(element) ? null : element.getAttribute('aria-selected');
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

function expandedOf(element: Element): boolean | undefined {
  if (element.localName === 'summary' && element.parentElement instanceof HTMLDetailsElement)
    return element.parentElement.open;
  const value = isBare(element) ? null : element.getAttribute('aria-expanded');
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

function tristate(value: string | null): boolean | 'mixed' | undefined {
  if (value === 'true') return true;
  if (value === 'false') return false;
  return value === 'mixed' ? 'mixed' : undefined;
}
