// What kind of place a control is in: a labelled item, a dialog, a form. What a recording does not have around its control, no match of
// today may have either.
import type { Container } from './container.ts';
import { formIndexOf } from './form.ts';
import { itemText } from './label.ts';
import { GENERIC_ROLE, type ReadNode } from './node.ts';
import { DATA_ITEM_ROLES, DIALOG_ROLES, ITEM_ROLES } from './roles.ts';
import { ancestorsOf } from './tree.ts';

/**
 * Whether the node is in no kind of place that the recorded control was not in: what stood by itself is not the like-named one in a row,
 * in a dialog or in a form of today.
 */
export function isPlacedAlike(
  nodes: readonly ReadNode[],
  index: number,
  containers: readonly Container[],
): boolean {
  const isRecorded = (roles: ReadonlySet<string>): boolean => containers.some(({ role }) => roles.has(role));
  const around = ancestorsOf(nodes, index);
  const isIn = (roles: ReadonlySet<string>): boolean => around.some((at) => roles.has(nodes[at]?.role ?? ''));
  if (isIn(DIALOG_ROLES) && !isRecorded(DIALOG_ROLES)) return false;
  if (formIndexOf(nodes, index) >= 0 && !containers.some(({ role }) => role === 'form')) return false;
  const isItem = (at: number): boolean =>
    DATA_ITEM_ROLES.has(nodes[at]?.role ?? '') && itemText(nodes, at) !== '';
  return (
    !around.some(isItem) || isRecorded(ITEM_ROLES) || containers.some(({ role }) => role === GENERIC_ROLE)
  );
}
