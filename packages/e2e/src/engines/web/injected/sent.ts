// Says at once, to Node, that input arrived in the page: before any listener of the app runs, and so before a dialog that one of them opens
// stops the page. It says that, never what was typed.
import { withOwnBuiltIns } from './aside.ts';

/** Kinds of input, by the events that show them. */
const EVENTS: Readonly<Record<string, InputKind>> = {
  pointerover: 'move',
  mouseover: 'move',
  pointermove: 'move',
  mousemove: 'move',
  pointerdown: 'press',
  mousedown: 'press',
  click: 'press',
  keydown: 'key',
  beforeinput: 'text',
  input: 'text',
  change: 'text',
};

/** What arrived; `missed` for a press that was kept from a control that it was not meant for. */
export type InputKind = 'move' | 'press' | 'key' | 'text' | 'missed';

/** Names of the functions that Node offers for it; hidden ones, as that of the page's side in main.ts. */
const TOLD_BINDING = '__e2e_told';
const SENT_BINDING = '__e2e_sent';

/** Starts telling. */
export function tellInput(): void {
  const told = new Map<InputKind, number>();
  for (const [name, kind] of Object.entries(EVENTS)) {
    addEventListener(
      name,
      (event) => {
        // Options are chosen, and dates are filled in, by script; anything else of a script is the app's own doing.
        if (!event.isTrusted && kind !== 'text') return;
        // A touch of the mouse is several events, all of the moment at which it happened.
        if (told.get(kind) === event.timeStamp) return;
        told.set(kind, event.timeStamp);
        tell(kind);
      },
      { capture: true, passive: true },
    );
  }
}

/** Tells Node of one input: over the browser's own protocol, which answers nothing, and where that does not reach over the driver's. */
export function tell(kind: InputKind): void {
  const offered = globalThis as unknown as Record<string, ((kind: InputKind) => unknown) | undefined>;
  const binding = offered[TOLD_BINDING] ?? offered[SENT_BINDING];
  // What the driver put there writes JSON by the page's own means.
  withOwnBuiltIns(() => binding?.(kind));
}
