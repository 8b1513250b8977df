// URL globs as Playwright reads them: `*` stays within a path segment, `**` does not, `{a,b}` are alternatives; all else is literal.
import { escapeRegExp } from '../base/pattern.ts';

/** Whether the glob matches the whole text. Source: playwright.dev/docs/network#glob-url-patterns. */
export function globMatches(glob: string, text: string): boolean {
  let pattern = '';
  let depth = 0;
  for (let i = 0; i < glob.length; i += 1) {
    const char = glob[i] as string;
    if (char === '*') {
      const isDouble = glob[i + 1] === '*';
      pattern += isDouble ? '.*' : '[^/]*';
      if (isDouble) i += 1;
    } else if (char === '{') {
      depth += 1;
      pattern += '(?:';
    } else if (char === '}' && depth > 0) {
      depth -= 1;
      pattern += ')';
    } else if (char === ',' && depth > 0) {
      pattern += '|';
    } else {
      pattern += escapeRegExp(char);
    }
  }
  return depth === 0 && new RegExp(`^${pattern}$`, 's').test(text);
}
