// "Submit the form", whatever its button is called: the one form's one button. The page's structure says which it is, so a new label
// changes nothing; two forms or two buttons are never chosen between.
import type { ScreenNode } from '../../../screen/node.ts';
import type { Phrase } from '../goal.ts';
import type { Grammar, Handler, Memory, Move } from '../intent.ts';
import { unplaced } from '../intent.ts';
import { type Find, find, findBy, labelsOf, settle } from '../match.ts';
import { describe, indexesIn, insideOf, type View, wholeOf } from '../view.ts';
import { fold, wordsOf } from '../words.ts';
import { findField } from './field.ts';
import { submitAfter } from './form.ts';

const FORM: ReadonlySet<string> = new Set(['form']);

/** Forms of clauses that send a form. */
export const SUBMIT_GRAMMARS: readonly Grammar[] = [
  {
    pattern: /^(?:submit|send)(?:\s+it|\s+(?:the|this|my)\s+(?:(?<form>.+?)\s+)?form)?$/iu,
    read: (groups) => [[{ kind: 'submit', ...(groups.has('form') ? { form: groups.phrase('form') } : {}) }]],
  },
];

/** Carries out the sending of a form. */
export const SUBMIT_FORM: Handler<'submit'> = {
  next(intent, view, memory): Move {
    if (memory.done.has('submit')) return { kind: 'done' };
    const words = intent.form === undefined ? 'the form' : `${intent.form.text} form`;
    const form = findForm(view, intent.form, memory);
    if (form.kind === 'many') return unplaced(form, words, 'a form');
    if (form.kind === 'none' && intent.form !== undefined)
      return unplaced(form, words, 'a form of that name');
    const button = form.kind === 'one' ? buttonOf(view, form.index) : buttonWithoutForm(view, memory);
    if (button.kind !== 'one') return unplaced(button, words, 'the one button that sends the form');
    const says = `pressed ${describe(button.node)}`;
    return { kind: 'act', label: 'submit', action: { kind: 'tap', target: button.node.id }, says };
  },
  // The label may have been another one then. Whatever was pressed last for this goal sent the form, and is not pressed again.
  recall: (_intent, sentence) => (sentence.kind === 'tap' ? 'submit' : undefined),
};

/** The named form, else the one around the fields that the goal is about, else the only one. */
function findForm(view: View, form: Phrase | undefined, memory: Memory): Find {
  if (form !== undefined) return find(view, form, { roles: FORM });
  const field = anchorOf(view, memory);
  if (field === undefined) {
    return settle(
      view,
      indexesIn(view, wholeOf(view), (node) => FORM.has(node.role)),
    );
  }
  for (let at = view.parent(field); at !== -1; at = view.parent(at)) {
    if (FORM.has(view.nodes[at]?.role ?? '')) return settle(view, [at]);
  }
  return { kind: 'none' };
}

/** The last field on the screen that the goal has named so far. */
function anchorOf(view: View, memory: Memory): number | undefined {
  const found = memory.fields.flatMap((field) => {
    const own = findField(view, field);
    return own.kind === 'one' ? [own.index] : [];
  });
  return found.length === 0 ? undefined : Math.max(...found);
}

const NOT_SENDING = /^(?:cancel|reset|back|clear|close|discard|previous)\b/u;

function buttonOf(view: View, form: number): Find {
  const sends = (node: ScreenNode): boolean =>
    node.role === 'button' && !labelsOf(node).some((label) => NOT_SENDING.test(fold(label)));
  return settle(view, indexesIn(view, insideOf(view, form), sends));
}

/** Verbs that the button of a form begins with. Source: chosen; with no form to tell by, a button of another verb is not taken. */
const SENDING_VERBS: ReadonlySet<string> = new Set(
  (
    'submit send place save create confirm continue register pay order apply update book finish next sign log join subscribe ' +
    'post publish complete'
  ).split(' '),
);

function buttonWithoutForm(view: View, memory: Memory): Find {
  const field = anchorOf(view, memory);
  if (field === undefined) {
    const named = (label: string): boolean => ['submit', 'submit form', 'send'].includes(fold(label));
    return findBy(view, { roles: new Set(['button']) }, [named]);
  }
  return submitAfter(view, field, [(label) => SENDING_VERBS.has(wordsOf(label)[0] ?? '')]);
}
