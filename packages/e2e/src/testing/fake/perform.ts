// Does one action on a running fake app the way a person would: on a control that is there, in reach and enabled, waiting for
// that within the time. It forces nothing and repeats nothing.
import { now } from '../../base/clock.ts';
import { unreachable } from '../../base/result.ts';
import type { ActionResult, PerformOptions } from '../../engine/contract.ts';
import type { Action, ActionKind, Direction } from '../../screen/action.ts';
import type { NodeId } from '../../screen/node.ts';
import { describeNode } from '../find.ts';
import { check, select, type, upload } from './fields.ts';
import { pressKey, scroll, tap, textOf } from './gestures.ts';
import { type Element, isCheckable, isEditable } from './page.ts';
import { DONE, done, fail, run } from './result.ts';
import type { World } from './world.ts';

/** How often `scrollUntil` scrolls before it gives up. Source: chosen. */
const MAX_SCROLLS = 20;

/** Does one action. */
export async function perform<State>(
  world: World<State>,
  action: Action<NodeId>,
  options: PerformOptions,
  rootDir: string,
): Promise<ActionResult> {
  options.signal.throwIfAborted();
  if (action.kind === 'dialog') {
    return world.answer(action.accept, action.text) ? DONE : fail('no-dialog', 'no native dialog is open');
  }
  if (world.dialog !== undefined) {
    return fail('dialog-open', `a native ${world.dialog.type} blocks the page: "${world.dialog.message}"`);
  }
  if ('target' in action && action.target !== undefined) {
    const reached = await reach(world, action.target, action.kind, options);
    return 'ok' in reached ? reached : onElement(world, action, reached, options, rootDir);
  }
  return onPage(world, action);
}

/** The element once it is in reach, or why it is not when the time is up. */
async function reach<State>(
  world: World<State>,
  id: NodeId,
  kind: ActionKind,
  options: PerformOptions,
): Promise<Element<State> | ActionResult> {
  const deadline = now() + options.timeoutMs;
  for (;;) {
    const { revision } = world;
    const element = elements(world).find((candidate) => candidate.id === id && candidate.visible);
    if (world.ended || element === undefined)
      return fail('not-found', `the control ${id} is not on the screen any more`);
    const obstacle = obstacleTo(element, kind);
    if (obstacle === undefined) return element;
    // What the control is does not change with time; what state it is in may.
    if (obstacle.final === true) return obstacle.result;
    if (!(await world.changedSince(revision, deadline - now(), options.signal))) return obstacle.result;
  }
}

interface Obstacle {
  readonly result: ActionResult;
  readonly final?: boolean;
}

function obstacleTo<State>(element: Element<State>, kind: ActionKind): Obstacle | undefined {
  const { spec } = element;
  const what = describeNode({ role: spec.role, ...pick(spec) });
  const wrongKind = wrongKindOf(element, kind);
  if (wrongKind !== undefined) return { result: fail('not-editable', `${what} ${wrongKind}`), final: true };
  if (element.behindModal) return { result: fail('covered', `${what} is behind an open modal`) };
  if (spec.covered !== undefined) return { result: fail('covered', `${what} is covered by ${spec.covered}`) };
  if (kind === 'hover' || kind === 'scroll' || kind === 'scrollUntil') return undefined;
  if (spec.disabled === true) return { result: fail('disabled', `${what} is disabled`) };
  const typing = kind === 'type' || kind === 'typeSecret';
  if (typing && spec.readOnly === true) return { result: fail('not-editable', `${what} is read-only`) };
  return undefined;
}

function wrongKindOf<State>({ spec }: Element<State>, kind: ActionKind): string | undefined {
  if (kind === 'type' || kind === 'typeSecret') {
    return isEditable({ ...spec, readOnly: undefined }) ? undefined : 'is no text field';
  }
  if (kind === 'select') return spec.options === undefined ? 'has no options' : undefined;
  if (kind === 'check') return isCheckable(spec) ? undefined : 'cannot be checked';
  if (kind === 'upload') return spec.files === true ? undefined : 'takes no files';
  return undefined;
}

type Targeted = Extract<Action<NodeId>, { target?: NodeId }>;

async function onElement<State>(
  world: World<State>,
  action: Targeted,
  element: Element<State>,
  options: PerformOptions,
  rootDir: string,
): Promise<ActionResult> {
  const { fails } = element.spec;
  if (fails !== undefined && fails.delivered !== true) return fail(fails.code, fails.message);
  const result = await deliver(world, action, element, options, rootDir);
  return fails !== undefined && result.ok ? fail(fails.code, fails.message) : result;
}

async function deliver<State>(
  world: World<State>,
  action: Targeted,
  element: Element<State>,
  options: PerformOptions,
  rootDir: string,
): Promise<ActionResult> {
  const { spec } = element;
  switch (action.kind) {
    case 'tap':
      return done(() => tap(world, element));
    case 'doubleTap':
      return run(world, spec.onDoubleTap);
    case 'longPress':
      return run(world, spec.onLongPress);
    case 'secondaryTap':
      return run(world, spec.onSecondaryTap);
    case 'hover':
      return run(world, spec.onHover);
    case 'type':
      return type(world, element, action.text);
    case 'typeSecret':
      if (options.secret === undefined)
        return fail('not-taken', `no value was given for the secret "${action.name}"`);
      if (options.secretRule?.passwordOnly === true && spec.password !== true)
        return fail('refused', `the secret "${action.name}" is a password, and this is no password field`);
      return type(world, element, options.secret);
    case 'press':
      world.page.document.focus = element.id;
      return done(() => pressKey(world, element, action.key));
    case 'select':
      return select(world, element, action.option);
    case 'check':
      return check(world, element, action.checked);
    case 'upload':
      return upload(world, element, action.paths, rootDir);
    case 'drag':
      return drag(world, element, action.to, options);
    case 'scroll':
      return done(() => scroll(world, element, action.direction));
    case 'scrollUntil':
      return scrollUntil(world, element, action.direction, action.text);
    default:
      return unreachable(action);
  }
}

function onPage<State>(world: World<State>, action: Action<NodeId>): ActionResult | Promise<ActionResult> {
  const { page } = world;
  switch (action.kind) {
    case 'navigate':
      if (!page.answers(page.resolve(action.url)))
        return fail('not-taken', `nothing answers at ${action.url}`);
      return run(world, () => page.go(action.url));
    case 'back':
    case 'forward': {
      const step = action.kind === 'back' ? -1 : 1;
      if (!page.travel(step)) return fail('not-taken', `there is no page to go ${action.kind} to`);
      return run(world, undefined);
    }
    case 'press': {
      const focused = elements(world).find((element) => element.id === page.document.focus);
      return done(() => pressKey(world, focused, action.key));
    }
    case 'scroll':
      return done(() => scroll(world, undefined, action.direction));
    case 'scrollUntil':
      return scrollUntil(world, undefined, action.direction, action.text);
    case 'tapAt':
      return done(() => tap(world, at(world, action.x, action.y)));
    case 'hoverAt':
      return run(world, at(world, action.x, action.y)?.spec.onHover);
    case 'page':
      if (world.pages[action.index] === undefined) {
        return fail(
          'not-found',
          `there is no page ${action.index}; ${world.pages.length} are open, counted from 0`,
        );
      }
      world.current = action.index;
      return run(world, undefined);
    default:
      return fail('not-found', `${action.kind} needs a control`);
  }
}

async function drag<State>(
  world: World<State>,
  element: Element<State>,
  to: NodeId,
  options: PerformOptions,
): Promise<ActionResult> {
  const reached = await reach(world, to, 'hover', options);
  if ('ok' in reached) return reached;
  return run(world, (state, app) => reached.spec.onDrop?.(state, app, element.spec.name ?? ''));
}

function scrollUntil<State>(
  world: World<State>,
  element: Element<State> | undefined,
  direction: Direction,
  text: string,
): ActionResult {
  for (let count = 0; count <= MAX_SCROLLS; count += 1) {
    const tree = elements(world);
    if (tree.some((each) => each.visible && textOf(tree, each).includes(text))) return DONE;
    scroll(world, element, direction);
  }
  return fail('not-found', `"${text}" did not show within ${MAX_SCROLLS} scrolls ${direction}`);
}

/** The topmost element at a point: the last of the document that lies there. */
function at<State>(world: World<State>, x: number, y: number): Element<State> | undefined {
  return elements(world).findLast(({ visible, spec: { box } }) => {
    if (!visible || box === undefined) return false;
    return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
  });
}

function elements<State>(world: World<State>): readonly Element<State>[] {
  return world.page.elements(world.state, world.handle(world.page));
}

function pick(spec: { name?: string | undefined; text?: string | undefined; testId?: string | undefined }): {
  name?: string;
  text?: string;
  testId?: string;
} {
  return {
    ...(spec.name === undefined ? {} : { name: spec.name }),
    ...(spec.text === undefined ? {} : { text: spec.text }),
    ...(spec.testId === undefined ? {} : { testId: spec.testId }),
  };
}
