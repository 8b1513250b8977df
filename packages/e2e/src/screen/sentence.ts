// An action in words, for reports, hand-offs and error messages. Never parsed back.
import { unreachable } from '../base/result.ts';
import type { StepAction } from './action.ts';

/** The action as a short sentence without a subject: `tap button "Apply"`. `say` puts a target in words. */
export function sayAction<Target>(action: StepAction<Target>, say: (target: Target) => string): string {
  const quote = JSON.stringify;
  switch (action.kind) {
    case 'tap':
    case 'hover':
      return `${action.kind} ${say(action.target)}`;
    case 'doubleTap':
      return `double-tap ${say(action.target)}`;
    case 'longPress':
      return `long-press ${say(action.target)}`;
    case 'secondaryTap':
      return `right-click ${say(action.target)}`;
    case 'type':
      return action.text === ''
        ? `clear ${say(action.target)}`
        : `type ${quote(action.text)} into ${say(action.target)}`;
    case 'typeSecret':
      return `type secret ${quote(action.name)} into ${say(action.target)}`;
    case 'press':
      return `press ${action.key}${action.target === undefined ? '' : ` in ${say(action.target)}`}`;
    case 'select':
      return `select ${quote(action.option)} in ${say(action.target)}`;
    case 'check':
      return `${action.checked ? 'check' : 'uncheck'} ${say(action.target)}`;
    case 'upload':
      return `upload ${action.paths.join(', ')} to ${say(action.target)}`;
    case 'drag':
      return `drag ${say(action.target)} to ${say(action.to)}`;
    case 'scroll':
      return `scroll ${action.direction}${action.target === undefined ? '' : ` in ${say(action.target)}`}`;
    case 'scrollUntil':
      return `scroll ${action.direction} until ${quote(action.text)} shows`;
    case 'navigate':
      return `go to ${action.url}`;
    case 'back':
      return 'go back';
    case 'forward':
      return 'go forward';
    case 'tapAt':
    case 'hoverAt':
      return `${action.kind === 'tapAt' ? 'tap' : 'hover'} at ${action.x}, ${action.y}`;
    case 'dialog':
      return `${action.accept ? 'accept' : 'dismiss'} the dialog${action.text === undefined ? '' : ` with ${quote(action.text)}`}`;
    case 'page':
      return `go on in tab ${action.index + 1}`;
    case 'tool':
      return `call tool ${quote(action.name)} with ${quote(action.input)}`;
    default:
      return unreachable(action);
  }
}
