// Ids of nodes: kept beside the page in a WeakMap, never in its DOM. An id names one element of one document and is never used again.

let prefix: string | undefined;
let count = 0;
const ids = new WeakMap<Node, string>();
const nodes = new Map<string, WeakRef<Node>>();

/** Names this document once; later calls answer the first name. `candidate` is unique within the session. */
export function claimPrefix(candidate: string): string {
  prefix ??= candidate;
  return prefix;
}

/** The id of a node, made on first sight. */
export function idOf(node: Node): string {
  let id = ids.get(node);
  if (id === undefined) {
    id = `${prefix}-${count++}`;
    ids.set(node, id);
    nodes.set(id, new WeakRef(node));
  }
  return id;
}

/** The node of an id, while it is in the document. */
export function nodeOf(id: string): Node | undefined {
  const node = nodes.get(id)?.deref();
  if (!node) nodes.delete(id);
  return node?.isConnected ? node : undefined;
}

/** The element an action on the id goes to: the node itself, or the parent of a text run. */
export function elementOf(id: string): Element | undefined {
  const node = nodeOf(id);
  if (node instanceof Element) return node;
  return node?.parentElement ?? undefined;
}
