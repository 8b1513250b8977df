// What an item (row, list item, card) is called: by its heading or row header, by a piece of it that the goal names, by all of its text.
// Which of these tells it from others is container.ts's to say.
import type { Container } from './container.ts';
import type { ReadNode } from './node.ts';
import { textKind, timelessOf } from './shape.ts';
import { isControl, leavesOf, subtreeEnd, wordsOf } from './tree.ts';

/** Every way to call an item, the best first. */
export function labelsOf(nodes: readonly ReadNode[], at: number, goal: string): readonly Container[] {
  const role = nodes[at]?.role ?? '';
  const found: Container[] = [];
  const heading = soleWords(nodes, at, 'heading');
  if (heading !== undefined && identifies(heading)) found.push({ role, by: 'heading', label: heading });
  const header = soleWords(nodes, at, 'rowheader');
  if (header !== undefined && identifies(header)) found.push({ role, by: 'header', label: header });
  const names = controlNames(nodes, at);
  leavesOf(nodes, at).forEach((leaf, place) => {
    if (mentions(goal, leaf) && !names.has(leaf)) found.push({ role, by: 'leaf', label: leaf, place });
  });
  const label = itemText(nodes, at);
  if (label !== '') found.push({ role, by: 'text', label });
  return found;
}

/** What an item is called where the container's own label was read; `undefined` where it says nothing there. */
export function itemLabel(
  nodes: readonly ReadNode[],
  at: number,
  { by, place = 0 }: Pick<Container, 'by' | 'place'>,
): string | undefined {
  switch (by) {
    case 'heading':
      return soleWords(nodes, at, 'heading');
    case 'header':
      return soleWords(nodes, at, 'rowheader');
    case 'leaf':
      return leavesOf(nodes, at)[place];
    case 'text':
      return itemText(nodes, at);
    case 'name':
    case 'fields':
    case 'role':
      return undefined;
  }
}

/** Names of the controls inside: the text of a label says what a field is for, not what the item is. */
function controlNames(nodes: readonly ReadNode[], at: number): ReadonlySet<string> {
  const end = subtreeEnd(nodes, at);
  const names = nodes
    .slice(at, end)
    .flatMap((node) => (isControl(node.role) && node.name ? [node.name] : []));
  return new Set(names);
}

function soleWords(nodes: readonly ReadNode[], at: number, role: string): string | undefined {
  const end = subtreeEnd(nodes, at);
  let words: string | undefined;
  for (let index = at + 1; index < end; index += 1) {
    const node = nodes[index];
    if (node?.role !== role) continue;
    if (words !== undefined) return undefined;
    words = wordsOf(node);
  }
  return words;
}

/** Every readable piece that does not change by itself, joined. */
export function itemText(nodes: readonly ReadNode[], at: number): string {
  const own = nodes[at]?.name;
  const leaves = leavesOf(nodes, at);
  const pieces = leaves.length > 0 ? leaves : own ? [own] : [];
  return pieces
    .map((piece) => timelessOf(piece))
    .filter((piece) => piece !== '…')
    .join(' | ');
}

function identifies(label: string): boolean {
  const kind = textKind(label);
  return kind === 'stable' || kind === 'volatile';
}

/** Whether the goal names the piece as a whole, not as part of a longer word. */
export function mentions(goal: string, piece: string): boolean {
  const words = piece.trim();
  if (words.length === 0 || textKind(words) === 'number') return false;
  const place = goal.toLowerCase().indexOf(words.toLowerCase());
  if (place < 0) return false;
  const before = goal[place - 1] ?? ' ';
  const after = goal[place + words.length] ?? ' ';
  return !/[\p{L}\d]/u.test(before) && !/[\p{L}\d]/u.test(after);
}
