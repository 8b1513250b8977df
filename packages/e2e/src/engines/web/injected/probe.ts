// Says what stands in the way of an action on an element, after it failed: gone, invisible, disabled, not editable, covered by what.
import { collapse, composedContains, composedParent, isHidden, startLook } from './dom.ts';
import { elementOf } from './ids.ts';
import { deepElementFromPoint } from './modal.ts';
import { nameOf } from './name.ts';
import { roleOf } from './role.ts';
import { isDisabled } from './state.ts';

/** What is known of a target at one moment. */
export interface Probe {
  readonly found: boolean;
  /** As a user would call it, such as `button "Save"`. */
  readonly label: string;
  readonly visible: boolean;
  readonly disabled: boolean;
  readonly editable: boolean;
  /** What lies over its centre. */
  readonly cover?: string;
}

/** Looks at the target of an action. */
export function probe(id: string): Probe {
  startLook();
  const element = elementOf(id);
  if (!element)
    return { found: false, label: 'the control', visible: false, disabled: false, editable: false };
  const box = element.getBoundingClientRect();
  const cover = coverOf(element, box);
  return {
    found: true,
    label: labelOf(element),
    visible: !isHidden(element) && box.width > 0 && box.height > 0,
    disabled: isDisabled(element),
    editable: isEditable(element),
    ...(cover === undefined ? {} : { cover }),
  };
}

/** An element as a message names it: role and name, else tag and text. */
function labelOf(element: Element): string {
  const role = roleOf(element);
  const name = nameOf(element, role);
  if (role !== undefined && role !== 'generic') return name === '' ? role : `${role} "${shorten(name)}"`;
  const text = shorten(collapse(element.textContent ?? ''));
  const id = element.id ? `#${element.id}` : '';
  return text === '' ? `<${element.localName}${id}>` : `<${element.localName}${id}> "${text}"`;
}

function coverOf(element: Element, box: DOMRect): string | undefined {
  if (box.width === 0 || box.height === 0) return undefined;
  const hit = deepElementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  if (!hit || composedContains(element, hit) || composedContains(hit, element)) return undefined;
  const label = hit.closest('label');
  if (label?.control === element) return undefined;
  let named: Element | undefined = hit;
  // The layer that has a role or a name says more than the innermost box.
  while (named && roleOf(named) === undefined) named = composedParent(named);
  return named && named !== document.documentElement && !composedContains(named, element)
    ? labelOf(named)
    : labelOf(hit);
}

function isEditable(element: Element): boolean {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return !element.readOnly;
  return element instanceof HTMLElement && element.isContentEditable;
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
