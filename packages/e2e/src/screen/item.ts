// Which of several items of one name was recorded: the same product in a list and in a teaser, the same row in two tables. A recording keeps
// how many there were and what stood beside its own; where that no longer tells, no control in them is taken.
import { type Container, isContainer, isInside } from './container.ts';
import { itemLabel } from './label.ts';
import type { ReadNode } from './node.ts';
import { isPlacedAlike } from './place.ts';
import { textKind } from './shape.ts';
import { ancestorsOf, subtreeEnd } from './tree.ts';

/** Most neighbours that are kept. Chosen: one of them is enough, and a list rarely loses three at once. */
const MAX_NEIGHBOURS = 3;

/** Containers with what tells their item from others of its name. `index`: the control. */
export function withCompany(
  nodes: readonly ReadNode[],
  index: number,
  within: readonly Container[],
): readonly Container[] {
  const at = within.findIndex(isItem);
  const item = within[at];
  if (item === undefined) return within;
  const items = namesakes(nodes, within);
  const own = items.find((each) => holds(nodes, each, index));
  if (own === undefined) return within;
  const others = new Set(
    items.flatMap((each) => (each === own ? [] : neighboursOf(nodes, each, items, item))),
  );
  // Without others of its name any of its neighbours will do, and a long list need not be read to its end.
  const beside = neighboursOf(nodes, own, items, item, items.length > 1 ? undefined : MAX_NEIGHBOURS)
    .filter((neighbour) => !others.has(neighbour))
    .slice(0, MAX_NEIGHBOURS);
  return within.with(at, {
    ...item,
    ...(items.length > 1 ? { of: items.length } : {}),
    ...(beside.length > 0 ? { beside } : {}),
  });
}

/**
 * Those of the candidates that are in the recorded item. Of several items of its name it is the one beside what the recorded one stood
 * beside. Where nothing stood beside it, they may be no more than there were. Else there is a doubt: then none, or all where they are more
 * than the recording had, so that the reader is told of it.
 * @param wanted how many alike the recording had.
 */
export function inRecordedItem(
  nodes: readonly ReadNode[],
  candidates: readonly number[],
  within: readonly Container[],
  wanted: number,
): readonly number[] {
  const item = within.find(isItem);
  if (item === undefined || candidates.length === 0) return candidates;
  const items = namesakes(nodes, within);
  const inOneOf = (some: readonly number[]): readonly number[] =>
    candidates.filter((index) => some.some((at) => holds(nodes, at, index)));
  if (items.length <= 1) return inOneOf(items);
  const { of = 1, beside = [] } = item;
  const isBeside = (at: number): boolean =>
    neighboursOf(nodes, at, items, item).some((neighbour) => beside.includes(neighbour));
  const recorded = beside.length > 0 ? items.filter(isBeside) : [];
  if (recorded.length === 1) return inOneOf(recorded);
  const all = inOneOf(items);
  return (beside.length === 0 && items.length <= of) || all.length > wanted ? all : [];
}

/** The item around the node that the containers name, if there is one; -1 if not. */
export function namedItemOf(nodes: readonly ReadNode[], index: number, within: readonly Container[]): number {
  const item = within.find(isItem);
  return item === undefined
    ? -1
    : (ancestorsOf(nodes, index).find((at) => isContainer(nodes, at, item)) ?? -1);
}

/** Whether it is one of many, known by what it says. */
export function isItem({ by }: Container): boolean {
  return by === 'heading' || by === 'header' || by === 'leaf' || by === 'text';
}

/** Every item of the recorded one's name that is in the recorded kind of place, the outermost of nested ones. */
function namesakes(nodes: readonly ReadNode[], within: readonly Container[]): readonly number[] {
  const at = within.findIndex(isItem);
  const item = within[at];
  if (item === undefined) return [];
  const outer = within.slice(at + 1);
  const found: number[] = [];
  nodes.forEach((node, index) => {
    const last = found.at(-1);
    if (node.role !== item.role || (last !== undefined && holds(nodes, last, index))) return;
    if (
      isContainer(nodes, index, item) &&
      isInside(nodes, index, outer, 'itself') &&
      isPlacedAlike(nodes, index, within)
    ) {
      found.push(index);
    }
  });
  return found;
}

/**
 * What the items beside one are called, nearest first: those that stand as it does in something which holds no other item of its name. So
 * a list's products are no neighbours of a teaser above the list.
 */
function neighboursOf(
  nodes: readonly ReadNode[],
  item: number,
  items: readonly number[],
  container: Container,
  most = Number.POSITIVE_INFINITY,
): readonly string[] {
  // All of its text is what a row is known by where nothing shorter does: too much of other rows to keep.
  if (container.by === 'text') return [];
  const found = new Set<string>();
  for (const around of [...ancestorsOf(nodes, item), -1]) {
    if (items.some((other) => other !== item && holds(nodes, around, other))) break;
    const end = around < 0 ? nodes.length : subtreeEnd(nodes, around);
    const path = pathOf(nodes, around, item);
    for (let at = around + 1; at < end && found.size < most; at += 1) {
      if (nodes[at]?.role !== container.role || pathOf(nodes, around, at) !== path) continue;
      const label = itemLabel(nodes, at, container);
      if (label !== undefined && label !== container.label && textKind(label) === 'stable') found.add(label);
    }
  }
  return [...found];
}

/** The roles between something and what is in it. */
function pathOf(nodes: readonly ReadNode[], around: number, index: number): string {
  const between = ancestorsOf(nodes, index);
  const end = between.indexOf(around);
  return (end < 0 ? between : between.slice(0, end)).map((at) => nodes[at]?.role).join(' ');
}

function holds(nodes: readonly ReadNode[], around: number, index: number): boolean {
  return around < 0 || (index >= around && index < subtreeEnd(nodes, around));
}
