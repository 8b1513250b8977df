// Which typed values can't be repeated on another day: those that the agent read off the screen or worked out from the date. Values that
// the goal or the params give, and values that the agent made up, can. Pure; it errs towards "can't".
import type { Json } from '../base/digest.ts';
import type { StepAction } from '../screen/action.ts';
import type { Reading, ReadNode } from '../screen/node.ts';
import type { Derived } from './outcome.ts';

/** Why a value can't be repeated, in words. Source: spec R25. */
export const DERIVED_WORDS: Readonly<Record<Derived, string>> = {
  'tool-call': "tool-call: the tool's calls may not be repeated",
  'tool-result': 'tool-result: a tool of the project gave it back',
  'whole-node': 'whole-node: the agent read it off the screen',
  'minted-token': 'minted-token: a code or id that the app gave out',
  date: 'date: it was worked out from the day of the recording',
  pixels: 'pixels: it was typed after a screenshot',
};

/** Why a replay stops before an action, as the end of a sentence. */
export function sayGap(derived: Derived): string {
  const what = derived === 'tool-call' ? 'it' : 'its value';
  return `${what} can't be repeated (${DERIVED_WORDS[derived]})`;
}

/** What a step knows of where its texts come from. */
export interface Sources {
  /** Notes what a screen shows, before an action is done on it. */
  see(reading: Reading): void;
  /** From now on the agent has seen pictures: a value that nobody gave may have been read off one. */
  sight(): void;
  /** Notes what a tool of the project gave back: it may give another thing next time. */
  hear(result: string): void;
  /** The rule by which the action's value can't be repeated, or `undefined`. `target`: what it is done to. */
  ruleOf(action: StepAction<unknown>, target: ReadNode | undefined): Derived | undefined;
}

/** Goals that mean another day each time they are read. */
const RELATIVE_GOAL =
  /\b(?:today|tonight|tomorrow|yesterday|now|current|next|last|previous|upcoming|this (?:week|month|year|morning|evening|\w+day)|in \d+ (?:hours?|days?|weeks?|months?|years?)|(?:hours?|days?|weeks?|months?|years?) (?:from now|ago)|\w+day)\b/iu;

const DATE =
  /\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}\b|\b\d{1,2}\.? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/iu;

const DAY_OF_MONTH = /^(?:[1-9]|[12]\d|3[01])$/u;

/** A word that an app gives out: a code, an id, a number of four digits or more. */
const MINTED = /(?=[\p{L}\d_-]*\d)[\p{L}\d][\p{L}\d_-]{2,}[\p{L}\d]/gu;

/** Roles whose words are choices of a field, not content that a value could be read off. */
const CHOICES: ReadonlySet<string> = new Set(['option', 'combobox', 'listbox']);

/** @param given the goal with its params filled in, then every param as text. */
export function createSources(given: readonly string[]): Sources {
  const all = given.join('\n').toLowerCase();
  const whole = new Set<string>();
  const words = new Set<string>();
  const noted = new Set<string>();
  const typed = new Set<string>();
  const results: string[] = [];
  const told = new Set<string>();
  let run = '';
  let hasPictures = false;
  const isGiven = (text: string): boolean => all.includes(text.toLowerCase());

  const ruleOfText = (text: string): Derived | undefined => {
    const plain = text.trim().toLowerCase();
    if (plain === '' || isGiven(plain) || typed.has(plain)) return undefined;
    if (isDated(plain, all)) return 'date';
    const minted = (plain.match(MINTED) ?? []).filter((word) => !isGiven(word));
    if (results.some((result) => hasWords(result, plain)) || minted.some((word) => told.has(word)))
      return 'tool-result';
    if (whole.has(plain)) return 'whole-node';
    if (minted.some((word) => words.has(word))) return 'minted-token';
    return hasPictures ? 'pixels' : undefined;
  };
  const ruleOfTexts = (texts: readonly string[]): Derived | undefined => {
    const rule = texts.map(ruleOfText).find((found) => found !== undefined);
    if (rule === undefined) for (const text of texts) typed.add(text.trim().toLowerCase());
    return rule;
  };

  const note = (text: string): void => {
    // Most of a screen was there the last time, too.
    if (noted.has(text)) return;
    noted.add(text);
    const plain = text.trim().toLowerCase();
    if (typed.has(plain)) return;
    whole.add(plain);
    for (const word of plain.match(MINTED) ?? []) words.add(word);
  };

  return {
    see({ nodes }) {
      for (const node of nodes) {
        if (CHOICES.has(node.role)) continue;
        if (node.name) note(node.name);
        if (node.text) note(node.text);
        if (node.role === 'textbox' && node.value) note(node.value);
      }
    },
    sight() {
      hasPictures = true;
    },
    hear(result) {
      // What is quoted in a result is typed without its escapes.
      const plain = result
        .replaceAll(/\\(["\\/])/gu, '$1')
        .replaceAll('\\n', '\n')
        .toLowerCase();
      results.push(plain);
      for (const word of plain.match(MINTED) ?? []) if (!typed.has(word)) told.add(word);
    },
    ruleOf(action, target) {
      if (action.kind === 'tool') {
        run = '';
        return ruleOfTexts(leavesOf(action.input));
      }
      const text = textOf(action);
      // A value entered one character at a time is judged as what it adds up to.
      const single = text !== undefined && [...text].length === 1;
      run = single ? run + text : '';
      // A choice is one of those that its control has.
      if (action.kind === 'select' || action.kind === 'scrollUntil') {
        const rule = ruleOfTexts([text ?? '']);
        return rule === 'pixels' ? undefined : rule;
      }
      if (text === undefined) return isDayTap(action, target, all) ? 'date' : undefined;
      if (!single) return ruleOfTexts([text]);
      const isUnknown = hasPictures && run.length > 2 && !isGiven(run);
      const rule = ruleOfRun(run, { whole, words, told }, isGiven) ?? (isUnknown ? 'pixels' : undefined);
      if (rule === undefined) typed.add(text.trim().toLowerCase());
      return rule;
    },
  };
}

/** Whether a text stands in a result as words of its own. */
function hasWords(result: string, text: string): boolean {
  const isWord = (character: string | undefined): boolean => /[\p{L}\d]/u.test(character ?? ' ');
  for (let at = result.indexOf(text); at >= 0; at = result.indexOf(text, at + 1)) {
    const inside =
      (isWord(result[at - 1]) && isWord(text[0])) ||
      (isWord(result[at + text.length]) && isWord(text.at(-1)));
    if (!inside) return true;
  }
  return false;
}

/** Every text and number inside the input of a tool, as text. */
function leavesOf(input: Json | undefined): readonly string[] {
  if (typeof input === 'string' || typeof input === 'number') return [String(input)];
  return typeof input === 'object' && input !== null ? Object.values(input).flatMap(leavesOf) : [];
}

/** The text that an action carries, of the kinds that the guard covers. Source: spec R25. */
function textOf(action: StepAction<unknown>): string | undefined {
  switch (action.kind) {
    case 'type':
    case 'scrollUntil':
      return action.text;
    case 'select':
      return action.option;
    case 'navigate':
      return action.url;
    case 'press':
      return [...action.key].length === 1 ? action.key : undefined;
    default:
      return undefined;
  }
}

/** A first character proves nothing; as soon as the run is the start of a code on the screen that nobody gave, it is taken from there. */
function ruleOfRun(
  run: string,
  seen: {
    readonly whole: ReadonlySet<string>;
    readonly words: ReadonlySet<string>;
    readonly told: ReadonlySet<string>;
  },
  isGiven: (text: string) => boolean,
): Derived | undefined {
  const plain = run.toLowerCase();
  if (isGiven(plain) && plain.length > 1) return undefined;
  const starts = (text: string): boolean => text.startsWith(plain) && !isGiven(text);
  if ([...seen.told].some(starts)) return 'tool-result';
  if ([...seen.words].some(starts)) return 'minted-token';
  return plain.length > 2 && [...seen.whole].some(starts) ? 'whole-node' : undefined;
}

/** A date that the goal does not spell out: worked out from today. */
function isDated(text: string, given: string): boolean {
  if (!DATE.test(text)) return false;
  const numbers = text.match(/\d+/gu) ?? [];
  const spelled = numbers.every((number) =>
    new RegExp(`(?<!\\d)0*${Number(number)}(?!\\d)`, 'u').test(given),
  );
  // `17 May 2030` in the goal and `2030-05-17` in the field: the month is a word, day and year are there.
  const mostly = numbers.filter((number) => given.includes(String(Number(number)))).length >= 2;
  return RELATIVE_GOAL.test(given) ? !spelled : !(spelled || mostly);
}

/** A day chosen in a calendar for a goal that means another day each time. */
function isDayTap(action: StepAction<unknown>, target: ReadNode | undefined, given: string): boolean {
  if (action.kind !== 'tap' && action.kind !== 'doubleTap' && action.kind !== 'check') return false;
  const name = (target?.name ?? target?.text ?? '').trim();
  if (!(DAY_OF_MONTH.test(name) || DATE.test(name)) || !RELATIVE_GOAL.test(given)) return false;
  return !new RegExp(`(?<!\\d)${name.replace(/[^\p{L}\d ]/gu, '.')}(?!\\d)`, 'iu').test(given);
}
