// What became of a screen between two looks, for a model that has seen the first: lines that changed, went, came. It decides nothing about
// whether that is shorter than the whole.
import type { NodeId, Screen } from '../../../screen/node.ts';
import { type Writing, writeLines } from './fold.ts';
import { type Line, partOf } from './outline.ts';

/** A screen and its lines. */
export interface Outlined {
  readonly screen: Screen;
  readonly lines: readonly Line[];
}

interface Placed {
  readonly line: Line;
  /** Key of the line that it is in; 0 at the top. */
  readonly parent: number;
  readonly siblings: readonly Line[];
  /** What the line says, with whatever fits on it. */
  readonly text: string;
}

type Places = ReadonlyMap<number, Placed>;

/** How lines are written, and told apart from look to look. */
export interface Naming extends Writing {
  key(id: NodeId): number;
}

/** Lines that went or came in one place: at most this many are named. Chosen. */
const MOST_NAMED = 12;

/** The change in words; `undefined` when there is none. */
export function describeChange(before: Outlined, after: Outlined, naming: Naming): string | undefined {
  const old = place(before.lines, naming);
  const fresh = place(after.lines, naming);
  const changed = [...fresh].flatMap(([key, { line, text }]) => {
    const was = old.get(key);
    return was === undefined || was.text === text ? [] : [`~ ${lineText(line, naming)}`];
  });
  const written = [
    ...headChange(before.screen, after.screen),
    ...goneLines(old, fresh, new Set(after.screen.nodes.map(({ id }) => naming.key(id))), naming),
    ...changed,
    ...newLines(old, fresh, naming),
    ...orderLines(old, fresh, naming),
  ];
  return written.length === 0 ? undefined : written.join('\n');
}

/** Every line that stands on its own, by key. Texts hold keys where a model sees ids, so that no id is made for what is not shown. */
function place(lines: readonly Line[], naming: Naming): Places {
  const placed = new Map<number, Placed>();
  const keyed = (id: NodeId): string => String(naming.key(id));
  const visit = (siblings: readonly Line[], parent: number): void => {
    for (const line of siblings) {
      const key = naming.key(line.node.id);
      const below = line.flat ? line.children.map((child) => partOf(child, keyed)) : [];
      placed.set(key, { line, parent, siblings, text: [line.head, ...below].join(' ') });
      if (!line.flat) visit(line.children, key);
    }
  };
  visit(lines, 0);
  return placed;
}

function lineText(line: Line, naming: Naming): string {
  const name = (id: NodeId): string => naming.name(id);
  const below = line.flat ? line.children.map((child) => partOf(child, name)) : [];
  return [`${naming.name(line.node.id)} ${line.head}`, ...below].join(' ');
}

/** Location and title, and whatever else the engine says above the nodes. */
function headChange(before: Screen, after: Screen): readonly string[] {
  const old = new Set(headOf(before));
  return headOf(after).filter((line) => !old.has(line));
}

/** The lines of a screen's text above its nodes: page, location, tab, native dialog. */
export function headOf(screen: Screen): readonly string[] {
  return screen.text.split('\n', 6).filter((line) => /^(?:page|location|tab|\w+ dialog open)\b/u.test(line));
}

/** Topmost lines that went. `present`: keys of all nodes that are still there, some of them now part of another line. */
function goneLines(
  old: Places,
  fresh: Places,
  present: ReadonlySet<number>,
  naming: Naming,
): readonly string[] {
  const gone = [...old].filter(
    ([key, { parent }]) => !present.has(key) && (parent === 0 || fresh.has(parent)),
  );
  const named = gone
    .slice(0, MOST_NAMED)
    .map(([, { line }]) => `- ${naming.name(line.node.id)} ${cut(line.head)}`);
  return gone.length > MOST_NAMED ? [...named, `- and ${gone.length - MOST_NAMED} more`] : named;
}

function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** Topmost new lines with what is below them, under the line that they came in. A line that moved counts as new where it is now. */
function newLines(old: Places, fresh: Places, naming: Naming): readonly string[] {
  const byParent = new Map<number, Line[]>();
  const isNew = (key: number, { parent }: Placed): boolean => old.get(key)?.parent !== parent;
  for (const [key, place] of fresh) {
    const { line, parent } = place;
    const above = fresh.get(parent);
    if (!isNew(key, place) || (above !== undefined && isNew(parent, above))) continue;
    const group = byParent.get(parent);
    if (group === undefined) byParent.set(parent, [line]);
    else group.push(line);
  }
  return [...byParent].flatMap(([parent, lines]) => {
    const above = fresh.get(parent)?.line;
    const [first] = lines;
    if (first === undefined) return [];
    const siblings = fresh.get(naming.key(first.node.id))?.siblings ?? lines;
    const before = siblings[siblings.indexOf(first) - 1];
    const where = [
      above === undefined ? 'on the page' : `in ${naming.name(above.node.id)} ${cut(above.head)}`,
      ...(before === undefined ? [] : [`after ${naming.name(before.node.id)}`]),
    ].join(', ');
    const id = above === undefined ? '0' : naming.name(above.node.id);
    return [`${where}:`, ...folded(lines, siblings, id, naming).map((text) => `+ ${text}`)];
  });
}

/** New lines; folds count among all siblings, so that `unfold` finds the place. */
function folded(
  lines: readonly Line[],
  siblings: readonly Line[],
  parent: string,
  naming: Naming,
): readonly string[] {
  if (lines.length === siblings.length) return writeLines(siblings, parent, naming);
  const text = lines.slice(0, MOST_NAMED).flatMap((line) => writeLines([line], parent, naming));
  const next = lines[MOST_NAMED];
  if (next === undefined) return text;
  const from = JSON.stringify({ id: parent, from: siblings.indexOf(next) });
  return [...text, `… ${lines.length - MOST_NAMED} more, not shown: unfold ${from}`];
}

/** Ids of an order that is told at most. Chosen. */
const MOST_ORDERED = 40;

/** Places whose lines stand in another order than before. */
function orderLines(old: Places, fresh: Places, naming: Naming): readonly string[] {
  const were = ordersOf(old);
  return [...ordersOf(fresh)].flatMap(([parent, order]) => {
    if (!isReordered(were.get(parent) ?? [], order)) return [];
    const above = fresh.get(parent)?.line;
    const shown = order.slice(0, MOST_ORDERED).flatMap((key) => {
      const line = fresh.get(key)?.line;
      return line === undefined ? [] : [naming.name(line.node.id)];
    });
    const where = above === undefined ? 'on the page' : `in ${naming.name(above.node.id)}`;
    return [`order ${where}: ${shown.join(' ')}${order.length > MOST_ORDERED ? ' …' : ''}`];
  });
}

function ordersOf(placed: Places): ReadonlyMap<number, readonly number[]> {
  const orders = new Map<number, number[]>();
  for (const [key, { parent }] of placed) {
    const order = orders.get(parent);
    if (order === undefined) orders.set(parent, [key]);
    else order.push(key);
  }
  return orders;
}

/** Whether lines that are in both stand in another order. */
function isReordered(old: readonly number[], fresh: readonly number[]): boolean {
  const then = new Set(old);
  const now = new Set(fresh);
  const was = old.filter((key) => now.has(key));
  const is = fresh.filter((key) => then.has(key));
  return was.some((key, index) => key !== is[index]);
}
