// How the nodes of a look cross from a page to Node: flat, and of a later look only what is not as it was in the one before. Both ends are here;
// what comes out is what went in, node by node.
import type { NodeId, ReadNode } from '../../engine/index.ts';

/** A node in the page. Each has every field, so that the browser finds all of them in one place; `undefined`: does not apply. */
export interface PageNode {
  /** What its id has behind the prefix of the document. */
  id: number;
  role: string;
  /** Which nodes enclose it follows from these: the next one before that is less deep, and so on. */
  depth: number;
  name: string | undefined;
  text: string | undefined;
  value: string | undefined;
  testId: string | undefined;
  placeholder: string | undefined;
  purpose: string | undefined;
  checked: boolean | 'mixed' | undefined;
  selected: boolean | undefined;
  expanded: boolean | undefined;
  pressed: boolean | 'mixed' | undefined;
  disabled: boolean | undefined;
  focused: boolean | undefined;
  form: boolean | undefined;
  behindModal: boolean | undefined;
}

/** A node with nothing but what each has. */
export function blankNode(id: number, role: string): PageNode {
  return {
    id,
    role,
    depth: 0,
    name: undefined,
    text: undefined,
    value: undefined,
    testId: undefined,
    placeholder: undefined,
    purpose: undefined,
    checked: undefined,
    selected: undefined,
    expanded: undefined,
    pressed: undefined,
    disabled: undefined,
    focused: undefined,
    form: undefined,
    behindModal: undefined,
  };
}

/** What only some nodes have. */
type Rest = Partial<Omit<ReadNode, 'id' | 'role' | 'name' | 'depth' | 'parent'>>;

/** The nodes of a look. */
export interface Packed {
  /** Which look of its document. */
  readonly look: number;
  /** So many first and last nodes are those of the look that was named; 0 where none was, or another. */
  readonly head: number;
  readonly tail: number;
  readonly roles: readonly string[];
  /** Of each node between them: id, place in `roles`, depth, name (0: none), and the rest (0: nothing). */
  readonly flat: readonly (string | number | Rest)[];
}

const FIELDS = 5;

/** Packs the nodes of a look. @param before those of the look that the other side still has. */
export function pack(nodes: readonly PageNode[], before: readonly PageNode[], look: number): Packed {
  const most = Math.min(nodes.length, before.length);
  let head = 0;
  while (head < most && isSame(nodes[head] as PageNode, before[head] as PageNode)) head += 1;
  let tail = 0;
  const [end, endBefore] = [nodes.length - 1, before.length - 1];
  while (tail < most - head && isSame(nodes[end - tail] as PageNode, before[endBefore - tail] as PageNode))
    tail += 1;
  const roles: string[] = [];
  const places = new Map<string, number>();
  const flat: (string | number | Rest)[] = [];
  for (let at = head; at < nodes.length - tail; at += 1) {
    const node = nodes[at] as PageNode;
    let place = places.get(node.role);
    if (place === undefined) {
      place = roles.push(node.role) - 1;
      places.set(node.role, place);
    }
    flat.push(node.id, place, node.depth, node.name ?? 0, restOf(node) ?? 0);
  }
  return { look, head, tail, roles, flat };
}

function isSame(a: PageNode, b: PageNode): boolean {
  return (
    a.id === b.id &&
    a.role === b.role &&
    a.depth === b.depth &&
    a.name === b.name &&
    a.text === b.text &&
    a.value === b.value &&
    a.testId === b.testId &&
    a.placeholder === b.placeholder &&
    a.purpose === b.purpose &&
    a.checked === b.checked &&
    a.selected === b.selected &&
    a.expanded === b.expanded &&
    a.pressed === b.pressed &&
    a.disabled === b.disabled &&
    a.focused === b.focused &&
    a.form === b.form &&
    a.behindModal === b.behindModal
  );
}

/** Of what only some nodes have. */
const REST = [
  'text',
  'value',
  'testId',
  'placeholder',
  'purpose',
  'checked',
  'selected',
  'expanded',
  'pressed',
  'disabled',
  'focused',
  'form',
  'behindModal',
] as const satisfies readonly (keyof Rest)[];

function restOf(node: PageNode): Rest | undefined {
  let rest: Record<string, unknown> | undefined;
  for (const key of REST) {
    const value = node[key];
    if (value === undefined) continue;
    rest ??= {};
    rest[key] = value;
  }
  return rest;
}

/** The nodes again. @param before what came out for the look that was named; its nodes are used again where they are as they were. */
export function unpack(packed: Packed, prefix: string, before: readonly ReadNode[]): readonly ReadNode[] {
  const { head, tail, roles, flat } = packed;
  const nodes: ReadNode[] = [];
  // Of each depth the last node so far.
  const last: number[] = [];
  const add = (node: ReadNode): void => {
    last[node.depth] = nodes.length;
    nodes.push(node);
  };
  const parentAt = (depth: number): number => (depth === 0 ? -1 : (last[depth - 1] ?? -1));
  for (let at = 0; at < head; at += 1) add(before[at] as ReadNode);
  for (let at = 0; at < flat.length; at += FIELDS) {
    const depth = flat[at + 2] as number;
    const [name, rest] = [flat[at + 3], flat[at + 4]];
    add({
      id: `${prefix}-${flat[at] as number}` as NodeId,
      role: roles[flat[at + 1] as number] as string,
      depth,
      parent: parentAt(depth),
      ...(name === 0 ? undefined : { name: name as string }),
      ...(rest === 0 ? undefined : (rest as Rest)),
    });
  }
  for (let at = before.length - tail; at < before.length; at += 1) {
    const node = before[at] as ReadNode;
    const parent = parentAt(node.depth);
    add(node.parent === parent ? node : { ...node, parent });
  }
  return nodes;
}
