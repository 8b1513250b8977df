// Turns the tree of a fake page into a Reading: what an engine shows of it, and nothing that a user could not see.
import type { NodeId, Reading, ReadNode } from '../../screen/node.ts';
import type { Element } from './page.ts';
import type { World } from './world.ts';

/** What stands for a password: always as many, so that not even its length shows. */
const BULLETS = '••••••••';

/** Reads the current page. While a dialog is open the nodes are those of the last look before it. */
export function readPage<State>(
  world: World<State>,
  frame: Pick<Reading, 'location' | 'title' | 'viewport'>,
  last: Reading | undefined,
): Reading {
  const { dialog, page } = world;
  const shown = page.elements(world.state, world.handle(page)).filter((element) => element.visible);
  const index = new Map(shown.map((element, at) => [element.id, at]));
  const nodes = shown.map((element) => readNode(element, index, page.document.focus));
  return {
    ...frame,
    page: world.current,
    pages: world.pages.length,
    nodes: dialog !== undefined && last?.page === world.current ? last.nodes : nodes,
    ...(dialog === undefined ? {} : { dialog }),
  };
}

function readNode<State>(
  element: Element<State>,
  index: ReadonlyMap<NodeId, number>,
  focus: NodeId | undefined,
): ReadNode {
  const { spec, id, parent, depth, value, checked, behindModal } = element;
  const node: Record<string, unknown> = {
    id,
    role: spec.role,
    name: collapse(spec.name),
    text: collapse(spec.text),
    value: spec.password === true && value !== '' ? BULLETS : value,
    testId: spec.testId,
    placeholder: spec.placeholder,
    purpose: spec.purpose ?? (spec.password === true ? 'password' : undefined),
    depth,
    parent: parent === undefined ? -1 : index.get(parent.id),
    checked,
    selected: spec.selected,
    expanded: spec.expanded,
    pressed: spec.pressed,
    disabled: spec.disabled === true ? true : undefined,
    focused: focus === id ? true : undefined,
    behindModal: behindModal ? true : undefined,
  };
  // Absent means "does not apply", so nothing stands there as undefined.
  for (const key of Object.keys(node)) if (node[key] === undefined) delete node[key];
  return node as unknown as ReadNode;
}

function collapse(text: string | undefined): string | undefined {
  const collapsed = text?.replaceAll(/\s+/g, ' ').trim();
  return collapsed === '' ? undefined : collapsed;
}
