// Which nodes of a reading fit a descriptor, field by field. It counts nothing: whether one of several is meant is locate.ts's to say.
import { isInside } from './container.ts';
import type { Descriptor } from './descriptor.ts';
import { inRecordedItem } from './item.ts';
import { GENERIC_ROLE, type ReadNode } from './node.ts';
import { isPlacedAlike } from './place.ts';

/** Those that fit, are in no kind of place that the descriptor does not have, and in the recorded item: candidates for an action. */
export function placed(
  nodes: readonly ReadNode[],
  descriptor: Descriptor,
  withTestId: boolean,
): readonly number[] {
  return inPlace(nodes, matching(nodes, descriptor, withTestId), descriptor);
}

/** Those of the nodes, all of which are in the containers, that are in the recorded kind of place and item. */
export function inPlace(
  nodes: readonly ReadNode[],
  indices: readonly number[],
  { within = [], twin }: Descriptor,
): readonly number[] {
  const alike = indices.filter((index) => isPlacedAlike(nodes, index, within));
  return inRecordedItem(nodes, alike, within, twin?.of ?? 1);
}

/** The nodes that fit the descriptor, its place among twins and its toggle state aside, as indices; those in reach. */
export function matching(
  nodes: readonly ReadNode[],
  descriptor: Descriptor,
  withTestId: boolean,
): readonly number[] {
  return ofRole(nodes, descriptor.role).filter((index) => {
    const node = nodes[index] as ReadNode;
    return !node.behindModal && fits(nodes, index, node, descriptor, withTestId);
  });
}

/** The same, out of reach behind a modal as well: what lies there is still on the screen. */
export function matchesOf(nodes: readonly ReadNode[], descriptor: Descriptor): readonly number[] {
  return ofRole(nodes, descriptor.role).filter((index) =>
    fits(nodes, index, nodes[index] as ReadNode, descriptor, true),
  );
}

/** The indices of each role's nodes, in each list that was asked of: a replay asks for a dozen controls and anchors of one look. */
const byRole = new WeakMap<readonly ReadNode[], ReadonlyMap<string, readonly number[]>>();

function ofRole(nodes: readonly ReadNode[], role: string): readonly number[] {
  let roles = byRole.get(nodes);
  if (roles === undefined) {
    const made = new Map<string, number[]>();
    nodes.forEach((node, index) => {
      const known = made.get(node.role);
      if (known === undefined) made.set(node.role, [index]);
      else known.push(index);
    });
    roles = made;
    byRole.set(nodes, made);
  }
  return role === GENERIC_ROLE ? [] : (roles.get(role) ?? []);
}

function fits(
  nodes: readonly ReadNode[],
  index: number,
  node: ReadNode,
  descriptor: Descriptor,
  withTestId: boolean,
): boolean {
  return (
    node.role === descriptor.role &&
    (node.name || undefined) === descriptor.name &&
    (descriptor.name !== undefined || (node.text || undefined) === descriptor.text) &&
    (!withTestId || (node.testId || undefined) === descriptor.testId) &&
    (node.placeholder || undefined) === descriptor.placeholder &&
    (descriptor.purpose === undefined || node.purpose === descriptor.purpose) &&
    isInside(nodes, index, descriptor.within ?? [])
  );
}

/** The nodes for which it holds, wrappers aside, as indices. */
export function indicesOf(
  nodes: readonly ReadNode[],
  holds: (node: ReadNode, index: number) => boolean,
): readonly number[] {
  const found: number[] = [];
  nodes.forEach((node, index) => {
    if (node.role !== GENERIC_ROLE && holds(node, index)) found.push(index);
  });
  return found;
}
