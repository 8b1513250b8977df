// Turns what the runner underneath reports into the product's records, as it comes: events for live output, a record per test, errors
// that belong to no test. It decides how a test's attempts add up to its status.
import { relative, sep } from 'node:path';
import type {
  SerializedError,
  TestCase,
  TestModule,
  TestSuite,
  Reporter as VitestReporter,
} from 'vitest/node';
import type { TestMeta } from '../api/test.ts';
import { isErrorCode } from '../base/error.ts';
import { unreachable } from '../base/result.ts';
import type {
  AttemptRecord,
  CallRecord,
  ErrorRecord,
  StepRecord,
  TestRecord,
  TestRef,
} from '../report/record.ts';
import {
  ATTEMPTS_META,
  type AttemptError,
  type AttemptMeta,
  LEFT_OUT_META,
  SECRET_ARTIFACT,
  STEP_ARTIFACT,
  TEST_META,
} from './attempt-meta.ts';
import { firstUserFrame, parseStack } from './frames.ts';
import { hookTimeError } from './hook-time.ts';
import { type Choosable, chosen, emptyLines, grepText, type Selection } from './select.ts';

/** Who is told as the run goes on. */
interface CollectorEvents {
  /** A run begins, the first or another of a watch. */
  runStarted(files: number): void;
  /** A run is over, errors outside of tests included. */
  runEnded(): void | Promise<void>;
  testStarted(test: TestRef): void;
  stepStarted(test: TestRef, step: { readonly api: StepRecord['api']; readonly label: string }): void;
  testEnded(test: TestRecord): void;
  output(text: string): void;
  /** A worker resolved a secret. */
  secret(name: string, value: string): void;
  /** An error that ends the run: the engine cannot be had. */
  fatal(error: ErrorRecord): void;
}

/** What a collector needs to know. */
export interface CollectorOptions {
  readonly rootDir: string;
  readonly selection: Selection;
  /** The agent of a test that names none. */
  readonly defaultAgent: string;
  /** Takes secrets out of source lines and messages that did not pass a worker's redactor. */
  redact(text: string): string;
  readonly events: CollectorEvents;
}

/** A declared and chosen test. */
export interface CollectedTest {
  readonly ref: TestRef;
  readonly tags: readonly string[] | undefined;
  readonly willRun: boolean;
}

/** The records of one run. */
export class Collector implements VitestReporter {
  readonly #options: CollectorOptions;
  readonly #records = new Map<string, TestRecord>();
  readonly #order: string[] = [];
  readonly #errors: ErrorRecord[] = [];
  readonly #emptyLines = new Set<string>();

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  /** Ended tests, in the order they were declared. */
  get tests(): readonly TestRecord[] {
    return this.#order.flatMap((id) => this.#records.get(id) ?? []);
  }

  get errors(): readonly ErrorRecord[] {
    return this.#errors;
  }

  /** `file:line` of chosen lines at which no test stands. */
  get emptyLines(): readonly string[] {
    return [...this.#emptyLines];
  }

  onTestRunStart(specifications: readonly unknown[]): void {
    // A watch runs again and again; each run is reported by itself.
    this.#records.clear();
    this.#order.length = 0;
    this.#errors.length = 0;
    this.#emptyLines.clear();
    this.#options.events.runStarted(specifications.length);
  }

  onTestModuleCollected(module: TestModule): void {
    for (const { ref } of this.chosenTests(module)) this.#order.push(ref.id);
  }

  onTestModuleEnd(module: TestModule): void {
    const [anyTest] = module.children.allTests();
    const file = this.#file(module);
    const what = anyTest === undefined ? `${file} could not be loaded` : `A hook of ${file} failed`;
    this.#addErrors(module.errors(), what);
  }

  onTestSuiteResult(suite: TestSuite): void {
    this.#addErrors(suite.errors(), `A hook of "${suite.name}" failed`);
  }

  onTestCaseReady(test: TestCase): void {
    if (!isLeftOut(test) && test.options.mode === 'run') this.#options.events.testStarted(this.#ref(test));
  }

  onTestCaseArtifactRecord(test: TestCase, artifact: object): void {
    const { type, ...data } = artifact as { readonly type: string } & Readonly<Record<string, string>>;
    const { events } = this.#options;
    if (type === STEP_ARTIFACT) {
      events.stepStarted(this.#ref(test), { api: data.api as StepRecord['api'], label: data.label ?? '' });
    }
    if (type === SECRET_ARTIFACT) events.secret(data.name ?? '', data.value ?? '');
  }

  onTestCaseResult(test: TestCase): void {
    const ref = this.#ref(test);
    if (isLeftOut(test) || !this.#order.includes(ref.id)) return;
    const record = this.#record(test, ref);
    this.#records.set(ref.id, record);
    this.#options.events.testEnded(record);
  }

  onUserConsoleLog(log: { readonly content: string }): void {
    this.#options.events.output(log.content);
  }

  async onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]): Promise<void> {
    this.#addErrors(unhandled, 'An error was thrown outside of any test');
    await this.#options.events.runEnded();
  }

  /** The chosen tests of a loaded file. */
  chosenTests(module: TestModule): readonly CollectedTest[] {
    const all = [...module.children.allTests()];
    const { selection } = this.#options;
    const choosables = all.map((test) => this.#choosable(test));
    const answers = chosen(module.moduleId, choosables, selection);
    for (const line of emptyLines(module.moduleId, choosables, selection)) {
      if (module.errors().length === 0) this.#emptyLines.add(`${this.#file(module)}:${line}`);
    }
    return all
      .filter((_, index) => answers[index])
      .map((test) => ({
        ref: this.#ref(test),
        tags: metaOf(test).tags,
        willRun: test.options.mode === 'run' || test.options.mode === 'only',
      }));
  }

  #choosable(test: TestCase): Choosable {
    const groupLines: number[] = [];
    for (let group = test.parent; group.type === 'suite'; group = group.parent) {
      if (group.location !== undefined) groupLines.push(group.location.line);
    }
    return {
      id: test.id,
      line: test.location?.line ?? 0,
      groupLines,
      text: grepText(this.#file(test.module), titlePath(test), metaOf(test).tags),
    };
  }

  #file(module: TestModule): string {
    return relative(this.#options.rootDir, module.moduleId).split(sep).join('/');
  }

  #ref(test: TestCase): TestRef {
    return {
      id: test.id,
      titlePath: titlePath(test),
      file: this.#file(test.module),
      line: test.location?.line ?? 0,
      target: test.project.name,
      agent: metaOf(test).agent ?? this.#options.defaultAgent,
    };
  }

  #record(test: TestCase, ref: TestRef): TestRecord {
    const attempts = ((test.meta() as Record<string, unknown>)[ATTEMPTS_META] ??
      []) as readonly AttemptMeta[];
    const { tags } = metaOf(test);
    const fatal = attempts.flatMap(({ fatal: error }) => error ?? [])[0];
    if (fatal !== undefined) this.#options.events.fatal(this.errorRecord(fatal));
    const records = attempts.map((attempt) => this.#attemptRecord(attempt, `${ref.file}:${ref.line}`));
    return {
      ...ref,
      ...(tags === undefined ? {} : { tags }),
      status: testStatus(attempts, test.result().state),
      attempts: records,
    };
  }

  #attemptRecord(attempt: AttemptMeta, fallback: string): AttemptRecord {
    const errors = attempt.errors.map((error) => ({ location: fallback, ...this.errorRecord(error) }));
    return {
      status: attempt.status,
      durationMs: attempt.durationMs,
      error: errors[0] ?? null,
      ...(errors.length > 1 ? { errors } : {}),
      steps: attempt.steps,
      ...(attempt.notAwaited === undefined
        ? {}
        : { notAwaited: attempt.notAwaited.map((call) => this.#callRecord(call)) }),
      usage: attempt.usage,
    };
  }

  #callRecord({ call, stack }: { readonly call: string; readonly stack: string }): CallRecord {
    const at = firstUserFrame(parseStack(stack), this.#options.rootDir);
    return { call, ...(at === undefined ? {} : { location: at.location }) };
  }

  /** An error with its place in the user's files. */
  errorRecord(error: AttemptError): ErrorRecord {
    const { redact, rootDir } = this.#options;
    const at = firstUserFrame(parseStack(error.stack ?? ''), rootDir);
    return {
      ...(error.code === undefined ? {} : { code: error.code }),
      message: redact(error.message),
      ...(at === undefined ? {} : { location: at.location }),
      ...(at?.frame === undefined ? {} : { frame: redact(at.frame) }),
    };
  }

  #addErrors(errors: readonly SerializedError[], what: string): void {
    for (const error of errors) {
      const slow = hookTimeError(error.message);
      const code: unknown = slow?.code ?? error.code;
      const message =
        isErrorCode(code) && slow === undefined
          ? error.message
          : `${what}: ${slow?.message ?? error.message}`;
      const record = this.errorRecord({
        ...(isErrorCode(code) ? { code } : {}),
        message,
        ...(error.stack === undefined ? {} : { stack: error.stack }),
      });
      // A failure that nobody awaited is both its test's and, to the runner underneath, nobody's.
      const isTests = this.tests.some(({ attempts }) =>
        attempts.some((attempt) => attempt.error?.message === error.message),
      );
      if (!isTests && !this.#errors.some((known) => known.message === record.message))
        this.#errors.push(record);
    }
  }
}

function isLeftOut(test: TestCase): boolean {
  return (test.meta() as Record<string, unknown>)[LEFT_OUT_META] === true;
}

function metaOf(test: TestCase): TestMeta {
  return ((test.meta() as Record<string, unknown>)[TEST_META] ?? {}) as TestMeta;
}

function titlePath(test: TestCase): readonly string[] {
  const titles = [test.name];
  for (let group = test.parent; group.type === 'suite'; group = group.parent) titles.unshift(group.name);
  return titles;
}

/**
 * How a test's attempts add up. A test that was ended while it ran did not pass and was not skipped: it is failed, with an error that
 * says so. `state`: what the runner underneath says, for a test without any attempt or one that skipped itself.
 */
export function testStatus(
  attempts: readonly Pick<AttemptMeta, 'status' | 'fatal'>[],
  state: 'passed' | 'failed' | 'skipped' | 'pending',
): TestRecord['status'] {
  const last = attempts.at(-1);
  if (last === undefined) return state === 'failed' ? 'failed' : 'skipped';
  const hasFailed = attempts.some(({ status }) => status === 'failed');
  switch (last.status) {
    case 'passed':
      return hasFailed ? 'flaky' : 'passed';
    case 'failed':
      return 'failed';
    case 'cancelled':
      // Without an engine nothing of the test ran; the run's own error says why.
      return !hasFailed && (state === 'skipped' || last.fatal !== undefined) ? 'skipped' : 'failed';
    default:
      return unreachable(last.status);
  }
}
