// Is the recorded effect there, and did this replay bring it about? Actions that ran prove nothing.
import { now } from '../base/clock.ts';
import type { Anchor } from '../screen/anchor.ts';
import { sayDescriptor } from '../screen/descriptor.ts';
import type { Reading } from '../screen/node.ts';
import type { Change, Entry } from './entry.ts';
import { type Evidence, hasCome, isRestless, type Verdict } from './evidence.ts';
import type { Named } from './named.ts';
import type { StepPort } from './port.ts';
import { requestFault } from './requests.ts';
import { lookUntil } from './wait.ts';

/** Added to the recorded wait, in ms. Source: spec R31. */
const END_MARGIN_MS = 10_000;

/** What the end check found. */
export type Postcondition =
  | { readonly kind: 'held'; readonly caused: number; readonly recorded: number }
  | { readonly kind: 'end-mismatch'; readonly detail: string };

/**
 * Waits for the recorded effect; holds the moment it shows. Source: spec R27, R31–R33.
 * @param pivotal for a proof: is given the recorded changes without whose check it would have come out the other way.
 */
export async function checkEnd(
  entry: Entry,
  port: StepPort,
  evidence: Evidence,
  named: Named,
  pivotal?: Set<number>,
): Promise<Postcondition> {
  const deadline = now() + entry.end.waitMs + END_MARGIN_MS;
  const own = ownChange(entry);
  let changed = own === undefined;
  const decide = (reading: Reading, last: boolean): Postcondition | 'early' | undefined => {
    if (!last && evidence.isEarly()) return 'early';
    const verdict = evidence.verdict();
    const dialog = reading.dialog?.message;
    changed ||= own !== undefined && hasCome(own, reading);
    const fault = requestFault(entry.end.requests, port.tape.requests(), named);
    const others = dialog === undefined && fault === undefined && changed;
    if (pivotal !== undefined && others) {
      // On the way to an effect that shows in the end, each change was the last one missing for a moment.
      if (verdict.held) pivotal.clear();
      for (const index of evidence.weigh().pivotal) pivotal.add(index);
    }
    if (others && verdict.held) {
      return { kind: 'held', caused: verdict.caused, recorded: verdict.recorded };
    }
    // An alert that the recording never saw does not become right by waiting, nor does a dialog that nobody answers.
    if (!last && verdict.alerts.length === 0 && dialog === undefined) return undefined;
    const detail = sayMismatch(verdict, entry, fault, dialog, changed ? undefined : own);
    return { kind: 'end-mismatch', detail };
  };
  for (;;) {
    const end = await lookUntil(port, Math.max(0, deadline - now()), decide);
    if (end === undefined) throw new Error('the last look gives an answer');
    if (end !== 'early') return end;
    // What an app shows ahead of the server's answer it may take back: it has to be there still once all is quiet.
    evidence.confirm(await port.look());
  }
}

/**
 * What the last action changed, to be seen after it and not only since the step began: an earlier action may have brought the same about,
 * and the last one again. On another route only the move and this prove anything, and the move proves the action that made it (spec R27:
 * it is the evidence when the *last* action made it). Elsewhere only what lasted is looked for: what came and went may go unseen.
 */
function ownChange({ start, actions, end }: Entry): Change | undefined {
  const change = actions.at(-1)?.change;
  if (change === undefined || change.route !== undefined || isRestless(change)) return undefined;
  if (start.route !== end.route) return change;
  const kept = (own: readonly Anchor[], all: readonly Anchor[]): readonly Anchor[] =>
    own.filter((anchor) => all.some((other) => sameAnchor(anchor, other)));
  const lasting = { appeared: kept(change.appeared, end.appeared), gone: kept(change.gone, end.gone) };
  return lasting.appeared.length + lasting.gone.length === 0 ? undefined : lasting;
}

function sameAnchor(a: Anchor, b: Anchor): boolean {
  return (
    JSON.stringify(a.descriptor) === JSON.stringify(b.descriptor) &&
    JSON.stringify(a.shown) === JSON.stringify(b.shown)
  );
}

function sayMismatch(
  verdict: Verdict,
  entry: Entry,
  fault: string | undefined,
  dialog: string | undefined,
  change: Change | undefined,
): string {
  const parts: string[] = [];
  if (dialog !== undefined)
    parts.push(`a dialog that the recording did not have is open: ${JSON.stringify(dialog)}`);
  if (verdict.alerts.length > 0) {
    parts.push(`alert never seen before: ${verdict.alerts.map((alert) => JSON.stringify(alert)).join(', ')}`);
  }
  if (fault !== undefined) parts.push(fault);
  if (!verdict.routeOk)
    parts.push(
      `the app is on ${JSON.stringify(verdict.route)} instead of ${JSON.stringify(entry.end.route)}`,
    );
  // On another route nothing of the recorded screen can show or have gone: the route says it all.
  if (verdict.routeOk) {
    if (verdict.missing.length > 0) parts.push(`did not show: ${verdict.missing.map(sayAnchor).join(', ')}`);
    if (verdict.remaining.length > 0)
      parts.push(`did not go away: ${verdict.remaining.map(sayAnchor).join(', ')}`);
  }
  if (verdict.takenBack.length > 0)
    parts.push(
      `came, and was taken back when the server answered: ${verdict.takenBack.map(sayAnchor).join(', ')}`,
    );
  if (change !== undefined) {
    parts.push(
      `nothing of what the last action changed came: ${[...change.appeared, ...change.gone].map(sayAnchor).join(', ')}`,
    );
  }
  if (parts.length === 0) parts.push('the outcome was there before the replay acted, so it proves nothing');
  return parts.join('; ');
}

/** A recorded change in words: the control, the state that it shows, and whether its text differs on every run. */
export function sayAnchor(anchor: Anchor): string {
  const shown = Object.entries(anchor.shown ?? {})
    .filter(([, value]) => value !== false)
    .map(([state, value]) => (value === true ? state : `${state} ${JSON.stringify(value)}`));
  const state = shown.length === 0 ? '' : ` (${shown.join(', ')})`;
  const differs = anchor.volatile ? ' [text that differs every run]' : '';
  return `${sayDescriptor(anchor.descriptor)}${state}${differs}`;
}
