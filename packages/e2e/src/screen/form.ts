// What a form is known by when it has no name: its fields. Decides which form a control belongs to; a form without fields says nothing,
// so that a button wrapped in a bare `<form>` is like one that is not.
import type { ReadNode } from './node.ts';
import { DATA_ITEM_ROLES, FIELD_ROLES } from './roles.ts';
import { countlessOf } from './shape.ts';
import { ancestorsOf, subtreeEnd } from './tree.ts';

/** Most fields that a form is known by. Chosen: any one of them is enough, so more would only make entries longer. */
const MAX_FIELDS = 3;

const SEPARATOR = ' | ';

/** Whether a node is a form, with a role or without. */
export function isForm(node: ReadNode): boolean {
  return node.role === 'form' || node.form === true;
}

/** Index of the nearest form around the control that has fields; -1 when there is none. */
export function formIndexOf(nodes: readonly ReadNode[], control: number): number {
  const found = ancestorsOf(nodes, control).find((at) => {
    const node = nodes[at];
    return node !== undefined && isForm(node) && fieldsOf(nodes, at).length > 0;
  });
  return found ?? -1;
}

/**
 * The names of those fields that no other form of the screen has, joined; `undefined` when there are none. The control itself is left
 * out: it is looked for by its own name already.
 */
export function formLabel(nodes: readonly ReadNode[], form: number, control: number): string | undefined {
  const names = (at: number): readonly string[] =>
    fieldsOf(nodes, at).flatMap((field) => (field === control ? [] : labelsOf(nodes[field])));
  const others = new Set(nodes.flatMap((node, at) => (at !== form && isForm(node) ? names(at) : [])));
  const own = new Set(names(form).filter((name) => !others.has(name)));
  return own.size === 0 ? undefined : [...own].slice(0, MAX_FIELDS).join(SEPARATOR);
}

/** Whether the form has at least one field of the label. */
export function hasFieldOf(nodes: readonly ReadNode[], form: number, label: string): boolean {
  const wanted = new Set(label.split(SEPARATOR));
  return fieldsOf(nodes, form).some((field) => labelsOf(nodes[field]).some((name) => wanted.has(name)));
}

/** Indices of the fields that stand in the form itself, not in a row or list item of it. */
function fieldsOf(nodes: readonly ReadNode[], form: number): readonly number[] {
  const end = subtreeEnd(nodes, form);
  const found: number[] = [];
  for (let at = form + 1; at < end; at += 1) {
    if (FIELD_ROLES.has(nodes[at]?.role ?? '') && !isInDataItem(nodes, at, form)) found.push(at);
  }
  return found;
}

/** What a field is called, without counts; none or one. */
function labelsOf(field: ReadNode | undefined): readonly string[] {
  const name = field?.name || field?.placeholder;
  return name && !name.includes(SEPARATOR) ? [countlessOf(name)] : [];
}

function isInDataItem(nodes: readonly ReadNode[], at: number, form: number): boolean {
  return ancestorsOf(nodes, at).some(
    (outer) => outer > form && DATA_ITEM_ROLES.has(nodes[outer]?.role ?? ''),
  );
}
