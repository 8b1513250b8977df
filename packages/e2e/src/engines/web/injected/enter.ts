// Types a secret inside the document of its field. Keys of the browser go to whatever has the focus when they come, and a frame of another
// site can take that at any moment; what happens in one task of this document reaches no other.
import { startLook } from './dom.ts';
import { elementOf } from './ids.ts';
import { isPasswordField } from './press.ts';
import { activeElement } from './state.ts';
import { twoFrames } from './wait.ts';

/** What came of it. `not-password`: a password was about to be typed where it can be read. `lost`: the field went away meanwhile. */
export type Entered = 'done' | 'gone' | 'not-editable' | 'not-password' | 'lost';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLElement;

/** Replaces the content of a field. `byKeys`: a character at a time, for fields that look at keys or pass the focus on. */
export async function enterSecret(
  id: string,
  text: string,
  passwordOnly: boolean,
  byKeys: boolean,
): Promise<Entered> {
  startLook();
  const first = elementOf(id);
  if (!first) return 'gone';
  if (!isEditable(first)) return 'not-editable';
  if (passwordOnly && !isPasswordField(first)) return 'not-password';
  first.focus();
  selectAll(first);
  document.execCommand('delete');
  if (!byKeys) {
    insert(text);
    return 'done';
  }
  let field: Field = first;
  for (const character of text) {
    const active = activeElement();
    // A frame, or nothing at all, has taken the focus: back to where the last character went.
    if (active && isEditable(active)) field = active;
    else field.focus();
    if (!field.isConnected || activeElement() !== field) return 'lost';
    if (passwordOnly && !isPasswordField(field)) return 'not-password';
    field.dispatchEvent(keyEvent('keydown', character));
    insert(character);
    field.dispatchEvent(keyEvent('keyup', character));
    await new Promise<void>((resolve) => twoFrames(resolve));
  }
  return 'done';
}

/** As typed by a user: within the limit of the field, and told to the app as input. Source: https://w3c.github.io/editing/docs/execCommand/. */
function insert(text: string): void {
  document.execCommand('insertText', false, text);
}

function selectAll(field: Field): void {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
  else document.execCommand('selectAll');
}

function keyEvent(type: 'keydown' | 'keyup', key: string): KeyboardEvent {
  return new KeyboardEvent(type, { key, bubbles: true, cancelable: true, composed: true });
}

function isEditable(element: Element): element is Field {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    return !element.readOnly && !element.disabled;
  return element instanceof HTMLElement && element.isContentEditable;
}
