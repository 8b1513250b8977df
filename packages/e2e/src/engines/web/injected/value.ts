// The current value of a field, as shown to a user; never the characters of a password.
import { collapse, forEachChild, isHidden } from './dom.ts';
import { shadowOf } from './shadow.ts';

/** What stands for any non-empty password: its length is no one's business either. */
const PASSWORD_BULLETS = '••••••••';

const VALUELESS_INPUTS: ReadonlySet<string> = new Set([
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'image',
  'hidden',
]);

const TEXT_ROLES: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'combobox']);
const RANGE_ROLES: ReadonlySet<string> = new Set([
  'meter',
  'progressbar',
  'scrollbar',
  'slider',
  'spinbutton',
]);

const FIELDS: ReadonlySet<string> = new Set('input textarea select meter progress'.split(' '));

/** The value; `undefined` where the element is no field. */
export function fieldValue(element: Element, role: string | undefined): string | undefined {
  if (!FIELDS.has(element.localName)) return valueInRole(element, role);
  if (element instanceof HTMLInputElement) {
    if (VALUELESS_INPUTS.has(element.type)) return undefined;
    if (element.type === 'file') return [...(element.files ?? [])].map((file) => file.name).join(', ');
    if (element.type === 'password') return element.value === '' ? '' : PASSWORD_BULLETS;
    return element.getAttribute('aria-valuetext') ?? element.value;
  }
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof HTMLSelectElement) {
    return [...element.selectedOptions].map((option) => collapse(option.label || option.text)).join(', ');
  }
  if (element instanceof HTMLMeterElement || element instanceof HTMLProgressElement) {
    const text = element.getAttribute('aria-valuetext');
    if (text) return text;
    return element.hasAttribute('value') ? String(element.value) : undefined;
  }
  return valueInRole(element, role);
}

function valueInRole(element: Element, role: string | undefined): string | undefined {
  if (role === undefined) return undefined;
  if (RANGE_ROLES.has(role)) {
    return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ?? undefined;
  }
  return TEXT_ROLES.has(role) ? shownText(element) : undefined;
}

/** The value of a control in the midst of other text. Source: accname step 2C. */
export function controlText(element: Element, role: string): string {
  if (role === 'listbox' && !(element instanceof HTMLSelectElement)) {
    const chosen = element.querySelectorAll('[role=option][aria-selected=true]');
    // biome-ignore lint/performance/useDomNodeTextContent: only innerText leaves out what is hidden and keeps line breaks.
    return [...chosen].map((option) => collapse((option as HTMLElement).innerText)).join(' ');
  }
  if (element instanceof HTMLInputElement && element.type === 'password') return '';
  return fieldValue(element, role) ?? '';
}

/** Whether the user types into it: its content is its value, not its children. */
export function isEditingHost(element: Element): boolean {
  // Asked first: of hardly any it is true, and the class takes longer to tell.
  return (
    (element as Partial<HTMLElement>).isContentEditable === true &&
    element instanceof HTMLElement &&
    !(element.parentElement?.isContentEditable ?? false) &&
    element.ownerDocument.designMode !== 'on'
  );
}

/** Shown text with a line break per block or `<br>`, for rich editors and the like. */
export function shownText(element: Element): string {
  if (element instanceof HTMLElement && !shadowOf(element))
    // biome-ignore lint/performance/useDomNodeTextContent: only innerText leaves out what is hidden and keeps line breaks.
    return element.innerText.replace(/\n+$/, '').trim();
  let text = '';
  forEachChild(element, (child) => {
    if (child.nodeType === Node.TEXT_NODE) text += (child as Text).data;
    else if (child instanceof Element && !isHidden(child)) text += ` ${shownText(child)}`;
  });
  return collapse(text);
}
