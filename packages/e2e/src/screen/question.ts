// What an app asks inside its page before a control answers it: "Delete this draft?" above a button "Delete". The same button under another
// question is another action. Pure.
import type { NodeId, Reading, ReadNode } from './node.ts';
import { DIALOG_ROLES, FIELD_ROLES } from './roles.ts';
import { shapeOf } from './shape.ts';
import { ancestorsOf, subtreeEnd, wordsOf } from './tree.ts';

/** Most nodes of a thing that asks: what is larger is a part of the page. Chosen: a confirmation has 3 to 15. */
const MAX_NODES = 40;

/** Most texts of a dialog that count as what it asks. Chosen: a confirmation says one or two; more is content. */
const MAX_TEXTS = 3;

/** Roles that only say something. */
const SAID_ROLES: ReadonlySet<string> = new Set([
  'text',
  'paragraph',
  'heading',
  'strong',
  'dialog',
  'alertdialog',
]);

/**
 * What the app asked together with a control that came with it: the questions nearby, and all that a small dialog without fields says.
 * Empty when the control was there before.
 */
export function questionsBefore(before: Reading, after: Reading, target: NodeId): readonly string[] {
  const known = new Set(before.nodes.map(({ id }) => id));
  const { nodes } = after;
  const index = nodes.findIndex(({ id }) => id === target);
  if (index < 0 || known.has(target)) return [];
  const around = ancestorsOf(nodes, index).filter((at) => subtreeEnd(nodes, at) - at <= MAX_NODES);
  const said = (at: number): readonly string[] => textsOf(nodes, at, known);
  const dialog = around.find((at) => DIALOG_ROLES.has(nodes[at]?.role ?? ''));
  const whole = dialog === undefined || hasField(nodes, dialog) ? [] : said(dialog);
  const widest = around.at(-1);
  const asked = (widest === undefined ? [] : said(widest)).filter((words) => /[?？]$/u.test(words));
  return [...new Set([...(whole.length <= MAX_TEXTS ? whole : []), ...asked])];
}

/** The first of the questions that a reading does not show; parts that differ every run do not count. */
export function unasked(questions: readonly string[], { nodes }: Reading): string | undefined {
  if (questions.length === 0) return undefined;
  const shown = new Set(nodes.map((node) => shapeOf(wordsOf(node) ?? '')));
  return questions.find((question) => !shown.has(shapeOf(question)));
}

function textsOf(nodes: readonly ReadNode[], at: number, known: ReadonlySet<string>): readonly string[] {
  return nodes
    .slice(at, subtreeEnd(nodes, at))
    .filter(({ role, id }) => SAID_ROLES.has(role) && !known.has(id))
    .flatMap((node) => wordsOf(node) ?? []);
}

function hasField(nodes: readonly ReadNode[], at: number): boolean {
  return nodes.slice(at, subtreeEnd(nodes, at)).some(({ role }) => FIELD_ROLES.has(role));
}
