// Where a goal stands after a replay did part of it: each sentence of what was performed is given to the intent it belongs to, in order.
// A sentence that belongs to none means that nobody can tell, and then nothing is done at all.
import type { HandOff } from '../../cache/step.ts';
import { isState, recall } from './handlers.ts';
import type { Intent, Sentence } from './intent.ts';
import type { Clause } from './plan.ts';

/** One intent and the actions already taken for it. */
export interface Task {
  readonly intent: Intent;
  readonly done: Set<string>;
  /** A replay went past it: it is not begun again. */
  readonly past: boolean;
}

/** A clause with its reading settled, or still open. */
export interface Work {
  readonly clause: Clause;
  readonly tasks?: readonly Task[];
}

/** The goal with what was performed struck off, or the sentence that fits nowhere. */
export type Resumed =
  | { readonly ok: true; readonly works: readonly Work[] }
  | { readonly ok: false; readonly sentence: string };

/** Gives each performed sentence to its clause. */
export function resume(clauses: readonly Clause[], handOff: HandOff): Resumed {
  let sentences = handOff.performed.map(parseSentence);
  const works: Work[] = [];
  for (const clause of clauses) {
    const best = bestReading(clause, sentences);
    // Only what can be seen on the screen may be passed over: it is looked at again when its turn comes.
    if (best.taken === 0 && sentences.length > 0 && !(clause.readings[0] ?? []).every(isState)) break;
    works.push(best.taken === 0 ? { clause } : { clause, tasks: best.tasks });
    sentences = sentences.slice(best.taken);
  }
  const [left] = sentences.filter((sentence) => !HARMLESS.has(sentence.kind));
  return left === undefined
    ? { ok: true, works: [...works, ...clauses.slice(works.length).map((clause) => ({ clause }))] }
    : { ok: false, sentence: left.text };
}

const HARMLESS: ReadonlySet<string> = new Set(['scroll', 'scrollUntil', 'hover']);

interface Attributed {
  readonly taken: number;
  readonly tasks: readonly Task[];
}

function bestReading(clause: Clause, sentences: readonly Sentence[]): Attributed {
  let best: Attributed = { taken: 0, tasks: [] };
  for (const reading of clause.readings) {
    const attributed = attribute(reading, sentences);
    if (attributed.taken > best.taken) best = attributed;
  }
  return best;
}

function attribute(reading: readonly Intent[], sentences: readonly Sentence[]): Attributed {
  let taken = 0;
  const sets = reading.map((intent) => {
    const done = new Set<string>();
    for (let sentence = sentences[taken]; sentence !== undefined; sentence = sentences[taken]) {
      const label = recall(intent, sentence, done);
      if (label === undefined || done.has(label)) {
        if (!HARMLESS.has(sentence.kind)) break;
      } else {
        done.add(label);
      }
      taken += 1;
    }
    return done;
  });
  const last = sets.findLastIndex((done) => done.size > 0);
  return {
    taken: last === -1 ? 0 : taken,
    tasks: reading.map((intent, at) => ({ intent, done: sets[at] ?? new Set(), past: at < last })),
  };
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^type secret\b/u, 'typeSecret'],
  [/^(?:type|fill|clear)\b/u, 'type'],
  [/^double-?tap\b/iu, 'doubleTap'],
  [/^long-?press\b/iu, 'longPress'],
  [/^(?:right-click|secondary-?tap)\b/iu, 'secondaryTap'],
  [/^scroll\b.*\buntil\b/u, 'scrollUntil'],
  [/^go back\b/u, 'back'],
  [/^go forward\b/u, 'forward'],
  [/^(?:go to|navigate)\b/u, 'navigate'],
  [/^(?:accept|dismiss) the dialog\b/u, 'dialog'],
  [/^go on in tab\b/u, 'page'],
];

/** Takes a sentence such as `type "Ann" into textbox "Name"` apart: its kind, and the name of its control. */
function parseSentence(text: string): Sentence {
  const kind = KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? /^\S+/u.exec(text)?.[0] ?? '';
  const quoted = [...text.matchAll(/"(?:[^"\\]|\\.)*"/gu)].map((match) => unquote(match[0]));
  // The value of a field comes before its name; a tap names its control first, and what that is in after it.
  const valueFirst = /^(?:type|fill|select)\b/u.test(text);
  const name = quoted[valueFirst ? 1 : 0];
  return { kind, text, ...(name === undefined ? {} : { name }) };
}

function unquote(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}
