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
  const { what, names, nameless } = candidates(step, nodes);
  const wanted = wordsOf(step.by === 'role' ? step.name : step.text);
  const [first, ...rest] = nearestFirst(wanted, [...new Set(names)], (name) => name);
  if (first === undefined) return nothing(what, nameless);
  const shown = [first, ...rest.slice(0, MOST_NAMES - 1)].map((name) => JSON.stringify(name));
  return `The screen has ${what} ${shown.join(', ')}${rest.length >= MOST_NAMES ? ', …' : ''}.`;
}

/** Where no name can be listed; what has none is there all the same. */
function nothing(what: string, nameless: number): string {
  return nameless === 0
    ? `The screen has no ${what}.`
    : `The screen has ${what}, ${nameless} in all, and none has a name.`;
}

interface Candidates {
  readonly what: string;
  readonly names: readonly string[];
  /** Nodes of the kind that have no name. */
  readonly nameless: number;
}

function candidates(step: Looked, nodes: readonly ReadNode[]): Candidates {
  const named = (what: string, isOne: (node: ReadNode) => boolean): Candidates => {
    const names = nodes.filter(isOne).map(({ name = '' }) => name);
    return {
      what,
      names: names.filter((name) => name !== ''),
      nameless: names.filter((name) => name === '').length,
    };
  };
  const all = (pick: (node: ReadNode) => string | undefined): Pick<Candidates, 'names' | 'nameless'> => ({
    names: nodes.flatMap((node) => pick(node) || []),
    nameless: 0,
  });
  switch (step.by) {
    case 'role':
      return named(step.role, ({ role }) => role === step.role);
    case 'label':
      return named('fields', ({ role }) => FIELDS.has(role));
    case 'placeholder':
      return { what: 'placeholders', ...all((node) => node.placeholder) };
    case 'testId':
      return { what: 'test ids', ...all((node) => node.testId) };
    case 'text':
      return { what: 'text', ...all((node) => node.text ?? node.name) };
  }
}

/** What a text match looks for, as words to compare names with. */
function wordsOf(match: TextMatch | undefined): string {
  return typeof match === 'string' ? match : (match?.source ?? '');
}
