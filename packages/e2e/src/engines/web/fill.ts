// Types a text into a field: by value first, and key by key once where the field ignores that or limits what a user can type.
// What a secret was never enters a message.
import type { ActionResult } from '../../engine/contract.ts';
import { failed } from './failure.ts';
import { callPage } from './page-api.ts';
import type { Budget, Target } from './target.ts';

/** Replaces the content of a field. */
export async function fillField(target: Target, text: string, budget: Budget): Promise<ActionResult> {
  const facts = await callPage(target.frame, 'facts', target.id);
  if (!facts) return failed('not-found', `${target.label} is no longer on the screen.`);
  // Writing the value would get past a limit that typing does not.
  if (facts.maxLength !== undefined && text.length > facts.maxLength) return typeKeys(target, text, budget);
  await target.locator.fill(text, budget.next());
  const held = await callPage(target.frame, 'fieldText', target.id);
  if (held === undefined || holds(held, text)) return { ok: true };
  return typeKeys(target, text, budget);
}

async function typeKeys(target: Target, text: string, budget: Budget): Promise<ActionResult> {
  await target.locator.click(budget.next());
  await target.locator.press('ControlOrMeta+a', budget.next());
  await target.locator.press('Delete', budget.next());
  if (text !== '') await target.locator.page().keyboard.type(text);
  const held = await callPage(target.frame, 'fieldText', target.id).catch(() => undefined);
  if (text !== '' && held === '') {
    const stillThere = await callPage(target.frame, 'hasFocus', target.id).catch(() => false);
    if (stillThere)
      return failed('not-taken', `${target.label} did not keep the text that was typed into it.`);
  }
  return { ok: true };
}

// A field may show the text in a format of its own; then letters and digits are what was typed.
function holds(held: string, text: string): boolean {
  const plain = (value: string): string => value.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
  return held === text || (plain(text) !== '' && plain(held) === plain(text));
}
