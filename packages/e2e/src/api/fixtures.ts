// Which fixtures a body asks for, read from its source as the runner underneath reads it: a name that no fixture has would be `undefined`
// in the body, so it is refused where the test is declared. It makes no fixture.
import { E2EError } from '../base/error.ts';
import { nearest } from '../base/nearest.ts';

/** The fixtures of every test. Source: framework spec §1. */
export const FIXTURES = ['app', 'agent', 'screen', 'browser', 'device'] as const;

/** What the runner underneath hands over besides; let be, and not advertised. */
const OF_RUNNER = ['task', 'signal', 'skip', 'expect', 'annotate', 'onTestFinished', 'onTestFailed'];

/** Where a name of Playwright Test or of a browser test is found here. */
const MEANT: Readonly<Record<string, string>> = {
  page: "Playwright's page is `browser.page`: async ({ browser }) => { await browser.page.… }",
  context: "Playwright's context is `browser.context`: async ({ browser }) => { await browser.context.… }",
  request: "Playwright's request is `browser.context.request`",
  browserName: 'the engine and its browser stand in the config: web({ browser })',
  baseURL: "the app's address stands in the config, and app.open(path) is relative to it",
};

/**
 * Holds that a body asks only for fixtures that there are.
 * @param what the call as messages name it, such as `Test "adds an item"`.
 * @param own names of fixtures besides those of every test.
 * @param position of the parameter that takes the fixtures, from 0.
 * @throws E2EError INVALID_CONFIG naming the unknown one, what it may have been meant to be, and the known ones.
 */
export function checkFixtures(what: string, body: unknown, own: readonly string[], position = 0): void {
  if (typeof body !== 'function') return;
  const known = [...new Set([...FIXTURES, ...own])];
  const wanted = wantedNames(String(body), position);
  const unknown = wanted.find((name) => !known.includes(name) && !OF_RUNNER.includes(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  const meant = Object.hasOwn(MEANT, unknown)
    ? ` ${upperFirst(MEANT[unknown] ?? '')}.`
    : near === undefined
      ? ''
      : ` Did you mean "${near}"?`;
  throw new E2EError(
    'INVALID_CONFIG',
    `${what}: there is no fixture "${unknown}".${meant} Fixtures: ${known.join(', ')}.`,
  );
}

/**
 * Holds that a hook of a whole group asks for no fixture.
 * @throws E2EError INVALID_CONFIG
 */
export function checkNoFixtures(hook: 'beforeAll' | 'afterAll', body: unknown): void {
  if (typeof body !== 'function') return;
  const [name] = wantedNames(String(body), 0);
  if (name === undefined) return;
  throw new E2EError(
    'INVALID_CONFIG',
    `${hook}() has no fixtures, and this one asks for "${name}": a browser session belongs to one attempt of one test. Use ${hook === 'beforeAll' ? 'beforeEach' : 'afterEach'}, which gets them.`,
  );
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Names that a parameter takes apart, those with a default left out: nothing of them is missing. */
function wantedNames(source: string, position: number): readonly string[] {
  const parameter = parametersOf(bare(source))[position]?.trim() ?? '';
  if (!parameter.startsWith('{') || !parameter.endsWith('}')) return [];
  return splitTop(parameter.slice(1, -1)).flatMap((part) => {
    const item = part.trim();
    if (item === '' || item.startsWith('...') || item.includes('=')) return [];
    return /^[\w$]+/.exec(item)?.[0] ?? [];
  });
}

const TEXTS_AND_COMMENTS =
  /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`)|\/\*[\s\S]*?\*\/|\/\/.*/g;

/** The source without comments, and with every text empty: commas and brackets in them part nothing. */
function bare(source: string): string {
  return source.replace(TEXTS_AND_COMMENTS, (_, text?: string) => (text === undefined ? ' ' : "''"));
}

/** The parameters of a function's source, as written; none for one that has a single name without parentheses. */
function parametersOf(source: string): readonly string[] {
  const open = source.indexOf('(');
  const arrow = source.indexOf('=>');
  if (open === -1 || (arrow !== -1 && arrow < open)) return [];
  const close = closing(source, open);
  return close === undefined ? [] : splitTop(source.slice(open + 1, close));
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };

/** Where the bracket at `from` is closed. */
function closing(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char in CLOSING) depth += 1;
    else if (Object.values(CLOSING).includes(char)) depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}

/** The parts of a text between commas that stand in no bracket. */
function splitTop(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char in CLOSING) at = closing(text, at) ?? text.length;
    else if (char === ',') {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}
