// `<output>/junit.xml`: a testsuite per file, a testcase per test. JUnit knows no flaky test: one that passed on a retry counts as
// passed and says so in a property. Source of the shape: https://github.com/testmoapp/junitxml (what CI systems agree to read).
import { join } from 'node:path';
import { titleText, variantText } from './failure.ts';
import { outcomeText } from './notes.ts';
import type { ErrorRecord, Reporter, RunReport, StepRecord, TestRecord } from './record.ts';
import { errorsOf, finalAttempt } from './summary.ts';
import { duration, oneLine } from './text.ts';
import { writeWhole } from './write.ts';
import { type XmlElement, xmlDocument } from './xml.ts';

/** Writes `junit.xml` when the run ends. */
export function junitReporter(outputDir: string): Reporter {
  return { runEnded: (report) => writeWhole(join(outputDir, 'junit.xml'), junitXml(report)) };
}

/** A run as JUnit XML. */
export function junitXml(report: RunReport): string {
  const files = new Map<string, TestRecord[]>();
  for (const test of report.tests) files.set(test.file, [...(files.get(test.file) ?? []), test]);
  const showTarget = new Set(report.tests.map((test) => test.target)).size > 1;
  const suites = [...files].map(([file, tests]) => suite(file, tests, report.run.startedAt, showTarget));
  if (report.run.errors.length > 0) suites.push(runErrors(report.run.errors, report.run.startedAt));
  return xmlDocument({
    name: 'testsuites',
    attributes: {
      name: 'e2e',
      ...totals(report.tests),
      errors: report.run.errors.length,
      time: seconds(report.run.durationMs),
    },
    children: suites,
  });
}

function totals(tests: readonly TestRecord[]): Readonly<Record<string, number>> {
  const count = (status: TestRecord['status']): number => tests.filter((one) => one.status === status).length;
  return { tests: tests.length, failures: count('failed'), skipped: count('skipped') };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function totalMs(test: TestRecord): number {
  return test.attempts.reduce((sum, attempt) => sum + attempt.durationMs, 0);
}

function suite(
  file: string,
  tests: readonly TestRecord[],
  startedAt: string,
  showTarget: boolean,
): XmlElement {
  const ms = tests.reduce((sum, test) => sum + totalMs(test), 0);
  return {
    name: 'testsuite',
    attributes: { name: file, ...totals(tests), errors: 0, time: seconds(ms), timestamp: startedAt },
    children: tests.map((test) => testCase(test, showTarget)),
  };
}

function testCase(test: TestRecord, showTarget: boolean): XmlElement {
  const children: XmlElement[] = [properties(test)];
  const attempt = finalAttempt(test);
  if (test.status === 'skipped') children.push({ name: 'skipped' });
  if (test.status === 'failed') children.push(failure(errorsOf(attempt)));
  const lines = (attempt?.steps ?? []).map(stepLine);
  if (lines.length > 0) children.push({ name: 'system-out', children: [`${lines.join('\n')}\n`] });
  return {
    name: 'testcase',
    attributes: {
      name: `${titleText(test.titlePath)}${variantText(test, showTarget)}`,
      classname: test.file,
      file: test.file,
      line: test.line,
      time: seconds(totalMs(test)),
    },
    children,
  };
}

function properties(test: TestRecord): XmlElement {
  const flaky = test.status === 'flaky';
  const entries: readonly (readonly [string, string | undefined])[] = [
    ['id', test.id],
    ['target', test.target],
    ['agent', test.agent],
    ['tags', test.tags === undefined || test.tags.length === 0 ? undefined : test.tags.join(' ')],
    ['flaky', flaky ? 'true' : undefined],
    ['attempts', flaky ? String(test.attempts.length) : undefined],
    ['flaky.error', flaky ? (test.attempts[0]?.error?.message ?? undefined) : undefined],
  ];
  return {
    name: 'properties',
    children: entries
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ name: 'property', attributes: { name, value } })),
  };
}

/** JUnit holds one failure per testcase: the first error names it, all stand in its text. */
function failure(errors: readonly ErrorRecord[]): XmlElement {
  const [first] = errors;
  const text = errors.map(errorLines).join('\n\n');
  return {
    name: 'failure',
    attributes: {
      message: first?.message ?? 'the test failed without an error',
      type: first?.code ?? 'Error',
    },
    ...(text === '' ? {} : { children: [text] }),
  };
}

function errorLines(error: ErrorRecord): string {
  const code = error.code === undefined ? '' : `${error.code}: `;
  const at = error.location === undefined ? '' : `\nat ${error.location}`;
  const frame = error.frame === undefined ? '' : `\n${error.frame}`;
  return `${code}${error.message}${at}${frame}`;
}

function stepLine(step: StepRecord): string {
  const outcome = outcomeText(step);
  const line = `${step.status}  ${step.api} "${oneLine(step.label)}"  ${duration(step.durationMs)}`;
  return outcome === '' ? line : `${line}  ${outcome}`;
}

/** Errors that belong to no test: CI must see them even when every test passed. */
function runErrors(errors: readonly ErrorRecord[], startedAt: string): XmlElement {
  return {
    name: 'testsuite',
    attributes: {
      name: 'run',
      tests: errors.length,
      failures: 0,
      skipped: 0,
      errors: errors.length,
      time: seconds(0),
      timestamp: startedAt,
    },
    children: errors.map((error, index) => ({
      name: 'testcase',
      attributes: { name: `error ${index + 1}`, classname: 'run', time: seconds(0) },
      children: [
        {
          name: 'error',
          attributes: { message: error.message, type: error.code ?? 'Error' },
          children: [errorLines(error)],
        },
      ],
    })),
  };
}
