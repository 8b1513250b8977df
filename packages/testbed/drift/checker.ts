// The obvious checks of a situation: elements that must show, waited for as the product's own matchers do. It acts on nothing.
import type { ElementState, LocatorQuery, Session } from '../../e2e/src/engine/contract.ts';
import type { Checker, Wanted, World } from './situation.ts';

/** How long a check waits, in ms; the product's own default for `expect`. */
const CHECK_MS = 5_000;

/** Longest wait between two looks when nothing reports a change, in ms. */
const PAUSE_MS = 250;

/** A checker for one session. */
export function createChecker(session: Session, world: World): Checker {
  return {
    world,
    url: () => session.browser?.url() ?? '',
    open: (path) => session.open(path),
    viewport: () => pageOf(session).evaluate('({ width: innerWidth, height: innerHeight })'),
    shows: (query, wanted) => awaitElements(session, query, wanted),
  };
}

/** Waits for visible elements that answer a query, as `Checker.shows` says. @throws Error with what was seen instead. */
export async function awaitElements(
  session: Session,
  query: LocatorQuery,
  { count, ...wanted }: Wanted = {},
): Promise<void> {
  const deadline = performance.now() + CHECK_MS;
  const { signal } = new AbortController();
  let seen: readonly ElementState[] = [];
  for (;;) {
    seen = (await session.locator(query).snapshot()).filter((element) => element.visible);
    const fitting = seen.filter((element) => fits(element, wanted));
    if (count === undefined ? fitting.length > 0 : fitting.length === count) return;
    if (performance.now() > deadline) break;
    await session.read();
    await session.changed({ timeoutMs: PAUSE_MS, signal });
  }
  throw new Error(
    `the check on ${sayQuery(query)} ${JSON.stringify({ count, ...wanted })} saw ${JSON.stringify(seen.map(({ text, value, checked }) => ({ text, value, checked })))}`,
  );
}

/** A query as JSON, patterns as they are written. */
function sayQuery(query: LocatorQuery): string {
  return JSON.stringify(query, (_key, value) => (value instanceof RegExp ? String(value) : value));
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What the suite uses of Playwright's own page. */
interface Page {
  setViewportSize(size: Size): Promise<void>;
  viewportSize(): Size | null;
  evaluate<Value>(expression: string): Promise<Value>;
  context(): {
    newCDPSession(page: Page): Promise<{
      send(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>;
    }>;
  };
}

/** The page in front. */
export function pageOf(session: Session): Page {
  return session.browser?.page as Page;
}

function fits(
  element: ElementState,
  wanted: {
    readonly text?: string;
    readonly value?: string;
    readonly checked?: boolean;
    readonly enabled?: boolean;
  },
): boolean {
  return (
    (wanted.text === undefined || element.text.includes(wanted.text)) &&
    (wanted.value === undefined || element.value === wanted.value) &&
    (wanted.checked === undefined || element.checked === wanted.checked) &&
    (wanted.enabled === undefined || element.enabled === wanted.enabled)
  );
}

/** Elements of a role and exact name, or of a pattern in it. */
export function role(name: string, label?: string | RegExp): LocatorQuery {
  if (label === undefined) return [{ by: 'role', role: name }];
  return [{ by: 'role', role: name, name: label, exact: true }];
}

/** Elements of a text, or of a pattern in it. */
export function text(words: string | RegExp): LocatorQuery {
  return [{ by: 'text', text: words }];
}
