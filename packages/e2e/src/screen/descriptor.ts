// What identifies a control on another day, and the words that name it in sentences. Made from one reading; found again by locate.ts.
import { type Container, containersOf } from './container.ts';
import { withCompany } from './item.ts';
import { GENERIC_ROLE, type ReadNode } from './node.ts';

/** The states that say which way a toggle would flip. */
export interface ToggleState {
  readonly checked?: boolean | 'mixed';
  readonly pressed?: boolean | 'mixed';
  readonly expanded?: boolean;
}

/** A place among controls that nothing else tells apart. */
export interface Twin {
  readonly index: number;
  readonly of: number;
  /** The words that stood before this one and before no other twin: without them its place means another control. */
  readonly after?: string;
}

/** What identifies a control on another day. Source: spec §1, R18–R20. */
export interface Descriptor {
  readonly role: string;
  readonly name?: string;
  /** Own text of a control without a name. */
  readonly text?: string;
  readonly testId?: string;
  readonly placeholder?: string;
  /** Input purpose: autocomplete token or input type. */
  readonly purpose?: string;
  /** Innermost first. */
  readonly within?: readonly Container[];
  /** Place among the nodes that share all of the above, 0-based, when there was more than one. */
  readonly twin?: Twin;
  /** Only for a toggle about to be flipped. */
  readonly state?: ToggleState;
}

/** Roles for which the input purpose says more than the role does. */
const TEXT_ROLES: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton']);

/**
 * Describes a node of the reading; `undefined` when nothing usable identifies it (spec R20, R26).
 * @param goal the step's instruction with its params filled in.
 * @param use whether it will be acted on, or only has to show.
 */
export function describeNode(
  nodes: readonly ReadNode[],
  index: number,
  goal: string,
  use: 'target' | 'anchor',
): Descriptor | undefined {
  const node = nodes[index];
  if (node === undefined || node.role === GENERIC_ROLE) return undefined;
  const around = containersOf(nodes, index, goal, use);
  const within = use === 'target' ? withCompany(nodes, index, around) : around;
  return {
    role: node.role,
    ...(node.name ? { name: node.name } : {}),
    ...(!node.name && node.text ? { text: node.text } : {}),
    ...(node.testId ? { testId: node.testId } : {}),
    ...(node.placeholder ? { placeholder: node.placeholder } : {}),
    ...(node.purpose && TEXT_ROLES.has(node.role) ? { purpose: node.purpose } : {}),
    ...(within.length > 0 ? { within } : {}),
  };
}

/** Whether something of the control itself, not only of its surroundings, identifies it. */
export function hasIdentity(descriptor: Descriptor): boolean {
  return (
    descriptor.name !== undefined ||
    descriptor.text !== undefined ||
    descriptor.testId !== undefined ||
    descriptor.placeholder !== undefined
  );
}

/** The state to keep for a toggle: what it was just before it was flipped. */
export function toggleStateOf(node: ReadNode): ToggleState | undefined {
  const state: ToggleState = {
    ...(node.checked === undefined ? {} : { checked: node.checked }),
    ...(node.pressed === undefined ? {} : { pressed: node.pressed }),
    ...(node.expanded === undefined ? {} : { expanded: node.expanded }),
  };
  return Object.keys(state).length === 0 ? undefined : state;
}

/** The control in words: `button "Apply"`, `textbox "Email" in form "Sign in"`. */
export function sayDescriptor(descriptor: Omit<Descriptor, 'state'>): string {
  const label = descriptor.name ?? descriptor.text ?? descriptor.placeholder ?? descriptor.testId;
  const own =
    label === undefined ? `nameless ${descriptor.role}` : `${descriptor.role} ${JSON.stringify(label)}`;
  const around = descriptor.within?.find((container) => container.label !== undefined);
  const place =
    descriptor.twin === undefined ? '' : ` (${descriptor.twin.index + 1} of ${descriptor.twin.of})`;
  return `${own}${place}${around === undefined ? '' : ` in ${sayContainer(around)}`}`;
}

function sayContainer({ role, by, label = '' }: Container): string {
  return by === 'fields' ? `the form with ${JSON.stringify(label)}` : `${role} ${JSON.stringify(label)}`;
}

/** The node in the same words. */
export function sayNode(node: ReadNode): string {
  return sayDescriptor({
    role: node.role,
    ...(node.name ? { name: node.name } : {}),
    ...(!node.name && node.text ? { text: node.text } : {}),
    ...(node.placeholder ? { placeholder: node.placeholder } : {}),
    ...(node.testId ? { testId: node.testId } : {}),
  });
}
