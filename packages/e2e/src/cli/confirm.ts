// One yes-or-no question on the terminal. Without a terminal it does not guess: the caller's flag must answer.
import { createInterface } from 'node:readline/promises';
import { E2EError } from '../base/error.ts';

/**
 * Asks. Only `y` or `yes` is a yes; an empty line and the end of input mean no, Ctrl-C is its own answer.
 * @param otherwise what is true when nobody can be asked, for the error.
 * @throws E2EError INVALID_CONFIG when there is no terminal: like `docker` and `gh`, a command that deletes wants `--yes` in a script.
 */
export async function confirm(question: string, otherwise: string): Promise<'yes' | 'no' | 'interrupted'> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new E2EError(
      'INVALID_CONFIG',
      `${question} There is no terminal to ask on. ${otherwise}; say --yes to go ahead without asking.`,
    );
  }
  const asked = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new AbortController();
  let isInterrupted = false;
  asked.once('SIGINT', () => {
    isInterrupted = true;
    asked.close();
  });
  // A question that is closed before it is answered would wait forever.
  asked.once('close', () => closed.abort());
  try {
    const answer = await asked.question(`${question} [y/N] `, { signal: closed.signal });
    return /^y(es)?$/i.test(answer.trim()) ? 'yes' : 'no';
  } catch {
    process.stdout.write('\n');
    return isInterrupted ? 'interrupted' : 'no';
  } finally {
    asked.close();
  }
}
