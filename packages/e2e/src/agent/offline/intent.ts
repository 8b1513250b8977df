// What a clause asks for, and what one family of intents has to tell the loop: its grammars, its next move on a screen, and which of
// its own actions a sentence of an earlier run speaks of.
import type { Action } from '../../screen/action.ts';
import type { ScreenNode } from '../../screen/node.ts';
import type { Phrase, Piece, Value } from './goal.ts';
import type { Find } from './match.ts';
import type { View } from './view.ts';

/** One thing to bring about. */
export type Intent =
  | {
      readonly kind: 'press';
      readonly target: Phrase;
      readonly within?: Phrase;
      readonly gesture: 'tap' | 'doubleTap' | 'longPress' | 'secondaryTap' | 'hover';
    }
  | { readonly kind: 'open'; readonly target: Phrase }
  | { readonly kind: 'fill'; readonly field: Phrase; readonly value: Value }
  | { readonly kind: 'toggle'; readonly target: Phrase; readonly on: boolean }
  | { readonly kind: 'choose'; readonly option: Phrase; readonly field?: Phrase }
  | { readonly kind: 'search'; readonly value: Value }
  | { readonly kind: 'addToCart'; readonly item?: Phrase }
  | { readonly kind: 'item'; readonly verb: string; readonly item: Phrase }
  | { readonly kind: 'create'; readonly thing: Phrase; readonly value: Value }
  | { readonly kind: 'signIn'; readonly user?: Value; readonly password?: Value }
  | { readonly kind: 'signOut' }
  | { readonly kind: 'submit'; readonly form?: Phrase }
  | { readonly kind: 'expectError' }
  | { readonly kind: 'answer'; readonly accept: boolean; readonly verb: string; readonly what: Phrase }
  | { readonly kind: 'key'; readonly key: string; readonly field?: Phrase; readonly bare: boolean }
  | { readonly kind: 'scroll'; readonly to: Phrase }
  | { readonly kind: 'scrollBy'; readonly direction: 'up' | 'down' | 'left' | 'right' }
  | { readonly kind: 'upload'; readonly paths: readonly string[]; readonly field: Phrase }
  | { readonly kind: 'navigate'; readonly url: string }
  | { readonly kind: 'history'; readonly to: 'back' | 'forward' };

/** The intent of one kind. */
export type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { readonly kind: Kind }>;

/** What to do next for one intent. */
export type Move =
  /** `label` names the action within its intent; `once` is how the summary says it. */
  | { readonly kind: 'act'; readonly label: string; readonly action: Action; readonly says: string }
  | { readonly kind: 'done'; readonly note?: string }
  | { readonly kind: 'none'; readonly words: string; readonly wanted: string }
  | { readonly kind: 'many'; readonly words: string; readonly nodes: readonly ScreenNode[] }
  | { readonly kind: 'unable'; readonly why: string };

/** What the loop tells a family beside the screen. */
export interface Memory {
  /** Labels of the actions already taken for this intent, by this planner or by a replay before it. */
  readonly done: ReadonlySet<string>;
  /** Whether a replay took part of the step: a state that is already as wanted is then left alone. */
  readonly continuing: boolean;
  /** The screen when the intent was begun. */
  readonly before: View;
  /** Whether the goal itself goes on with a press or an answer: nothing is then confirmed on its behalf. */
  readonly more: boolean;
  /** The fields that earlier clauses of the goal are about, in order. */
  readonly fields: readonly Phrase[];
  /** An error that the app has shown since the step began, in an alert. */
  readonly alert: string | undefined;
  /** The option or control that an earlier action of this intent failed on, by label. */
  readonly failed: ReadonlySet<string>;
}

/** What is said of one action of an earlier run. */
export interface Sentence {
  readonly kind: string;
  /** The control's name, when the sentence has one. */
  readonly name?: string;
  readonly text: string;
}

/** One form that a clause may take. The pattern matches the whole clause, with opaque pieces as single characters. */
export interface Grammar {
  readonly pattern: RegExp;
  /** The readings of a match, best first; a reading is a sequence of intents. */
  readonly read: (groups: Groups) => readonly (readonly Intent[])[];
}

/** Captures of a grammar, ready to be taken apart. */
export interface Groups {
  has(name: string): boolean;
  raw(name: string): string;
  phrase(name: string): Phrase;
  value(name: string): Value;
  /** Any other masked text as a name. */
  at(text: string): Phrase;
  readonly pieces: readonly Piece[];
}

/** How one kind of intent is carried out. */
export interface Handler<Kind extends Intent['kind']> {
  next(intent: IntentOf<Kind>, view: View, memory: Memory): Move;
  /** The label of the action that a sentence speaks of, if it is one of this intent's. */
  recall(intent: IntentOf<Kind>, sentence: Sentence): string | undefined;
}

/** The end of a search as a move, when it did not find exactly one. */
export function unplaced(found: Exclude<Find, { kind: 'one' }>, words: string, wanted: string): Move {
  return found.kind === 'many'
    ? { kind: 'many', words, nodes: found.nodes }
    : { kind: 'none', words, wanted };
}
