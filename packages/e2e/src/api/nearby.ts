// What is on the screen in place of something that a locator did not find: names of the same kind, nearest first. For messages only.
import { nearestFirst } from '../base/nearest.ts';
import type { LocatorQuery, LocatorStep, Session, TextMatch } from '../engine/contract.ts';
import type { ReadNode } from '../screen/node.ts';

/** Names that a message holds. Source: chosen, as in the details of a replay. */
const MOST_NAMES = 5;

/** Roles of what a label names. */
const FIELDS: ReadonlySet<string> = new Set(
  'textbox searchbox combobox listbox checkbox radio switch slider spinbutton'.split(' '),
);

type Looked = Exclude<LocatorStep, { readonly by: 'hasText' | 'nth' }>;

/** A sentence on what is there, or nothing when the screen cannot be read or the query says too little. */
export async function nearby(session: Session, query: LocatorQuery): Promise<string> {
  const step = query.findLast((each): each is Looked => each.by !== 'nth' && each.by !== 'hasText');
  if (step === undefined) return '';
  const reading = await session.read().catch(() => undefined);
  if (reading === undefined) return '';
  const nodes = reading.nodes.filter((node) => !node.behindModal);
  const { what, names } = candidates(step, nodes);
  const wanted = wordsOf(step.by === 'role' ? step.name : step.text);
  const [first, ...rest] = nearestFirst(wanted, [...new Set(names)], (name) => name);
  if (first === undefined) return `The screen has no ${what}.`;
  const shown = [first, ...rest.slice(0, MOST_NAMES - 1)].map((name) => JSON.stringify(name));
  return `The screen has ${what} ${shown.join(', ')}${rest.length >= MOST_NAMES ? ', …' : ''}.`;
}

function candidates(
  step: Looked,
  nodes: readonly ReadNode[],
): { readonly what: string; readonly names: readonly string[] } {
  const all = (pick: (node: ReadNode) => string | undefined): readonly string[] =>
    nodes.flatMap((node) => pick(node) || []);
  switch (step.by) {
    case 'role':
      return { what: step.role, names: all((node) => (node.role === step.role ? node.name : undefined)) };
    case 'label':
      return { what: 'fields', names: all((node) => (FIELDS.has(node.role) ? node.name : undefined)) };
    case 'placeholder':
      return { what: 'placeholders', names: all((node) => node.placeholder) };
    case 'testId':
      return { what: 'test ids', names: all((node) => node.testId) };
    case 'text':
      return { what: 'text', names: all((node) => node.text ?? node.name) };
  }
}

/** What a text match looks for, as words to compare names with. */
function wordsOf(match: TextMatch | undefined): string {
  return typeof match === 'string' ? match : (match?.source ?? '');
}
