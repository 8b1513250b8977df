// The actions of the product, generic over what a target is: a node id while an agent acts, a descriptor in a recording.
import type { Json } from '../base/digest.ts';

/** Where a scroll goes. */
export type Direction = 'up' | 'down' | 'left' | 'right';

/** One action. Source: framework spec §5. */
export type Action<Target = string> =
  | { readonly kind: 'tap' | 'doubleTap' | 'longPress' | 'secondaryTap' | 'hover'; readonly target: Target }
  /** Replaces the field's content; `''` clears it. */
  | { readonly kind: 'type'; readonly target: Target; readonly text: string }
  /** Fills the secret of that name; its value never passes through an action. */
  | { readonly kind: 'typeSecret'; readonly target: Target; readonly name: string }
  /** `key` as Playwright spells it (`Enter`, `Control+A`); without a target it goes to the focused control. */
  | { readonly kind: 'press'; readonly key: string; readonly target?: Target }
  /** `option`: the label of the option. */
  | { readonly kind: 'select'; readonly target: Target; readonly option: string }
  | { readonly kind: 'check'; readonly target: Target; readonly checked: boolean }
  /** `paths`: relative to the project root, inside it. */
  | { readonly kind: 'upload'; readonly target: Target; readonly paths: readonly string[] }
  | { readonly kind: 'drag'; readonly target: Target; readonly to: Target }
  | { readonly kind: 'scroll'; readonly direction: Direction; readonly target?: Target }
  | {
      readonly kind: 'scrollUntil';
      readonly text: string;
      readonly direction: Direction;
      readonly target?: Target;
    }
  | { readonly kind: 'navigate'; readonly url: string }
  | { readonly kind: 'back' | 'forward' }
  /** CSS pixels from the top left of the viewport. */
  | { readonly kind: 'tapAt' | 'hoverAt'; readonly x: number; readonly y: number }
  /** Answers the open native dialog; `text` for a prompt. */
  | { readonly kind: 'dialog'; readonly accept: boolean; readonly text?: string }
  /** Goes on in another page (tab) of the same session. */
  | { readonly kind: 'page'; readonly index: number };

/** A call of a tool of the project: an action of a step that no engine does. `input`: as the agent gave it, secrets by name. */
export interface ToolAction {
  readonly kind: 'tool';
  readonly name: string;
  readonly input: Json;
}

/** What a step may do: something to the app, or a call of a tool of the project. */
export type StepAction<Target = string> = Action<Target> | ToolAction;

/** The name of an action. */
export type ActionKind = Action['kind'];

/** What a kind of action needs: a target always, sometimes, or never. */
export const ACTION_TARGETS: Readonly<Record<ActionKind, 'required' | 'optional' | 'none'>> = {
  tap: 'required',
  doubleTap: 'required',
  longPress: 'required',
  secondaryTap: 'required',
  hover: 'required',
  type: 'required',
  typeSecret: 'required',
  press: 'optional',
  select: 'required',
  check: 'required',
  upload: 'required',
  drag: 'required',
  scroll: 'optional',
  scrollUntil: 'optional',
  navigate: 'none',
  back: 'none',
  forward: 'none',
  tapAt: 'none',
  hoverAt: 'none',
  dialog: 'none',
  page: 'none',
};

/** Every kind of action, in the order of the spec. */
export const ACTION_KINDS: readonly ActionKind[] = Object.keys(ACTION_TARGETS) as ActionKind[];

/** The action's target, when it has one. */
export function targetOf<Target>(action: StepAction<Target>): Target | undefined {
  return 'target' in action ? action.target : undefined;
}

/** The same action with each target replaced. */
export function mapTargets<From, To>(action: Action<From>, map: (target: From) => To): Action<To> {
  const mapped: Record<string, unknown> = { ...action };
  if ('target' in action && action.target !== undefined) mapped.target = map(action.target);
  if (action.kind === 'drag') mapped.to = map(action.to);
  // The spread keeps every other field of the arm; only the targets change type.
  return mapped as unknown as Action<To>;
}

/** Whether the first visible consequence of an action is the state of its own target. */
export function setsTarget({ kind }: StepAction<unknown>): boolean {
  return ['type', 'typeSecret', 'select', 'check', 'upload'].includes(kind);
}
