// How Node reaches the page's side: the hidden name of its API, and evaluation that says whether a document went away under it.
import { randomUUID } from 'node:crypto';
import type { ElementHandle, Frame } from 'playwright-core';
import { INJECTED_SOURCE } from './bundle.gen.ts';
import type { Keeper, PageApi } from './injected/main.ts';
import { evaluateText, type Held, hold } from './protocol.ts';

/** What a page can neither know nor meet by chance. */
const HIDDEN = randomUUID().replaceAll('-', '');

/** The property of `window` under which the injected script has its keeper. */
export const PAGE_KEY: string = `__e2e_page_${HIDDEN}`;

/** The functions of `window` by which the injected script says what arrived: one of the browser's own protocol, one of the driver. */
export const TOLD_BINDING: string = `__e2e_told_${HIDDEN}`;
export const SENT_BINDING: string = `__e2e_sent_${HIDDEN}`;

/** The injected script under its hidden names. */
export const PAGE_SOURCE: string = INJECTED_SOURCE.replaceAll('__e2e_page', PAGE_KEY)
  .replaceAll('__e2e_told', TOLD_BINDING)
  .replaceAll('__e2e_sent', SENT_BINDING);

/** Name of the selector engine that finds a node by its id. */
export const SELECTOR_ENGINE: string = 'e2enode';

/** What that selector engine throws for an id whose node is not in the document any more. */
export const GONE: string = 'the element is gone';

type PageMethod = Exclude<keyof PageApi, 'answer' | 'element' | 'idOf' | 'usableField'>;

/** Calls a method of the page's API in one frame, installing the script first where no init script ran. */
export async function callPage<Method extends PageMethod>(
  frame: Frame,
  method: Method,
  ...args: Parameters<PageApi[Method]>
): Promise<Answer<Method>> {
  const call: Call = { key: PAGE_KEY, method, args };
  let answer = (await callDirectly(frame, call)) ?? (await frame.evaluate(callInPage, call));
  if (answer === NOT_INSTALLED) {
    await frame.evaluate(PAGE_SOURCE);
    answer = await frame.evaluate(callInPage, call);
  }
  return readAnswer<Answer<Method>>(answer);
}

/**
 * The same over the browser's own protocol: Playwright's evaluation puts a script of its own into each new document first, which takes longer
 * than most calls. `undefined` in a frame inside the page, in browsers without that protocol, and between two documents, for which Playwright waits.
 */
async function callDirectly(frame: Frame, { key, method, args }: Call): Promise<string | undefined> {
  if (frame.parentFrame() !== null) return undefined;
  const call = `{ key: ${JSON.stringify(key)}, method: ${JSON.stringify(method)}, args: [${args.map(asScript).join()}] }`;
  return await evaluateText(frame.page(), `(${callInPage})(${call})`);
}

/** A value of a call as it is written in a script: JSON, and the two that it does not have. */
function asScript(value: unknown): string {
  return value === undefined || value === Number.POSITIVE_INFINITY ? String(value) : JSON.stringify(value);
}

/**
 * Calls a method of the page's API in the document of an element, and in no other: one that took its place meanwhile is not reached.
 * `undefined` where that document has gone from its window.
 */
export async function callBeside<Method extends PageMethod>(
  element: ElementHandle | Held,
  method: Method,
  ...args: Parameters<PageApi[Method]>
): Promise<Answer<Method> | undefined> {
  const call: Call = { key: PAGE_KEY, method, args };
  const answer =
    'call' in element
      ? await element.call(String(callInPage), call)
      : await element.evaluate(callInPage as (element: unknown, call: Call) => Promise<string>, call);
  return answer === NOT_INSTALLED ? undefined : readAnswer<Answer<Method>>(answer);
}

/** A field of the page's main document, for `callBeside`; `undefined` where a user could not type there now, or nothing is known of it. */
export async function holdField(frame: Frame, id: string): Promise<Held | undefined> {
  if (frame.parentFrame() !== null) return undefined;
  const field = `globalThis[${JSON.stringify(PAGE_KEY)}]?.(document)?.usableField(${JSON.stringify(id)})`;
  return await hold(frame.page(), field);
}

type Answer<Method extends PageMethod> = Awaited<ReturnType<PageApi[Method]>>;

interface Call {
  readonly key: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** What `callInPage` answers where the script is missing; no JSON text starts like it. */
const NOT_INSTALLED = '-';

function readAnswer<Value>(answer: string): Value {
  return answer === '' ? (undefined as Value) : JSON.parse(answer);
}

// Runs in the page; the call is its last argument. The answer crosses as one JSON text: Playwright's own serializer costs five times the walk
// on a large screen.
async function callInPage(...given: readonly unknown[]): Promise<string> {
  const call = given[given.length - 1] as Call;
  const keeper = (globalThis as unknown as Record<string, Keeper | undefined>)[call.key];
  const api = keeper?.(globalThis.document);
  return api === undefined ? '-' : api.answer(call.method, call.args);
}

/** Whether an evaluation failed because its document, frame or page went away; anything else is a fault. */
export function isDocumentGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    /Execution context was destroyed|[Ff]rame was detached|Frame has been detached|Cannot find context|Inspected target navigated or closed|Promise was collected|Target (?:page, context or browser has been )?closed|Target crashed|page has been closed/.test(
      error.message,
    )
  );
}
