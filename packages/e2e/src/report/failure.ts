// The part of the list output that explains what went wrong: per failed or flaky test each failing attempt, its error with code frame,
// and the steps with what the cache did in them.
import type { Colors } from 'picocolors/types.js';
import { notAwaitedNote, outcomeText, stepNotes } from './notes.ts';
import type { AttemptRecord, CallRecord, ErrorRecord, StepRecord, TestRecord, TestRef } from './record.ts';
import { errorsOf } from './summary.ts';
import { block, duration, fromHere, indent, oneLine, truncate } from './text.ts';

/** What rendering needs to know besides the record. */
export interface View {
  readonly colors: Colors;
  readonly rootDir: string;
  readonly cwd: string;
  /** Whether the run has more than one target. */
  readonly showTarget: boolean;
  /** Columns that a step's label may take. */
  readonly labelColumns: number;
}

/** A title path on one line. */
export function titleText(titlePath: readonly string[]): string {
  return titlePath.map(oneLine).join(' › ');
}

/** Which of its runs a test is: the target where there are several, the agent unless it is the default one. */
export function variantText(test: TestRef, showTarget: boolean): string {
  const target = showTarget ? ` [${oneLine(test.target)}]` : '';
  const agent = test.agent === 'default' ? '' : ` (${oneLine(test.agent)})`;
  return `${target}${agent}`;
}

/** The section of one failed or flaky test. */
export function failureText(test: TestRecord, heading: string, view: View): string {
  const { colors } = view;
  const failed = [...test.attempts.entries()].filter(([, attempt]) => attempt.status !== 'passed');
  const color = test.status === 'flaky' ? colors.yellow : colors.red;
  const lines = [
    color(colors.bold(`${heading} ${titleText(test.titlePath)}${variantText(test, view.showTarget)}`)),
    indent(colors.dim(`${fromHere(test.file, view.rootDir, view.cwd)}:${test.line}`), 3),
  ];
  if (failed.length === 0)
    lines.push('', '   It failed without an error of its own: a hook of its file or the run ended it.');
  let previous = '';
  for (const [index, attempt] of failed) {
    const text = attemptText(attempt, view);
    if (test.attempts.length > 1) lines.push('', `   Attempt ${index + 1} of ${test.attempts.length}`);
    // A retry that fails the same way says nothing new.
    lines.push(text === previous ? '   failed the same way' : text);
    previous = text;
  }
  return lines.join('\n');
}

function attemptText(attempt: AttemptRecord, view: View): string {
  const errors = errorsOf(attempt);
  const shown = errors.length > 0 ? errors.map((error) => errorText(error, view)) : [attempt.status];
  const steps = [
    ...attempt.steps.map((step) => stepText(step, attempt, view)),
    ...(attempt.notAwaited ?? []).map((call) => callText(call, view)),
  ];
  return [...shown.map((text) => indent(`\n${text}`, 3)), ...(steps.length > 0 ? ['', ...steps] : [])].join(
    '\n',
  );
}

/** An error with its code, place and code frame. */
export function errorText(error: ErrorRecord, view: View): string {
  const { colors } = view;
  const code = error.code === undefined ? '' : `${error.code}: `;
  const lines = [colors.red(`${code}${block(error.message)}`)];
  if (error.location !== undefined) {
    lines.push(colors.dim(`at ${oneLine(fromHere(error.location, view.rootDir, view.cwd))}`));
  }
  if (error.frame !== undefined) lines.push(indent(block(error.frame), 2));
  return lines.join('\n');
}

function callText(call: CallRecord, { colors, labelColumns, rootDir, cwd }: View): string {
  const note = notAwaitedNote(call);
  const at = note.location === undefined ? '' : `  ${fromHere(note.location, rootDir, cwd)}`;
  return `   ${colors.yellow(note.word)}  ${truncate(note.label, labelColumns)}${at}  ${note.text}`;
}

/** One step of a failed attempt; its own error only where the attempt's errors do not say it already. */
function stepText(step: StepRecord, attempt: AttemptRecord, { colors, labelColumns }: View): string {
  const said = errorsOf(attempt);
  const word = step.status === 'failed' ? colors.red('failed') : colors.dim(step.status);
  const error = step.error;
  const isSaid = error !== undefined && said.some((other) => other.message.includes(error.message));
  const texts = [...said, ...(error === undefined ? [] : [error])].map(({ message }) => message);
  const line = [
    `   step ${word}`,
    `${step.api} "${truncate(oneLine(step.label), labelColumns)}"`,
    colors.dim(duration(step.durationMs)),
    outcomeText(step, texts),
  ];
  const lines = [line.filter((part) => part !== '').join('  ')];
  for (const note of stepNotes(step, attempt)) {
    if (note.word === 'relocated' || note.word === 'skipped' || note.word === 'evicted')
      lines.push(`     ${note.word}: ${note.text}`);
  }
  if (error !== undefined && !isSaid) {
    const code = error.code === undefined ? '' : `${error.code}: `;
    lines.push(indent(`${code}${block(error.message)}`, 5));
  }
  return lines.join('\n');
}
