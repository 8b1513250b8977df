// "Submit the form", whatever its button is called: the one form's one button. The page's structure says which it is, so a new label
// changes nothing; two forms or two buttons are never chosen between.
import type { Phrase } from '../goal.ts';
import type { Grammar, Handler, Move } from '../intent.ts';
import { unplaced } from '../intent.ts';
import { type Find, find, settle } from '../match.ts';
import { describe, indexesIn, insideOf, type View, wholeOf } from '../view.ts';

const FORM: ReadonlySet<string> = new Set(['form']);

/** Forms of clauses that send a form. */
export const SUBMIT_GRAMMARS: readonly Grammar[] = [
  {
    pattern: /^submit\s+(?:the|this|my)\s+(?:(?<form>.+?)\s+)?form$/iu,
    read: (groups) => [[{ kind: 'submit', ...(groups.has('form') ? { form: groups.phrase('form') } : {}) }]],
  },
];

/** Carries out the sending of a form. */
export const SUBMIT_FORM: Handler<'submit'> = {
  next(intent, view, memory): Move {
    if (memory.done.has('submit')) return { kind: 'done' };
    const form = findForm(view, intent.form);
    const words = intent.form === undefined ? 'the form' : `${intent.form.text} form`;
    if (form.kind !== 'one') return unplaced(form, words, 'a form');
    const buttons = indexesIn(view, insideOf(view, form.index), (node) => node.role === 'button');
    const button = settle(view, buttons);
    if (button.kind !== 'one') return unplaced(button, words, 'the one button of the form');
    const says = `pressed ${describe(button.node)}`;
    return { kind: 'act', label: 'submit', action: { kind: 'tap', target: button.node.id }, says };
  },
  // The label may have been another one then. Whatever was pressed last for this goal sent the form, and is not pressed again.
  recall: (_intent, sentence) => (sentence.kind === 'tap' ? 'submit' : undefined),
};

function findForm(view: View, form: Phrase | undefined): Find {
  if (form !== undefined) return find(view, form, { roles: FORM });
  return settle(
    view,
    indexesIn(view, wholeOf(view), (node) => FORM.has(node.role)),
  );
}
