// What a control is in: the row, card, dialog or group that tells it from its like. Decides which surroundings go into a
// descriptor, and whether a node of today is inside them.
import { formIndexOf, formLabel, hasFieldOf, isForm } from './form.ts';
import { itemLabel, labelsOf, mentions } from './label.ts';
import { GENERIC_ROLE, type ReadNode } from './node.ts';
import { ASIDE_ROLES, DIALOG_ROLES, ITEM_ROLES } from './roles.ts';
import { countlessOf } from './shape.ts';
import { ancestorsOf, subtreeEnd } from './tree.ts';

/**
 * One container of a control. `by` says where its label was read, and it is looked for there only:
 * `name` (accessible name of a group), `heading` (the one heading inside), `header` (the row header), `leaf` (the n-th readable
 * piece), `text` (every readable piece), `fields` (a form's named fields, of which one is enough), `role` (no label: being in such a
 * thing at all).
 */
export interface Container {
  readonly role: string;
  readonly by: 'name' | 'heading' | 'header' | 'leaf' | 'text' | 'fields' | 'role';
  readonly label?: string;
  /** For `leaf`: 0-based. */
  readonly place?: number;
  /** Of an item: how many of its name there were in such a place. Absent: it was the only one. */
  readonly of?: number;
  /** Of an item: what up to three items beside it are called, of which one is enough. */
  readonly beside?: readonly string[];
}

/** A part of a screen that stands once, under a name. */
const GROUP_ROLES: ReadonlySet<string> = new Set([
  'dialog',
  'alertdialog',
  'group',
  'radiogroup',
  'region',
  'form',
  'search',
  'navigation',
  'complementary',
  'tabpanel',
  'table',
  'grid',
  'treegrid',
  'list',
  'listbox',
  'menu',
  'menubar',
  'tablist',
  'toolbar',
  'tree',
  'iframe',
]);

/** A wrapper above this many nodes is a part of the page, no longer a card. Chosen: a card of a shop has 5 to 20. */
const MAX_CARD_NODES = 40;

/**
 * The containers that identify a control: the nearest item (row, list item, card) and the nearest named group or dialog, innermost
 * first.
 * @param goal what the user asked for: a piece of the item that it names is what the item is known by.
 * @param use a `target` needs every container that could tell it from another control; for an `anchor`, which only has to show, those
 * are left out that would make it depend on what stands around it: wrappers, and items known by all of their text.
 */
export function containersOf(
  nodes: readonly ReadNode[],
  index: number,
  goal: string,
  use: 'target' | 'anchor',
): readonly Container[] {
  const found: Container[] = [];
  const form = use === 'target' ? formIndexOf(nodes, index) : -1;
  let item = false;
  let group = false;
  let dialog = false;
  for (const at of ancestorsOf(nodes, index)) {
    const node = nodes[at];
    if (node === undefined) continue;
    const inner = found.length;
    if (!item && ITEM_ROLES.has(node.role)) {
      const container = itemOf(nodes, at, goal, use === 'target' ? index : undefined);
      if (container !== undefined && (use === 'target' || container.by !== 'text')) found.push(container);
      // An item without words of its own says nothing; the next one around it may.
      item = container !== undefined || use === 'anchor';
    } else if (use === 'target' && !item && !group && node.role === GENERIC_ROLE) {
      const card = cardOf(nodes, at, index, goal);
      if (card !== undefined) {
        found.push(card);
        item = true;
      }
    }
    if (!group && GROUP_ROLES.has(node.role)) {
      if (node.name) {
        found.push({ role: node.role, by: 'name', label: node.name });
        group = true;
      } else if (DIALOG_ROLES.has(node.role)) {
        found.push({ role: node.role, by: 'role' });
        group = true;
      }
    } else if (use === 'target' && !dialog && DIALOG_ROLES.has(node.role)) {
      found.push({ role: node.role, by: 'role' });
    }
    if (use === 'target' && ASIDE_ROLES.has(node.role) && found.length === inner) {
      found.push({ role: node.role, by: 'role' });
    }
    dialog ||= DIALOG_ROLES.has(node.role);
    // Known by its name already, when it is the named group around the control.
    if (at === form && found.slice(inner).every(({ role }) => role !== 'form')) {
      const label = formLabel(nodes, at, index);
      found.push(label === undefined ? { role: 'form', by: 'role' } : { role: 'form', by: 'fields', label });
    }
  }
  return found;
}

/**
 * Whether the node is inside each of the containers, inner before outer.
 * @param from whether the node itself may be the innermost of them.
 */
export function isInside(
  nodes: readonly ReadNode[],
  index: number,
  containers: readonly Container[],
  from: 'itself' | 'parent' = 'parent',
): boolean {
  let next = 0;
  for (const at of [...(from === 'itself' ? [index] : []), ...ancestorsOf(nodes, index)]) {
    // One wrapper may be both: the form, and the card that the goal names.
    for (let container = containers[next]; container !== undefined; container = containers[next]) {
      if (!isContainer(nodes, at, container)) break;
      next += 1;
    }
  }
  return next >= containers.length;
}

/** Whether a node is such a container. */
export function isContainer(nodes: readonly ReadNode[], at: number, container: Container): boolean {
  const node = nodes[at];
  if (node === undefined) return false;
  if (container.role === 'form' ? !isForm(node) : node.role !== container.role) return false;
  const { label } = container;
  switch (container.by) {
    case 'role':
      return true;
    case 'name':
      // A group's name may count what is in it; an item's label never may.
      return node.name !== undefined && countlessOf(node.name) === countlessOf(label ?? '');
    case 'fields':
      return hasFieldOf(nodes, at, label ?? '');
    case 'heading':
    case 'header':
    case 'leaf':
    case 'text':
      return itemLabel(nodes, at, container) === label;
  }
}

/** What an item is known by: the first label that no other item with the same control has; else all of its text. */
function itemOf(
  nodes: readonly ReadNode[],
  at: number,
  goal: string,
  control?: number,
): Container | undefined {
  const labels = labelsOf(nodes, at, goal);
  const own =
    control === undefined ? labels[0] : labels.find((label) => !hasRival(nodes, at, label, control));
  return own ?? labels.at(-1);
}

/** Whether another item of that label holds a control of the same role and name: then the label does not tell them apart. */
function hasRival(nodes: readonly ReadNode[], at: number, label: Container, control: number): boolean {
  const wanted = nodes[control];
  const end = subtreeEnd(nodes, at);
  return nodes.some((node, index) => {
    if (node.role !== wanted?.role || node.name !== wanted?.name || (index >= at && index < end))
      return false;
    return isInside(nodes, index, [label]);
  });
}

/** A wrapper without a role is a card when the goal names something in it, or when it is one of several alike. */
function cardOf(
  nodes: readonly ReadNode[],
  at: number,
  control: number,
  goal: string,
): Container | undefined {
  if (subtreeEnd(nodes, at) - at > MAX_CARD_NODES) return undefined;
  const item = itemOf(nodes, at, goal, control);
  if (item === undefined) return undefined;
  if (item.by === 'leaf') return item;
  if (item.by === 'heading' && mentions(goal, item.label ?? '')) return item;
  return standsAmongTwins(nodes, at, control) ? item : undefined;
}

/** Whether the wrapper holds the control alone of its kind while the screen has others of that kind outside it. */
function standsAmongTwins(nodes: readonly ReadNode[], at: number, control: number): boolean {
  const own = nodes[control];
  if (own === undefined) return false;
  const end = subtreeEnd(nodes, at);
  let inside = 0;
  let outside = 0;
  nodes.forEach((node, index) => {
    if (node.role !== own.role || node.name !== own.name) return;
    if (index >= at && index < end) inside += 1;
    else outside += 1;
  });
  return inside === 1 && outside > 0;
}

/** Index of the item (row, list item, card with a role) that the node is, or is in; -1 when there is none. */
export function itemIndexOf(nodes: readonly ReadNode[], index: number): number {
  const chain = [index, ...ancestorsOf(nodes, index)];
  return chain.find((at) => ITEM_ROLES.has(nodes[at]?.role ?? '')) ?? -1;
}
