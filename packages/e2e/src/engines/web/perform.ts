// Does one action: aims it, lets Playwright wait for the control and act, and turns what goes wrong into a failure of the contract.
// It never forces, never repeats, and does not wait for what the app makes of it.
import { now, sleep, withSignal } from '../../base/clock.ts';
import { unreachable } from '../../base/result.ts';
import type { ActionResult, PerformOptions } from '../../engine/contract.ts';
import { type Action, type ActionKind, targetOf } from '../../screen/action.ts';
import type { NodeId } from '../../screen/node.ts';
import { checkControl, selectOption, tapControl } from './control-actions.ts';
import { explain, failed } from './failure.ts';
import { fillField, fillSecret } from './fill.ts';
import { goThroughHistory, navigate, pointAt, pressKey } from './page-actions.ts';
import { scrollOnce, scrollUntilText } from './scroll.ts';
import { refuseSecret } from './secret.ts';
import { INPUT_OF } from './sent.ts';
import { until } from './signals.ts';
import { type ActionParts, aimAt, type Budget, createBudget, type Target } from './target.ts';
import { uploadFiles } from './upload.ts';

/** How long an action that was told to stop may take to end, in ms. Source: chosen; Playwright ends at the next turn of its loop. */
const STOP_MS = 1_000;

/**
 * How long a document whose scripts are all there may take to run them, in ms. One that the server keeps open goes on all the time: what it
 * shows can be used. Source: chosen.
 */
const PARSED_MS = 2_000;

/** The answer of an action that went well. */
const DONE: ActionResult = { ok: true };

/** Does one action. @throws the signal's reason when it fires first. */
export async function performAction(
  parts: ActionParts,
  action: Action<NodeId>,
  options: PerformOptions,
): Promise<ActionResult> {
  options.signal.throwIfAborted();
  const { dialogs, signals } = parts;
  if (action.kind === 'dialog') return answerDialog(parts, action.accept, action.text);
  // What is done to a document that is about to be replaced is lost with it.
  if (!GOES_ELSEWHERE.has(action.kind)) await comeToRest(parts, targetOf(action), options);
  const open = dialogs.open();
  if (open)
    return failed('dialog-open', `The ${open.type} dialog "${open.message}" is open; answer it first.`);
  const id = targetOf(action);
  const target =
    id === undefined
      ? undefined
      : aimAt(parts, id, action.kind === 'type' || action.kind === 'typeSecret', options.seen);
  if (id !== undefined && !target)
    return failed('not-found', 'The control is not on the screen that is shown now.');
  // A dialog that opens ends the action; what Playwright has not sent by then must not follow later.
  const stop = new AbortController();
  const budget = createBudget(options, stop.signal);
  const kinds = target === undefined ? undefined : INPUT_OF[action.kind];
  const before = parts.sent.count(kinds ?? []);
  try {
    const doing = dispatch(parts, action, target, budget, options);
    const result = await until(
      withSignal(doing, options.signal),
      signals,
      () => dialogs.open() !== undefined,
    );
    if (result !== undefined) return result;
    stop.abort();
    const ended = await endBehindDialog(doing);
    if (ended !== undefined) return ended;
    if (kinds === undefined || parts.sent.count(kinds) > before) return DONE;
    const came = dialogs.open();
    // Playwright waits for a field inside the page, where nothing can call it back: a choice or a value may follow once the dialog is gone.
    if (kinds.includes('text') && !kinds.includes('press'))
      return failed(
        'uncertain',
        `A dialog opened while the action on ${target?.label} was waiting; it may still follow.`,
      );
    const what = came === undefined ? 'A dialog' : `The ${came.type} dialog "${came.message}"`;
    return failed('dialog-open', `${what} opened before the action was sent; answer it first.`);
  } catch (error) {
    options.signal.throwIfAborted();
    signals.check();
    return explain(error, target);
  } finally {
    stop.abort();
  }
}

/** Actions that themselves bring another document, or go to another page. */
const GOES_ELSEWHERE: ReadonlySet<ActionKind> = new Set(['navigate', 'back', 'forward', 'page']);

/** Waits while a new document, or one of its scripts, is on its way into the frame of the action, and until those that came have run. */
async function comeToRest(
  { reader, pages, traffic, signals, dialogs }: ActionParts,
  id: NodeId | undefined,
  options: PerformOptions,
): Promise<void> {
  const frame = (id === undefined ? undefined : reader.frameOf(id)) ?? pages.current().mainFrame();
  const comeTo = async (): Promise<void> => {
    const deadline = now() + options.timeoutMs;
    await traffic.settled(frame, options.timeoutMs);
    const timeout = Math.max(1, Math.min(deadline - now(), PARSED_MS));
    // A frame that goes is told by the action itself.
    await frame.waitForLoadState('domcontentloaded', { timeout }).catch(() => undefined);
  };
  await withSignal(
    until(comeTo(), signals, () => dialogs.open() !== undefined),
    options.signal,
  );
}

/** The result of an action that was told to stop, where it came to one; what was sent to a page that a dialog holds has none. */
async function endBehindDialog(doing: Promise<ActionResult>): Promise<ActionResult | undefined> {
  const limit = new AbortController();
  const stillOut = sleep(STOP_MS, limit.signal).catch(() => undefined);
  try {
    return (await Promise.race([doing, stillOut])) ?? undefined;
  } catch {
    return undefined;
  } finally {
    limit.abort();
  }
}

async function answerDialog(
  parts: ActionParts,
  accept: boolean,
  text: string | undefined,
): Promise<ActionResult> {
  return (await parts.dialogs.answer(accept, text)) ? DONE : failed('no-dialog', 'No native dialog is open.');
}

async function dispatch(
  parts: ActionParts,
  action: Exclude<Action<NodeId>, { kind: 'dialog' }>,
  target: Target | undefined,
  budget: Budget,
  options: PerformOptions,
): Promise<ActionResult> {
  const page = parts.pages.current();
  switch (action.kind) {
    case 'scroll':
      return scrollOnce(target?.frame ?? page.mainFrame(), target, action.direction);
    case 'scrollUntil':
      return scrollUntilText(target?.frame ?? page.mainFrame(), target, action, budget, options.signal);
    case 'navigate':
      return navigate(parts, action.url, budget);
    case 'back':
    case 'forward':
      return goThroughHistory(page, action.kind, parts.signals, budget);
    case 'tapAt':
    case 'hoverAt':
      return pointAt(parts, action);
    case 'page':
      return (await parts.pages.choose(action.index))
        ? DONE
        : failed(
            'not-found',
            `There is no page ${action.index}; ${parts.pages.count()} are open, counted from 0.`,
          );
    case 'press':
      return pressKey(page, target, action.key, budget);
    default:
      if (!target) return failed('not-found', `${action.kind} needs a control.`);
      return dispatchOnTarget(parts, action, target, budget, options);
  }
}

type TargetAction = Extract<Action<NodeId>, { readonly target: NodeId }>;

async function dispatchOnTarget(
  parts: ActionParts,
  action: TargetAction,
  target: Target,
  budget: Budget,
  options: PerformOptions,
): Promise<ActionResult> {
  switch (action.kind) {
    case 'tap':
    case 'doubleTap':
    case 'longPress':
    case 'secondaryTap':
    case 'hover':
      return tapControl(action.kind, target, budget, parts.sent);
    case 'type':
      return fillField(target, action.text, budget, parts.sent);
    case 'typeSecret':
      if (options.secret === undefined)
        return failed('not-taken', `The secret "${action.name}" has no value.`);
      return fillSecret(
        target,
        {
          name: action.name,
          value: options.secret,
          passwordOnly: options.secretRule?.passwordOnly === true,
          refuse: () => refuseSecret(target, action.name, options.secretRule, parts.appUrl),
        },
        budget,
      );
    case 'select':
      return selectOption(target, action.option, budget);
    case 'check':
      return checkControl(target, action.checked, budget, parts.sent);
    case 'upload':
      return uploadFiles(parts, target, action.paths, budget);
    case 'drag':
      return dragTo(parts, target, action.to, budget);
    default:
      return unreachable(action);
  }
}

async function dragTo(parts: ActionParts, target: Target, to: NodeId, budget: Budget): Promise<ActionResult> {
  const other = aimAt(parts, to, false);
  if (!other) return failed('not-found', 'The place to drag to is not on the screen that is shown now.');
  if (other.frame !== target.frame)
    return failed('unsupported', 'Dragging from one frame into another is not supported.');
  await target.locator.dragTo(other.locator, budget.next());
  return DONE;
}
