// One action of an executor on the app: checked, counted against the budget, done through the step's port, and followed by the steady
// screen that it led to.
import { E2EError, type ErrorCode } from '../base/error.ts';
import { unreachable } from '../base/result.ts';
import { secretsIn } from '../cache/params.ts';
import { type StepPort, TARGET_WAIT_MS } from '../cache/port.ts';
import type { ActionFailureCode } from '../engine/contract.ts';
import { ACTION_TARGETS, type Action, targetOf } from '../screen/action.ts';
import type { NodeId, Reading } from '../screen/node.ts';
import { toScreen } from '../screen/view.ts';
import type { AttemptSetup } from './attempt.ts';
import type { ActStep, Performed } from './executor.ts';

/** What an executor's actions go through. */
export interface PerformContext {
  readonly port: StepPort;
  readonly setup: AttemptSetup;
  readonly count: () => void;
}

/** Counts the actions of one step. @throws E2EError STEP_BUDGET_EXHAUSTED past `maxSteps`. */
export function actionBudget(maxSteps: number): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count <= maxSteps) return;
    throw new E2EError(
      'STEP_BUDGET_EXHAUSTED',
      `the step took its ${maxSteps} actions without getting done; split the goal, or raise maxSteps`,
    );
  };
}

/** `perform` for one step. @throws E2EError STEP_BUDGET_EXHAUSTED past the budget. */
export function performFor({ port, setup, count }: PerformContext): ActStep['perform'] {
  return async (action) => {
    count();
    const fault = actionFault(action);
    if (fault !== undefined) return await refused('MODEL_OUTPUT_INVALID', fault, port);
    const named = nameAsText(action);
    if (named !== undefined) return await refused('POLICY_DENIED', named, port);
    // The check above has seen that targets are texts; whether they are on the screen is for the port to say.
    const aimed = action as Action<NodeId>;
    const done = await port.perform(aimed, {
      timeoutMs: TARGET_WAIT_MS,
      ...(action.kind === 'typeSecret' ? { secret: await setup.secret(action.name) } : {}),
    });
    const reading = await port.look();
    if (!done.ok)
      return { ok: false, code: codeOf(done.code), message: done.message, screen: toScreen(reading) };
    if (action.kind === 'type') port.noteShown(shownIn(reading, aimed));
    return { ok: true, screen: toScreen(reading) };
  };
}

/** What the field shows once the screen is at rest; `undefined` when it went away with the typing. */
function shownIn(reading: Reading, action: Action<NodeId>): string | undefined {
  const node = reading.nodes.find((candidate) => candidate.id === targetOf(action));
  return node === undefined ? undefined : (node.value ?? '');
}

async function refused(code: string, message: string, port: StepPort): Promise<Performed> {
  return { ok: false, code, message, screen: toScreen(await port.look()) };
}

/** What is wrong with the action's form; executors of users are plain JavaScript at run time. */
function actionFault(action: Action): string | undefined {
  const kind: unknown = (action as { readonly kind?: unknown } | null)?.kind;
  if (typeof kind !== 'string' || !Object.hasOwn(ACTION_TARGETS, kind)) {
    return `unknown action ${JSON.stringify(kind) ?? 'undefined'}; known: ${Object.keys(ACTION_TARGETS).join(', ')}`;
  }
  const target: unknown = targetOf(action);
  if (ACTION_TARGETS[action.kind] === 'required' && typeof target !== 'string')
    return `${kind} needs a target: the id of a node`;
  const text = textFields(action).find(([, value]) => typeof value !== 'string');
  return text === undefined ? undefined : `${kind} needs ${text[0]} as a text`;
}

/**
 * What to do instead of an action with the name of a secret as plain text, which an executor has read where the value stands. It is refused and
 * not taken for the secret: only what asks for a secret outright is held to the rules of where that may go, and a text may be one that a page
 * told the executor to pass on.
 */
function nameAsText(action: Action): string | undefined {
  if (action.kind === 'typeSecret') return undefined;
  const [field, name] =
    textFields(action).flatMap(([key, value]) =>
      secretsIn(withBrackets(String(value))).map((found) => [key, found] as const),
    )[0] ?? [];
  if (name === undefined) return undefined;
  const instead =
    action.kind === 'type'
      ? `To fill the field with the secret, use typeSecret with name ${JSON.stringify(name)}, where the goal names it`
      : 'No action but typeSecret is given a secret';
  return `${field} of ${action.kind} has "<secret:${name}>", which stands for a value that is not shown, and would be sent as it is written. ${instead}`;
}

/** An address spells them in its own way. */
function withBrackets(text: string): string {
  return text.replaceAll(/%3c/giu, '<').replaceAll(/%3e/giu, '>').replaceAll(/%3a/giu, ':');
}

function textFields(action: Action): readonly (readonly [string, unknown])[] {
  switch (action.kind) {
    case 'type':
    case 'scrollUntil':
      return [['text', action.text]];
    case 'typeSecret':
      return [['name', action.name]];
    case 'press':
      return [['key', action.key]];
    case 'select':
      return [['option', action.option]];
    case 'navigate':
      return [['url', action.url]];
    case 'drag':
      return [['to', action.to]];
    case 'dialog':
      return action.text === undefined ? [] : [['text', action.text]];
    default:
      return [];
  }
}

/** How an action's failure is called towards an executor, which may end its step with the same code. Source: framework spec §8. */
function codeOf(code: ActionFailureCode): ErrorCode {
  switch (code) {
    case 'not-found':
      return 'LOCATOR_NOT_FOUND';
    case 'unsupported':
      return 'AUTOMATION_UNSUPPORTED';
    case 'refused':
      return 'POLICY_DENIED';
    case 'no-such-option':
      return 'OPTION_NOT_FOUND';
    case 'uncertain':
      return 'ACTION_UNCERTAIN';
    case 'covered':
    case 'disabled':
    case 'not-editable':
    case 'not-taken':
    case 'stale':
    case 'file-missing':
    case 'dialog-open':
    case 'no-dialog':
      return 'ACTION_FAILED';
    default:
      return unreachable(code);
  }
}
