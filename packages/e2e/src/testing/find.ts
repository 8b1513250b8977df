// Finds one node on a screen for a script, the way a careful reader would: by role, name and place, exactly one or an error.
// It never picks the best of several.
import type { Screen, ScreenNode } from '../screen/node.ts';

/** What a script looks for; every given field must agree. */
export interface NodeQuery {
  readonly role?: string;
  /** A string must equal the whole name; a pattern must match part of it. */
  readonly name?: string | RegExp;
  readonly text?: string | RegExp;
  readonly testId?: string;
  /** The node lies anywhere inside this one. A query must itself find exactly one node. */
  readonly within?: NodeQuery | ScreenNode;
}

/** How many nodes an error message lists. Source: chosen; a screenful that still reads at a glance. */
const MAX_LISTED = 12;

/**
 * The one node that answers the query.
 * @throws Error when none or several do; the message lists the candidates as the screen names them.
 */
export function find(screen: Screen, query: NodeQuery): ScreenNode {
  const found = findAll(screen, query);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const wanted = describeQuery(query);
  const where = `on "${screen.title}" (${screen.location})`;
  if (found.length > 1) {
    throw new Error(
      `${found.length} nodes match ${wanted} ${where}; narrow it with "within", "name" or "testId":\n${list(screen, found)}`,
    );
  }
  const peers = query.role === undefined ? [] : screen.nodes.filter((node) => node.role === query.role);
  const shown = peers.length > 0 ? peers : screen.nodes;
  throw new Error(
    `no node matches ${wanted} ${where}; ${
      shown.length === 0
        ? 'the screen is empty.'
        : `it has${peers.length > 0 ? ` these of role ${query.role}` : ''}:\n${list(screen, shown)}`
    }`,
  );
}

/** Every node that answers the query, in document order. `within` must still be exactly one. */
export function findAll(screen: Screen, query: NodeQuery): readonly ScreenNode[] {
  const nodes = query.within === undefined ? screen.nodes : inside(screen, query.within);
  return nodes.filter(
    (node) =>
      (query.role === undefined || node.role === query.role) &&
      matches(query.name, node.name) &&
      matches(query.text, node.text) &&
      (query.testId === undefined || node.testId === query.testId),
  );
}

/** A node in a few words, such as `button "Add item"`. */
export function describeNode(node: Pick<ScreenNode, 'role' | 'name' | 'text' | 'testId'>): string {
  if (node.name !== undefined) return `${node.role} "${node.name}"`;
  if (node.text !== undefined) return `${node.role} with text "${node.text}"`;
  return node.testId === undefined ? `${node.role} without a name` : `${node.role} [${node.testId}]`;
}

/** A pattern's own `lastIndex` must not make the second look differ from the first. */
function matches(wanted: string | RegExp | undefined, actual: string | undefined): boolean {
  if (wanted === undefined) return true;
  if (actual === undefined) return false;
  return typeof wanted === 'string' ? wanted === actual : actual.search(wanted) !== -1;
}

function inside(screen: Screen, within: NodeQuery | ScreenNode): readonly ScreenNode[] {
  const outer = 'id' in within ? within : find(screen, within);
  const start = screen.nodes.findIndex((node) => node.id === outer.id);
  if (start === -1)
    throw new Error(`${describeNode(outer)} is not on this screen; look again before searching in it.`);
  const rest = screen.nodes.slice(start + 1);
  const end = rest.findIndex((node) => node.depth <= outer.depth);
  return end === -1 ? rest : rest.slice(0, end);
}

function describeQuery(query: NodeQuery): string {
  const parts = [query.role ?? 'a node'];
  if (query.name !== undefined) parts.push(quote(query.name));
  if (query.text !== undefined) parts.push(`with text ${quote(query.text)}`);
  if (query.testId !== undefined) parts.push(`with test id "${query.testId}"`);
  if (query.within !== undefined) {
    parts.push(`within ${'id' in query.within ? describeNode(query.within) : describeQuery(query.within)}`);
  }
  return parts.join(' ');
}

function quote(match: string | RegExp): string {
  return typeof match === 'string' ? `"${match}"` : String(match);
}

function list(screen: Screen, nodes: readonly ScreenNode[]): string {
  const lines = nodes.slice(0, MAX_LISTED).map((node) => `  - ${describeNode(node)}${placeOf(screen, node)}`);
  if (nodes.length > MAX_LISTED) lines.push(`  … and ${nodes.length - MAX_LISTED} more`);
  return lines.join('\n');
}

/** What tells a node from its twins: its test id, and the nearest node around it that has a name or text. */
function placeOf(screen: Screen, node: ScreenNode): string {
  const id = node.testId === undefined ? '' : ` [${node.testId}]`;
  let depth = node.depth;
  for (let index = screen.nodes.indexOf(node) - 1; index >= 0 && depth > 0; index -= 1) {
    const outer = screen.nodes[index];
    if (outer === undefined || outer.depth >= depth) continue;
    if (outer.name !== undefined || outer.text !== undefined) return `${id} in ${describeNode(outer)}`;
    depth = outer.depth;
  }
  return id;
}
