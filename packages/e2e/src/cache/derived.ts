// Which typed values can't be repeated on another day: those that the agent read off the screen or worked out from the date. Values that
// the goal or the params give, and values that the agent made up, can. Pure; it errs towards "can't".
import type { Action } from '../screen/action.ts';
import type { Reading, ReadNode } from '../screen/node.ts';
import type { Derived } from './outcome.ts';

/** What a step knows of where its texts come from. */
export interface Sources {
  /** Notes what a screen shows, before an action is done on it. */
  see(reading: Reading): void;
  /** The rule by which the action's value can't be repeated, or `undefined`. `target`: what it is done to. */
  ruleOf(action: Action<unknown>, target: ReadNode | undefined): Derived | undefined;
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
  const typed = new Set<string>();
  let run = '';
  const isGiven = (text: string): boolean => all.includes(text.toLowerCase());

  const ruleOfText = (text: string): Derived | undefined => {
    const plain = text.trim().toLowerCase();
    if (plain === '' || isGiven(plain) || typed.has(plain)) return undefined;
    if (isDated(plain, all)) return 'date';
    if (whole.has(plain)) return 'whole-node';
    const minted = (plain.match(MINTED) ?? []).some((word) => !isGiven(word) && words.has(word));
    return minted ? 'minted-token' : undefined;
  };

  return {
    see({ nodes }) {
      for (const node of nodes) {
        if (CHOICES.has(node.role)) continue;
        for (const text of [node.name, node.text, node.role === 'textbox' ? node.value : undefined]) {
          if (!text) continue;
          const plain = text.trim().toLowerCase();
          if (typed.has(plain)) continue;
          whole.add(plain);
          for (const word of plain.match(MINTED) ?? []) words.add(word);
        }
      }
    },
    ruleOf(action, target) {
      const text = textOf(action);
      // A value entered one character at a time is judged as what it adds up to.
      const single = text !== undefined && [...text].length === 1;
      run = single ? run + text : '';
      if (text === undefined) return isDayTap(action, target, all) ? 'date' : undefined;
      const rule = single ? ruleOfRun(run, whole, words, isGiven) : ruleOfText(text);
      if (rule === undefined) typed.add(text.trim().toLowerCase());
      return rule;
    },
  };
}

/** The text that an action carries, of the kinds that the guard covers. Source: spec R25. */
function textOf(action: Action<unknown>): string | undefined {
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
  whole: ReadonlySet<string>,
  words: ReadonlySet<string>,
  isGiven: (text: string) => boolean,
): Derived | undefined {
  const plain = run.toLowerCase();
  if (isGiven(plain) && plain.length > 1) return undefined;
  const starts = (text: string): boolean => text.startsWith(plain) && !isGiven(text);
  if ([...words].some(starts)) return 'minted-token';
  return plain.length > 2 && [...whole].some(starts) ? 'whole-node' : undefined;
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
function isDayTap(action: Action<unknown>, target: ReadNode | undefined, given: string): boolean {
  if (action.kind !== 'tap' && action.kind !== 'doubleTap' && action.kind !== 'check') return false;
  const name = (target?.name ?? target?.text ?? '').trim();
  if (!(DAY_OF_MONTH.test(name) || DATE.test(name)) || !RELATIVE_GOAL.test(given)) return false;
  return !new RegExp(`(?<!\\d)${name.replace(/[^\p{L}\d ]/gu, '.')}(?!\\d)`, 'iu').test(given);
}
