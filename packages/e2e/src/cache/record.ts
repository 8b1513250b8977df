// Turns what a step did into an entry, and decides what is staged for the end of the attempt. It writes nothing.
import { canonicalJson, type Json } from '../base/digest.ts';
import type { Redactor } from '../base/redact.ts';
import { type Anchor, isGone, isShown } from '../screen/anchor.ts';
import { type Effect, effectOf, MAX_ANCHORS } from '../screen/effect.ts';
import type { Reading } from '../screen/node.ts';
import type { Route } from '../screen/route.ts';
import { hasSignedIn } from '../screen/sign-in.ts';
import {
  ENTRY_SCHEMA,
  type Entry,
  MAX_ACTIONS,
  MAX_TEXT_CHARS,
  mapEntryTexts,
  printEntry,
  type RecordedAction,
} from './entry.ts';
import type { EntryKey, StepIdentity } from './key.ts';
import type { Named } from './named.ts';
import type { Provenance } from './outcome.ts';
import { recordRequests } from './requests.ts';
import type { Slots } from './slots.ts';
import type { Tape } from './tape.ts';

/** What waits for the end of the attempt. `had`: an entry was read for this step. Source: spec R7. */
export type Stage =
  | { readonly kind: 'keep' }
  | { readonly kind: 'write'; readonly text: string; readonly had: boolean; readonly paced: boolean }
  /** `pace`: the whole flow was replayed and did not have its effect; the next recording is to be slower (spec R49). */
  | { readonly kind: 'evict'; readonly pace: boolean }
  | { readonly kind: 'no-change' };

/** What a recording is made from. */
export interface RecordInput {
  readonly tape: Tape;
  /** The screen on which the step passed. */
  readonly passing: Reading;
  /** Milliseconds from the last action to it. */
  readonly waitMs: number;
  readonly key: EntryKey;
  readonly identity: StepIdentity;
  readonly goal: string;
  readonly summary: string;
  readonly recordedBy: Provenance;
  /** ISO 8601. */
  readonly recordedAt: string;
  readonly named: Named;
  readonly slots: Slots;
  /** Spec R49. */
  readonly paced: boolean;
  readonly redactor: Redactor;
}

/** The entry of a passed step; `no-change` when nothing shows that it did anything, `no-action` when it did nothing. */
export function makeEntry(input: RecordInput): Entry | 'no-change' | 'no-action' {
  const { tape, passing, named, redactor } = input;
  const { before } = tape;
  if (before === undefined || (tape.actions.length === 0 && tape.spoiled === undefined)) return 'no-action';
  const from = named.routeOf(before.location);
  const to = named.routeOf(passing.location);
  const requests = recordRequests(tape, named);
  const moved = from !== to || hasSignedIn(tape.acted, passing);
  const whole = effectOf(before, passing, { goal: input.goal, moved, acted: tape.acted });
  const last = tape.actions.length > 1 ? tape.actions.at(-1)?.change : undefined;
  const effect = withoutSecrets(from === to ? withLast(whole, last, { before, passing }) : whole, redactor);
  if (from === to && effect.appeared.length === 0 && effect.gone.length === 0) return 'no-change';
  const likeness = named.likenessOf(before);
  const routes = [from, to, ...requests.map(({ route }) => route)];
  const truncated = truncation(tape, redactor) ?? partOfSecret(routes) ?? unslottable(tape, input.slots);
  const plain: Entry = {
    schema: ENTRY_SCHEMA,
    key: input.key,
    step: redactor.deep(input.identity),
    recordedBy: input.recordedBy,
    recordedAt: input.recordedAt,
    summary: redactor.text(input.summary),
    ...(truncated === undefined ? {} : { truncated: redactor.text(truncated) }),
    ...(input.paced ? { paced: true as const } : {}),
    start: {
      route: redactor.deep(from),
      ...(before.language === undefined ? {} : { language: before.language }),
      ...(likeness === undefined ? {} : { likeness }),
    },
    actions: redactor.deep(
      tape.actions.slice(0, MAX_ACTIONS).map((action) => withCleanChange(action, redactor)),
    ),
    end: {
      route: redactor.deep(to),
      ...effect,
      alerts: [...tape.alerts].map((alert) => redactor.text(alert)),
      waitMs: Math.round(input.waitMs),
      requests: redactor.deep(requests),
    },
  };
  // Folding never fails: every text has an image.
  return mapEntryTexts(plain, input.slots.fold) ?? plain;
}

/** What a passed live run or hand-off stages. `stored` is the entry that was read, as it stands in the store. */
export function stageRecording(
  made: ReturnType<typeof makeEntry>,
  stored: Entry | undefined,
): Stage | undefined {
  if (made === 'no-action') return stored === undefined ? undefined : { kind: 'evict', pace: false };
  if (made === 'no-change')
    return stored === undefined ? { kind: 'no-change' } : { kind: 'evict', pace: false };
  if (stored !== undefined && sameFlow(stored, made)) return { kind: 'keep' };
  return { kind: 'write', text: printEntry(made), had: stored !== undefined, paced: made.paced === true };
}

/**
 * What the last action changed, and the passing screen still shows, is always among the anchors: crowded out by what earlier actions
 * changed, a replay in which the app lost the last action would pass. Found by `e2e cache prove`. Source: spec R27.
 */
function withLast(
  effect: Effect,
  last: Effect | undefined,
  { before, passing }: { readonly before: Reading; readonly passing: Reading },
): Effect {
  // What the step itself brought and took away again is no part of its effect: it is not on the screen that the step starts on.
  const lasting: Effect = {
    appeared: (last?.appeared ?? []).filter((anchor) => isShown(passing, anchor) && !isShown(before, anchor)),
    gone: (last?.gone ?? []).filter((anchor) => isGone(passing, anchor) && !isGone(before, anchor)),
  };
  const side = (own: readonly Anchor[], all: readonly Anchor[]): readonly Anchor[] => {
    const known = new Set(all.map(({ descriptor }) => JSON.stringify(descriptor)));
    const missing = own.filter(({ descriptor }) => !known.has(JSON.stringify(descriptor)));
    return [...missing, ...all].slice(0, MAX_ANCHORS);
  };
  return {
    appeared: side(lasting.appeared, effect.appeared),
    gone: side(lasting.gone, effect.gone),
  };
}

/** Same actions, paths and anchors: nothing to write. Source: spec R7. */
function sameFlow(a: Entry, b: Entry): boolean {
  const essence = ({ truncated, paced, start, actions, end }: Entry): string =>
    canonicalJson({
      truncated: truncated ?? null,
      paced: paced ?? false,
      start: start.route,
      actions: actions.map(({ gapMs: _gapMs, change: _change, ...rest }) => rest),
      end: [end.route, end.appeared, end.gone],
    } as unknown as Json);
  return essence(a) === essence(b);
}

/** An anchor that shows a secret is no anchor: it could not be looked for without knowing the value. */
function withoutSecrets(effect: Effect, redactor: Redactor): Effect {
  const clean = (anchor: Anchor): boolean => !redactor.holds(textsOf(anchor));
  return { appeared: effect.appeared.filter(clean), gone: effect.gone.filter(clean) };
}

/** The same for the change of one action; without it the replay goes on as soon as the next control is there. */
function withCleanChange(recorded: RecordedAction, redactor: Redactor): RecordedAction {
  const { change, ...rest } = recorded;
  return change === undefined || redactor.holds(textsOf(change)) ? rest : recorded;
}

/** Why the recording may never replay. Source: spec R26. */
function truncation(tape: Tape, redactor: Redactor): string | undefined {
  if (tape.spoiled !== undefined) return tape.spoiled;
  if (tape.actions.length > MAX_ACTIONS)
    return `it has ${tape.actions.length} actions, more than ${MAX_ACTIONS}`;
  for (const [index, recorded] of tape.actions.entries()) {
    const where = `action ${index + 1}`;
    const text = freeTextOf(recorded);
    if (text.length > MAX_TEXT_CHARS) return `${where} has a text of over ${MAX_TEXT_CHARS} characters`;
    if (redactor.holds(text)) {
      const verb = recorded.action.kind === 'tool' ? 'gives' : 'types';
      return `${where} ${verb} a secret as plain text; pass it as secret('name')`;
    }
    if (redactor.holds(textsOf(withoutChange(recorded)))) return `the control of ${where} shows a secret`;
  }
  return undefined;
}

/** A part of a secret may be any part of it: two that are said alike need not be. */
function partOfSecret(routes: readonly Route[]): string | undefined {
  return routes.some((route) => route.includes('<part of secret:'))
    ? 'an address shows a part of a secret'
    : undefined;
}

/** A number, and a key, can hold no slot: with a unique value in it a call could only be repeated with that of the recording. */
function unslottable({ actions }: Tape, slots: Slots): string | undefined {
  const index = actions.findIndex(
    ({ action }) => action.kind === 'tool' && isUnslottable(action.input, slots),
  );
  if (index < 0) return undefined;
  return `action ${index + 1} gives a tool a unique() value as a number or a key; take it as a text in the tool's input`;
}

function isUnslottable(input: Json | undefined, slots: Slots): boolean {
  if (typeof input === 'number') return slots.fold(String(input)) !== String(input);
  if (typeof input !== 'object' || input === null) return false;
  return Object.entries(input).some(([key, item]) => slots.fold(key) !== key || isUnslottable(item, slots));
}

function withoutChange({ change: _change, ...rest }: RecordedAction): unknown {
  return rest;
}

function freeTextOf({ action }: RecordedAction): string {
  switch (action.kind) {
    case 'type':
    case 'scrollUntil':
      return action.text;
    case 'navigate':
      return action.url;
    case 'select':
      return action.option;
    case 'press':
      return action.key;
    case 'dialog':
      return action.text ?? '';
    case 'tool':
      return JSON.stringify(action.input);
    default:
      return '';
  }
}

/** Every string inside plain data, joined by line breaks. */
function textsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textsOf).join('\n');
}
