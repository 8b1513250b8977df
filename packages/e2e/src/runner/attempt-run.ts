// One attempt of one test: starts its session at the first use, keeps its time, and settles it when the last hook is over.

import type { Attempt, AttemptUsage } from '../agent/attempt.ts';
import { hiding } from '../agent/pictures.ts';
import { startAttempt } from '../agent/steps.ts';
import type { LiveTest } from '../api/live.ts';
import type { TestMeta } from '../api/test.ts';
import { now, withSignal } from '../base/clock.ts';
import { E2EError, type ErrorCode } from '../base/error.ts';
import type { AttemptOutcome } from '../cache/settle.ts';
import type { CallOptions, Session } from '../engine/contract.ts';
import { CANCELLED, fatalError, toldErrors } from './attempt-errors.ts';
import type { AttemptError, AttemptMeta, StopReason } from './attempt-meta.ts';
import { type Phase, startPhase } from './phase.ts';
import { pictureKeeper } from './pictures.ts';
import { WatchedCalls } from './watched-calls.ts';
import type { WorkerContext } from './worker-context.ts';

/** What the runner knows of a test when an attempt begins. */
export interface AttemptTest {
  /** Relative to the project, `/` as separator. */
  readonly file: string;
  readonly titlePath: readonly string[];
  readonly meta: TestMeta;
  /** 1 for the first run. */
  readonly number: number;
  hasFailed(): boolean;
  onStep(step: { readonly api: string; readonly label: string }): void;
  /** A secret has this value; resolves once everyone who writes output knows it. */
  onSecret(name: string, value: string): Promise<void>;
}

const NO_USAGE: AttemptUsage = {
  modelCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  models: [],
};

/** Time of the hooks after the body once the run was cancelled, in ms: a test without a limit must not keep it from ending. Source: chosen. */
const CANCELLED_HOOKS_MS = 10_000;

/** How much later a call's own time is up than that of the present phase, in ms. Source: chosen, as a timer's rounding many times over. */
const SIGNAL_FIRST_MS = 20;

/** One attempt, from before its first hook. */
export class AttemptRun {
  readonly #worker: WorkerContext;
  readonly #test: AttemptTest;
  readonly #startedAt: number = now();
  readonly #timeoutMs: number;
  #phase: Phase;
  #live: Promise<LiveTest> | undefined;
  #session: Session | undefined;
  #attempt: Attempt | undefined;
  #runningStep: string | undefined;
  #running = 'test';
  readonly #calls = new WatchedCalls();
  #cancelled: StopReason | undefined;
  #isTeardown = false;

  constructor(worker: WorkerContext, test: AttemptTest) {
    this.#worker = worker;
    this.#test = test;
    this.#timeoutMs = test.meta.timeout ?? worker.settings.timeoutMs;
    this.#phase = startPhase(this.#timeoutMs, () => this.#timeoutError());
  }

  /** Fires when the time of the present phase (body, then the hooks after it) is up, or the run is cancelled. */
  get signal(): AbortSignal {
    return this.#phase.signal;
  }

  /** Milliseconds that the test may take, 0 for no limit. */
  get timeoutMs(): number {
    return this.#timeoutMs;
  }

  /**
   * Ends everything that waits, but for the hooks after the body: what they put away would stay behind. The attempt's recordings stay as
   * they were (spec R5).
   */
  cancel(reason: StopReason): void {
    this.#cancelled ??= reason;
    if (!this.#isTeardown) this.#phase.abort(new Error(CANCELLED));
    else if (this.#timeoutMs === 0) {
      const { abort } = this.#phase;
      setTimeout(() => abort(this.#timeoutError(CANCELLED_HOOKS_MS)), CANCELLED_HOOKS_MS).unref();
    }
  }

  get isCancelled(): boolean {
    return this.#cancelled !== undefined;
  }

  /** The body is over; the hooks after it get the test's time once more, also when the body was cancelled. */
  startTeardown(): void {
    this.#phase.stop();
    this.#isTeardown = true;
    const allowedMs = this.isCancelled && this.#timeoutMs === 0 ? CANCELLED_HOOKS_MS : this.#timeoutMs;
    this.#phase = startPhase(allowedMs, () => this.#timeoutError(allowedMs));
  }

  /** Waits for a hook or the body, and no longer than the present phase has. `what`: as a timeout names it. */
  during<Value>(what: string, running: Promise<Value>): Promise<Value> {
    this.#running = what;
    return withSignal(running, this.#phase.signal);
  }

  /** The attempt as fixtures see it. @throws E2EError ENGINE_FAILED */
  live(): Promise<LiveTest> {
    this.#live ??= this.#start();
    return this.#live;
  }

  /** Settles the recordings, ends the session, and says what the report needs. */
  async end(errors: readonly AttemptError[], wasSkipped: boolean): Promise<AttemptMeta> {
    this.#phase.stop();
    const { launchError } = this.#worker;
    const status: AttemptOutcome['status'] =
      this.isCancelled || wasSkipped || launchError !== undefined
        ? 'cancelled'
        : errors.length > 0
          ? 'failed'
          : 'passed';
    const failures: readonly (ErrorCode | undefined)[] = errors.map(({ code }) => code);
    await this.#live?.catch(() => undefined);
    try {
      await this.#attempt?.end({ status, failures });
    } finally {
      await this.#session?.end();
    }
    const { redactor } = this.#worker;
    return redactor.deep({
      status,
      durationMs: Math.round(now() - this.#startedAt),
      steps: this.#calls.marked(structuredClone(this.#attempt?.steps ?? [])),
      usage: structuredClone(this.#attempt?.usage ?? NO_USAGE),
      errors:
        status === 'cancelled' && (wasSkipped || launchError !== undefined)
          ? []
          : toldErrors(errors, this.#cancelled),
      ...this.#calls.notAwaited(),
      ...(launchError === undefined ? {} : { fatal: fatalError(launchError) }),
    });
  }

  async #start(): Promise<LiveTest> {
    const { settings, target } = this.#worker;
    const engine = await this.#worker.engine();
    const appUrl = target.app?.url;
    const session = await engine.startAttempt(appUrl === undefined ? {} : { appUrl });
    this.#session = session;
    const attempt = await this.#startAttempt(session);
    this.#attempt = attempt;
    const definition = await this.#worker.agent(this.#worker.agentName(this.#test.meta.agent));
    return {
      session,
      attempt,
      agent: this.#calls.watchAgent(attempt.agent(definition)),
      target: target.name,
      engine: target.engine.name,
      outputDir: settings.outputDir,
      appUrl,
      appHint: appHint(target.app?.command),
      call: (timeoutMs) => this.#call(timeoutMs),
      begin: () => this.#calls.begin(),
      watch: (call, run) => this.#calls.watch(call, run),
      redact: this.#worker.redactor.text,
      picture: () => session.screenshot(hiding(this.#worker.redactor)),
    };
  }

  async #startAttempt(session: Session): Promise<Attempt> {
    const { settings, target, redactor } = this.#worker;
    const { meta, file, titlePath, number } = this.#test;
    const cache = meta.cache === 'off' ? undefined : await this.#worker.cache();
    return startAttempt({
      identity: {
        project: settings.project,
        file,
        titlePath,
        target: target.name,
        engine: target.engine.name,
        app: target.app?.identity ?? target.app?.url ?? '',
        ...(meta.agentContext === undefined ? {} : { agentContext: meta.agentContext }),
      },
      number,
      rootDir: settings.rootDir,
      ...(target.app?.url === undefined ? {} : { appUrl: target.app.url }),
      session,
      actions: this.#worker.target.engine.actions,
      pictures: target.engine.capabilities.pixels,
      ...(cache === undefined ? {} : { cache }),
      noModel: settings.noModel,
      redactor,
      secret: async (name) => {
        const value = await this.#worker.secret(name);
        await this.#test.onSecret(name, value);
        return value;
      },
      secretRule: (name) => this.#worker.secretRule(name),
      signal: this.#phase.signal,
      hasFailed: () => this.#test.hasFailed(),
      ...(settings.pictures && target.engine.capabilities.pixels
        ? {
            keepPicture: pictureKeeper(settings.outputDir, [
              file,
              titlePath,
              target.name,
              meta.agent ?? '',
              number,
            ]),
          }
        : {}),
      onStep: (step) => {
        this.#calls.stepBegan(step.number);
        this.#runningStep = `${step.api} "${step.label}"`;
        this.#test.onStep(step);
      },
    });
  }

  /** Waits for checks, actions and steps that nobody awaited. @throws the first failure among them. */
  settleOpen(): Promise<void> {
    return this.#calls.settle();
  }

  /** A failure that nobody awaited: the test fails with it. */
  noteUnhandled(thrown: unknown): void {
    this.#calls.noteUnhandled(thrown);
  }

  #call(timeoutMs: number): CallOptions {
    // What has no shorter time of its own is ended by the signal, which says whose time was up: two timers for one moment would race.
    const leftMs = Math.ceil(this.#phase.endsAt - now()) + SIGNAL_FIRST_MS;
    return { timeoutMs: Math.max(0, Math.min(timeoutMs, leftMs)), signal: this.#phase.signal };
  }

  /** Hooks before the body share its time; those after it have as much once more. */
  #timeoutError(allowedMs: number = this.#timeoutMs): E2EError {
    const step = this.#openStep();
    const where = step === undefined ? '' : ` during ${step}`;
    const what =
      this.#running === 'beforeEach hook'
        ? `The test ran longer than its ${allowedMs} ms, in its beforeEach hook`
        : `The ${this.#running} ran longer than its ${allowedMs} ms`;
    return new E2EError(
      'STEP_TIMEOUT',
      `${what}${where}. Raise the timeout (test option, config or --timeout) if it needs more.`,
    );
  }

  /** The step that began and is not yet among the ended ones. */
  #openStep(): string | undefined {
    const last = this.#attempt?.steps.at(-1);
    const ended = last === undefined ? undefined : `${last.api} "${last.label}"`;
    return this.#runningStep === ended ? undefined : this.#runningStep;
  }
}

function appHint(command: string | undefined): string {
  return command === undefined
    ? 'Start the app first, or give the target an app.command in the config.'
    : `The app was started by \`${command}\`; its output may say why it does not answer.`;
}
