// Counts the input that arrived in the pages of a session, so that an action which a dialog cut short can tell whether it was sent.
import type { BrowserContext, Page } from 'playwright-core';
import type { ActionKind } from '../../screen/action.ts';
import type { InputKind } from './injected/sent.ts';
import { SENT_BINDING, TOLD_BINDING } from './page-api.ts';
import { protocolOf } from './protocol.ts';

/** Input that arrived so far. */
export interface SentInput {
  count(kinds: readonly InputKind[]): number;
  /** Resolves once something arrives, or when the time in ms is up. */
  next(waitMs: number): Promise<void>;
}

/** Starts counting in a context that has no page yet. */
export async function countInput(context: BrowserContext): Promise<SentInput> {
  const counts: Record<InputKind, number> = { move: 0, press: 0, key: 0, text: 0, missed: 0 };
  const waiting = new Set<() => void>();
  const note = (kind: unknown): void => {
    if (typeof kind === 'string' && Object.hasOwn(counts, kind)) counts[kind as InputKind] += 1;
    for (const wake of [...waiting]) wake();
  };
  context.on('page', (page) => void listen(page, note).catch(() => {}));
  await context.exposeBinding(SENT_BINDING, (_source: unknown, kind: unknown) => note(kind));
  return {
    count: (kinds) => kinds.reduce((sum, kind) => sum + counts[kind], 0),
    next: (waitMs) =>
      new Promise((resolve) => {
        const end = (): void => {
          waiting.delete(end);
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(end, waitMs);
        waiting.add(end);
      }),
  };
}

/**
 * Hears a page over its own protocol: Playwright answers each call of a binding of its own, and puts a script into the document for the
 * first of them. What this does not reach, such as a frame in another process, has that binding.
 */
async function listen(page: Page, note: (kind: unknown) => void): Promise<void> {
  const protocol = await protocolOf(page);
  if (protocol === undefined) return;
  protocol.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === TOLD_BINDING) note(payload);
  });
  // A document has it only from when it is offered; whatever is asked of the page later comes after that. Enabled for documents to come, the
  // browser would tell all that they write to the console as well.
  const offer = (): void =>
    void protocol.send('Runtime.addBinding', { name: TOLD_BINDING }).catch(() => undefined);
  page.on('framenavigated', offer);
  offer();
}

/** The input by which an action is done; `undefined` for one that waits for no control: it is sent at once. */
export const INPUT_OF: Readonly<Record<ActionKind, readonly InputKind[] | undefined>> = {
  tap: ['press', 'text'],
  doubleTap: ['press'],
  longPress: ['press'],
  secondaryTap: ['press'],
  hover: ['move'],
  type: ['text', 'key'],
  typeSecret: ['text', 'key'],
  press: ['key'],
  select: ['text'],
  check: ['press'],
  upload: ['press', 'text'],
  drag: ['press'],
  scroll: undefined,
  scrollUntil: undefined,
  navigate: undefined,
  back: undefined,
  forward: undefined,
  tapAt: undefined,
  hoverAt: undefined,
  dialog: undefined,
  page: undefined,
};
