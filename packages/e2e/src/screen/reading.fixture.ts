// A short way to write a reading down in tests: role, other fields, children.
import type { NodeId, Reading, ReadNode } from './node.ts';

/** One node with what is inside it; ids, parents and depths follow from the nesting. */
export interface Spec extends Partial<Omit<ReadNode, 'id' | 'parent' | 'depth'>> {
  readonly role: string;
  readonly children?: readonly Spec[];
}

/** The nodes of the specs in document order. */
export function nodesOf(...specs: readonly Spec[]): readonly ReadNode[] {
  const nodes: ReadNode[] = [];
  const add = (spec: Spec, parent: number, depth: number): void => {
    const { children = [], ...fields } = spec;
    const index = nodes.push({ ...fields, id: `n${nodes.length}` as NodeId, parent, depth }) - 1;
    for (const child of children) add(child, index, depth + 1);
  };
  for (const spec of specs) add(spec, -1, 0);
  return nodes;
}

/** A reading of the specs, on the first page of `http://a.test/`. */
export function readingOf(...specs: readonly Spec[]): Reading {
  return {
    location: 'http://a.test/',
    title: '',
    page: 0,
    pages: 1,
    viewport: { width: 1280, height: 720 },
    nodes: nodesOf(...specs),
  };
}
