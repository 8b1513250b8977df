// How an act ends: what is said of what was done, what changed, an error that the app showed, and words that could not be placed.
import { nearestFirst } from '../../base/nearest.ts';
import type { Screen } from '../../screen/node.ts';
import type { Verdict } from '../executor.ts';
import type { Move } from './intent.ts';
import { describe, insideOf, type View, viewOf } from './view.ts';

/** Ends that stop a goal. */
export type Stopping = Exclude<Move, { kind: 'act' | 'done' }>;

/** What has been done towards a goal. */
export interface Done {
  /** By the planner, in order. */
  readonly did: readonly string[];
  /** By a replay before it, in order. */
  readonly replayed: readonly string[];
}

const SET_A_MODEL =
  "Or set a model, which takes free words: agents: { default: { model: 'provider/model' } } in e2e.config.ts.";

/** A verdict for a goal that cannot go on. `advice`: how the goal or the app could be worded otherwise. */
export function blocked(why: string, done: Done, advice = ''): Verdict {
  return {
    status: 'blocked',
    code: 'AUTOMATION_UNSUPPORTED',
    summary: [why, doneText(done), advice, SET_A_MODEL].filter((part) => part !== '').join(' '),
  };
}

const FORMS =
  'Forms: press X · fill F with V · check X · choose V in F · add X to the cart · delete the row X · sign in as U with password P · search for V · create a T named V · submit the form; all are in docs/offline.md.';

/** A verdict for a goal of which a clause is in no form that the planner knows; that says nothing about the screen. */
export function unread(clause: string, why: string, done: Done): Verdict {
  return blocked(
    `The goal's "${clause}" is in no form that the offline planner understands: ${why}.`,
    done,
    FORMS,
  );
}

/** What was done, as a sentence. */
export function doneText({ did, replayed }: Done): string {
  const own = did.join('; ');
  if (replayed.length === 0) return own === '' ? 'Nothing was done.' : `Done before: ${own}.`;
  const first = `A replay had done: ${replayed.join('; ')}.`;
  return own === '' ? `${first} Nothing was done after it.` : `${first} Done after it: ${own}.`;
}

/** Why a move stopped, in words. */
export function whyStopped(move: Stopping, clause: string, screen: Screen): string {
  const on = `on ${screen.location}`;
  const whereOf = (words: string): string => (words === clause ? on : `in "${clause}", ${on}`);
  switch (move.kind) {
    case 'none':
      return `Could not place "${move.words}" (${whereOf(move.words)}): ${move.wanted} was looked for, and none has that name.${thereInstead(move.words, screen)}`;
    case 'many':
      return `"${move.words}" fits ${move.nodes.length === 1 ? 'no control for certain' : `${move.nodes.length} controls`} (${whereOf(move.words)}): ${namesOf(move.nodes)}. None was chosen.`;
    case 'unable':
      return `Cannot do "${clause}" ${on}: ${move.why}.`;
  }
}

/** How a goal that stopped there could be worded otherwise. */
export function adviceFor(move: Stopping): string {
  switch (move.kind) {
    case 'none':
      return 'Name the control as the screen does, in quotes where its name has a comma or an "and".';
    case 'many':
      return 'Say which one by what it is in ("press X in Y", "delete the row Y"), or give the controls names that tell them apart.';
    case 'unable':
      return '';
  }
}

/** Roles of what a goal can name. */
const CONTROLS: ReadonlySet<string> = new Set(
  'button link textbox searchbox combobox listbox option checkbox radio switch slider spinbutton tab menuitem menuitemcheckbox menuitemradio'.split(
    ' ',
  ),
);
/** Controls that a message names. Source: chosen: a line. */
const MOST_THERE = 5;

/** The controls whose names are nearest to the words, those alike first. */
function thereInstead(words: string, screen: Screen): string {
  const names = [
    ...new Set(
      screen.nodes.filter((node) => CONTROLS.has(node.role) && node.name).map((node) => describe(node)),
    ),
  ];
  if (names.length === 0) return ' No control with a name is on the screen.';
  const shown = nearestFirst(words, names, (name) => name).slice(0, MOST_THERE);
  return ` The screen has ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}.`;
}

const MOST_NAMED = 6;

function namesOf(nodes: Extract<Move, { kind: 'many' }>['nodes']): string {
  const named = nodes.slice(0, MOST_NAMED).map((node) => describe(node));
  return nodes.length > MOST_NAMED
    ? `${named.join(', ')} and ${nodes.length - MOST_NAMED} more`
    : named.join(', ');
}

/** The native dialog that is open, as the screen's text tells it. */
export function nativeDialog(screen: Screen): string | undefined {
  const head = screen.text.split(/^\s*\[/mu, 1)[0] ?? '';
  return /^(?:alert|confirm|prompt|beforeunload) dialog open: .*$/mu.exec(head)?.[0];
}

// Words by which an alert tells of a failure. Source: chosen; alerts of success ("Saved") must not match.
const ERROR_WORDS =
  /\b(?:error|errors|fail|fails|failed|failure|cannot|can['’]t|could ?n[o'’]t|couldn['’]t|unable|invalid|incorrect|wrong|denied|declined|rejected|refused|expired|not found|not allowed|not available|unavailable|required|missing|must|try again|problem|sorry|forbidden|unauthori[sz]ed|out of stock|sold out|timed out|does ?n[o'’]t)\b/iu;

/** The text of an alert that speaks of an error and was not there before. */
export function newErrorAlert(before: View, after: View): string | undefined {
  const known = new Set(alertsOf(before));
  return alertsOf(after).find((text) => !known.has(text) && ERROR_WORDS.test(text));
}

function alertsOf(view: View): readonly string[] {
  return view.nodes.flatMap((node, index) => (node.role === 'alert' ? [textOf(view, index)] : []));
}

function textOf(view: View, index: number): string {
  const own = view.nodes[index];
  const range = insideOf(view, index);
  const inner = view.nodes.slice(range.from, range.to).map((node) => node.text ?? node.name ?? '');
  const texts = [own?.name ?? '', own?.text ?? '', ...inner]
    .map((text) => text.trim())
    .filter((text) => text !== '');
  return [...new Set(texts)].join(' ');
}

/** A verdict for a goal whose last clause is done. */
export function passed(did: readonly string[], before: Screen, after: Screen): Verdict {
  const done = did.length === 0 ? 'Nothing had to be done' : sentence(did.join('; '));
  return { status: 'passed', summary: `${done}. ${changes(before, after)}` };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const MOST_CHANGES = 4;

function changes(before: Screen, after: Screen): string {
  const lines = (screen: Screen): readonly string[] =>
    viewOf(screen)
      .nodes.filter((node) => node.name || node.text)
      .map((node) => describe(node));
  const had = new Set(lines(before));
  const has = lines(after);
  const came = [...new Set(has.filter((line) => !had.has(line)))];
  const said: string[] = [];
  if (before.location !== after.location) said.push(`now on ${after.location}`);
  if (came.length > 0)
    said.push(
      `new on the screen: ${came.slice(0, MOST_CHANGES).join(', ')}${came.length > MOST_CHANGES ? ' and more' : ''}`,
    );
  return said.length === 0 ? 'Nothing new came on the screen.' : `${sentence(said.join('; '))}.`;
}
