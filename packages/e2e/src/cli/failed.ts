// How an error that ends a command is said: a message for what a user can mend, a stack only for a fault of the product. No secret that is
// known by then is in either.
import { E2EError, messageOf } from '../base/error.ts';

let redact = (text: string): string => text;

/** From now on errors are said through this redactor: a run knows its secrets only once the config is loaded. */
export function redactWith(redactor: (text: string) => string): void {
  redact = redactor;
}

/**
 * Says what went wrong.
 * @returns the exit code.
 */
export async function failed(thrown: unknown): Promise<number> {
  const { exitCodeOf } = await import('../runner/exit-code.ts');
  if (thrown instanceof E2EError && thrown.code !== 'INTERNAL') {
    process.stderr.write(`e2e: ${redact(thrown.message)} [${thrown.code}]\n`);
    return exitCodeOf(thrown.code);
  }
  const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : messageOf(thrown);
  process.stderr.write(`e2e: a fault of e2e itself. Please report it:\n${redact(stack)}\n`);
  return 4;
}
