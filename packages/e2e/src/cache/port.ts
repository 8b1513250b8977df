// The one way through which a step touches the app. Live and replayed actions pass the same wrapper, so both are recorded by the same
// line, and every reading taken on the way is seen by whoever watches for evidence.
import { now, sleep } from '../base/clock.ts';
import type { ActionFailureCode, CallOptions, SecretRule } from '../engine/contract.ts';
import { type Action, mapTargets, type StepAction, type ToolAction, targetOf } from '../screen/action.ts';
import { sayNode } from '../screen/descriptor.ts';
import { describeUniquely, locate } from '../screen/locate.ts';
import type { NodeId, OpenDialog, Reading } from '../screen/node.ts';
import type { RecordedAction } from './entry.ts';
import { LiveTape, type Tape, type TapeOptions } from './tape.ts';
import type { ToolEnd, ToolRun } from './tool.ts';

/**
 * How long a step looks for one control, in ms on the monotonic clock, and how long one action may wait for it to be usable.
 * Source: spec R18.
 */
export const TARGET_WAIT_MS = 15_000;

/** How long a look waits for a screen that does not come to rest. Chosen: a page that polls every second must not cost more. */
const STEADY_WAIT_MS = 5_000;

/** What came of an action. */
type Done =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: ActionFailureCode; readonly message: string };

/** Options of one action. */
interface DoOptions {
  readonly timeoutMs: number;
  readonly secret?: string;
  /** The reading in which the targets were found, when it is fresh; otherwise one is taken. */
  readonly reading?: Reading;
  /** Only if nothing changed since that reading; else the code is `stale`, and nothing was sent. */
  readonly ifUnchanged?: boolean;
  /** The recorded descriptors of the targets, kept as they are when a recorded action is repeated. */
  readonly recorded?: RecordedAction;
}

/** The recorded call that a call repeats, and the screen on which it is repeated. */
interface RepeatedCall {
  readonly recorded: RecordedAction;
  readonly reading: Reading;
}

/** A call of a tool that was made. */
interface Called {
  readonly action: ToolAction;
  readonly by: 'agent' | 'replay';
  readonly outcome: ToolEnd['kind'];
  /** Whether it was noted. */
  readonly recorded: boolean;
}

/** A step's hold on the app. */
export interface StepPort {
  readonly tape: Tape;
  /** The steady screen. `isKnown`: as for `steady` of a session. */
  look(isKnown?: (reading: Reading) => boolean): Promise<Reading>;
  /** The screen at this moment. */
  read(): Promise<Reading>;
  /** The latest of both, as long as nothing was done and nothing waited for since; `undefined` then. */
  recent(): Reading | undefined;
  /** True as soon as the screen may have changed since the last reading; false when the time is up. */
  changed(timeoutMs: number): Promise<boolean>;
  perform(action: Action<NodeId>, options: DoOptions): Promise<Done>;
  /** Makes a call of a tool of the project, and notes it unless it changes nothing. A picture is taken of one that repeats none. */
  call(action: ToolAction, tool: ToolRun, repeated?: RepeatedCall): Promise<ToolEnd>;
  /** Shows whoever keeps pictures what is about to be acted on; false when nobody does. Look again before acting: time has passed. */
  picture(action: StepAction<NodeId>, reading: Reading): Promise<boolean>;
  /** Notes that the agent was shown a picture: what it types from now on may stand on it. */
  noteSight(): void;
  /** Lets time pass, in ms; ends with the step. */
  pause(waitMs: number): Promise<void>;
  /** Notes what a field shows after the last action typed into it. */
  noteShown(value: string | undefined): void;
  dialog(): OpenDialog | undefined;
  /** Calls back with each reading from now on. */
  watch(see: (reading: Reading) => void): void;
}

/** What a port needs to know of its step. */
export interface PortOptions extends TapeOptions {
  readonly signal: AbortSignal;
  /** Where a secret may go, by its name; asked for each fill, live or replayed (spec R22). */
  readonly secretRule?: (name: string) => SecretRule;
  /** Is told of each call of a tool, once it is over. */
  readonly called?: (call: Called) => void;
  /** Keeps a picture of the screen before an action; absent when nobody wants any. */
  readonly picture?: (action: StepAction<NodeId>, reading: Reading) => Promise<void>;
}

/** Opens a step's hold on the app. */
export function openPort(options: PortOptions): StepPort {
  const { session, signal, goal, named } = options;
  const tape = new LiveTape(options);
  const watchers: ((reading: Reading) => void)[] = [];
  let recent: Reading | undefined;
  const see = (reading: Reading): Reading => {
    recent = reading;
    for (const alert of named.alertsOf(reading)) tape.alerts.add(alert);
    for (const watcher of watchers) watcher(reading);
    return reading;
  };
  const within = (timeoutMs: number): CallOptions => ({ timeoutMs, signal });
  const read = async (): Promise<Reading> => {
    signal.throwIfAborted();
    return see(await session.read());
  };
  /** The last screen that was looked at as a whole: what an agent knows. */
  let seen: Reading | undefined;
  const performOn = async (reading: Reading, action: Action<NodeId>, doing: DoOptions): Promise<Done> => {
    recent = undefined;
    tape.settle(reading);
    const missing = missingTarget(reading, action);
    if (missing !== undefined) return missing;
    tape.before ??= reading;
    const startedAt = now();
    const sentBefore = tape.requests().length;
    const dialog = session.dialog();
    const done = await session.perform(action, {
      ...within(doing.timeoutMs),
      ...(doing.ifUnchanged ? { seen: reading } : {}),
      ...(doing.secret === undefined ? {} : { secret: doing.secret }),
      ...(action.kind !== 'typeSecret' || options.secretRule === undefined
        ? {}
        : { secretRule: options.secretRule(action.name) }),
    });
    if (done.ok) tape.add({ action, reading, recorded: doing.recorded, dialog, startedAt, sentBefore });
    else if (done.code === 'uncertain')
      tape.spoiled ??= `it is unknown whether an action happened: ${done.message}`;
    return done;
  };
  return {
    tape,
    read,
    recent: () => recent,
    async look(isKnown) {
      signal.throwIfAborted();
      const known = isKnown === undefined ? {} : { isKnown };
      seen = see(await session.steady({ ...within(STEADY_WAIT_MS), ...known }));
      tape.settle(seen);
      return seen;
    },
    changed(timeoutMs) {
      signal.throwIfAborted();
      recent = undefined;
      return session.changed(within(timeoutMs));
    },
    async perform(action, doing) {
      if (doing.reading !== undefined) return await performOn(doing.reading, action, doing);
      if (seen !== undefined) await options.picture?.(action, seen);
      // An agent names a node of the screen that it saw. An app that renders anew has the same control under another id by now.
      const deadline = now() + doing.timeoutMs;
      for (;;) {
        const reading = await read();
        const aimed = aimAnew(action, seen, reading, goal);
        const left = { ...doing, timeoutMs: Math.max(0, deadline - now()) };
        const done = await performOn(reading, aimed, left);
        const replaced = !done.ok && done.code === 'not-found' && missingTarget(reading, aimed) === undefined;
        if (!replaced || now() >= deadline) return done;
      }
    },
    async call(action, tool, repeated) {
      if (repeated === undefined && tool.replay !== 'read-only' && seen !== undefined)
        await options.picture?.(action, seen);
      const reading = repeated?.reading ?? (await read());
      tape.settle(reading);
      const startedAt = now();
      const sentBefore = tape.requests().length;
      recent = undefined;
      const end = await tool.run();
      const isNoted = tool.replay !== 'read-only' && end.kind !== 'refused';
      if (isNoted) {
        tape.before ??= reading;
        const result = end.kind === 'returned' ? end.result : 'error';
        // What came out otherwise than recorded is a call of its own.
        const repeats = repeated?.recorded.result === result ? repeated.recorded : undefined;
        const call = { result, isRepeatable: tool.replay === 'same-input' && end.kind === 'returned' };
        tape.add({ action, reading, recorded: repeats, dialog: undefined, startedAt, sentBefore, call });
      }
      options.called?.({
        action,
        by: repeated === undefined ? 'agent' : 'replay',
        outcome: end.kind,
        recorded: isNoted,
      });
      // Its own input may stand in it: that was there before.
      if (end.kind === 'returned' && end.result !== 'nothing') tape.hear(end.text);
      return end;
    },
    async picture(action, reading) {
      if (options.picture === undefined) return false;
      recent = undefined;
      await options.picture(action, reading);
      return true;
    },
    pause(waitMs) {
      recent = undefined;
      return sleep(waitMs, signal);
    },
    noteSight: () => tape.sight(),
    noteShown: (value) => tape.noteShown(value),
    dialog: () => session.dialog(),
    watch: (watcher) => void watchers.push(watcher),
  };
}

/** The action with each target that is gone replaced by the one control that is it in every respect; else as it is. */
function aimAnew(
  action: Action<NodeId>,
  seen: Reading | undefined,
  reading: Reading,
  goal: string,
): Action<NodeId> {
  if (seen === undefined) return action;
  return mapTargets(action, (id) => {
    if (reading.nodes.some((node) => node.id === id)) return id;
    const index = seen.nodes.findIndex((node) => node.id === id);
    const descriptor = index < 0 ? undefined : describeUniquely(seen.nodes, index, goal);
    const found = descriptor === undefined ? undefined : locate(reading.nodes, descriptor);
    if (found?.kind !== 'found' || found.level !== 'exact') return id;
    return reading.nodes[found.index]?.id ?? id;
  });
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
