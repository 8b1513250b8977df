// The table from a kind of intent to what carries it out. A new kind does not compile until it stands here.
import { ANSWER, KEY_PRESS, SCROLL, SCROLL_BY, UPLOAD } from './family/answer.ts';
import { CHOOSE } from './family/choose.ts';
import { FILL } from './family/field.ts';
import { CREATE, EXPECT_ERROR, SEARCH, SIGN_IN_FORM, SIGN_OUT } from './family/form.ts';
import { ADD_TO_CART, ITEM } from './family/item.ts';
import { HISTORY, NAVIGATE, OPEN, PRESS } from './family/press.ts';
import { SUBMIT_FORM } from './family/submit.ts';
import { TOGGLE } from './family/toggle.ts';
import type { Handler, Intent, Memory, Move, Sentence } from './intent.ts';
import type { View } from './view.ts';

const HANDLERS: { readonly [Kind in Intent['kind']]: Handler<Kind> } = {
  press: PRESS,
  open: OPEN,
  fill: FILL,
  toggle: TOGGLE,
  choose: CHOOSE,
  search: SEARCH,
  addToCart: ADD_TO_CART,
  item: ITEM,
  create: CREATE,
  signIn: SIGN_IN_FORM,
  signOut: SIGN_OUT,
  submit: SUBMIT_FORM,
  expectError: EXPECT_ERROR,
  answer: ANSWER,
  key: KEY_PRESS,
  scroll: SCROLL,
  scrollBy: SCROLL_BY,
  upload: UPLOAD,
  navigate: NAVIGATE,
  history: HISTORY,
};

// The table pairs each kind with its own handler; TypeScript cannot follow that pairing through an index.
const handlerOf = (intent: Intent): Handler<Intent['kind']> =>
  HANDLERS[intent.kind] as Handler<Intent['kind']>;

/** What to do next for an intent. */
export function nextMove(intent: Intent, view: View, memory: Memory): Move {
  return handlerOf(intent).next(intent as never, view, memory);
}

/** The label of the intent's action that a sentence speaks of. */
export function recall(intent: Intent, sentence: Sentence, done: ReadonlySet<string>): string | undefined {
  const label = handlerOf(intent).recall(intent as never, sentence);
  if (label !== 'submit-or-open') return label;
  // The same words open a form and send it; which it was shows in whether the form had been filled by then.
  const filled = done.has('name') || done.has('type') || done.has('password') || done.has('user');
  if (!filled) return 'open';
  return intent.kind === 'search' ? 'go' : 'submit';
}

/** Whether doing an intent twice leaves the same as doing it once, and the screen shows whether it is done. */
export function isState(intent: Intent): boolean {
  return (
    intent.kind === 'toggle' ||
    intent.kind === 'choose' ||
    (intent.kind === 'fill' && intent.value.kind === 'text')
  );
}
