// A goal as a list of clauses, each with the intents that it may stand for. One table joins the grammars of all families; the first form
// that matches a clause as a whole is its meaning. Pure: no screen, no action.
import { nearest } from '../../base/nearest.ts';
import { ANSWER_GRAMMARS } from './family/answer.ts';
import { CHOOSE_GRAMMARS } from './family/choose.ts';
import { FIELD_GRAMMARS } from './family/field.ts';
import { FORM_GRAMMARS } from './family/form.ts';
import { ITEM_GRAMMARS } from './family/item.ts';
import { PRESS_GRAMMARS } from './family/press.ts';
import { SUBMIT_GRAMMARS } from './family/submit.ts';
import { TOGGLE_GRAMMARS } from './family/toggle.ts';
import { mask, type Piece, phrase, splitClauses, value, written } from './goal.ts';
import type { Grammar, Groups, Intent } from './intent.ts';

/** One clause of a goal. No readings: no grammar knows it. */
export interface Clause {
  /** As written. */
  readonly text: string;
  /** Best first; each is a sequence of intents. */
  readonly readings: readonly (readonly Intent[])[];
}

/**
 * Every form, in the order they are tried. A clause may match several (`remove Newsletter from the list`); what the first one reads
 * comes first, and the screen decides between readings.
 */
const GRAMMARS: readonly Grammar[] = [
  ...FORM_GRAMMARS.slice(0, 4),
  ...ANSWER_GRAMMARS,
  ...TOGGLE_GRAMMARS,
  ...FIELD_GRAMMARS,
  ...CHOOSE_GRAMMARS,
  ...ITEM_GRAMMARS,
  ...FORM_GRAMMARS.slice(4),
  ...SUBMIT_GRAMMARS,
  ...PRESS_GRAMMARS,
];

/** Words that begin a clause after `and` or a comma. The second list needs nothing after it. */
const VERBS =
  'fill|set|change|update|enter|type|write|put|input|clear|empty|erase|check|tick|mark|uncheck|untick|deselect|unselect|turn|switch|enable|disable|' +
  'activate|deactivate|choose|select|pick|add|delete|remove|edit|archive|duplicate|rename|restore|create|register|search|look for|press|click|tap|hit|' +
  'push|double-click|right-click|hover|open|go|navigate|visit|view|proceed|expand|visit|scroll|upload|attach|accept|agree|dismiss|close|decline|reject|' +
  'refuse|cancel|confirm|submit|save|apply|send|publish|place|finish|expect';
const ALONE =
  'submit|continue|save|confirm|checkout|check out|sign ?in|log ?in|login|sign ?out|log ?out|logout|go back|go forward';
const STARTS = new RegExp(
  `^(?:(?:please|also|finally|now)\\s+)?(?:(?:${VERBS})\\s+\\S|(?:sign|log) ?in\\s+(?:as|with|using)\\b|(?:${ALONE})\\s*(?:$|[,.;!]|(?:and|then)\\s))`,
  'u',
);
const STARTS_ANY_CASE = new RegExp(STARTS.source, 'iu');

/** Reads a goal. `params` are the values that were filled in: each is kept whole. */
export function parseGoal(goal: string, params: Readonly<Record<string, unknown>> = {}): readonly Clause[] {
  const { text, pieces } = mask(goal, Object.values(params).flatMap(textOf));
  const startsClause = (rest: string, anyCase: boolean): boolean =>
    (anyCase ? STARTS_ANY_CASE : STARTS).test(rest);
  return splitClauses(text, startsClause).map((clause) => ({
    text: written(clause, pieces),
    readings: readingsOf(clause, pieces),
  }));
}

/** Text of a param as it stands in the goal; `unique()` values carry theirs in `value`. */
function textOf(param: unknown): readonly string[] {
  if (typeof param === 'string') return [param];
  if (typeof param === 'number') return [String(param)];
  if (typeof param === 'object' && param !== null && 'value' in param) return textOf(param.value);
  return [];
}

/** Words that make a clause something other than an order to do it now; no grammar may take them for part of a name or a value. */
const NO_ORDER = /(?:^|\s)(?:if|unless|until|otherwise|in case|do not|don['’]t|never|without)(?=\s)/u;

/** First words of forms besides those that begin a clause after an `and`. */
const MORE_VERBS =
  'allow|approve|collapse|continue|double-tap|download|export|hold|invite|log|login|logout|long-press|look|make|mark|move|next|point|reset|see|show|' +
  'sign|start|stop|unmark';
const FIRST_WORDS: readonly string[] = [
  ...new Set(`${VERBS}|${MORE_VERBS}`.split('|').map((verb) => verb.split(' ')[0] ?? verb)),
];

/** Why no grammar knows a clause, as the rest of a sentence. */
export function whyUnread(clause: string): string {
  const { text } = mask(clause);
  const condition = NO_ORDER.exec(text)?.[0].trim();
  if (condition !== undefined)
    return `it has "${condition}" outside quotes, and the planner carries out orders only, no conditions and no exceptions`;
  const first = /[\p{L}-]+/u.exec(text.replace(/^(?:please|also|finally|now)\s+/iu, ''))?.[0] ?? '';
  if (first === '') return 'it begins with no verb';
  if (!FIRST_WORDS.includes(first.toLowerCase())) {
    const near = nearest(first, FIRST_WORDS);
    const hint = near === undefined ? '' : ` (the nearest is "${near}")`;
    return `"${first}" is no verb that the planner knows${hint}`;
  }
  return `the planner knows "${first}", but not with these words after it`;
}

function readingsOf(clause: string, pieces: readonly Piece[]): readonly (readonly Intent[])[] {
  if (NO_ORDER.test(clause) && !/^scroll\b/iu.test(clause)) return [];
  return GRAMMARS.flatMap((grammar) => {
    const match = grammar.pattern.exec(clause);
    return match === null ? [] : grammar.read(groupsOf(match.groups ?? {}, pieces));
  });
}

function groupsOf(groups: Readonly<Record<string, string | undefined>>, pieces: readonly Piece[]): Groups {
  const raw = (name: string): string => groups[name]?.trim() ?? '';
  return {
    has: (name) => raw(name) !== '',
    raw,
    phrase: (name) => phrase(raw(name), pieces),
    value: (name) => value(raw(name), pieces),
    at: (text) => phrase(text, pieces),
    pieces,
  };
}
