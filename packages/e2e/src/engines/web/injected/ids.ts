// Ids of nodes: kept beside the page in a WeakMap, never in its DOM. An id names one element of one document and is never used again.

let prefix: string | undefined;
const ids = new WeakMap<Node, number>();
const nodes: WeakRef<Node>[] = [];

/** Names this document once; later calls answer the first name. `candidate` is unique within the session. */
export function claimPrefix(candidate: string): string {
  prefix ??= candidate;
  return prefix;
}

/** Whether the document has its name. */
export const hasPrefix = (): boolean => prefix !== undefined;

/** The id of a node, made on first sight. */
export function idOf(node: Node): string {
  return `${prefix}-${numberOf(node)}`;
}

/** What an id has behind its prefix. */
export function numberOf(node: Node): number {
  let number = ids.get(node);
  if (number === undefined) {
    number = nodes.push(new WeakRef(node)) - 1;
    ids.set(node, number);
  }
  return number;
}

/** The node of an id, while it is in the document. */
export function nodeOf(id: string): Node | undefined {
  if (prefix === undefined || !id.startsWith(`${prefix}-`)) return undefined;
  const node = nodes[Number(id.slice(prefix.length + 1))]?.deref();
  return node?.isConnected ? node : undefined;
}

/** The element an action on the id goes to: the node itself, or the parent of a text run. */
export function elementOf(id: string): Element | undefined {
  const node = nodeOf(id);
  if (node instanceof Element) return node;
  return node?.parentElement ?? undefined;
}
