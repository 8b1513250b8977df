// Types a text into a field: by value first, and key by key once where the field ignores that or limits what a user can type. A secret is
// typed inside its document, where nothing else can catch it, and never enters a message.
import type { ElementHandle } from 'playwright-core';
import { now } from '../../base/clock.ts';
import { unreachable } from '../../base/result.ts';
import type { ActionResult } from '../../engine/contract.ts';
import { makeReadyForText } from './aim.ts';
import { failed } from './failure.ts';
import type { Entered } from './injected/enter.ts';
import { callBeside, callPage, holdField } from './page-api.ts';
import { type Held, protocolOf } from './protocol.ts';
import type { SentInput } from './sent.ts';
import type { Budget, Target } from './target.ts';

/** Replaces the content of a field. */
export async function fillField(
  target: Target,
  text: string,
  budget: Budget,
  sent: SentInput,
): Promise<ActionResult> {
  const aimed = await makeReadyForText(target, text);
  if ('ok' in aimed) return aimed;
  const { facts, isReady } = aimed;
  // Writing the value would get past a limit that typing does not.
  if (facts.maxLength !== undefined && text.length > facts.maxLength) return typeKeys(target, text, budget);
  const protocol = isReady ? await protocolOf(target.frame.page()) : undefined;
  budget.next().signal.throwIfAborted();
  const isMissed = protocol === undefined ? undefined : watchText(sent, budget);
  if (protocol === undefined) await target.locator.fill(text, budget.next());
  else await protocol.send('Input.insertText', { text });
  const held = await callPage(target.frame, 'fieldText', target.id);
  if (held === undefined && (await isMissed?.()))
    return failed('not-found', `${target.label} was replaced before it was typed into; nothing was typed.`);
  if (held === undefined || holds(held, text)) return { ok: true };
  return typeKeys(target, text, budget);
}

/** Longest wait for the page to say what became of a text, in ms. Source: chosen; it says so as the text arrives. */
const TOLD_MS = 2_000;

/** Tells whether the page kept the next text from a field that had come in the place of its own; waits until it says either. */
function watchText(sent: SentInput, budget: Budget): () => Promise<boolean> {
  const kinds = ['text', 'missed'] as const;
  const before = kinds.map((kind) => sent.count([kind]));
  const came = (): readonly boolean[] => kinds.map((kind, at) => sent.count([kind]) > (before[at] ?? 0));
  return async () => {
    const deadline = now() + Math.min(budget.leftMs(), TOLD_MS);
    while (!came().includes(true) && now() < deadline) await sent.next(deadline - now());
    return came()[1] === true;
  };
}

/** A secret, and whether it may go where it is about to go: asked before anything is waited for, and again before it is sent. */
export interface SecretFill {
  readonly name: string;
  readonly value: string;
  readonly passwordOnly: boolean;
  refuse(): Promise<ActionResult | undefined>;
}

/** Replaces the content of a field by a secret. */
export async function fillSecret(target: Target, secret: SecretFill, budget: Budget): Promise<ActionResult> {
  const early = await secret.refuse();
  if (early !== undefined) return early;
  const held = await holdField(target.frame, target.id);
  if (held !== undefined) {
    try {
      return (await secret.refuse()) ?? (await enter(target, held, secret));
    } finally {
      held.release();
    }
  }
  const field = await target.locator.elementHandle(budget.next());
  if (!field) return failed('not-found', `${target.label} is no longer on the screen.`);
  try {
    await field.waitForElementState('visible', budget.next());
    await field.waitForElementState('editable', budget.next());
    // The value goes to the document of this element: what is found out about it now holds for that one.
    return (await secret.refuse()) ?? (await enter(target, field, secret));
  } finally {
    await field.dispose().catch(() => {});
  }
}

async function enter(
  target: Target,
  field: ElementHandle | Held,
  { name, value, passwordOnly }: SecretFill,
): Promise<ActionResult> {
  const facts = await callPage(target.frame, 'facts', target.id);
  // Not all of it fits: as with keys, what does is there, and a field for one character may pass the focus on.
  let byKeys = facts?.maxLength !== undefined && value.length > facts.maxLength;
  for (;;) {
    const entered =
      (await callBeside(field, 'enterSecret', target.id, value, passwordOnly, byKeys)) ?? 'gone';
    if (entered !== 'done') return notEntered(entered, target, name);
    const held = await callPage(target.frame, 'fieldText', target.id).catch(() => undefined);
    if (held === undefined || holds(held, value)) return { ok: true };
    if (byKeys)
      return held === ''
        ? failed('not-taken', `${target.label} did not keep what was typed into it.`)
        : { ok: true };
    byKeys = true;
  }
}

function notEntered(entered: Exclude<Entered, 'done'>, target: Target, name: string): ActionResult {
  switch (entered) {
    case 'gone':
      return failed('not-found', `${target.label} is no longer on the screen.`);
    case 'not-editable':
      return failed('not-editable', `${target.label} cannot be typed into.`);
    case 'not-password':
      return failed(
        'refused',
        `The secret "${name}" is a password, and ${target.label} is no password field. If it may go into any field, set secrets.${name}.field to 'any' in the config.`,
      );
    case 'lost':
      return failed('not-taken', `${target.label} went away while the secret "${name}" was typed.`);
    default:
      return unreachable(entered);
  }
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
