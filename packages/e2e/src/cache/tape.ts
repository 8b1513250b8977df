// What a step has done so far, as it would be recorded: each action with what identified its control, the change that it made, and
// what in it can't be repeated. It only listens; port.ts does the acting.
import { now } from '../base/clock.ts';
import type { SeenRequest, Session } from '../engine/contract.ts';
import { type Action, mapTargets, type StepAction, setsTarget, targetOf } from '../screen/action.ts';
import type { Anchor } from '../screen/anchor.ts';
import { type Descriptor, sayNode } from '../screen/descriptor.ts';
import { effectOf } from '../screen/effect.ts';
import { describeUniquely } from '../screen/locate.ts';
import type { NodeId, OpenDialog, Reading, ReadNode } from '../screen/node.ts';
import { questionsBefore } from '../screen/question.ts';
import { sayAction } from '../screen/sentence.ts';
import { signedInBy } from '../screen/sign-in.ts';
import { createSources } from './derived.ts';
import type { Change, RecordedAction } from './entry.ts';
import type { Named } from './named.ts';
import type { ResultKind } from './tool.ts';

/** Most anchors kept of one action's change. Chosen: one is enough to go on; a few more survive one that changes. */
const MAX_CHANGE_ANCHORS = 3;

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
  /** For each action, how many of them there were before it. */
  readonly sentBefore: readonly number[];
}

/** What a tape needs to know of its step. */
export interface TapeOptions {
  readonly session: Session;
  /** The instruction with its params filled in. */
  readonly goal: string;
  /** Every param as text. */
  readonly given: readonly string[];
  readonly named: Named;
}

/** One action as it is noted. */
export interface Noted {
  readonly action: StepAction<NodeId>;
  /** Of a call of a tool: what came of it, and whether it may be done again. */
  readonly call?: { readonly result: ResultKind; readonly isRepeatable: boolean };
  /** The screen that it was done on. */
  readonly reading: Reading;
  /** The recorded action that it repeats. */
  readonly recorded: RecordedAction | undefined;
  /** The dialog that was open then. */
  readonly dialog: OpenDialog | undefined;
  /** Monotonic time right before it. */
  readonly startedAt: number;
  /** State-changing requests of the step before it. */
  readonly sentBefore: number;
}

/** The tape of one step, as its port writes it. */
export class LiveTape implements Tape {
  before: Reading | undefined;
  readonly actions: RecordedAction[] = [];
  readonly acted: Descriptor[] = [];
  readonly sentBefore: number[] = [];
  readonly alerts: Set<string> = new Set();
  lastActionAt: number | undefined;
  spoiled: string | undefined;
  readonly #options: TapeOptions;
  readonly #requestsBefore: number;
  readonly #startedAt: number = now();
  readonly #sources: ReturnType<typeof createSources>;
  /** The screen before the last action, while its change is not known yet. */
  #open: Reading | undefined;
  /** The same, until the next one. */
  #earlier: Reading | undefined;

  constructor(options: TapeOptions) {
    this.#options = options;
    this.#requestsBefore = options.session.requests().length;
    this.#sources = createSources([options.goal, ...options.given]);
  }

  requests(): readonly SeenRequest[] {
    return this.#options.session.requests().slice(this.#requestsBefore);
  }

  /** An action was done. */
  add(noted: Noted): void {
    const { recorded, reading, action } = noted;
    const gapMs = Math.round(noted.startedAt - (this.lastActionAt ?? this.#startedAt));
    this.#sources.see(reading);
    const made: RecordedAction = recorded ?? { ...this.#describe(noted), gapMs };
    this.actions.push(made);
    this.sentBefore.push(noted.sentBefore);
    const target = targetOf(made.action);
    if (target !== undefined && setsTarget(action)) this.acted.push(target);
    this.#open = recorded === undefined ? reading : undefined;
    this.#earlier = reading;
    this.lastActionAt = now();
  }

  /** The screen came to rest: what the last action changed is what differs now. */
  settle(after: Reading): void {
    this.#sources.see(after);
    const before = this.#open;
    const last = this.actions.at(-1);
    if (before === undefined || last === undefined || after.dialog !== undefined) return;
    this.#open = undefined;
    const change = this.#changeOf(before, after, last);
    if (change !== undefined) this.actions[this.actions.length - 1] = { ...last, change };
  }

  /** The agent was shown a picture. */
  sight(): void {
    this.#sources.sight();
  }

  /** A tool of the project gave this back. */
  hear(result: string): void {
    this.#sources.hear(result);
  }

  /** Notes what a field shows after what was typed into it. */
  noteShown(value: string | undefined): void {
    const last = this.actions.at(-1);
    if (last === undefined || value === undefined) return;
    this.actions[this.actions.length - 1] = { ...last, shows: value };
  }

  #changeOf(before: Reading, after: Reading, { action }: RecordedAction): Change | undefined {
    const { goal, named } = this.#options;
    const [from, to] = [named.routeOf(before.location), named.routeOf(after.location)];
    const target = targetOf(action);
    const moved = from !== to;
    const isNew = moved || signedInBy(before, this.acted, after);
    const effect = effectOf(before, after, {
      goal,
      moved: isNew,
      acted: target === undefined ? [] : [target],
    });
    const [appeared, gone] = [lasting(effect.appeared), lasting(effect.gone)];
    if (!moved && appeared.length === 0 && gone.length === 0) {
      // Only texts that differ every run moved, such as the count of a wizard's pages: a replay knows by it that the app has acted.
      const moving = effect.appeared.slice(0, MAX_CHANGE_ANCHORS);
      return moving.length === 0 ? undefined : { appeared: moving, gone: [] };
    }
    // Where something only went away, all of it is kept: a replay may begin without any of it (spec R50).
    const onlyWent = !moved && appeared.length === 0;
    return {
      ...(moved ? { route: to } : {}),
      appeared: appeared.slice(0, MAX_CHANGE_ANCHORS),
      gone: onlyWent ? gone : gone.slice(0, MAX_CHANGE_ANCHORS),
    };
  }

  #describe({ action, reading, dialog, call }: Noted): Omit<RecordedAction, 'gapMs'> {
    if (action.kind === 'tool') {
      // An input with a value that can't be repeated is noted as such, unless the call itself can't.
      const rule = this.#sources.ruleOf(action, undefined);
      const derived = call?.isRepeatable ? rule : 'tool-call';
      return {
        action,
        page: reading.page,
        ...(call === undefined ? {} : { result: call.result }),
        ...(derived === undefined ? {} : { derived }),
      };
    }
    const focused = action.kind === 'press' && action.target === undefined ? focusOf(reading) : undefined;
    const flips = action.kind === 'tap' || action.kind === 'check';
    const derived = this.#sources.ruleOf(action, nodeOf(reading, targetOf(action) ?? focused));
    const describe = (id: NodeId): Descriptor => this.#describeNode(reading, id, action, flips);
    const target = targetOf(action);
    const asked =
      target === undefined || this.#earlier === undefined
        ? []
        : questionsBefore(this.#earlier, reading, target);
    return {
      action: mapTargets(action, describe),
      page: reading.page,
      ...(action.kind === 'tapAt' || action.kind === 'hoverAt' ? { viewport: reading.viewport } : {}),
      ...(action.kind === 'dialog' && dialog !== undefined ? { message: dialog.message } : {}),
      ...(asked.length === 0 ? {} : { asked }),
      ...(focused === undefined ? {} : { focus: describe(focused) }),
      ...(derived === undefined ? {} : { derived }),
    };
  }

  #describeNode(reading: Reading, id: NodeId, action: Action<NodeId>, flips: boolean): Descriptor {
    const index = reading.nodes.findIndex((node) => node.id === id);
    const found = describeUniquely(reading.nodes, index, this.#options.goal, flips);
    if (found !== undefined) return found;
    const node = reading.nodes[index];
    const said = sayAction(action, () => (node === undefined ? 'a control that went away' : sayNode(node)));
    this.spoiled ??= `nothing identifies the target of action ${this.actions.length + 1}: ${said}`;
    return { role: node?.role ?? 'none' };
  }
}

function lasting(anchors: readonly Anchor[]): readonly Anchor[] {
  return anchors.filter(({ volatile }) => !volatile);
}

function nodeOf(reading: Reading, id: NodeId | undefined): ReadNode | undefined {
  return id === undefined ? undefined : reading.nodes.find((node) => node.id === id);
}

function focusOf(reading: Reading): NodeId | undefined {
  return reading.nodes.find((node) => node.focused && !node.behindModal)?.id;
}
