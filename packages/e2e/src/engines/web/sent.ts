// Counts the input that arrived in the pages of a session, so that an action which a dialog cut short can tell whether it was sent.
import type { BrowserContext } from 'playwright-core';
import type { ActionKind } from '../../screen/action.ts';
import type { InputKind } from './injected/sent.ts';
import { SENT_BINDING } from './page-api.ts';

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
  await context.exposeBinding(SENT_BINDING, (_source: unknown, kind: unknown) => {
    if (typeof kind === 'string' && Object.hasOwn(counts, kind)) counts[kind as InputKind] += 1;
    for (const wake of [...waiting]) wake();
  });
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
