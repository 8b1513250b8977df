// Turns a failed Playwright action into a failure of the contract, with a message of our own: what the control is and what stood in
// the way. The page is asked for the facts; Playwright's words only tell whether input had been sent.
import type { Frame } from 'playwright-core';
import { messageOf } from '../../base/error.ts';
import type { ActionFailureCode, ActionResult } from '../../engine/contract.ts';
import type { ReadNode } from '../../screen/node.ts';
import type { Probe } from './injected/probe.ts';
import { callPage, isDocumentGone } from './page-api.ts';

/** Why an action did not happen, in the contract's terms. */
export type Failure = Exclude<ActionResult, { readonly ok: true }>;

/** A failed action. */
export function failed(code: ActionFailureCode, message: string): Failure {
  return { ok: false, code, message };
}

/** A node as a message names it, such as `button "Save"`. */
export function labelOf(node: ReadNode | undefined): string {
  if (!node) return 'the control';
  const name = node.name ?? node.text;
  return name
    ? `${node.role} "${name}"`
    : node.testId
      ? `${node.role} with test id "${node.testId}"`
      : node.role;
}

/** What an action was after, for telling its failure. */
export interface Aim {
  readonly frame: Frame;
  readonly id: string;
  readonly label: string;
  /** The action takes text, so that a read-only field is in the way. */
  readonly needsEditing: boolean;
}

/** The failure that an error of Playwright stands for. */
export async function explain(error: unknown, aim: Aim | undefined): Promise<ActionResult> {
  const message = messageOf(error);
  if (wasSent(message)) {
    return failed(
      'uncertain',
      `The action on ${aim?.label ?? 'the page'} was sent, and whether the app acted on it is unknown.`,
    );
  }
  if (!aim) return failed('not-taken', `The browser refused: ${firstLine(message)}`);
  if (isDocumentGone(error))
    return failed('not-found', `${aim.label} is gone: its page or frame was left or closed.`);
  const found = await callPage(aim.frame, 'probe', aim.id).catch(() => undefined);
  return explainProbe(found, message, aim);
}

function explainProbe(found: Probe | undefined, message: string, aim: Aim): ActionResult {
  if (!found?.found) return failed('not-found', `${aim.label} is no longer on the screen.`);
  if (!found.visible) return failed('not-found', `${found.label} is hidden.`);
  if (found.disabled) return failed('disabled', `${found.label} is disabled.`);
  if (found.cover !== undefined) return failed('covered', `${found.label} is covered by ${found.cover}.`);
  const interceptor = /<(\w[^>]*)>[^\n]*intercepts pointer events/.exec(message)?.[1];
  if (interceptor !== undefined) return failed('covered', `${found.label} is covered by <${interceptor}>.`);
  if (aim.needsEditing && !found.editable)
    return failed('not-editable', `${found.label} cannot be typed into.`);
  if (/element is not stable/.test(message))
    return failed('not-taken', `${found.label} did not stop moving.`);
  if (/outside of the viewport/.test(message))
    return failed('not-taken', `${found.label} cannot be scrolled into view.`);
  return failed('not-taken', `${found.label} did not take the action: ${firstLine(message)}`);
}

// The log lists attempts in order; one that was turned away at the last moment ends with a retry line.
function wasSent(message: string): boolean {
  const sent = Math.max(message.lastIndexOf('performing '), message.lastIndexOf('action done'));
  return (
    sent >= 0 &&
    sent > Math.max(message.lastIndexOf('intercepts pointer events'), message.lastIndexOf('retrying '))
  );
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.replace(/^[\w.]+: (?:Error: )?/, '') ?? message;
}
