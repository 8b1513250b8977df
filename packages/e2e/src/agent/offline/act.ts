// The loop: clause by clause, look, ask the family for its next move, do it, look again. It stops at the first doubt and never tries a
// second control after a first.
import { E2EError } from '../../base/error.ts';
import type { Action } from '../../screen/action.ts';
import type { ActStep, Performed, Verdict } from '../executor.ts';
import { isState, nextMove } from './handlers.ts';
import { resume, type Task, type Work } from './handoff.ts';
import type { Move } from './intent.ts';
import {
  adviceFor,
  blocked,
  type Done,
  doneText,
  nativeDialog,
  newErrorAlert,
  passed,
  type Stopping,
  unread,
  whyStopped,
} from './outcome.ts';
import { type Clause, parseGoal, whyUnread } from './plan.ts';
import { memoryOf, type Run, settleReading } from './reading.ts';
import { viewOf } from './view.ts';

/** Most actions one intent may take: the longest (sign in through a menu) takes four. Source: chosen. */
const MOST_ACTIONS = 6;
/** Failures after which a family may have another way to the same control: nothing was sent. After an uncertain action another way could do it twice. */
const OTHER_WAY: ReadonlySet<string> = new Set([
  'ACTION_FAILED',
  'AUTOMATION_UNSUPPORTED',
  'OPTION_NOT_FOUND',
]);

/** Carries out one goal. */
export async function actOffline(step: ActStep): Promise<Verdict> {
  const first = viewOf(step.screen);
  const run: Run = { step, first, did: [], fields: [], view: first, acted: false };
  const clauses = parseGoal(step.instruction, step.params);
  const unknown = clauses.find((clause) => clause.readings.length === 0);
  const before = doneSoFar(run);
  if (clauses.length === 0) return blocked('The goal is empty.', before);
  if (unknown !== undefined) return unread(unknown.text, whyUnread(unknown.text), before);
  const works = begin(step, clauses);
  if (!Array.isArray(works)) return works as Verdict;
  for (const [at, work] of works.entries()) {
    const more = followsUp(works[at + 1]);
    const stopped = await doClause(run, work, more);
    if (stopped !== undefined) return stopped;
  }
  return finish(run, works);
}

function doneSoFar({ did, step }: Run): Done {
  return { did, replayed: step.handOff?.performed ?? [] };
}

function begin(step: ActStep, clauses: readonly Clause[]): readonly Work[] | Verdict {
  if (step.handOff === undefined) return clauses.map((clause) => ({ clause }));
  const resumed = resume(clauses, step.handOff);
  if (resumed.ok) return resumed.works;
  return blocked(
    `A replay did part of this goal, and "${resumed.sentence}" belongs to no clause of it: what is left to do cannot be told, so nothing is repeated.`,
    { did: [], replayed: step.handOff.performed },
  );
}

/** Whether the next clause is itself an answer or a press, so that nothing is to be confirmed on its behalf. */
function followsUp(next: Work | undefined): boolean {
  const kind = next?.clause.readings[0]?.[0]?.kind;
  return kind === 'press' || kind === 'answer';
}

async function doClause(run: Run, work: Work, more: boolean): Promise<Verdict | undefined> {
  const tasks = work.tasks ?? (await settleReading(run, work.clause, more));
  if (!isTasks(tasks)) return stop(run, tasks, work.clause);
  for (const task of tasks) {
    if (task.intent.kind === 'fill') run.fields.push(task.intent.field);
    if (task.intent.kind === 'choose' && task.intent.field !== undefined) run.fields.push(task.intent.field);
    if (task.past && task.done.size > 0) continue;
    const stopped = await doTask(run, task, work.clause, more);
    if (stopped !== undefined) return stopped;
  }
  return undefined;
}

function isTasks(value: readonly Task[] | Stopping): value is readonly Task[] {
  return Array.isArray(value);
}

async function doTask(run: Run, task: Task, clause: Clause, more: boolean): Promise<Verdict | undefined> {
  const failed = new Set<string>();
  // A replay's own dialog counts as opened by this goal.
  const before = task.done.size > 0 ? viewOf({ ...run.view.screen, nodes: [] }) : run.view;
  let looked = false;
  for (let taken = 0; taken <= MOST_ACTIONS; ) {
    run.step.signal.throwIfAborted();
    const dialog = nativeDialog(run.view.screen);
    const move =
      dialog === undefined
        ? nextMove(task.intent, run.view, memoryOf(run, task.done, failed, before, more))
        : inDialog(task, dialog, more);
    if (move.kind === 'done') {
      if (move.note !== undefined) run.did.push(move.note);
      return undefined;
    }
    if (move.kind !== 'act') {
      if (looked || move.kind === 'unable') return stop(run, move, clause);
      looked = true;
      run.view = viewOf(await run.step.look());
      continue;
    }
    const stopped = await doMove(run, move, task, failed);
    if (stopped !== undefined) return stopped;
    taken += 1;
  }
  return blocked(`"${clause.text}" did not come to an end after ${MOST_ACTIONS} actions.`, doneSoFar(run));
}

/** A native dialog blocks the page: only an answer, or the question that a deletion asks, can go on. */
function inDialog(task: Task, dialog: string, more: boolean): Move {
  const { intent, done } = task;
  if (intent.kind === 'answer' && !done.has('answer')) {
    return {
      kind: 'act',
      label: 'answer',
      action: { kind: 'dialog', accept: intent.accept },
      says: `${intent.accept ? 'accepted' : 'dismissed'} the dialog`,
    };
  }
  if (done.size > 0 && (more || (intent.kind !== 'item' && intent.kind !== 'press'))) return { kind: 'done' };
  if (intent.kind === 'item' && done.has('item') && !done.has('confirm')) {
    return {
      kind: 'act',
      label: 'confirm',
      action: { kind: 'dialog', accept: true },
      says: 'accepted the dialog',
    };
  }
  return {
    kind: 'unable',
    why: `a native dialog is open (${dialog}); say "accept the dialog" or "dismiss the dialog" where it opens`,
  };
}

async function doMove(
  run: Run,
  move: Extract<Move, { kind: 'act' }>,
  task: Task,
  failed: Set<string>,
): Promise<Verdict | undefined> {
  const result = await perform(run, move.action);
  if ('status' in result) return result;
  run.acted = true;
  run.view = viewOf(result.screen);
  if (result.ok) {
    task.done.add(move.label);
    run.did.push(move.says);
    return undefined;
  }
  if (OTHER_WAY.has(result.code) && !failed.has(move.label)) {
    failed.add(move.label);
    const next = nextMove(task.intent, run.view, memoryOf(run, task.done, failed, run.view, false));
    if (next.kind === 'act' && JSON.stringify(next.action) !== JSON.stringify(move.action)) return undefined;
  }
  return {
    status: 'failed',
    code: result.code,
    summary: `This did not come about (${move.says}): ${result.message} ${doneText(doneSoFar(run))}`,
  };
}

/** Who counts a step's actions is its port; a goal that has used them up is told with what was done of it. */
async function perform(run: Run, action: Action): Promise<Performed | Verdict> {
  try {
    return await run.step.perform(action);
  } catch (thrown) {
    if (!(thrown instanceof E2EError) || thrown.code !== 'STEP_BUDGET_EXHAUSTED') throw thrown;
    return {
      status: 'blocked',
      code: thrown.code,
      summary: `The step's ${run.step.maxSteps} actions are used up. ${doneText(doneSoFar(run))}`,
    };
  }
}

function stop(run: Run, move: Stopping, clause: Clause): Verdict {
  return (
    errorAlert(run) ??
    blocked(whyStopped(move, clause.text, run.view.screen), doneSoFar(run), adviceFor(move))
  );
}

function errorAlert(run: Run): Verdict | undefined {
  const alert = newErrorAlert(run.first, run.view);
  if (alert === undefined) return undefined;
  return {
    status: 'failed',
    code: 'ACTION_FAILED',
    summary: `The app answered with an alert: "${alert}". ${doneText(doneSoFar(run))}`,
  };
}

async function finish(run: Run, works: readonly Work[]): Promise<Verdict> {
  const dialog = nativeDialog(run.view.screen);
  if (dialog !== undefined)
    return blocked(
      `A native dialog is open at the end (${dialog}); say "accept the dialog" or "dismiss the dialog".`,
      doneSoFar(run),
    );
  run.view = viewOf(await run.step.look());
  const expected = works.at(-1)?.clause.readings[0]?.[0]?.kind === 'expectError';
  const alert = errorAlert(run);
  if (alert !== undefined && !expected) return alert;
  if (run.step.handOff !== undefined && !run.acted && !allSeen(run, works)) {
    // No word was left unplaced, so no advice on wording: the app did not do what it did when this was recorded.
    return {
      status: 'failed',
      code: 'ACTION_FAILED',
      summary: `A replay performed every action, and the recorded effect did not come: ${run.step.handOff.detail}. Nothing was repeated, because that could do it twice.`,
    };
  }
  return passed(run.did, run.step.screen, run.view.screen);
}

/** Whether the screen itself shows that each part of the goal holds. */
function allSeen(run: Run, works: readonly Work[]): boolean {
  const memory = memoryOf(run, new Set(), new Set(), run.view, false);
  return works.every((work) =>
    (work.tasks ?? []).length > 0
      ? (work.tasks ?? []).every(
          (task) => isState(task.intent) && nextMove(task.intent, run.view, memory).kind === 'done',
        )
      : (work.clause.readings[0] ?? []).every(isState),
  );
}
