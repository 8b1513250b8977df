// How an act ends: what is said of what was done, what changed, an error that the app showed, and words that could not be placed.

import type { Screen } from '../../screen/node.ts';
import type { Verdict } from '../executor.ts';
import type { Move } from './intent.ts';
import { describe, insideOf, type View, viewOf } from './view.ts';

const HOW_TO_SET_A_MODEL =
  'The offline planner is no language model: it acts only on words that it finds on the screen. Name the control as the screen does, in quotes where the name has a comma or an "and", or set a model in e2e.config.ts: agents: { default: { model: \'provider/model\' } }.';

/** Ends that stop a goal. */
export type Stopping = Exclude<Move, { kind: 'act' | 'done' }>;

/** A verdict for a goal that cannot go on. */
export function blocked(why: string, did: readonly string[]): Verdict {
  const before = did.length === 0 ? 'Nothing was done.' : `Done before: ${did.join('; ')}.`;
  return {
    status: 'blocked',
    code: 'AUTOMATION_UNSUPPORTED',
    summary: `${why} ${before} ${HOW_TO_SET_A_MODEL}`,
  };
}

/** Why a move stopped, in words. */
export function whyStopped(move: Stopping, clause: string, screen: Screen): string {
  const where = `in "${clause}", on ${screen.location}`;
  switch (move.kind) {
    case 'none':
      return `Could not place "${move.words}" (${where}): the screen has no such thing; ${move.wanted} was looked for.`;
    case 'many':
      return `"${move.words}" fits ${move.nodes.length === 1 ? 'no control for certain' : `${move.nodes.length} controls`} (${where}): ${namesOf(move.nodes)}. None was chosen.`;
    case 'unable':
      return `Cannot do "${clause}" on ${screen.location}: ${move.why}.`;
  }
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
