// Runs inside a worker: the runner underneath calls it at each turn of a test's life. It loads the config once, leaves out what was not
// chosen, and opens and ends the attempts. The one default export of the product: the runner underneath wants it so.
import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
  recordArtifact,
  TestRunner,
  test,
} from 'vitest';
import { fixtureFunctions } from '../api/build.ts';
import type { Config } from '../api/config.ts';
import { type Host, installHost } from '../api/host.ts';
import type { LiveTest } from '../api/live.ts';
import { RAW_MATCHERS } from '../api/matchers.ts';
import type { TestMeta } from '../api/test.ts';
import { isErrorCode } from '../base/error.ts';
import {
  ATTEMPTS_META,
  type AttemptError,
  type AttemptMeta,
  LEFT_OUT_META,
  SECRET_ARTIFACT,
  STEP_ARTIFACT,
  TEST_META,
} from './attempt-meta.ts';
import { AttemptRun } from './attempt-run.ts';
import { defaultExport } from './config.ts';
import { boundEachHooks, CLEAN_UP, NO_LIMIT } from './each-hooks.ts';
import { hookTimeError } from './hook-time.ts';
import { type Choosable, chosen, grepText } from './select.ts';
import type { WorkerSettings } from './settings.ts';
import { WorkerContext } from './worker-context.ts';

type Meta = Record<string, unknown>;
interface Try {
  readonly run: AttemptRun;
  /** Errors of earlier attempts: they add up in the result. */
  readonly earlierErrors: number;
}

// Test files are loaded anew, this module once per process.
let context: WorkerContext | undefined;
let current: Try | undefined;
let mayRetry = true;
// The main process adds up all workers' failures; it learns of them with a delay in which this worker would go on.
let failedHere = 0;
const tries = new WeakMap<object, Try>();

const metaOf = (task: RunnerTask): Meta => task.meta as Meta;
const testMeta = (task: RunnerTask): TestMeta => (metaOf(task)[TEST_META] ?? {}) as TestMeta;

/** Titles of the groups around a task, then its own. */
function titlePath(task: RunnerTask): readonly string[] {
  const outer = task.suite === undefined ? [] : titlePath(task.suite);
  return [...outer, task.name];
}

function errorsOf(task: RunnerTestCase, from: number): readonly AttemptError[] {
  return (task.result?.errors ?? []).slice(from).map((error) => {
    const code: unknown = (error as { code?: unknown }).code;
    const diff = (error as { diff?: string }).diff;
    const message = diff === undefined ? error.message : `${error.message}\n${diff}`;
    // Of a test's hooks, only these are not named where they are waited for.
    const slow = hookTimeError(error.message, `The ${CLEAN_UP}`);
    if (slow !== undefined) return { ...slow, ...(error.stack === undefined ? {} : { stack: error.stack }) };
    return {
      ...(isErrorCode(code) ? { code } : {}),
      message: stripVTControlCharacters(message),
      ...(error.stack === undefined ? {} : { stack: error.stack }),
    };
  });
}

function liveOf(task: unknown): Promise<LiveTest> {
  const found = tries.get(task as object);
  if (found === undefined) throw new Error('a fixture was asked for outside of an attempt');
  return found.run.live();
}

/** A part of a test's attempt, bounded by it; nothing is bounded where there is no attempt. */
function duringAttempt<Value>(task: object, what: string, running: Promise<Value>): Promise<Value> {
  return tries.get(task)?.run.during(what, running) ?? running;
}

async function prepare(runner: E2ERunner, settings: WorkerSettings): Promise<void> {
  const exported = await runner.importFile(settings.configFile, 'collect');
  context = new WorkerContext(settings, defaultExport(exported, settings.configFile) as Config);
  const { agentNames } = context;
  // As in a worker that was begun first: a terminal's interrupt goes to every process, and the main one ends the run in order.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('unhandledRejection', (thrown) => current?.run.noteUnhandled(thrown));
  expect.extend(RAW_MATCHERS as never);
  let extended: Host['test'] | undefined;
  installHost({
    // Extending needs a file that is being collected, so it happens at the first test.
    get test() {
      extended ??= test.extend(fixtureFunctions(liveOf) as never) as unknown as Host['test'];
      return extended;
    },
    describe,
    expect,
    beforeAll,
    afterAll,
    beforeEach: (hook, timeout) => beforeEach(hook as never, timeout ?? NO_LIMIT),
    afterEach: (hook, timeout) => afterEach(hook as never, timeout ?? NO_LIMIT),
    live: liveOf,
    retries: settings.retries,
    agents: agentNames,
  });
}

/** The product's runner, as the config of the runner underneath names it. */
export default class E2ERunner extends TestRunner {
  async onBeforeCollect(): Promise<void> {
    if (context !== undefined) return;
    await prepare(this, this.injectValue('e2e') as WorkerSettings);
    this.onCleanupWorkerContext(() => context?.close());
  }

  onCollected(files: RunnerTestFile[]): void {
    if (context === undefined) return;
    for (const file of files) {
      leaveOut(file, context.settings);
      boundEachHooks(file, duringAttempt);
      for (const task of testsOf(file)) restoreRetryCondition(task);
    }
  }

  override async onBeforeRunTask(task: RunnerTestCase): Promise<void> {
    const bail = context?.settings.bail ?? 0;
    const isOver = context?.launchError !== undefined || (bail > 0 && failedHere >= bail);
    if (isOver) task.mode = 'skip';
    await super.onBeforeRunTask(task);
  }

  override onAfterRunTask(task: RunnerTestCase): void {
    if (task.result?.state === 'fail' && context?.launchError === undefined) failedHere += 1;
    super.onAfterRunTask(task);
  }

  override onBeforeTryTask(task: RunnerTestCase, options: { readonly retry: number } = { retry: 0 }): void {
    super.onBeforeTryTask(task);
    if (context === undefined) throw new Error('a test ran before its worker was prepared');
    const earlierErrors = task.result?.errors?.length ?? 0;
    const run = new AttemptRun(context, {
      file: relative(context.settings.rootDir, task.file.filepath).split(sep).join('/'),
      titlePath: titlePath(task),
      meta: testMeta(task),
      number: options.retry + 1,
      hasFailed: () => task.result?.state === 'fail' || (task.result?.errors?.length ?? 0) > earlierErrors,
      onStep: (step) => {
        void recordArtifact(task, { type: STEP_ARTIFACT, ...step } as never);
      },
      onSecret: async (name, value) => {
        await recordArtifact(task, { type: SECRET_ARTIFACT, name, value } as never);
      },
    });
    current = { run, earlierErrors };
    tries.set(task, current);
  }

  async runTask(task: RunnerTestCase): Promise<void> {
    const run = tries.get(task)?.run;
    if (run === undefined) throw new Error('a test ran outside of an attempt');
    run.signal.throwIfAborted();
    const body = async (): Promise<void> => {
      await TestRunner.getTestFn(task)();
      await run.settleOpen();
    };
    await run.during('test', body());
  }

  onTaskFinished(task: RunnerTestCase): void {
    tries.get(task)?.run.startTeardown();
  }

  async onAfterRetryTask(task: RunnerTestCase): Promise<void> {
    const ended = tries.get(task);
    if (ended === undefined) return;
    const errors = errorsOf(task, ended.earlierErrors);
    mayRetry =
      !ended.run.isCancelled &&
      context?.launchError === undefined &&
      !errors.some(({ code }) => code === 'REPLAY_STALE');
    const wasSkipped = task.result?.state === 'skip';
    const meta: AttemptMeta = await ended.run.end(errors, wasSkipped);
    const own = metaOf(task);
    own[ATTEMPTS_META] = [...((own[ATTEMPTS_META] as AttemptMeta[] | undefined) ?? []), meta];
    current = undefined;
  }

  override cancel(reason: Parameters<TestRunner['cancel']>[0]): void {
    // The main process gives a reason of its own; any other is an interrupt to the runner underneath.
    const told: string = reason;
    current?.run.cancel(told === 'bail' || told === 'error' ? told : 'interrupt');
    super.cancel(reason);
  }
}

/** Functions are taken out of a test before it is made known to the main process, and not put back. */
function restoreRetryCondition(task: RunnerTestCase): void {
  if (typeof task.retry === 'object') task.retry = { ...task.retry, condition: () => mayRetry };
}

/** Marks the tests that were not chosen, and the groups in which none is left, so that their hooks do not run either. */
function leaveOut(file: RunnerTestFile, settings: WorkerSettings): void {
  const tests = testsOf(file);
  const name = relative(settings.rootDir, file.filepath).split(sep).join('/');
  const answers = chosen(
    file.filepath,
    tests.map((task) => choosable(task, name)),
    settings.selection,
  );
  tests.forEach((task, index) => {
    if (answers[index] === true) return;
    task.mode = 'skip';
    metaOf(task)[LEFT_OUT_META] = true;
  });
  skipEmpty(file);
}

function testsOf(suite: RunnerTestSuite): readonly RunnerTestCase[] {
  return suite.tasks.flatMap((task) => (task.type === 'suite' ? testsOf(task) : [task as RunnerTestCase]));
}

function choosable(task: RunnerTestCase, file: string): Choosable {
  const groupLines: number[] = [];
  for (let group = task.suite; group !== undefined; group = group.suite) {
    if (group.location !== undefined) groupLines.push(group.location.line);
  }
  return {
    id: task.id,
    line: task.location?.line ?? 0,
    groupLines,
    text: grepText(file, titlePath(task), testMeta(task).tags),
  };
}

function skipEmpty(suite: RunnerTestSuite): boolean {
  const isEmpty = suite.tasks
    .map((task) => (task.type === 'suite' ? skipEmpty(task) : task.mode === 'skip' || task.mode === 'todo'))
    .every((empty) => empty);
  if (isEmpty && suite.tasks.length > 0 && suite.mode === 'run') suite.mode = 'skip';
  return isEmpty;
}
