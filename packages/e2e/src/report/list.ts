// The default output. On a terminal: a line per running test, redrawn in place, finished tests above it. In a pipe: one plain
// line per test. Either way failures and sums follow at the end. Words tell outcomes apart; colour only repeats them.
import type { Colors } from 'picocolors/types.js';
import { now } from '../base/clock.ts';
import { errorText, failureText, titleText, type View, variantText } from './failure.ts';
import { columnsOf, createLive, type Terminal } from './live.ts';
import { notesOf } from './notes.ts';
import type { Reporter, RunReport, TestRecord, TestRef } from './record.ts';
import { finalAttempt, LABEL_COLUMNS, modesPhrase, summaryLines } from './summary.ts';
import { duration, fromHere, indent, oneLine, truncate, truncateMiddle, width } from './text.ts';

/** What the list output is made for. */
export interface ListOptions {
  readonly rootDir: string;
  readonly cwd: string;
  readonly stdout: Terminal;
  /** Whether lines may be redrawn; a terminal that cannot (`TERM=dumb`) gets the plain lines. */
  readonly redraws: boolean;
  readonly colors: Colors;
}

interface Running {
  readonly test: TestRef;
  readonly startedAt: number;
  step?: string;
}

const MARKS: Readonly<Record<TestRecord['status'], string>> = {
  passed: '✓',
  failed: '✗',
  flaky: '~',
  skipped: '-',
};
/** Columns of a step's label in a pipe. Source: chosen: a sentence. */
const PIPE_LABEL_COLUMNS = 100;

/** The `list` reporter. */
export function listReporter(options: ListOptions): Reporter {
  const running = new Map<string, Running>();
  const counts = { done: 0, failed: 0 };
  let partial = '';
  let startedAt = now();
  let targets: readonly string[] = [];
  const live = createLive(
    options.stdout,
    () => liveLines([...running.values()], counts, startedAt, targets, columnsOf(options.stdout)),
    options.colors.dim,
  );
  const noteRunning = (test: TestRef): Running => {
    const known = running.get(test.id) ?? { test, startedAt: now() };
    running.set(test.id, known);
    return known;
  };

  return {
    runStarted(run) {
      startedAt = now();
      Object.assign(counts, { done: 0, failed: 0 });
      running.clear();
      targets = run.targets;
      if (options.redraws) live.start();
    },
    interrupted() {
      live.print('Interrupted: the run ends in order. Interrupt again to end it at once.');
    },
    testStarted(test) {
      noteRunning(test);
      live.redraw();
    },
    stepStarted(test, step) {
      noteRunning(test).step = `${step.api} "${oneLine(step.label)}"`;
      live.redraw();
    },
    testEnded(test) {
      running.delete(test.id);
      counts.done += 1;
      if (test.status === 'failed') counts.failed += 1;
      live.print(testText(test, targets.length > 1, options));
    },
    output(chunk) {
      // What the app prints is its own business unless it breaks; then the error carries it.
      if (chunk.source === 'app') return;
      const lines = (partial + chunk.text).split('\n');
      partial = lines.pop() ?? '';
      if (lines.length > 0) live.print(lines.join('\n'));
    },
    runEnded(report) {
      live.stop();
      if (partial !== '') live.print(partial);
      live.print(
        endText(report, { ...options, showTarget: targets.length > 1, labelColumns: labelColumns(options) }),
      );
    },
  };
}

function liveLines(
  running: readonly Running[],
  counts: { readonly done: number; readonly failed: number },
  startedAt: number,
  targets: readonly string[],
  columns: number,
): readonly string[] {
  const lines = running.map(({ test, startedAt: since, step }) => {
    const title = `${titleText(test.titlePath)}${variantText(test, targets.length > 1)}`;
    // The step is what moves, so a long title leaves it half of the line.
    const shown =
      step === undefined ? title : `${truncateMiddle(title, Math.floor(columns / 2) - 8)}  ${step}`;
    return ` ▸ ${elapsed(since)}  ${shown}`;
  });
  const failed = counts.failed > 0 ? ` · ${counts.failed} failed` : '';
  return [...lines, ` ${counts.done} done${failed} · ${elapsed(startedAt)}`];
}

function elapsed(since: number): string {
  const ms = now() - since;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)}s` : duration(ms);
}

/** The lasting lines of a finished test: its outcome, then what must be seen about its recordings. */
function testText(test: TestRecord, showTarget: boolean, options: ListOptions): string {
  const { colors } = options;
  const attempt = finalAttempt(test);
  const ms = test.attempts.reduce((sum, one) => sum + one.durationMs, 0);
  const tries = test.attempts.length > 1 ? `${test.attempts.length} attempts` : '';
  const facts = [
    test.status === 'passed' ? '' : test.status,
    attempt === undefined ? '' : duration(ms),
    tries,
    attempt === undefined ? '' : modesPhrase(attempt.steps),
  ]
    .filter((fact) => fact !== '')
    .join('  ');
  const place = `${fromHere(test.file, options.rootDir, options.cwd)}:${test.line}`;
  const title = `${place} › ${titleText(test.titlePath)}${variantText(test, showTarget)}`;
  // In a pipe nothing is cut: a log is searched, not looked at.
  const room = columnsOf(options.stdout) - width(facts) - 6;
  const shown = options.redraws ? truncateMiddle(title, Math.max(20, room)) : title;
  const paint = { passed: colors.green, failed: colors.red, flaky: colors.yellow, skipped: colors.dim }[
    test.status
  ];
  const line = ` ${paint(MARKS[test.status])} ${shown}${facts === '' ? '' : `  ${colors.dim(facts)}`}`;
  // What a failed test's steps have to say stands with its failure.
  const notes = test.status === 'failed' ? [] : notesOf(test);
  const columns = labelColumns(options);
  return [
    line,
    ...notes.map((note) => {
      const at =
        note.location === undefined ? '' : `  ${fromHere(note.location, options.rootDir, options.cwd)}`;
      const label = truncate(note.label, columns);
      // A call is code, and has quotes of its own.
      const shown = note.word !== 'not awaited' ? `"${label}"` : label;
      return `     ${colors.yellow(note.word)}  ${shown}${at}  ${note.text}`;
    }),
  ].join('\n');
}

/** Columns of a goal where it only says which step is meant: half a line of the terminal; the report holds all of it. */
function labelColumns({ stdout, redraws }: ListOptions): number {
  return redraws ? Math.max(20, Math.floor(columnsOf(stdout) / 2)) : PIPE_LABEL_COLUMNS;
}

/** Failures, errors of the run, then the sums. */
function endText(report: RunReport, view: View): string {
  const { colors } = view;
  const failed = report.tests.filter((test) => test.status === 'failed');
  const flaky = report.tests.filter((test) => test.status === 'flaky');
  const sections = [
    ...(failed.length > 0
      ? [colors.red(colors.bold(`${failed.length} failed of ${report.tests.length}`))]
      : []),
    ...failed.map((test, index) => failureText(test, `${index + 1})`, view)),
    ...flaky.map((test) => failureText(test, 'Flaky:', view)),
    ...report.run.errors.map((error) => `${colors.bold('Error')}\n${indent(errorText(error, view), 3)}`),
  ];
  const sums = summaryLines(report).map(
    ({ label, text }) => `${colors.dim(label.padStart(LABEL_COLUMNS))}  ${text}`,
  );
  return ['', ...sections.flatMap((section) => [section, '']), ...sums, ''].join('\n');
}
