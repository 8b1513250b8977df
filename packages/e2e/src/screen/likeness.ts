// The likeness of a screen: one digest of all that it shows, what differs on every run aside. Two screens of one likeness are the same
// screen; two that are the same may have two likenesses.
import { type Json, sha256 } from '../base/digest.ts';
import type { Reading, ReadNode } from './node.ts';
import { shapeOf } from './shape.ts';

/** Screens of more nodes have none: to make it takes longer than what it saves. Source: chosen. */
const MAX_NODES = 2_000;

/** Nothing in a text without any of these differs on every run. Source: shape.ts. */
export const MAY_DIFFER: RegExp = /\d|ago|now|moment|today|tomorrow|yesterday/iu;

/**
 * The likeness of a screen; `undefined` for a very large one, and while a dialog hides what the app does.
 * @param nameSecrets puts names in the place of secrets.
 */
export function likenessOf(
  { nodes, title, dialog }: Reading,
  nameSecrets: (text: string) => string,
): string | undefined {
  if (nodes.length > MAX_NODES || dialog !== undefined) return undefined;
  const plain = (text: string): string => nameSecrets(MAY_DIFFER.test(text) ? shapeOf(text) : text);
  return sha256(JSON.stringify([plain(title), ...nodes.map((node) => factsOf(node, plain))]));
}

/** All of a node but its id and its place in the list, which is that of its facts. */
function factsOf(node: ReadNode, plain: (text: string) => string): Json {
  const facts = Object.entries(node).filter(([field]) => field !== 'id');
  return facts.map(([field, value]) => [
    field,
    typeof value === 'string' ? plain(value) : (value as boolean | number),
  ]);
}
