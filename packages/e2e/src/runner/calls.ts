// Which calls of a test file stand around a line. Reads the source only; whether a call declares a test is known once the file is loaded.
import type { CallLines } from './select.ts';
import { isNode, parseFile } from './syntax.ts';

/**
 * The calls whose source holds the line, innermost first, each by the lines of its callee. Empty for a file that does not parse: loading
 * it will say why.
 */
export async function callsAround(file: string, line: number): Promise<readonly CallLines[]> {
  const { program, lineOf } = await parseFile(file);
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
  visit(program);
  return found;
}
