// One run from settings to exit code, in order: choose files, start apps, run tests, report. Whatever happens on the way, the apps and
// workers are stopped and a report is written.
import { resolve } from 'node:path';
import type { TestSpecification, Vitest } from 'vitest/node';
import { E2EError, messageOf } from '../base/error.ts';
import type { RedactedStream } from '../base/redact.ts';
import { createReporters, summarize } from '../report/index.ts';
import type { ErrorRecord, Reporter, RunReport, TestRef } from '../report/record.ts';
import { type AppProcess, startApps } from './app-process.ts';
import type { StopReason } from './attempt-meta.ts';
import { Collector } from './collector.ts';
import { INTERRUPTED, runExitCode } from './exit-code.ts';
import { type FileArgument, filterFiles, makeSelection, noFilesError } from './files.ts';
import { checkImports } from './imports.ts';
import { type RunSecrets, resolveSecrets } from './secrets.ts';
import type { Selection } from './select.ts';
import type { RunSettings } from './settings.ts';
import { closeRunner, createRunner } from './vitest.ts';

/** What surrounds a run. */
export interface RunSurroundings {
  readonly stdout: NodeJS.WriteStream;
  readonly color: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly version: string;
  /** Fires on the first interrupt. */
  readonly interrupted: AbortSignal;
  /** The run's secrets are known: what is printed from now on goes through this. */
  onSecrets(redact: (text: string) => string): void;
}

/** The name of the agent of a test that names none. */
export function defaultAgent(settings: RunSettings): string {
  const names = Object.keys(settings.config.agents ?? {});
  return names.includes('default') ? 'default' : (names[0] ?? 'default');
}

/** What a run may be told besides its settings. */
export interface RunOptions {
  /** In place of the settings' reporters. */
  readonly reporters?: readonly Reporter[];
  /** Of the chosen tests only these; no other file is loaded. */
  readonly tests?: readonly TestRef[];
}

interface Run {
  readonly settings: RunSettings;
  readonly around: RunSurroundings;
  readonly secrets: RunSecrets;
  readonly reporters: readonly Reporter[];
  /** Output of the apps and of tests on its way to the reporters. */
  readonly output: Readonly<Record<'app' | 'test', RedactedStream>>;
  readonly errors: ErrorRecord[];
  startedAt: Date;
}

/**
 * Runs what the arguments and settings choose.
 * @returns the exit code.
 * @throws E2EError NO_TESTS, INVALID_CONFIG or APP_UNREACHABLE before any test ran.
 */
export async function runTests(
  settings: RunSettings,
  args: readonly FileArgument[],
  grep: string | undefined,
  around: RunSurroundings,
  options: RunOptions = {},
): Promise<number> {
  const reporters =
    options.reporters ??
    createReporters(settings.reporters, {
      rootDir: settings.rootDir,
      outputDir: settings.outputDir,
      stdout: around.stdout,
      isTTY: around.stdout.isTTY === true,
      color: around.color,
      env: around.env,
      cwd: around.cwd,
      timings: settings.timings,
    });
  const secrets = await resolveSecrets(settings.config.secrets);
  const { redactor } = secrets;
  around.onSecrets(redactor.text);
  const output = { app: redactor.stream(), test: redactor.stream() };
  const run: Run = { settings, around, secrets, reporters, output, errors: [], startedAt: new Date() };
  const selection = await makeSelection(args, grep);
  return runChosen(run, args, selection, options.tests);
}

async function runChosen(
  run: Run,
  args: readonly FileArgument[],
  choice: Selection,
  tests: readonly TestRef[] | undefined,
): Promise<number> {
  const { settings, around, secrets } = run;
  const selection = tests === undefined ? choice : { ...choice, ids: tests.map(({ id }) => id) };
  const tell = (): void => {
    for (const reporter of run.reporters) reporter.interrupted?.();
  };
  around.interrupted.addEventListener('abort', tell, { once: true });
  const { collector, stop, stopped } = createCollector(run, selection);
  const vitest = await createRunner(settings, selection, secrets, collector);
  let apps: readonly AppProcess[] = [];
  try {
    const chosen = await chooseFiles(vitest, args, settings);
    const specifications = tests === undefined ? chosen : chosen.filter(holdsOneOf(tests, settings.rootDir));
    apps = await startAppsOf(run, stop);
    stopped.addEventListener('abort', () => void vitest.cancelCurrentRun(stopped.reason), { once: true });
    around.interrupted.addEventListener('abort', () => stop('interrupt'), { once: true });
    if (!around.interrupted.aborted) {
      await vitest.runTestSpecifications([...specifications], true);
    }
    if (settings.watch) await untilInterrupted(around.interrupted);
    if (collector.tests.length === 0 && run.errors.length === 0 && collector.errors.length === 0) {
      // A part of the files may well hold nothing: the other parts have the tests. Source: as Playwright's --shard.
      const isPart = settings.shard !== undefined && collector.emptyLines.length === 0;
      if (!around.interrupted.aborted && !settings.watch && !isPart)
        throw nothingChosen(collector, selection, args);
    }
  } finally {
    await closeRunner(vitest);
    await Promise.all(apps.map((app) => app.stop()));
  }
  return settings.watch ? INTERRUPTED : report(run, collector);
}

function announce(run: Run, files: number): void {
  const { workers, targets } = run.settings;
  run.startedAt = new Date();
  for (const reporter of run.reporters) {
    reporter.runStarted?.({
      files,
      workers: Math.min(workers, files),
      targets: targets.map(({ name }) => name),
    });
  }
}

function untilInterrupted(interrupted: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (interrupted.aborted) resolve();
    else interrupted.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** The chosen files, once per target. @throws E2EError NO_TESTS, or INVALID_CONFIG for a file of another runner */
export async function chooseFiles(
  vitest: Vitest,
  args: readonly FileArgument[],
  settings: RunSettings,
): Promise<readonly TestSpecification[]> {
  const all = await vitest.globTestSpecifications();
  const files = [...new Set(all.map(({ moduleId }) => moduleId))];
  const error = noFilesError(files, args, settings.tests, settings.rootDir);
  if (error !== undefined) throw error;
  const wanted = new Set(filterFiles(files, args));
  await checkImports([...wanted], settings.rootDir);
  return all.filter(({ moduleId }) => wanted.has(moduleId));
}

/** Whether a file on a target holds one of these tests. */
function holdsOneOf(tests: readonly TestRef[], rootDir: string): (file: TestSpecification) => boolean {
  const keyOf = (target: string, file: string): string => JSON.stringify([target, file]);
  const wanted = new Set(tests.map(({ target, file }) => keyOf(target, resolve(rootDir, file))));
  return ({ project, moduleId }) => wanted.has(keyOf(project.name, resolve(moduleId)));
}

interface Collecting {
  readonly collector: Collector;
  /** Ends the run before its time. */
  readonly stop: (reason: StopReason) => void;
  /** Its reason is a {@link StopReason}. */
  readonly stopped: AbortSignal;
}

function createCollector(run: Run, selection: Selection): Collecting {
  const controller = new AbortController();
  const stop = (reason: StopReason): void => controller.abort(reason);
  const { settings, reporters, errors } = run;
  const { redactor } = run.secrets;
  const tell = (event: (reporter: Reporter) => void): void => {
    for (const reporter of reporters) event(reporter);
  };
  let failures = 0;
  const collector = new Collector({
    rootDir: settings.rootDir,
    selection,
    defaultAgent: defaultAgent(settings),
    redact: redactor.text,
    events: {
      runStarted: (files) => announce(run, files),
      runEnded: async () => {
        // While watching, each run is reported as it ends; otherwise the report waits until everything is stopped.
        if (settings.watch && !run.around.interrupted.aborted) await report(run, collector);
      },
      testStarted: (test) => tell((reporter) => reporter.testStarted?.(redactor.deep(test))),
      stepStarted: (test, step) =>
        tell((reporter) => reporter.stepStarted?.(redactor.deep(test), redactor.deep(step))),
      testEnded: (test) => {
        tell((reporter) => reporter.testEnded?.(redactor.deep(test)));
        if (test.status === 'failed') failures += 1;
        if (settings.bail > 0 && failures >= settings.bail) stop('bail');
      },
      output: (text) => tellOutput(run, 'test', run.output.test.write(text)),
      secret: redactor.add,
      fatal: (error) => {
        if (!errors.some(({ message }) => message === error.message)) errors.push(error);
        stop('error');
      },
    },
  });
  return { collector, stop, stopped: controller.signal };
}

function tellOutput(run: Run, source: 'app' | 'test', text: string): void {
  if (text === '') return;
  for (const reporter of run.reporters) reporter.output?.({ source, text });
}

async function startAppsOf(run: Run, stop: (reason: StopReason) => void): Promise<readonly AppProcess[]> {
  const { settings, errors, around } = run;
  return startApps(settings.targets, {
    rootDir: settings.rootDir,
    env: around.env,
    signal: around.interrupted,
    redact: run.secrets.redactor.text,
    onOutput: (text) => tellOutput(run, 'app', run.output.app.write(text)),
    onDeath: (error) => {
      errors.push({ code: error.code, message: error.message });
      stop('error');
    },
  });
}

/** Nothing that was asked for is there. */
export function nothingChosen(
  collector: Collector,
  selection: Selection,
  args: readonly FileArgument[],
): E2EError {
  const lines = collector.emptyLines;
  if (lines.length > 0) {
    return new E2EError(
      'NO_TESTS',
      `No test at ${lines.join(', ')}. Name a line of the test's call, from \`test(\` to its end.`,
    );
  }
  const where = args.length === 0 ? '' : ` in ${args.map(({ typed }) => typed).join(', ')}`;
  return selection.grep === undefined
    ? new E2EError(
        'NO_TESTS',
        `No tests${where === '' ? ' in the files that `tests` matches' : where}: nothing there calls test().`,
      )
    : new E2EError(
        'NO_TESTS',
        `No test${where} matches --grep "${selection.grep}" (tried on "file › group › title @tag").`,
      );
}

async function report(run: Run, collector: Collector): Promise<number> {
  const { around, startedAt, reporters, settings } = run;
  const { tests } = collector;
  const errors = [...run.errors, ...collector.errors];
  const isInterrupted = around.interrupted.aborted;
  const exitCode = runExitCode(tests, errors, isInterrupted);
  for (const source of ['app', 'test'] as const) tellOutput(run, source, run.output[source].end());
  // Nothing that a reporter is given holds a secret, wherever the text came from.
  const result: RunReport = run.secrets.redactor.deep<RunReport>({
    schemaVersion: 1,
    run: {
      status: exitCode === INTERRUPTED ? 'interrupted' : exitCode === 0 ? 'passed' : 'failed',
      exitCode,
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      version: around.version,
      ...summarize(tests),
      ...(settings.cache.readOnly === undefined ? {} : { readOnly: settings.cache.readOnly }),
      errors,
    },
    tests,
  });
  for (const reporter of reporters) {
    try {
      await reporter.runEnded?.(result);
    } catch (thrown) {
      // A place that can't be written is the user's to mend; anything else is a fault of ours.
      if (thrown instanceof E2EError) throw thrown;
      throw new E2EError('INTERNAL', `A report could not be written: ${messageOf(thrown)}`, {
        cause: thrown,
      });
    }
  }
  return exitCode;
}
