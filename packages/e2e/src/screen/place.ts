// What kind of place a control is in: a labelled item, a dialog, a form, an aside. What a recording does not have around its control, no match of
// today may have either.
import type { Container } from './container.ts';
import { formIndexOf } from './form.ts';
import { itemText } from './label.ts';
import { GENERIC_ROLE, type ReadNode } from './node.ts';
import { ASIDE_ROLES, DATA_ITEM_ROLES, DIALOG_ROLES, ITEM_ROLES } from './roles.ts';
import { ancestorsOf } from './tree.ts';

/**
 * Whether the node is in no kind of place that the recorded control was not in: what stood by itself is not the like-named one in a row,
 * in a dialog, in a form or in an aside of today.
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
  if (isIn(ASIDE_ROLES) && !isRecorded(ASIDE_ROLES)) return false;
  if (formIndexOf(nodes, index) >= 0 && !containers.some(({ role }) => role === 'form')) return false;
  const isItem = (at: number): boolean => isOneOfMany(nodes, at) && itemText(nodes, at) !== '';
  return (
    isRecorded(ITEM_ROLES) || containers.some(({ role }) => role === GENERIC_ROLE) || !around.some(isItem)
  );
}

/** A row always is. An article or figure may be the page's own wrapper: it is one of many when a heading stands outside of all of them. */
function isOneOfMany(nodes: readonly ReadNode[], at: number): boolean {
  const role = nodes[at]?.role ?? '';
  if (DATA_ITEM_ROLES.has(role)) return true;
  if (!ITEM_ROLES.has(role)) return false;
  return nodes.some(
    (node, index) =>
      node.role === 'heading' &&
      !ancestorsOf(nodes, index).some((around) => ITEM_ROLES.has(nodes[around]?.role ?? '')),
  );
}
