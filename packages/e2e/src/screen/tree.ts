// Ways through a reading: ancestors, descendants, leaves. Pure; it knows nothing of recordings.
import { GENERIC_ROLE, type ReadNode } from './node.ts';
import { textKind } from './shape.ts';

/** Indices of the node's ancestors, nearest first. */
export function ancestorsOf(nodes: readonly ReadNode[], index: number): readonly number[] {
  const found: number[] = [];
  for (let at = nodes[index]?.parent ?? -1; at >= 0; at = nodes[at]?.parent ?? -1) found.push(at);
  return found;
}

/** Index just past the node's last descendant: its subtree is `[index, end)`. Needs document order. */
export function subtreeEnd(nodes: readonly ReadNode[], index: number): number {
  let end = index + 1;
  while (end < nodes.length && (nodes[end]?.parent ?? -1) >= index) end += 1;
  return end;
}

/** What a node says: its name, else its own text. */
export function wordsOf(node: ReadNode): string | undefined {
  return node.name || node.text || undefined;
}

/** Roles that act: their words say what they do, not what the thing around them is. */
const CONTROL_ROLES: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'combobox',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'textbox',
]);

/** Whether a role is a control that a user operates; links, tabs and cells also carry what things are called, so they are not here. */
export function isControl(role: string): boolean {
  return CONTROL_ROLES.has(role);
}

/** Roles whose own text is what a user reads there: headings, cells, links, plain text. */
function isLeafText(node: ReadNode, hasTextBelow: boolean): boolean {
  return !hasTextBelow && !isControl(node.role) && node.role !== GENERIC_ROLE && wordsOf(node) !== undefined;
}

/** The readable pieces inside a node, in document order, controls left out. */
export function leavesOf(nodes: readonly ReadNode[], index: number): readonly string[] {
  const end = subtreeEnd(nodes, index);
  const hasTextBelow = new Array<boolean>(end - index).fill(false);
  const leaves: string[] = [];
  // Backwards, so that a parent knows whether something below it already said its words.
  for (let at = end - 1; at > index; at -= 1) {
    const node = nodes[at];
    if (node === undefined) continue;
    const below = hasTextBelow[at - index] ?? false;
    const own = isLeafText(node, below);
    if (own) leaves.push(wordsOf(node) ?? '');
    if ((own || below) && node.parent >= index) hasTextBelow[node.parent - index] = true;
  }
  return leaves.reverse();
}

/** The nearest lasting words that a user reads before a node: no control or link, nothing that is around the node, no number or date. */
export function wordsBefore(nodes: readonly ReadNode[], index: number): string | undefined {
  const around = new Set(ancestorsOf(nodes, index));
  for (let at = index - 1; at >= 0; at -= 1) {
    const node = nodes[at];
    if (node === undefined || around.has(at) || isControl(node.role) || node.role === 'link') continue;
    const words = wordsOf(node);
    if (words !== undefined && textKind(words) === 'stable') return words;
  }
  return undefined;
}

/** The nearest lasting heading before a node that stands beside it or beside something around it: not one that another block has inside. */
export function headingOver(nodes: readonly ReadNode[], index: number): string | undefined {
  const around = new Set([...ancestorsOf(nodes, index), -1]);
  for (let at = index - 1; at >= 0; at -= 1) {
    const node = nodes[at];
    if (node?.role !== 'heading' || !around.has(node.parent)) continue;
    const words = wordsOf(node);
    if (words !== undefined && textKind(words) === 'stable') return words;
  }
  return undefined;
}
