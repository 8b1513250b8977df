// Which calls of a test file stand around a line. Reads the source only; whether a call declares a test is known once the file is loaded.
import { readFileSync } from 'node:fs';
import type { CallLines } from './select.ts';

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/**
 * The calls whose source holds the line, innermost first, each by the lines of its callee. Empty for a file that does not parse: loading
 * it will say why.
 */
export async function callsAround(file: string, line: number): Promise<readonly CallLines[]> {
  const { parseSync } = await import('vite');
  const source = readFileSync(file, 'utf8');
  const starts = lineStarts(source);
  const lineOf = (offset: number): number => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const found: CallLines[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
      return;
    }
    if (!isNode(value) || lineOf(value.start) > line || lineOf(Math.max(value.start, value.end - 1)) < line)
      return;
    const { callee } = value;
    if (value.type === 'CallExpression' && isNode(callee)) {
      found.unshift({ from: lineOf(callee.start), to: lineOf(Math.max(callee.start, callee.end - 1)) });
    }
    for (const part of Object.values(value)) visit(part);
  };
  visit(parseSync(file, source).program);
  return found;
}

function isNode(value: unknown): value is SyntaxNode {
  return value !== null && typeof value === 'object' && 'type' in value && 'start' in value;
}

function lineStarts(source: string): readonly number[] {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
