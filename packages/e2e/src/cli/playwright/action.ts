// A recorded action as the lines that do it with Playwright. What cannot be repeated is not written; the caller says so.

import { unreachable } from '../../base/result.ts';
import type { RecordedAction } from '../../cache/entry.ts';
import { LONGEST_GAP_MS } from '../../cache/replay.ts';
import type { StepAction } from '../../screen/action.ts';
import type { Descriptor } from '../../screen/descriptor.ts';
import { locatorCode, type Start, targetCode } from './locator.ts';
import { addressCode } from './url.ts';
import { quote, secretVariable, textCode } from './words.ts';

/** How long a long press holds, in ms. Source: engines/web. */
const LONG_PRESS_MS = 600;

/** CSS pixels of one turn of the wheel. Chosen: most of a screen. */
const WHEEL = 500;

/** What the lines of an action need to know of those around it. */
export interface Around {
  /** The page that it is done on. */
  readonly start: Start;
  /** The one after it, when that answers a dialog: its handler has to be there before the dialog is. */
  readonly next: RecordedAction | undefined;
  /** Wait as the recording did (spec R49). */
  readonly paced: boolean;
}

/** The lines that do it. */
export function actionLines(recorded: RecordedAction, { start, next, paced }: Around): readonly string[] {
  const lines = doLines(recorded, start);
  return [
    ...(paced && lines.length > 0
      ? [`await page.waitForTimeout(${Math.min(recorded.gapMs, LONGEST_GAP_MS)});`]
      : []),
    ...(next?.action.kind === 'dialog' ? dialogLines(next, start.page) : []),
    ...guardLines(recorded.action, start),
    ...lines,
  ];
}

/** One of several alike is known by its place: as many as were recorded must be there. Source: spec R19. */
function guardLines(action: StepAction<Descriptor>, start: Start): readonly string[] {
  const targets = [
    ...('target' in action && action.target !== undefined ? [action.target] : []),
    ...(action.kind === 'drag' ? [action.to] : []),
  ];
  return targets.flatMap((target) =>
    target.twin === undefined
      ? []
      : [`await expect(${locatorCode(target, start)}).toHaveCount(${target.twin.of});`],
  );
}

function dialogLines({ action, message }: RecordedAction, page: string): readonly string[] {
  if (action.kind !== 'dialog') return [];
  const answer = action.accept
    ? `dialog.accept(${action.text === undefined ? '' : textCode(action.text)})`
    : 'dialog.dismiss()';
  const known = message === undefined || !action.accept;
  return [
    known
      ? `${page}.once('dialog', (dialog) => ${answer});`
      : `${page}.once('dialog', (dialog) => (dialog.message() === ${textCode(message)} ? ${answer} : dialog.dismiss()));`,
  ];
}

function doLines(recorded: RecordedAction, start: Start): readonly string[] {
  const { page } = start;
  const { action, focus, viewport, change } = recorded;
  const on = (target: Descriptor): string => targetCode(target, start);
  switch (action.kind) {
    case 'tap':
      return [`await ${on(action.target)}.click();`];
    case 'doubleTap':
      return [`await ${on(action.target)}.dblclick();`];
    case 'longPress':
      return [`await ${on(action.target)}.click({ delay: ${LONG_PRESS_MS} });`];
    case 'secondaryTap':
      return [`await ${on(action.target)}.click({ button: 'right' });`];
    case 'hover':
      return [`await ${on(action.target)}.hover();`];
    case 'type':
      return [
        action.text === ''
          ? `await ${on(action.target)}.clear();`
          : `await ${on(action.target)}.fill(${textCode(action.text)});`,
      ];
    case 'typeSecret':
      return [`await ${on(action.target)}.fill(process.env.${secretVariable(action.name)}!);`];
    case 'press': {
      const at = action.target ?? focus;
      const keys = at === undefined ? `${page}.keyboard` : on(at);
      return [`await ${keys}.press(${quote(action.key)});`];
    }
    case 'select':
      return [`await ${on(action.target)}.selectOption({ label: ${textCode(action.option)} });`];
    case 'check':
      // Checking what is checked does nothing, so the recorded state need not narrow it.
      return [`await ${on(withoutState(action.target))}.${action.checked ? 'check' : 'uncheck'}();`];
    case 'upload':
      return uploadLines(on(action.target), action.paths, page);
    case 'drag':
      return [`await ${on(action.target)}.dragTo(${on(action.to)});`];
    case 'scroll':
      return [...hoverLines(action.target, on), `await ${page}.mouse.wheel(${wheel(action.direction)});`];
    case 'scrollUntil':
      return [
        ...hoverLines(action.target, on),
        'await expect(async () => {',
        `  await ${page}.mouse.wheel(${wheel(action.direction)});`,
        `  await expect(${page}.getByText(${textCode(action.text)}).first()).toBeInViewport({ timeout: 250 });`,
        '}).toPass();',
      ];
    case 'navigate':
      return [
        `await ${page}.goto(${(change?.route === undefined ? undefined : addressCode(change.route)) ?? textCode(action.url)});`,
      ];
    case 'back':
      return [`await ${page}.goBack();`];
    case 'forward':
      return [`await ${page}.goForward();`];
    case 'tapAt':
    case 'hoverAt':
      return [
        ...(viewport === undefined
          ? []
          : [`await ${page}.setViewportSize({ width: ${viewport.width}, height: ${viewport.height} });`]),
        `await ${page}.mouse.${action.kind === 'tapAt' ? 'click' : 'move'}(${action.x}, ${action.y});`,
      ];
    case 'dialog':
    case 'page':
    case 'tool':
      // Written before the action that opens it, and at the first action in the other tab; a tool is not Playwright's to call.
      return [];
    default:
      return unreachable(action);
  }
}

function withoutState({ state: _state, ...target }: Descriptor): Descriptor {
  return target;
}

/** A styled button opens a chooser as a file field does. */
function uploadLines(target: string, paths: readonly string[], page: string): readonly string[] {
  const files = paths.map(textCode).join(', ');
  return [
    `${page}.once('filechooser', (chooser) => chooser.setFiles([${files}]));`,
    `await ${target}.click();`,
  ];
}

function hoverLines(target: Descriptor | undefined, on: (target: Descriptor) => string): readonly string[] {
  return target === undefined ? [] : [`await ${on(target)}.hover();`];
}

function wheel(direction: 'up' | 'down' | 'left' | 'right'): string {
  const signed = direction === 'up' || direction === 'left' ? -WHEEL : WHEEL;
  return direction === 'up' || direction === 'down' ? `0, ${signed}` : `${signed}, 0`;
}
