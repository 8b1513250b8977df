// What a step changed on the screen, as a few anchors that can be looked for on another day. Decides what counts as evidence; never
// looks at an app itself.
import { type Anchor, matchesAnchor, type Shown, shownOf } from './anchor.ts';
import { itemIndexOf } from './container.ts';
import { type Descriptor, describeNode } from './descriptor.ts';
import { GENERIC_ROLE, type Reading, type ReadNode } from './node.ts';
import { ALERT_ROLES, ANNOUNCEMENT_ROLES } from './roles.ts';
import { countlessOf, type TextKind, textKind } from './shape.ts';
import { wordsOf } from './tree.ts';

/** All recorded changes of a step. */
export interface Effect {
  readonly appeared: readonly Anchor[];
  readonly gone: readonly Anchor[];
}

/** Most anchors kept of each kind. Source: spec R27. */
export const MAX_ANCHORS = 8;

/**
 * Most anchors of each kind when the step moved to another route. Chosen: the move itself is evidence (spec R27), and each further
 * thing that must show on a whole new screen is one more that may differ for reasons of its own.
 */
const MAX_MOVED_ANCHORS = 4;

/** Roles that hold data of which another run may show other rows. */
const DATA_ROLES: ReadonlySet<string> = new Set([
  'row',
  'cell',
  'gridcell',
  'rowheader',
  'listitem',
  'text',
  'paragraph',
  'img',
  'option',
  'definition',
  'term',
  'time',
  // Parts of a table or list that say no more than its name does.
  'caption',
  'columnheader',
  'rowgroup',
]);

/** Rank of what the goal names, and of data; announcements are 0, headings 1, states 3, controls 4. */
const NAMED_RANK = 2;
const DATA_RANK = 5;

/** What `effectOf` needs to know about the step. */
export interface EffectContext {
  /** The instruction with its params filled in: what it names is what the step was about. */
  readonly goal: string;
  /** Another screen has come between the readings: the route changed, or the step signed in. */
  readonly moved: boolean;
  /** Descriptors of the controls that the step typed into or toggled. */
  readonly acted: readonly Descriptor[];
}

/** The difference between the screen before the first action and the passing one. */
export function effectOf(before: Reading, after: Reading, context: EffectContext): Effect {
  const all = [...candidates(after, before, context, true), ...candidates(before, after, context, false)];
  const chosen = choose(all, context);
  const most = context.moved ? MAX_MOVED_ANCHORS : MAX_ANCHORS;
  const side = (appeared: boolean): readonly Anchor[] =>
    chosen
      .filter((candidate) => candidate.appeared === appeared)
      .slice(0, most)
      .map((candidate) => candidate.anchor);
  return { appeared: side(true), gone: side(false) };
}

interface Candidate {
  readonly anchor: Anchor;
  readonly appeared: boolean;
  /** Index of the item (row, list item) that it is in, or -1. */
  readonly item: number;
  /** Its item is one of several of its kind: another day there may be others. */
  readonly oneOfMany: boolean;
  readonly rank: number;
  /** The goal names it. */
  readonly named: boolean;
  readonly kind: TextKind;
  /** Others like it are on both screens: how many there are is another day's data. */
  readonly hasLike: boolean;
}

function candidates(
  here: Reading,
  there: Reading,
  context: EffectContext,
  appeared: boolean,
): readonly Candidate[] {
  const known = new Map<string, number>();
  const withState = appeared;
  for (const node of there.nodes) {
    const key = identityKey(node, withState);
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  const found: Candidate[] = [];
  const seen = new Set<string>();
  const thereShapes = new Set(there.nodes.map((node) => countlessOf(`${node.role} ${wordsOf(node) ?? ''}`)));
  here.nodes.forEach((node, index) => {
    if (node.role === GENERIC_ROLE) return;
    const key = identityKey(node, withState);
    const left = known.get(key) ?? 0;
    if (left > 0) {
      known.set(key, left - 1);
      return;
    }
    if (seen.has(key)) return;
    const candidate = candidateOf(here, there, index, context, appeared, thereShapes);
    if (candidate === undefined) return;
    seen.add(key);
    found.push(candidate);
  });
  return found;
}

function candidateOf(
  here: Reading,
  there: Reading,
  index: number,
  context: EffectContext,
  appeared: boolean,
  thereShapes: ReadonlySet<string>,
): Candidate | undefined {
  const node = here.nodes[index];
  if (node === undefined) return undefined;
  const words = wordsOf(node);
  const descriptor = describeNode(here.nodes, index, context.goal, 'anchor');
  if (descriptor === undefined) return undefined;
  const echo = appeared && context.acted.some((acted) => sameControl(acted, descriptor));
  const shown = appeared ? lastingState(shownOf(node), words ?? '', context, echo) : undefined;
  if (words === undefined && !node.testId && !node.placeholder && !hasState(shown)) return undefined;
  const draft: Anchor = {
    descriptor,
    ...(shown !== undefined && hasState(shown) ? { shown } : {}),
    count: 0,
  };
  const hereCount = matchesAnchor(here.nodes, draft).length;
  const thereCount = matchesAnchor(there.nodes, draft).length;
  // What can't be told apart from what was there before is no evidence.
  if (hereCount <= thereCount) return undefined;
  const kind = evidenceKind(node, words ?? '', context, appeared, thereShapes);
  const item = itemIndexOf(here.nodes, index);
  const named = isNamed(words ?? '', context);
  return {
    kind,
    appeared,
    item,
    oneOfMany: isOneOfMany(here.nodes, item),
    named,
    rank: rankOf(node, named, shown),
    hasLike: thereCount > 0,
    anchor: {
      ...draft,
      count: countOf(hereCount, thereCount, context, appeared),
      ...(echo ? { echo: true as const } : {}),
      ...(kind === 'stable' ? {} : { volatile: true as const }),
    },
  };
}

/** How many must show, or may stay. How many alike a new screen has is data of that day: one more than before is enough there. */
function countOf(here: number, there: number, { moved }: EffectContext, appeared: boolean): number {
  if (!appeared) return there;
  return moved ? there + 1 : here;
}

/** A count that the step made appear where it acted identifies; one that only moved, or came with a new screen, does not. Spec R29. */
function evidenceKind(
  node: ReadNode,
  words: string,
  context: EffectContext,
  appeared: boolean,
  thereShapes: ReadonlySet<string>,
): TextKind {
  const kind = textKind(words);
  if (kind !== 'count') return kind;
  const movedOnly = thereShapes.has(countlessOf(`${node.role} ${words}`));
  return appeared && !context.moved && !movedOnly ? 'stable' : 'count';
}

/**
 * The state that belongs to the effect. What a control of a new screen is filled in with or set to is data of that day, unless the step put
 * it there or the goal names the control or the value.
 */
function lastingState(shown: Shown, words: string, context: EffectContext, echo: boolean): Shown {
  const isEffect = !context.moved || echo || isNamed(words, context) || isNamed(shown.value ?? '', context);
  return isEffect ? shown : {};
}

function rankOf(node: ReadNode, named: boolean, shown: Shown | undefined): number {
  if (ANNOUNCEMENT_ROLES.has(node.role)) return 0;
  if (node.role === 'heading' || node.role === 'dialog') return 1;
  if (named) return NAMED_RANK;
  if (hasState(shown)) return 3;
  return DATA_ROLES.has(node.role) ? DATA_RANK : 4;
}

function isNamed(words: string, { goal }: EffectContext): boolean {
  return words.length > 1 && goal.toLowerCase().includes(words.toLowerCase());
}

function isOneOfMany(nodes: readonly ReadNode[], item: number): boolean {
  const role = nodes[item]?.role;
  return role !== undefined && nodes.some((node, index) => index !== item && node.role === role);
}

/**
 * Picks what is worth looking for: lasting changes before those that differ every run, and of each row or card one piece only, so that
 * one new row does not fill the list.
 */
function choose(all: readonly Candidate[], context: EffectContext): readonly Candidate[] {
  const lasting = all.filter(({ anchor }) => !anchor.volatile || ALERT_ROLES.has(anchor.descriptor.role));
  const changes = distinctFirst(lasting.filter(({ anchor }) => !anchor.echo));
  const echoes = lasting.filter(({ anchor }) => anchor.echo);
  const screenful = context.moved ? changes.filter((change) => tellsScreen(change, changes)) : changes;
  if (screenful.length > 0) return [...onePerItem(screenful), ...echoes];
  if (changes.length > 0) return [...onePerItem(changes), ...echoes];
  return lasting.length > 0 ? echoes : onePerItem(all);
}

/** One "Delete" less of many is left out while anything tells the change by itself: another day has another number of rows. */
function distinctFirst(changes: readonly Candidate[]): readonly Candidate[] {
  const distinct = changes.filter(({ hasLike, rank }) => !hasLike || rank === 0);
  return distinct.some(({ hasLike }) => !hasLike) ? distinct : changes;
}

/**
 * Whether a change tells which screen the step moved to. Rows are another day's rows, and a card's name is of a product that may be sold
 * out by then; of the headings outside of them the first is the screen's title, the others may be names of cards too.
 */
function tellsScreen(change: Candidate, all: readonly Candidate[]): boolean {
  const { rank, item, named, oneOfMany, appeared } = change;
  if (rank === 0 || named) return true;
  if (item >= 0) return rank <= NAMED_RANK && !oneOfMany;
  const title = all.find((other) => isHeading(other) && other.item < 0 && other.appeared === appeared);
  return rank < DATA_RANK && (!isHeading(change) || change === title);
}

function isHeading({ anchor }: Candidate): boolean {
  return anchor.descriptor.role === 'heading';
}

function onePerItem(candidates: readonly Candidate[]): readonly Candidate[] {
  const taken = new Set<string>();
  return [...candidates]
    .sort((a, b) => a.rank - b.rank)
    .filter(({ item, appeared, rank }) => {
      if (item < 0 || rank === 0) return true;
      const place = `${appeared} ${item}`;
      if (taken.has(place)) return false;
      taken.add(place);
      return true;
    });
}

function sameControl(a: Descriptor, b: Descriptor): boolean {
  return (
    a.role === b.role &&
    a.testId === b.testId &&
    a.placeholder === b.placeholder &&
    a.name === b.name &&
    JSON.stringify(a.within ?? []) === JSON.stringify(b.within ?? [])
  );
}

function hasState(shown: Shown | undefined): boolean {
  return shown !== undefined && Object.keys(shown).length > 0;
}

function identityKey(node: ReadNode, withState: boolean): string {
  const state = withState ? JSON.stringify(shownOf(node)) : '';
  return `${node.role}\u0000${node.name ?? ''}\u0000${node.name ? '' : (node.text ?? '')}\u0000${node.testId ?? ''}\u0000${node.placeholder ?? ''}\u0000${state}`;
}
