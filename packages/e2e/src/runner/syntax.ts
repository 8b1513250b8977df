// The syntax of a user's file, read and never run. What is looked for in it is the caller's.
import { readFileSync } from 'node:fs';

/** One node of a syntax tree (ESTree, with TypeScript's own kinds). */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** A file's source and tree; what does not parse leaves an empty tree: loading the file will say why. */
export async function parseFile(
  file: string,
): Promise<{ readonly source: string; readonly program: unknown; lineOf(offset: number): number }> {
  const { parseSync } = await import('vite');
  const source = readFileSync(file, 'utf8');
  const starts = lineStarts(source);
  return {
    source,
    program: parseSync(file, source).program,
    lineOf(offset) {
      let low = 0;
      let high = starts.length;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle;
      }
      return low + 1;
    },
  };
}

/** Whether a value inside a tree is a node. */
export function isNode(value: unknown): value is SyntaxNode {
  return value !== null && typeof value === 'object' && 'type' in value && 'start' in value;
}

/** Every node of a tree, outer before inner. */
export function* nodesIn(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesIn(item);
  } else if (isNode(value)) {
    yield value;
    for (const part of Object.values(value)) yield* nodesIn(part);
  }
}

function lineStarts(source: string): readonly number[] {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
