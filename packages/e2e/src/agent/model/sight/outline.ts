// A screen as a tree of lines for a model: what each node says once, in few characters. It leaves nothing out; folding is fold.ts's.
import type { NodeId, ScreenNode } from '../../../screen/node.ts';

/** One node of the outline. */
export interface Line {
  readonly node: ScreenNode;
  /** Its own words: role, name, value, states, without id and indentation. */
  readonly head: string;
  /** Every line below it, in document order. */
  readonly children: readonly Line[];
  /** Whether all that is below it fits on its own line. */
  readonly flat: boolean;
}

/** Roles that only hold others: without words of their own they get no line. */
const WRAPPERS: ReadonlySet<string> = new Set(['paragraph', 'rowgroup', 'group', 'presentation', 'none']);

/** Roles of one thing with a few parts, which read well on one line. */
const ITEMS: ReadonlySet<string> = new Set([
  'article',
  'cell',
  'columnheader',
  'gridcell',
  'listitem',
  'option',
  'paragraph',
  'row',
  'rowheader',
  'term',
  'definition',
  'treeitem',
]);

/** Parts of an item whose role says nothing beside their words. */
const PLAIN: ReadonlySet<string> = new Set([
  'cell',
  'columnheader',
  'gridcell',
  'paragraph',
  'rowheader',
  'strong',
  'emphasis',
  'text',
  'time',
]);

/** Roles whose name is not made of what is in them: a text inside says something of its own. */
const NAMED_APART: ReadonlySet<string> = new Set([
  'alertdialog',
  'banner',
  'combobox',
  'complementary',
  'contentinfo',
  'dialog',
  'figure',
  'form',
  'grid',
  'group',
  'iframe',
  'list',
  'listbox',
  'main',
  'menu',
  'menubar',
  'navigation',
  'radiogroup',
  'region',
  'search',
  'table',
  'tablist',
  'tabpanel',
  'textbox',
  'toolbar',
  'tree',
  'treegrid',
]);

/** Characters of a line that holds a whole item. Chosen: a row of a usual table with its buttons. */
const MOST_FLAT_CHARS = 240;

/** Characters of one text; the middle of a longer one is left out, since names often differ at their ends. Chosen. */
const MOST_TEXT_CHARS = 300;

/** The lines of a screen. */
export function outline(nodes: readonly ScreenNode[]): readonly Line[] {
  return linesOf(treeOf(nodes), '');
}

interface Branch {
  readonly node: ScreenNode;
  readonly children: Branch[];
}

function treeOf(nodes: readonly ScreenNode[]): readonly Branch[] {
  const top: Branch[] = [];
  const open: Branch[] = [];
  for (const node of nodes) {
    const branch: Branch = { node, children: [] };
    open.length = Math.min(open.length, node.depth);
    (open.at(-1)?.children ?? top).push(branch);
    open.push(branch);
  }
  return top;
}

/** @param said the words of the line above; a text that repeats a part of them gets no line of its own. */
function linesOf(branches: readonly Branch[], said: string): readonly Line[] {
  return branches.flatMap((branch): readonly Line[] => {
    const { node } = branch;
    if (node.role === 'text' && branch.children.length === 0 && isSaid(node, said)) return [];
    if (WRAPPERS.has(node.role) && !hasWords(node) && !hasState(node)) return linesOf(branch.children, said);
    return [lineOf(branch)];
  });
}

function lineOf(branch: Branch): Line {
  const { node } = branch;
  const own = NAMED_APART.has(node.role) ? '' : collapse(`${node.name ?? ''} ${node.text ?? ''}`);
  const children = linesOf(branch.children, own);
  const head = headOf(node, isSumOf(node, children));
  const flat = children.length > 0 && ITEMS.has(node.role) && fitsFlat(head, children);
  return { node, head, children, flat };
}

function isSaid(node: ScreenNode, said: string): boolean {
  const words = collapse(node.text ?? node.name ?? '');
  return words === '' || said.includes(words);
}

/** Whether a name is nothing but what the lines below say: rows and items are often named by their content. */
function isSumOf(node: ScreenNode, children: readonly Line[]): boolean {
  if (node.name === undefined || !ITEMS.has(node.role) || children.length === 0) return false;
  const below = squeeze(children.map(wordsBelow).join(''));
  return squeeze(node.name) === below;
}

function wordsBelow({ node, children }: Line): string {
  return `${node.name ?? node.text ?? ''}${node.name === undefined ? children.map(wordsBelow).join('') : ''}`;
}

function fitsFlat(head: string, children: readonly Line[]): boolean {
  let chars = head.length;
  for (const child of children) {
    if (child.children.length > 0 && !child.flat && !isPlainHolder(child)) return false;
    chars += child.head.length + 8;
    for (const inner of child.children) {
      if (inner.children.length > 0) return false;
      chars += inner.head.length + 8;
    }
  }
  return chars <= MOST_FLAT_CHARS;
}

/** A cell with controls in it: only the controls need a line. */
function isPlainHolder({ node, children }: Line): boolean {
  return PLAIN.has(node.role) && children.every((child) => child.children.length === 0);
}

/** A node's own words. `isNamed`: its name is said by what is below it. */
function headOf(node: ScreenNode, isNamed: boolean): string {
  const parts = [node.role];
  if (node.name && !isNamed) parts.push(quoted(node.name));
  if (node.text && !sameWords(node.text, node.name)) parts.push(quoted(node.text));
  if (node.value !== undefined && node.value !== node.name) parts.push(`= ${quoted(node.value)}`);
  if (node.placeholder && node.placeholder !== node.name)
    parts.push(`placeholder ${quoted(node.placeholder)}`);
  return [...parts, ...statesOf(node)].join(' ');
}

function statesOf(node: ScreenNode): readonly string[] {
  const states: string[] = [];
  if (node.checked !== undefined) states.push(switched(node.checked, 'checked', 'unchecked'));
  if (node.selected) states.push('selected');
  if (node.expanded !== undefined) states.push(node.expanded ? 'expanded' : 'collapsed');
  if (node.pressed !== undefined) states.push(switched(node.pressed, 'pressed', 'unpressed'));
  if (node.disabled) states.push('disabled');
  if (node.focused) states.push('focused');
  return states;
}

function switched(state: boolean | 'mixed', on: string, off: string): string {
  return state === 'mixed' ? 'mixed' : state ? on : off;
}

function hasWords(node: ScreenNode): boolean {
  return Boolean(node.name || node.text) || node.value !== undefined;
}

function hasState(node: ScreenNode): boolean {
  return statesOf(node).length > 0;
}

/** A text as JSON has it, so that a page cannot write a line of its own; the middle of a long one is left out. */
function quoted(text: string): string {
  const words = collapse(text);
  const half = Math.floor(MOST_TEXT_CHARS / 2);
  const shown =
    words.length <= MOST_TEXT_CHARS ? words : `${words.slice(0, half)} … ${words.slice(words.length - half)}`;
  return JSON.stringify(shown);
}

function sameWords(a: string, b: string | undefined): boolean {
  return b !== undefined && (collapse(b) === collapse(a) || collapse(b).includes(collapse(a)));
}

function collapse(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function squeeze(text: string): string {
  return text.replace(/\s+/gu, '');
}

/** What an item's part says on the item's line: only its words where the role adds nothing. */
export function partOf(line: Line, name: (id: NodeId) => string): string {
  const { node, head } = line;
  if (line.children.length > 0 && PLAIN.has(node.role)) {
    const own = head.slice(node.role.length).trim();
    return [own, ...line.children.map((child) => partOf(child, name))]
      .filter((part) => part !== '')
      .join(' ');
  }
  if (PLAIN.has(node.role) && !hasState(node) && node.value === undefined)
    return head.slice(node.role.length).trim();
  return [`${name(node.id)} ${head}`, ...line.children.map((child) => partOf(child, name))].join(' ');
}

/** Every line, depth first. */
export function* allLines(lines: readonly Line[]): Generator<Line> {
  for (const line of lines) {
    yield line;
    yield* allLines(line.children);
  }
}
