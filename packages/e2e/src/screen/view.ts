// The executor's view of a reading: what can be reached, and the text of it as a model reads it.
import { GENERIC_ROLE, type Reading, type ReadNode, type Screen, type ScreenNode } from './node.ts';

/** A reading as an executor sees it: wrappers and what lies behind a modal are left out, depths count what is left. */
export function toScreen(reading: Reading): Screen {
  const depths: number[] = [];
  const nodes: ScreenNode[] = [];
  reading.nodes.forEach((node, index) => {
    const above = node.parent < 0 ? -1 : (depths[node.parent] ?? -1);
    const shown = node.role !== GENERIC_ROLE && !node.behindModal;
    depths[index] = shown ? above + 1 : above;
    if (shown) nodes.push(publicNode(node, above + 1));
  });
  return {
    location: reading.location,
    title: reading.title,
    nodes,
    text: screenText(reading, nodes),
  };
}

/** The text of a screen without ids: the same as long as a reader would see the same, rendered anew or not. */
export function screenWords(screen: Screen): string {
  return screen.text.replace(/^( *)\[[^\]]*\] /gmu, '$1');
}

function publicNode(node: ReadNode, depth: number): ScreenNode {
  const { parent: _parent, behindModal: _behind, purpose: _purpose, ...shown } = node;
  return { ...shown, depth };
}

function screenText(reading: Reading, nodes: readonly ScreenNode[]): string {
  const head = [`page: ${reading.title || '(untitled)'}`, `location: ${reading.location}`];
  if (reading.pages > 1) head.push(`tab ${reading.page + 1} of ${reading.pages}`);
  if (reading.dialog !== undefined) {
    head.push(`${reading.dialog.type} dialog open: ${JSON.stringify(reading.dialog.message)}`);
  }
  return [...head, ...nodes.map(line)].join('\n');
}

function line(node: ScreenNode): string {
  const parts = [`${'  '.repeat(node.depth)}[${node.id}] ${node.role}`];
  if (node.name) parts.push(JSON.stringify(node.name));
  if (node.text && node.text !== node.name) parts.push(`text=${JSON.stringify(node.text)}`);
  if (node.value !== undefined) parts.push(`value=${JSON.stringify(node.value)}`);
  if (node.placeholder) parts.push(`placeholder=${JSON.stringify(node.placeholder)}`);
  for (const state of ['checked', 'selected', 'expanded', 'pressed', 'disabled', 'focused'] as const) {
    const value = node[state];
    if (value !== undefined && (value !== false || state === 'checked' || state === 'expanded')) {
      parts.push(value === true ? state : `${state}=${value}`);
    }
  }
  return parts.join(' ');
}
