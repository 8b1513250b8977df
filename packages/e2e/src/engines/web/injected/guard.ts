// Lets a press, or a text, through only to the control that it is meant for: what slid under the pointer since the proof, or took the focus,
// gets nothing of it.
import { composedContains } from './dom.ts';
import { elementOf } from './ids.ts';
import { tell } from './sent.ts';

/** How long input may take to arrive, in ms; after that the guard is down again. Source: chosen; a busy machine takes seconds. */
const GUARD_MS = 10_000;

const PRESS_EVENTS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const;

let meant: Element | undefined;
let meantField: Element | undefined;
let until = 0;
let isBlocking = false;

/** The next press is for this control only. */
export function expectPress(id: string): void {
  meant = elementOf(id);
  until = performance.now() + GUARD_MS;
  isBlocking = false;
}

/** The next text is for this field only. */
export function expectText(field: Element): void {
  meantField = field;
  until = performance.now() + GUARD_MS;
}

/** The next press and the next text are for whatever they meet. */
export function expectAny(): void {
  meant = undefined;
  meantField = undefined;
}

/** Starts guarding; call before anything else listens. */
export function guardInput(): void {
  for (const name of PRESS_EVENTS) addEventListener(name, onPress, { capture: true, passive: false });
  addEventListener('beforeinput', onText, { capture: true, passive: false });
}

function onText(event: InputEvent): void {
  if (!event.isTrusted || meantField === undefined) return;
  const isMeant = event.composedPath()[0] === meantField;
  const isLate = performance.now() > until;
  meantField = undefined;
  if (isMeant || isLate) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  tell('missed');
}

function onPress(event: Event): void {
  if (!event.isTrusted) return;
  if (meant !== undefined) {
    const [hit] = event.composedPath();
    const isMeant = hit instanceof Node && composedContains(meant, hit);
    const isLate = performance.now() > until;
    // What the control does on the first event of a press, it may do to itself: the rest belongs to that press.
    meant = undefined;
    if (!isMeant && !isLate) {
      isBlocking = true;
      tell('missed');
    }
  }
  if (!isBlocking) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // What follows a pointerup, up to the click, comes with it; kept from the page, a pointerdown has no mouse events of its own.
  if (event.type === 'pointerup') setTimeout(() => (isBlocking = false), 0);
}
