// The native dialog that is open: kept open and told to whoever waits, unless the test's handler answers. It decides no answer itself,
// but dismisses what is left at the session's end.
import type { BrowserContext, Dialog } from 'playwright-core';
import { E2EError } from '../../base/error.ts';
import { showValue } from '../../base/options.ts';
import type { DialogHandler } from '../../engine/contract.ts';
import type { OpenDialog } from '../../screen/node.ts';
import type { Signals } from './signals.ts';

/** The native dialogs of one session. */
export interface Dialogs {
  /** The dialog that blocks a page, oldest first. */
  open(): OpenDialog | undefined;
  /** Answers it; false when none is open. */
  answer(accept: boolean, text?: string): Promise<boolean>;
  setHandler(handler: DialogHandler | undefined): void;
  dismissAll(): Promise<void>;
}

/** Starts keeping the dialogs of a context. */
export function keepDialogs(context: BrowserContext, signals: Signals): Dialogs {
  let waiting: Dialog[] = [];
  let handler: DialogHandler | undefined;

  const settle = async (dialog: Dialog, accept: boolean, text?: string): Promise<void> => {
    waiting = waiting.filter((other) => other !== dialog);
    signals.emit('dialog');
    // The page may close under the dialog, which answers it as well.
    await (accept ? dialog.accept(text) : dialog.dismiss()).catch(() => {});
  };
  context.on('dialog', (dialog) => {
    waiting.push(dialog);
    signals.emit('dialog');
    const asked = handler;
    if (!asked) return;
    void (async () => {
      let answer: boolean | string = false;
      try {
        const said: unknown = await asked(describe(dialog));
        // A handler in plain JavaScript may only print; to take that for a yes could delete something.
        if (typeof said !== 'boolean' && typeof said !== 'string') throw noAnswer(dialog, said);
        answer = said;
      } finally {
        await settle(dialog, answer !== false, typeof answer === 'string' ? answer : undefined);
      }
    })().catch((error: unknown) => signals.fail(error));
  });
  context.on('page', (page) => {
    page.on('close', () => {
      waiting = waiting.filter((dialog) => dialog.page() !== page);
    });
  });
  return {
    open: () => (waiting[0] && !handler ? describe(waiting[0]) : undefined),
    async answer(accept, text) {
      const dialog = waiting[0];
      if (!dialog) return false;
      await settle(dialog, accept, text);
      return true;
    },
    setHandler(next) {
      handler = next;
    },
    async dismissAll() {
      for (const dialog of [...waiting]) await settle(dialog, false);
    },
  };
}

function noAnswer(dialog: Dialog, said: unknown): E2EError {
  return new E2EError(
    'ACTION_FAILED',
    `browser.onDialog(): the handler gave ${showValue(said)} for the ${dialog.type()} dialog ${JSON.stringify(dialog.message())}, so it was dismissed. Give back true, false, or the text for a prompt.`,
  );
}

function describe(dialog: Dialog): OpenDialog {
  return { type: dialog.type(), message: dialog.message() };
}
