// Chromium's own protocol, over which input goes to a page as it is: in the order in which it is sent, without waiting in between. Other
// browsers have none.
import type { CDPSession, Page } from 'playwright-core';

const sessions = new WeakMap<Page, Promise<CDPSession | undefined>>();

/** The protocol of a page, opened at its first use and kept; `undefined` in browsers without. */
export function protocolOf(page: Page): Promise<CDPSession | undefined> {
  let session = sessions.get(page);
  if (session === undefined) {
    session = open(page);
    sessions.set(page, session);
  }
  return session;
}

function open(page: Page): Promise<CDPSession | undefined> {
  const name = page.context().browser()?.browserType().name();
  return name === 'chromium' ? page.context().newCDPSession(page) : Promise.resolve(undefined);
}

const GIVES_TEXT = { awaitPromise: true, returnByValue: true, userGesture: true } as const;

/** What the protocol says between two documents. */
const NO_DOCUMENT = /Cannot find default execution context/;

/**
 * The text that a script in the page's main document gives, once it has it; `undefined` in browsers without the protocol, and where there is
 * no document right now. @throws what the script throws, and when its document goes away.
 */
export async function evaluateText(page: Page, expression: string): Promise<string | undefined> {
  const protocol = await protocolOf(page);
  if (protocol === undefined) return undefined;
  try {
    return await textOf(page, protocol.send('Runtime.evaluate', { expression, ...GIVES_TEXT }));
  } catch (error) {
    if (error instanceof Error && NO_DOCUMENT.test(error.message)) return undefined;
    throw error;
  }
}

interface Evaluated {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
}

async function textOf(page: Page, evaluating: Promise<Evaluated>): Promise<string> {
  const { result, exceptionDetails } = await orCrash(page, evaluating);
  if (exceptionDetails === undefined) return String(result.value);
  throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
}

/** A page that crashes leaves what was asked of it unanswered. */
function orCrash<Value>(page: Page, answer: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onCrash = (): void => reject(new Error('Target crashed'));
    page.once('crash', onCrash);
    answer.then(resolve, reject).finally(() => page.off('crash', onCrash));
  });
}

/** An object of one document: what is called on it runs there, and nowhere once that is gone. */
export interface Held {
  /** The text that a function gives, of which the source is given; it gets one argument. */
  call(source: string, argument: unknown): Promise<string>;
  release(): void;
}

/** Holds the object that a script gives in the page's main document; `undefined` where it gives none, and in browsers without the protocol. */
export async function hold(page: Page, expression: string): Promise<Held | undefined> {
  const protocol = await protocolOf(page);
  const given = await protocol?.send('Runtime.evaluate', { expression }).catch(() => undefined);
  const objectId = given?.result.objectId;
  if (protocol === undefined || objectId === undefined || given?.exceptionDetails !== undefined)
    return undefined;
  return {
    call: (source, argument) =>
      textOf(
        page,
        protocol.send('Runtime.callFunctionOn', {
          objectId,
          functionDeclaration: source,
          arguments: [{ value: argument }],
          ...GIVES_TEXT,
        }),
      ),
    release: () => void protocol.send('Runtime.releaseObject', { objectId }).catch(() => {}),
  };
}
