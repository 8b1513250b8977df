// How much a model has to read: the screen text of a first prompt beside Playwright's AI snapshot of the same page, in characters, and whether
// every control that can be acted on is in it or behind a fold that it names.
import { createServer } from 'node:http';
import { Sight } from '../../e2e/src/agent/model/sight/sight.ts';
import type { Session } from '../../e2e/src/engine/contract.ts';
import { web } from '../../e2e/src/engines/web/index.ts';
import type { Reading } from '../../e2e/src/screen/node.ts';
import { toScreen } from '../../e2e/src/screen/view.ts';
import { listen } from '../harness/listen.ts';
import { PROMPT_PAGES } from './prompt-pages.ts';
import type { Row } from './rows.ts';

/** The largest share of the snapshot's characters, and the most characters of any screen. Source: issue "The agent", done when. */
export const MOST_SHARE = 0.6;
export const MOST_CHARS = 24_000;

/** One page, measured. */
export interface Measured {
  readonly name: string;
  readonly elements: number;
  readonly ourChars: number;
  readonly theirChars: number;
  readonly controls: number;
  /** Controls that neither the text nor any of its folds shows. */
  readonly lost: readonly string[];
  /** Controls of Playwright's snapshot, by role and name, that were not read. */
  readonly unread: readonly string[];
}

/** What is asked of Playwright's page. */
interface SnapshotPage {
  ariaSnapshot(options: { readonly mode: 'ai' }): Promise<string>;
  evaluate(expression: string): Promise<number>;
}

/** Roles that a user acts on. */
const CONTROLS: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'menuitem',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'treeitem',
]);

/** Serves the pages, and gives a session of a real browser on them. */
export async function withPromptPages<Value>(
  use: (session: Session, appUrl: string) => Promise<Value>,
): Promise<Value> {
  const server = createServer((request, response) => {
    const html = PROMPT_PAGES[(request.url ?? '').slice(1)] ?? '';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Bench</title><link rel="icon" href="data:,">${html}`);
  });
  const port = await listen(server);
  const running = await web().launch({ rootDir: process.cwd() });
  try {
    const appUrl = `http://127.0.0.1:${port}`;
    const session = await running.startAttempt({ appUrl });
    const value = await use(session, appUrl);
    await session.end();
    return value;
  } finally {
    await running.close();
    server.closeAllConnections();
    server.close();
  }
}

/** Measures every page in a real browser. */
export async function measurePrompts(): Promise<readonly Measured[]> {
  return await withPromptPages(async (session) => {
    const measured: Measured[] = [];
    for (const name of Object.keys(PROMPT_PAGES)) {
      await session.open(`/${name}`);
      const reading = await session.steady({ timeoutMs: 10_000, signal: new AbortController().signal });
      const page = session.browser?.page as SnapshotPage;
      const snapshot = await page.ariaSnapshot({ mode: 'ai' });
      const elements = await page.evaluate("document.querySelectorAll('body *').length");
      measured.push({ name, elements, ...measure(reading, snapshot) });
    }
    return measured;
  });
}

/** For `npm run bench -- prompt`: both tables as rows. */
export const benchPrompt = async (): Promise<readonly Row[]> => {
  const { measureActs, MOST_ACT_SHARE } = await import('./prompt-acts.ts');
  const screens = await measurePrompts();
  const acts = await measureActs();
  return [
    ...screens.map(({ name, ourChars, theirChars }) => ({
      what: `the screen of ${name} ÷ Playwright's AI snapshot, characters`,
      ratios: [ourChars / theirChars],
      target: MOST_SHARE,
    })),
    ...acts.map(({ name, shownChars, wholeChars }) => ({
      what: `ten actions on ${name} ÷ ten screens, characters`,
      ratios: [shownChars / wholeChars],
      target: MOST_ACT_SHARE,
    })),
  ];
};

function measure(reading: Reading, snapshot: string): Omit<Measured, 'name' | 'elements'> {
  const screen = toScreen(reading);
  const sight = new Sight('', screen);
  const whole = sight.whole();
  const controls = screen.nodes.filter(({ role }) => CONTROLS.has(role));
  const shown = everythingFrom(whole, sight);
  const reached = new Set([...shown].map((short) => sight.nodeOf(short)));
  return {
    ourChars: whole.length,
    theirChars: snapshot.length,
    controls: controls.length,
    lost: controls.filter(({ id }) => !reached.has(id)).map(({ role, name }) => `${role} "${name ?? ''}"`),
    unread: unread(reading, snapshot),
  };
}

/** The ids in a text and in every part that it says how to unfold, and so on. */
function everythingFrom(whole: string, sight: Sight): ReadonlySet<string> {
  const ids = new Set<string>();
  const called = new Set<string>();
  const texts = [whole];
  for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
    // Quoted text of the page may look like a line of its own.
    const bare = text.replace(/: unfold \{.*?\}$/gmu, '').replace(/"(?:[^"\\]|\\.)*"/gu, '""');
    for (const [, id] of bare.matchAll(/(?:^|\s)(\d+) (?=[a-z])/gmu)) ids.add(id ?? '');
    for (const [, call = ''] of text.matchAll(/: unfold (\{.*?\})$/gmu)) {
      if (called.has(call)) continue;
      called.add(call);
      const { id, from = 0 } = JSON.parse(call) as { readonly id: string; readonly from?: number };
      texts.push(sight.unfold(id, from));
    }
  }
  return ids;
}

/**
 * Controls that Playwright shows more often than the reading does, in which what is behind a modal is still there. Playwright leaves out a name
 * that the lines below say: such a control is any of its role.
 */
function unread({ nodes }: Reading, snapshot: string): readonly string[] {
  const left = new Map<string, string[]>();
  for (const { role, name } of nodes) {
    const names = left.get(role);
    if (names === undefined) left.set(role, [name ?? '']);
    else names.push(name ?? '');
  }
  const shown = [...snapshot.matchAll(/^ *- '?([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?/gmu)]
    .map(([, role = '', name]) => ({ role, name: name === undefined ? undefined : String(JSON.parse(name)) }))
    .filter(({ role }) => CONTROLS.has(role));
  // Named ones first, so that they find their own.
  const ordered = [
    ...shown.filter(({ name }) => name !== undefined),
    ...shown.filter(({ name }) => name === undefined),
  ];
  return ordered.flatMap(({ role, name }) => {
    const names = left.get(role) ?? [];
    const at = name === undefined ? names.length - 1 : names.indexOf(name);
    if (at < 0) return [`${role} "${name ?? ''}"`];
    names.splice(at, 1);
    return [];
  });
}

/** The measurements as lines of a table. */
export function promptTable(measured: readonly Measured[]): readonly string[] {
  return [
    '| page | elements | controls | e2e | Playwright AI | share |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...measured.map(({ name, elements, controls, ourChars, theirChars }) => {
      const share = `${((100 * ourChars) / theirChars).toPrecision(2)} %`;
      return `| ${[name, elements, controls, ourChars, theirChars, share].join(' | ')} |`;
    }),
  ];
}
