// A screen as the planner walks it: each node with its parent and the end of its subtree, rebuilt from depth and document order.
import type { Screen, ScreenNode } from '../../screen/node.ts';

/** One look, with the tree that its depths describe. */
export interface View {
  readonly screen: Screen;
  readonly nodes: readonly ScreenNode[];
  /** Index of the enclosing node; -1 at the top. */
  parent(index: number): number;
  /** Index after the last node inside this one; for -1 the number of nodes. */
  end(index: number): number;
}

/** A part of a view: from (inclusive) to (exclusive). */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Builds the tree of a look. */
export function viewOf(screen: Screen): View {
  const { nodes } = screen;
  const parents: number[] = [];
  const ends: number[] = new Array<number>(nodes.length).fill(nodes.length);
  const open: number[] = [];
  nodes.forEach((node, index) => {
    while (open.length > 0 && (nodes[open.at(-1) ?? 0]?.depth ?? 0) >= node.depth) {
      ends[open.pop() ?? 0] = index;
    }
    parents.push(open.at(-1) ?? -1);
    open.push(index);
  });
  return {
    screen,
    nodes,
    parent: (index) => parents[index] ?? -1,
    end: (index) => (index < 0 ? nodes.length : (ends[index] ?? nodes.length)),
  };
}

/** The whole view as a range. */
export function wholeOf(view: View): Range {
  return { from: 0, to: view.nodes.length };
}

/** A node's subtree without the node itself; for -1 the whole view. */
export function insideOf(view: View, index: number): Range {
  return { from: index + 1, to: view.end(index) };
}

/** Indexes of a range that pass the test, in document order. */
export function indexesIn(
  view: View,
  range: Range,
  test: (node: ScreenNode, index: number) => boolean,
): readonly number[] {
  const found: number[] = [];
  for (let index = range.from; index < range.to; index += 1) {
    const node = view.nodes[index];
    if (node !== undefined && test(node, index)) found.push(index);
  }
  return found;
}

/** A node as a message names it: `button "Save"`. */
export function describe(node: ScreenNode): string {
  const label = node.name || node.text || node.placeholder;
  return label ? `${node.role} "${label}"` : node.role;
}
