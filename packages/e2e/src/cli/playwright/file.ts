// One file of Playwright tests from flows: what it imports and needs, the groups, and a test per flow.
import { bodyOf } from './body.ts';
import type { Flow } from './flow.ts';
import { comment, quote, secretsOf, uniqueLines } from './words.ts';

/** First line of every written file: what `--out` may replace. */
export const FIRST_LINE = '// Written by `e2e cache export`.';

/** A written file, and which of its tests are not whole. */
export interface Written {
  readonly code: string;
  /** In the order of the flows. */
  readonly tests: readonly WrittenTest[];
  /** Environment variables that the tests read. */
  readonly secrets: readonly string[];
}

/** What came of one flow. */
interface WrittenTest {
  readonly flow: Flow;
  /** Why it is not whole, a sentence per place; empty for one that is. */
  readonly missing: readonly string[];
}

/** Writes the flows. @param notes lines for the top of the file. */
export function writeFile(flows: readonly Flow[], notes: readonly string[]): Written {
  const root: Group = { groups: new Map(), tests: [] };
  const isOneFile = new Set(flows.map(({ file }) => file)).size < 2;
  const tests = flows.map((flow): WrittenTest => {
    const { lines, missing } = testOf(flow, flows);
    const path = [...(isOneFile ? [] : [flow.file]), ...flow.titlePath.slice(0, -1)];
    groupAt(root, path).tests.push(lines);
    return { flow, missing };
  });
  const secrets = secretsOf(flows.flatMap(entriesOf));
  const head = [
    FIRST_LINE,
    '// The expect() lines are what the recordings saw come of each step; other checks of the tests are in no recording.',
    ...notes.map(comment),
    ...(secrets.length === 0 ? [] : [comment(`Needs in the environment: ${secrets.join(', ')}.`)]),
    "import { expect, test } from '@playwright/test';",
  ];
  return { code: `${[...head, '', ...groupLines(root)].join('\n')}\n`, tests, secrets };
}

function entriesOf({ steps }: Flow) {
  return steps.flatMap((step) => (step.kind === 'recorded' ? [step.entry] : []));
}

interface Group {
  readonly groups: Map<string, Group>;
  readonly tests: (readonly string[])[];
}

function groupAt(root: Group, path: readonly string[]): Group {
  let at = root;
  for (const title of path) {
    const next = at.groups.get(title) ?? { groups: new Map(), tests: [] };
    at.groups.set(title, next);
    at = next;
  }
  return at;
}

function groupLines({ groups, tests }: Group): readonly string[] {
  const blocks = [
    ...tests,
    ...[...groups].map(([title, group]) => [
      `test.describe(${quote(title)}, () => {`,
      ...indented(groupLines(group)),
      '});',
    ]),
  ];
  return blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
}

function testOf(
  flow: Flow,
  flows: readonly Flow[],
): { lines: readonly string[]; missing: readonly string[] } {
  const values = uniqueLines(entriesOf(flow));
  const { names, lines, missing, hasTabs } = bodyOf(flow.steps, [...values.keys()]);
  const constants = [...values.values(), ...names];
  const unsure =
    flow.order === 'time' && flow.steps.length > 1
      ? [comment('The last run does not tell the order of these steps: it is that of their recording times.')]
      : [];
  const body = [
    ...missing.slice(0, 1).map((why) => `test.fixme(true, ${quote(why)});`),
    ...constants,
    ...(constants.length > 0 ? [''] : []),
    ...unsure,
    ...lines,
  ];
  const fixtures = hasTabs ? '{ context, page }' : '{ page }';
  return {
    missing,
    lines: [`test(${quote(titleOf(flow, flows))}, async (${fixtures}) => {`, ...indented(body), '});'],
  };
}

/** The title, with target and agent where another exported test has the same. */
function titleOf(flow: Flow, flows: readonly Flow[]): string {
  const title = flow.titlePath.at(-1) ?? '';
  const like = flows.filter(
    ({ file, titlePath }) =>
      file === flow.file && JSON.stringify(titlePath) === JSON.stringify(flow.titlePath),
  );
  const differs = (key: 'target' | 'agent'): boolean => like.some((other) => other[key] !== flow[key]);
  return [
    title,
    ...(differs('target') ? [`[${flow.target}]`] : []),
    ...(differs('agent') ? [`(${flow.agent})`] : []),
  ].join(' ');
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}
