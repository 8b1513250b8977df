// Whether a step signed in: then what shows is another screen, also where the route stayed. Decides nothing about what counts on it.
import type { Descriptor } from './descriptor.ts';
import { matchesOf } from './match.ts';
import type { Reading } from './node.ts';

/** Input purposes of a password. Source: HTML, autofill detail tokens; input types. */
const PASSWORDS: ReadonlySet<string> = new Set(['password', 'current-password', 'new-password']);

/**
 * Whether a password that was typed has gone with its field, and no other field for one is there: a form that was refused is shown again, one
 * that shows what was typed still has its field.
 * @param acted descriptors of the controls that were typed into.
 */
export function hasSignedIn(acted: readonly Descriptor[], after: Reading): boolean {
  const typed = acted.filter(({ purpose }) => isPassword(purpose));
  return (
    typed.length > 0 &&
    !after.nodes.some((node) => isPassword(node.purpose)) &&
    typed.every(({ purpose: _purpose, ...shown }) => matchesOf(after.nodes, shown).length === 0)
  );
}

/** The same of one action: the form was there right before it. */
export function signedInBy(before: Reading, acted: readonly Descriptor[], after: Reading): boolean {
  return before.nodes.some((node) => isPassword(node.purpose)) && hasSignedIn(acted, after);
}

function isPassword(purpose: string | undefined): boolean {
  return purpose !== undefined && PASSWORDS.has(purpose);
}
