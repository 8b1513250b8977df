// The one way through which a step touches the app. Live and replayed actions pass the same wrapper, so both are recorded by the same
// line, and every reading taken on the way is seen by whoever watches for evidence.
import { now } from '../base/clock.ts';
import type { ActionFailureCode, CallOptions, SeenRequest, Session } from '../engine/contract.ts';
import { type Action, mapTargets, targetOf } from '../screen/action.ts';
import { type Descriptor, sayNode } from '../screen/descriptor.ts';
import { alertsOf } from '../screen/effect.ts';
import { describeUniquely } from '../screen/locate.ts';
import type { NodeId, OpenDialog, Reading } from '../screen/node.ts';
import { sayAction } from '../screen/sentence.ts';
import type { RecordedAction } from './entry.ts';

/**
 * How long a step looks for one control, in ms on the monotonic clock, and how long one action may wait for it to be usable.
 * Source: spec R18.
 */
export const TARGET_WAIT_MS = 15_000;

/** How long a look waits for a screen that does not come to rest. Chosen: a page that polls every second must not cost more. */
const STEADY_WAIT_MS = 5_000;

/** What a step has done so far, as it would be recorded. */
export interface Tape {
  /** The screen right before the first action. */
  readonly before: Reading | undefined;
  readonly actions: readonly RecordedAction[];
  /** Descriptors of controls that were typed into, toggled or selected in. */
  readonly acted: readonly Descriptor[];
  /** Shapes of the alerts seen since the step began, those there before included. */
  readonly alerts: ReadonlySet<string>;
  /** Monotonic time of the last action; `undefined` before the first. */
  readonly lastActionAt: number | undefined;
  /** Why this can't be replayed, when something on the way could not be described. */
  readonly spoiled: string | undefined;
  /** State-changing requests since the step began. */
  requests(): readonly SeenRequest[];
}

/** What came of an action. */
export type Done =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: ActionFailureCode; readonly message: string };

/** Options of one action. */
export interface DoOptions {
  readonly timeoutMs: number;
  readonly secret?: string;
  /** The reading in which the targets were found, when it is fresh; otherwise one is taken. */
  readonly reading?: Reading;
  /** The recorded descriptors of the targets, kept as they are when a recorded action is repeated. */
  readonly recorded?: RecordedAction;
}

/** A step's hold on the app. */
export interface StepPort {
  readonly tape: Tape;
  /** The steady screen. */
  look(): Promise<Reading>;
  /** The screen at this moment. */
  read(): Promise<Reading>;
  /** True as soon as the screen may have changed since the last reading; false when the time is up. */
  changed(timeoutMs: number): Promise<boolean>;
  perform(action: Action<NodeId>, options: DoOptions): Promise<Done>;
  /** Notes what a field shows after the last action typed into it. */
  noteShown(value: string | undefined): void;
  dialog(): OpenDialog | undefined;
  /** Calls back with each reading from now on. */
  watch(see: (reading: Reading) => void): void;
}

/** What a port needs to know of its step. */
export interface PortOptions {
  readonly session: Session;
  /** The instruction with its params filled in. */
  readonly goal: string;
  readonly signal: AbortSignal;
}

/** Opens a step's hold on the app. */
export function openPort({ session, goal, signal }: PortOptions): StepPort {
  const tape = new LiveTape(session);
  const watchers: ((reading: Reading) => void)[] = [];
  const see = (reading: Reading): Reading => {
    for (const alert of alertsOf(reading)) tape.alerts.add(alert);
    for (const watcher of watchers) watcher(reading);
    return reading;
  };
  const within = (timeoutMs: number): CallOptions => ({ timeoutMs, signal });
  const read = async (): Promise<Reading> => {
    signal.throwIfAborted();
    return see(await session.read());
  };
  return {
    tape,
    read,
    async look() {
      signal.throwIfAborted();
      return see(await session.steady(within(STEADY_WAIT_MS)));
    },
    changed(timeoutMs) {
      signal.throwIfAborted();
      return session.changed(within(timeoutMs));
    },
    async perform(action, options) {
      const reading = options.reading ?? (await read());
      const missing = missingTarget(reading, action);
      if (missing !== undefined) return missing;
      tape.before ??= reading;
      const startedAt = now();
      const dialog = session.dialog();
      const done = await session.perform(action, {
        ...within(options.timeoutMs),
        ...(options.secret === undefined ? {} : { secret: options.secret }),
      });
      if (done.ok) tape.add(options.recorded, action, reading, goal, startedAt, dialog);
      else if (done.code === 'uncertain')
        tape.spoiled ??= `it is unknown whether an action happened: ${done.message}`;
      return done;
    },
    noteShown: (value) => tape.noteShown(value),
    dialog: () => session.dialog(),
    watch: (watcher) => void watchers.push(watcher),
  };
}

class LiveTape implements Tape {
  before: Reading | undefined;
  readonly actions: RecordedAction[] = [];
  readonly acted: Descriptor[] = [];
  readonly alerts: Set<string> = new Set();
  lastActionAt: number | undefined;
  spoiled: string | undefined;
  readonly #session: Session;
  readonly #requestsBefore: number;
  readonly #startedAt: number = now();

  constructor(session: Session) {
    this.#session = session;
    this.#requestsBefore = session.requests().length;
  }

  requests(): readonly SeenRequest[] {
    return this.#session.requests().slice(this.#requestsBefore);
  }

  add(
    recorded: RecordedAction | undefined,
    action: Action<NodeId>,
    reading: Reading,
    goal: string,
    startedAt: number,
    dialog: OpenDialog | undefined,
  ): void {
    const gapMs = Math.round(startedAt - (this.lastActionAt ?? this.#startedAt));
    const made = recorded ?? this.#describe(action, reading, goal, dialog);
    if (made !== undefined) {
      this.actions.push({ ...made, gapMs: recorded?.gapMs ?? gapMs });
      const target = targetOf(made.action);
      if (target !== undefined && changesItsTarget(action)) this.acted.push(target);
    }
    this.lastActionAt = now();
  }

  noteShown(value: string | undefined): void {
    const last = this.actions.at(-1);
    if (last === undefined || value === undefined) return;
    this.actions[this.actions.length - 1] = { ...last, shows: value };
  }

  #describe(
    action: Action<NodeId>,
    reading: Reading,
    goal: string,
    dialog: OpenDialog | undefined,
  ): Omit<RecordedAction, 'gapMs'> | undefined {
    const flips = action.kind === 'tap' || action.kind === 'check';
    const describe = (id: NodeId): Descriptor => {
      const index = reading.nodes.findIndex((node) => node.id === id);
      const found = describeUniquely(reading.nodes, index, goal, flips);
      if (found !== undefined) return found;
      const node = reading.nodes[index];
      this.spoiled ??= `nothing identifies the target of action ${this.actions.length + 1}: ${sayAction(action, () => (node === undefined ? 'a control that went away' : sayNode(node)))}`;
      return { role: node?.role ?? 'none' };
    };
    const focused = action.kind === 'press' && action.target === undefined ? focusOf(reading) : undefined;
    return {
      action: mapTargets(action, describe),
      page: reading.page,
      ...(action.kind === 'tapAt' || action.kind === 'hoverAt' ? { viewport: reading.viewport } : {}),
      ...(action.kind === 'dialog' && dialog !== undefined ? { message: dialog.message } : {}),
      ...(focused === undefined ? {} : { focus: describe(focused) }),
    };
  }
}

function focusOf(reading: Reading): NodeId | undefined {
  return reading.nodes.find((node) => node.focused && !node.behindModal)?.id;
}

/** Actions whose first visible consequence is the state of their own target. */
function changesItsTarget(action: Action<NodeId>): boolean {
  return ['type', 'typeSecret', 'select', 'check', 'upload'].includes(action.kind);
}

function missingTarget(reading: Reading, action: Action<NodeId>): Done | undefined {
  const wanted = [targetOf(action), action.kind === 'drag' ? action.to : undefined];
  for (const id of wanted) {
    if (id === undefined) continue;
    const node = reading.nodes.find((candidate) => candidate.id === id);
    if (node === undefined) {
      return {
        ok: false,
        code: 'not-found',
        message: `node ${JSON.stringify(id)} is not on the screen any more`,
      };
    }
    if (node.behindModal) {
      return { ok: false, code: 'covered', message: `${sayNode(node)} is behind an open dialog` };
    }
  }
  return undefined;
}
