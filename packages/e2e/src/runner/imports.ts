// Test files that take `test` or `expect` from another runner: their tests would run without fixtures, or not at all, so the run does not
// begin. It reads sources only; types and everything else of those packages may be imported.
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { E2EError } from '../base/error.ts';
import { isNode, parseFile, type SyntaxNode } from './syntax.ts';

/** Packages that have a `test` of their own. */
const RUNNERS = ['@playwright/test', 'playwright/test', 'vitest', '@jest/globals', 'node:test', 'bun:test'];

/** What of them stands for a test here. */
const NAMES = [
  'test',
  'it',
  'describe',
  'suite',
  'expect',
  'beforeEach',
  'afterEach',
  'beforeAll',
  'afterAll',
];

/** What to do instead, by package. */
const ADVICE: Readonly<Record<string, string>> = {
  '@playwright/test':
    ' Playwright\'s page is `browser.page`; see "Coming from Playwright Test" in the quickstart.',
  'playwright/test':
    ' Playwright\'s page is `browser.page`; see "Coming from Playwright Test" in the quickstart.',
};

/** @throws E2EError INVALID_CONFIG for the first file that imports them from elsewhere. */
export async function checkImports(files: readonly string[], rootDir: string): Promise<void> {
  for (const file of files) {
    // Most files name none of them, and need not be parsed.
    const source = readFileSync(file, 'utf8');
    if (!RUNNERS.some((name) => source.includes(name))) continue;
    const { program, lineOf } = await parseFile(file);
    const body: unknown = isNode(program) ? program.body : undefined;
    for (const node of Array.isArray(body) ? body.filter(isNode) : []) {
      const found = foreignNames(node);
      if (found === undefined) continue;
      const place = `${relative(rootDir, file).split(sep).join('/')}:${lineOf(node.start)}`;
      throw new E2EError(
        'INVALID_CONFIG',
        `${place} imports ${found.names.join(', ')} from '${found.from}': tests of e2e import them from 'e2e'.${ADVICE[found.from] ?? ''}`,
      );
    }
  }
}

/** The runner's names that an import brings in at run time. */
function foreignNames(
  node: SyntaxNode,
): { readonly from: string; readonly names: readonly string[] } | undefined {
  if (node.type !== 'ImportDeclaration' || node.importKind === 'type') return undefined;
  const from = isNode(node.source) ? node.source.value : undefined;
  if (typeof from !== 'string' || !RUNNERS.includes(from)) return undefined;
  const specifiers = Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : [];
  const names = specifiers.flatMap((specifier) => {
    if (specifier.importKind === 'type') return [];
    if (specifier.type === 'ImportNamespaceSpecifier') return ['*'];
    const imported = isNode(specifier.imported) ? specifier.imported.name : 'default';
    return typeof imported === 'string' && (NAMES.includes(imported) || imported === 'default')
      ? [imported]
      : [];
  });
  return names.length === 0 ? undefined : { from, names };
}
