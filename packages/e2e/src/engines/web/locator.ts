// Elements by query, for hand-written tests: Playwright's own locators, with errors that name the query and what it found. What a query finds
// the page itself says where it can: Playwright's own way puts a script into each new document first, which takes longer than most checks.
import type { Locator, Page } from 'playwright-core';
import { E2EError, messageOf } from '../../base/error.ts';
import { unreachable } from '../../base/result.ts';
import type {
  CallOptions,
  ElementState,
  EngineLocator,
  LocatorAction,
  LocatorQuery,
  LocatorStep,
  TextMatch,
} from '../../engine/contract.ts';
import type { Dialogs } from './dialogs.ts';
import { stateOfAll } from './element-state.ts';
import type { Find } from './injected/find.ts';
import { callPage, isDocumentGone } from './page-api.ts';
import type { Pages } from './pages.ts';
import { type Signals, until } from './signals.ts';
import { resolveFiles } from './upload.ts';

/** What locators work with. */
export interface LocatorParts {
  readonly pages: Pages;
  readonly dialogs: Dialogs;
  readonly signals: Signals;
  readonly rootDir: string;
  readonly testIdAttribute: string;
}

/** Makes the locator of a query; the page is looked up at each call. */
export function createLocator(parts: LocatorParts, query: LocatorQuery): EngineLocator {
  const resolve = (): Locator => resolveQuery(parts.pages.current(), query);
  return {
    snapshot: () => takeSnapshot(parts, resolve, query),
    act: (action, options) => act(parts, resolve(), query, action, options),
  };
}

/** A query as a test writes it, such as `getByRole("button", name "Save").first()`. */
function describeQuery(query: LocatorQuery): string {
  return query.map(describeStep).join('.');
}

async function takeSnapshot(
  parts: LocatorParts,
  resolve: () => Locator,
  query: LocatorQuery,
): Promise<readonly ElementState[]> {
  const { dialogs, signals } = parts;
  for (;;) {
    const open = dialogs.open();
    if (open) {
      throw new E2EError(
        'ACTION_FAILED',
        `${describeQuery(query)} cannot be read while the ${open.type} dialog "${open.message}" is open.`,
      );
    }
    try {
      const states = await until(findAll(parts, resolve, query), signals, () => dialogs.open() !== undefined);
      if (states) return states;
    } catch (error) {
      if (!isDocumentGone(error) && !/navigation/.test(messageOf(error))) throw error;
      await parts.pages.current().waitForLoadState('domcontentloaded');
    }
  }
}

async function findAll(
  { pages, testIdAttribute }: LocatorParts,
  resolve: () => Locator,
  query: LocatorQuery,
): Promise<readonly ElementState[]> {
  const wanted = findOf(query);
  const found =
    wanted === undefined
      ? undefined
      : await callPage(pages.current().mainFrame(), 'find', wanted, testIdAttribute);
  return found ?? (await resolve().evaluateAll(stateOfAll));
}

/** A query as the page can answer it; `undefined` for what only Playwright can. */
export function findOf([first, second, ...more]: LocatorQuery): Find | undefined {
  if (first === undefined || more.length > 0) return undefined;
  if (second !== undefined && (second.by !== 'nth' || second.index < -1)) return undefined;
  const nth = second === undefined ? {} : { nth: second.index };
  switch (first.by) {
    case 'role': {
      const { role, name, exact = false } = first;
      if (name instanceof RegExp || name?.trim() === '') return undefined;
      return { by: 'role', text: role, exact, ...(name === undefined ? {} : { name }), ...nth };
    }
    case 'text':
    case 'testId': {
      const { by, text, exact = false } = first;
      return text instanceof RegExp || text.trim() === '' ? undefined : { by, text, exact, ...nth };
    }
    default:
      return undefined;
  }
}

/** The same as a locator of Playwright. */
export function resolveQuery(page: Page, query: LocatorQuery): Locator {
  let scope: Page | Locator = page;
  for (const step of query) scope = narrow(scope, step);
  return 'locator' in scope && 'first' in scope ? scope : page.locator(':root');
}

function narrow(scope: Page | Locator, step: LocatorStep): Locator {
  const exact = 'exact' in step && step.exact !== undefined ? { exact: step.exact } : {};
  switch (step.by) {
    case 'role':
      return scope.getByRole(step.role as Parameters<Page['getByRole']>[0], {
        ...exact,
        ...(step.name === undefined ? {} : { name: step.name }),
      });
    case 'text':
      return scope.getByText(step.text, exact);
    case 'label':
      return scope.getByLabel(step.text, exact);
    case 'placeholder':
      return scope.getByPlaceholder(step.text, exact);
    case 'testId':
      return scope.getByTestId(step.text);
    case 'hasText':
      return asLocator(scope).filter({ hasText: step.text });
    case 'nth':
      return asLocator(scope).nth(step.index);
    default:
      return unreachable(step);
  }
}

function asLocator(scope: Page | Locator): Locator {
  return 'first' in scope ? scope : scope.locator(':root');
}

async function act(
  parts: LocatorParts,
  locator: Locator,
  query: LocatorQuery,
  action: LocatorAction,
  options: CallOptions,
): Promise<void> {
  options.signal.throwIfAborted();
  const stop = new AbortController();
  const limits = {
    timeout: Math.max(1, options.timeoutMs),
    signal: AbortSignal.any([options.signal, stop.signal]),
  };
  try {
    await until(
      dispatch(parts, locator, action, limits),
      parts.signals,
      () => parts.dialogs.open() !== undefined,
    );
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof E2EError) throw error;
    throw await explain(error, locator, query, action, options.timeoutMs);
  } finally {
    stop.abort();
  }
}

async function dispatch(
  parts: LocatorParts,
  locator: Locator,
  action: LocatorAction,
  limits: { readonly timeout: number; readonly signal: AbortSignal },
): Promise<void> {
  switch (action.kind) {
    case 'tap':
      return locator.click(limits);
    case 'check':
      return locator.check(limits);
    case 'uncheck':
      return locator.uncheck(limits);
    case 'hover':
      return locator.hover(limits);
    case 'fill':
      return locator.fill(action.text, limits);
    case 'press':
      return locator.press(action.key, limits);
    case 'select':
      await locator.selectOption({ label: action.option }, limits);
      return;
    case 'upload': {
      const files = await resolveFiles(parts.rootDir, action.paths);
      if (!Array.isArray(files))
        throw new E2EError('ACTION_FAILED', 'message' in files ? files.message : 'upload failed');
      return locator.setInputFiles(files, limits);
    }
    default:
      return unreachable(action);
  }
}

async function explain(
  error: unknown,
  locator: Locator,
  query: LocatorQuery,
  action: LocatorAction,
  timeoutMs: number,
): Promise<E2EError> {
  const message = messageOf(error);
  const what = describeQuery(query);
  const found = await locator.evaluateAll(stateOfAll).catch(() => []);
  // Several matches are ambiguous too when the time was up before Playwright could say so.
  if (/strict mode violation/.test(message) || found.length > 1) {
    const list = found.slice(0, 5).map((state, index) => `  ${index + 1}. ${summarize(state)}`);
    return new E2EError(
      'LOCATOR_AMBIGUOUS',
      [
        `${what} matches ${found.length} elements; ${action.kind} needs one:`,
        ...list,
        'Narrow it by name, or say first(), last() or nth().',
      ].join('\n'),
      { cause: error, data: { count: found.length } },
    );
  }
  if (found.length === 0) {
    return new E2EError(
      'LOCATOR_NOT_FOUND',
      `${what} matched nothing within ${timeoutMs} ms, so there was nothing to ${action.kind}.`,
      { cause: error },
    );
  }
  const [state] = found;
  const why = !state?.visible
    ? 'it is not visible'
    : !state.enabled
      ? 'it is disabled'
      : firstReason(message);
  return new E2EError('ACTION_FAILED', `${action.kind} on ${what} failed: ${why}.`, { cause: error });
}

function firstReason(message: string): string {
  const cover = /(<\w[^\n]*) intercepts pointer events/.exec(message)?.[1];
  if (cover !== undefined) return `it is covered by ${cover}`;
  return (
    message
      .split('\n', 1)[0]
      ?.replace(/^[\w.]+: (?:Error: )?/, '')
      .replace(/\.$/, '') ?? message
  );
}

function summarize(state: ElementState): string {
  const text = state.text || state.value || state.attributes['aria-label'] || '';
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  const id = state.attributes.id ? ` #${state.attributes.id}` : '';
  return `"${shown}"${id}${state.visible ? '' : ' (not visible)'}`;
}

function describeStep(step: LocatorStep): string {
  switch (step.by) {
    case 'role':
      return `getByRole("${step.role}"${step.name === undefined ? '' : `, name ${quote(step.name)}`})`;
    case 'text':
      return `getByText(${quote(step.text)})`;
    case 'label':
      return `getByLabel(${quote(step.text)})`;
    case 'placeholder':
      return `getByPlaceholder(${quote(step.text)})`;
    case 'testId':
      return `getByTestId(${quote(step.text)})`;
    case 'hasText':
      return `filter(hasText ${quote(step.text)})`;
    case 'nth':
      return step.index === 0 ? 'first()' : step.index === -1 ? 'last()' : `nth(${step.index})`;
    default:
      return unreachable(step);
  }
}

function quote(text: TextMatch): string {
  return typeof text === 'string' ? `"${text}"` : String(text);
}
