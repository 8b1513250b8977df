// Repeats the recorded actions, each re-aimed on a fresh look at the screen, and stops at the first doubt. It says what ran and why it
// stopped; whether the effect came is postcondition's to say.
import { now } from '../base/clock.ts';
import { type Action, mapTargets, targetOf } from '../screen/action.ts';
import { type Descriptor, sayDescriptor } from '../screen/descriptor.ts';
import { locate } from '../screen/locate.ts';
import type { NodeId, Reading, Viewport } from '../screen/node.ts';
import { unasked } from '../screen/question.ts';
import { sayAction } from '../screen/sentence.ts';
import { shapeOf } from '../screen/shape.ts';
import { sayGap } from './derived.ts';
import { isNeedless } from './dismissal.ts';
import type { Entry, RecordedAction } from './entry.ts';
import { type Evidence, hasCome, isRestless } from './evidence.ts';
import { sayLanguage } from './language.ts';
import type { Named } from './named.ts';
import type { Derived, Reason } from './outcome.ts';
import { type StepPort, TARGET_WAIT_MS } from './port.ts';
import { repeatCall } from './repeat-call.ts';
import { type Stop, unanswered } from './stop.ts';
import type { FindTool } from './tool.ts';
import { lookUntil } from './wait.ts';

/** How long a field may take to show what was typed, in ms. Chosen: masks and frameworks format within a few frames; a slow one is a doubt. */
const READ_BACK_MS = 2_000;

/**
 * How often a screen may change between the look and the act before it counts as one that always does: an action on such a one is held to
 * its control alone. Chosen: that moment is a few ms long, so even a clock is caught in it once at most.
 */
const MOST_STALE = 3;

/** How long a recorded dialog may take to open when no other one does, in ms. Chosen: most open with the tap that asks. */
const DIALOG_WAIT_MS = 3_000;

/** Longest pause before one action of a paced recording, in ms. Source: spec R49. */
export const LONGEST_GAP_MS = 5_000;

/** How long the change that an action made may take, in ms. Chosen: as long as the end of a step may (spec R31). */
const CHANGE_WAIT_MS = 10_000;

/** How a replay went. `performed`: how many recorded actions ran, counting those that needed nothing done. */
export type ReplayOutcome = Notes &
  (
    | { readonly kind: 'completed' }
    | {
        readonly kind: 'stopped';
        readonly performed: number;
        readonly reason: Reason;
        readonly detail: string;
        readonly derived?: Derived;
      }
  );

/** What a reader of the report should know of a replay besides how it ended: sentences. */
interface Notes {
  /** Controls found under a new label (spec R19). */
  readonly relocated: readonly string[];
  /** Indices of the dismissals that had nothing to dismiss (spec R50). */
  readonly skipped: readonly number[];
  /** What the tools of the project gave back, by index of the call. */
  readonly results: ReadonlyMap<number, string>;
}

/** What a replay needs besides the recording. */
export interface ReplayContext {
  readonly port: StepPort;
  readonly evidence: Evidence;
  readonly named: Named;
  /** `--update-cache`: a relocated control is described anew (spec R47). */
  readonly renew: boolean;
  /** For a proof: the index of the action that is neither done nor checked. */
  readonly leftOut?: number;
  /** The current value of a secret, asked for anew at each use. */
  secret(name: string): Promise<string>;
  readonly findTool: FindTool;
}

/** A recorded action on the app. */
type Recorded = RecordedAction<Action<Descriptor>>;

/** Repeats every action of the recording in order. Source: spec R15, R18–R25. */
export async function replayActions(entry: Entry, context: ReplayContext): Promise<ReplayOutcome> {
  const relocated: string[] = [];
  const skipped: number[] = [];
  const results = new Map<number, string>();
  for (const [index, recorded] of entry.actions.entries()) {
    const next = entry.actions[index + 1];
    if (index === context.leftOut) {
      context.evidence.begin(await context.port.read());
      continue;
    }
    if (entry.paced) await context.port.pause(Math.min(recorded.gapMs, LONGEST_GAP_MS));
    const { action } = recorded;
    const done =
      action.kind === 'tool'
        ? await repeatCall(action, recorded, context, (result) => results.set(index, result))
        : await repeat({ ...recorded, action }, next, context, relocated);
    if (done === 'skipped') skipped.push(index);
    const stop = done === 'done' && next !== undefined ? await awaitChange(recorded, context) : done;
    if (stop === undefined || stop === 'done' || stop === 'skipped') continue;
    const where = `at action ${index + 1} of ${entry.actions.length}, ${sayRecorded(recorded)}`;
    const hint = stop.reason === 'target-not-found' ? sayLanguage(entry, await context.port.read()) : '';
    return {
      kind: 'stopped',
      // A change that did not come is a doubt about an action that ran.
      performed: done === 'done' || stop.ran ? index + 1 : index,
      reason: stop.reason,
      detail: `${where}: ${stop.detail}${hint}`,
      ...(recorded.derived === undefined ? {} : { derived: recorded.derived }),
      relocated,
      skipped,
      results,
    };
  }
  return { kind: 'completed', relocated, skipped, results };
}

/** A recorded action in words. */
export function sayRecorded(recorded: RecordedAction): string {
  return sayAction(recorded.action, sayDescriptor);
}

async function repeat(
  recorded: Recorded,
  next: RecordedAction | undefined,
  context: ReplayContext,
  relocated: string[],
): Promise<'done' | 'skipped' | Stop> {
  const { port } = context;
  if (recorded.derived !== undefined) return { reason: 'gap', detail: sayGap(recorded.derived) };
  if (recorded.action.kind === 'dialog') return await answerDialog(recorded, context);
  const deadline = now() + TARGET_WAIT_MS;
  let pictured = false;
  let stale = 0;
  for (;;) {
    const aim = await aimAt(recorded, next, port, deadline);
    if (aim.kind === 'stop') return aim.stop;
    if (aim.kind === 'needless') return 'skipped';
    if (!pictured) {
      pictured = true;
      // What came while the picture was taken must not pass for something that the action brought about.
      if (await port.picture(aim.action, aim.reading)) continue;
    }
    context.evidence.begin(aim.reading);
    const done = await port.perform(aim.action, {
      timeoutMs: Math.max(0, deadline - now()),
      reading: aim.reading,
      ifUnchanged: stale < MOST_STALE,
      ...(context.renew && aim.relocated.length > 0 ? {} : { recorded }),
      ...(aim.action.kind === 'typeSecret' ? { secret: await context.secret(aim.action.name) } : {}),
    });
    if (done.ok) {
      relocated.push(...aim.relocated);
      return (await readBack(recorded, aim, port)) ?? 'done';
    }
    if (done.code === 'stale') {
      stale += 1;
      continue;
    }
    // Gone between the look and the act: nothing was sent, so looking again is safe. A search for a text has scrolled, and has an end.
    if (done.code === 'not-found' && aim.action.kind !== 'scrollUntil' && now() < deadline) continue;
    const reason: Reason =
      done.code === 'uncertain'
        ? 'action-uncertain'
        : done.code === 'not-found'
          ? 'target-not-found'
          : 'action-failed';
    return { reason, detail: done.message };
  }
}

/**
 * Waits for the change that the action made when it was recorded, before the next one: a second `Next` must not hit the page of the
 * first. Any one of the recorded changes is enough; none at all is a doubt. Source: spec R49.
 */
async function awaitChange(
  recorded: RecordedAction,
  { port, named }: ReplayContext,
): Promise<Stop | undefined> {
  const { change } = recorded;
  if (change === undefined) return undefined;
  if (isRestless(change)) {
    // What it will read is not known, and it may move by itself: an app that has nothing under way has acted.
    await port.look();
    return undefined;
  }
  const came = await lookUntil(port, CHANGE_WAIT_MS, (reading): true | undefined => {
    if (reading.dialog !== undefined) return true;
    if (change.route !== undefined && named.routeOf(reading.location) !== change.route) return undefined;
    return hasCome(change, reading) || (change.appeared.length === 0 && change.gone.length === 0)
      ? true
      : undefined;
  });
  if (came) return undefined;
  const expected = [
    ...(change.route === undefined ? [] : [`the app would be on ${JSON.stringify(change.route)}`]),
    ...change.appeared.map((anchor) => `${sayDescriptor(anchor.descriptor)} would show`),
    ...change.gone.map((anchor) => `${sayDescriptor(anchor.descriptor)} would go away`),
  ];
  return {
    reason: 'action-failed',
    detail: `nothing of what it changed when it was recorded came: ${expected.join(', ')}`,
  };
}

type Aim =
  | {
      readonly kind: 'aimed';
      readonly action: Action<NodeId>;
      readonly reading: Reading;
      readonly relocated: readonly string[];
    }
  | { readonly kind: 'stop'; readonly stop: Stop }
  | { readonly kind: 'needless' };

/** Finds every control that the action needs on one and the same look. */
async function aimAt(
  recorded: Recorded,
  next: RecordedAction | undefined,
  port: StepPort,
  deadline: number,
): Promise<Aim> {
  let doubt: Stop | undefined;
  let doubtedAt: number | undefined;
  let needlessAt: number | undefined;
  let relocatedBefore = false;
  const decide = (reading: Reading, last: boolean): Aim | undefined => {
    if (reading.dialog !== undefined) {
      return { kind: 'stop', stop: unanswered(reading.dialog.message) };
    }
    const found = aimOnce(recorded, reading);
    if (found.kind === 'aimed') {
      // A control under a new label is looked at twice before it is used (spec R19).
      if (found.relocated.length === 0 || relocatedBefore) return found;
      relocatedBefore = true;
      return undefined;
    }
    relocatedBefore = false;
    doubt = found.stop;
    if (isNeedless(recorded, next, reading)) {
      // A banner may still be on its way: once more, when the screen had time to bring it.
      if (needlessAt !== undefined && now() - needlessAt >= SECOND_LOOK_MS) return { kind: 'needless' };
      needlessAt ??= now();
    } else needlessAt = undefined;
    if (found.firm && doubtedAt !== undefined && now() - doubtedAt >= SECOND_LOOK_MS)
      return stopped(doubt.reason, doubt.detail);
    if (found.firm) doubtedAt ??= now();
    else doubtedAt = undefined;
    return last ? stopped(doubt.reason, doubt.detail) : undefined;
  };
  const aim = await lookUntil(port, Math.max(0, deadline - now()), decide);
  return aim ?? stopped('target-not-found', doubt?.detail ?? 'it did not show in time');
}

/** How long a doubt that only more controls could lift must last, in ms. Chosen: a list that swaps its rows shows both for a moment. */
const SECOND_LOOK_MS = 400;

function stopped(reason: Reason, detail: string): { readonly kind: 'stop'; readonly stop: Stop } {
  return { kind: 'stop', stop: { reason, detail } };
}

type AimOnce =
  | Extract<Aim, { readonly kind: 'aimed' }>
  | { readonly kind: 'stop'; readonly stop: Stop; readonly firm: boolean };

/** One look. A firm doubt is one that waiting for controls to come does not lift. */
function aimOnce(recorded: Recorded, reading: Reading): AimOnce {
  const { action, viewport, focus, asked = [] } = recorded;
  if (action.kind !== 'page' && recorded.page !== reading.page) {
    return doubtful('target-not-found', `tab ${recorded.page + 1} of the recording is not the one in front`);
  }
  if (viewport !== undefined && sayViewport(viewport) !== sayViewport(reading.viewport)) {
    return doubtful(
      'viewport-changed',
      `it was recorded at ${sayViewport(viewport)}, and the viewport is ${sayViewport(reading.viewport)}`,
      true,
    );
  }
  if (focus !== undefined) {
    const at = locate(reading.nodes, focus);
    if (at.kind !== 'found' || !reading.nodes[at.index]?.focused) {
      return doubtful(
        'target-not-found',
        `${sayDescriptor(focus)} had the focus when it was recorded, and has not`,
      );
    }
  }
  const relocated: string[] = [];
  let stop: AimOnce | undefined;
  const aimed = mapTargets(action, (descriptor: Descriptor): NodeId => {
    const found = locate(reading.nodes, descriptor);
    const node = found.kind === 'found' ? reading.nodes[found.index] : undefined;
    if (found.kind === 'found' && node !== undefined) {
      if (found.level === 'relocated')
        relocated.push(`${sayDescriptor(descriptor)} is now ${JSON.stringify(node.name ?? '')}`);
      return node.id;
    }
    stop ??= {
      kind: 'stop',
      stop: {
        reason: found.kind === 'ambiguous' ? 'target-ambiguous' : 'target-not-found',
        // Of all looks only the last one's is told.
        get detail() {
          return found.kind === 'found' ? 'it went away' : found.detail;
        },
      },
      firm: found.kind === 'ambiguous',
    };
    return '' as NodeId;
  });
  if (stop !== undefined) return stop;
  const question = unasked(asked, reading);
  if (question !== undefined) {
    return doubtful(
      'action-failed',
      `the app asked ${JSON.stringify(question)} when it was recorded, and does not ask that`,
    );
  }
  return { kind: 'aimed', action: aimed, reading, relocated };
}

/** A viewport in words: `1280×720`, `1280×720 at 2 device pixels each`. */
export function sayViewport({ width, height, pixelRatio = 1 }: Viewport): string {
  return `${width}×${height}${pixelRatio === 1 ? '' : ` at ${pixelRatio} device pixels each`}`;
}

function doubtful(reason: Reason, detail: string, firm = false): AimOnce {
  return { kind: 'stop', stop: { reason, detail }, firm };
}

/** Text is read back before the next action: a field that lost or changed it stops the replay. Source: spec R22. */
async function readBack(
  recorded: RecordedAction,
  aim: Extract<Aim, { readonly kind: 'aimed' }>,
  port: StepPort,
): Promise<Stop | undefined> {
  const { shows } = recorded;
  const id = targetOf(aim.action);
  const descriptor = targetOf(recorded.action);
  if (shows === undefined || id === undefined || descriptor === undefined) return undefined;
  let last: string | undefined;
  const held = await lookUntil(port, READ_BACK_MS, (reading) => {
    const located = locate(reading.nodes, descriptor);
    const node =
      reading.nodes.find((candidate) => candidate.id === id) ??
      (located.kind === 'found' ? reading.nodes[located.index] : undefined);
    // A field that went away with the typing has nothing left to show; the end check decides.
    if (node === undefined) return true;
    last = node.value ?? '';
    return last === shows ? true : undefined;
  });
  if (held) return undefined;
  return {
    reason: 'action-failed',
    detail: `the field shows ${JSON.stringify(last ?? '')} after typing, and showed ${JSON.stringify(shows)} when it was recorded`,
  };
}

/** Answers the dialog that the recording answered; another text is not for the recording to answer. Source: spec R24. */
async function answerDialog(
  recorded: RecordedAction,
  { port, evidence }: ReplayContext,
): Promise<'done' | Stop> {
  if (recorded.action.kind !== 'dialog') return 'done';
  const reading = await lookUntil(port, DIALOG_WAIT_MS, (seen, last) =>
    seen.dialog !== undefined || last ? seen : undefined,
  );
  const open = reading?.dialog;
  // No dialog to answer: whether the step had its effect all the same is for the end check.
  if (reading === undefined || open === undefined) return 'done';
  if (recorded.message !== undefined && shapeOf(open.message) !== shapeOf(recorded.message)) {
    return {
      reason: 'action-failed',
      detail: `the dialog says ${JSON.stringify(open.message)}, and said ${JSON.stringify(recorded.message)}`,
    };
  }
  evidence.begin(reading);
  const done = await port.perform(recorded.action, { timeoutMs: TARGET_WAIT_MS, reading, recorded });
  return done.ok ? 'done' : { reason: 'action-failed', detail: done.message };
}
