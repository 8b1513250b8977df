// Makes a field ready for a text: focused, with all that it holds selected, so that the text replaces it. It never waits; where it cannot
// prove that a user could type there now, Playwright's own waiting fill takes over.
import { withOwnBuiltIns } from './aside.ts';
import { isHidden, startLook } from './dom.ts';
import { expectText } from './guard.ts';
import { elementOf } from './ids.ts';
import { activeElement, isDisabled } from './state.ts';

/** Types of input fields that take any text as it is typed. Numbers, dates and colours have rules of their own. */
const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'search', 'email', 'password', 'tel', 'url']);

/** The field of an id where a user could type there now. */
export function usableField(id: string): HTMLInputElement | HTMLTextAreaElement | undefined {
  startLook();
  const field = elementOf(id);
  return field !== undefined && isTextField(field) && isUsable(field) ? field : undefined;
}

/** Focuses the field and selects its content; the next text is then for it alone. False where it is not proven to take the text now. */
export function readyForText(id: string, text: string): boolean {
  // What the app does when the field gets the focus is done with the app's own built-ins.
  const field = withOwnBuiltIns(() => usableField(id));
  // Nothing typed over a selection leaves it there.
  if (text === '' || field === undefined) return false;
  // A line break in a field of one line is something that Playwright has an answer for.
  if (field instanceof HTMLInputElement && /[\r\n]/.test(text)) return false;
  field.focus();
  if (activeElement() !== field) return false;
  field.select();
  expectText(field);
  return true;
}

function isTextField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && TEXT_TYPES.has(element.type))
  );
}

function isUsable(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  if (
    !field.isConnected ||
    field.readOnly ||
    field.ariaReadOnly === 'true' ||
    isDisabled(field) ||
    isHidden(field)
  )
    return false;
  const { width, height } = field.getBoundingClientRect();
  return width > 0 && height > 0;
}
