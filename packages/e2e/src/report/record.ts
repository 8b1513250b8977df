// The report's shape, `<output>/report.json`. The wire spellings live here and in the schema beside the package only.
// Source: framework spec §4.
import type { ErrorCode } from '../base/error.ts';
import type { StepCache } from '../cache/outcome.ts';

/** An error as reports carry it. `code` is absent for an error that is not the product's own. */
export interface ErrorRecord {
  readonly code?: ErrorCode;
  readonly message: string;
  /** Where in the user's files it was thrown: `tests/cart.e2e.ts:12:5`. */
  readonly location?: string;
  /** Source lines around the location, as a code frame. */
  readonly frame?: string;
}

/** Tokens and calls of models. */
export interface UsageRecord {
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  /** US dollars; absent where no provider said. */
  readonly costUsd?: number;
  /** Provider and model names, in order of first use, without repeats. */
  readonly models: readonly string[];
}

/** A model call that failed and was made again. */
export interface RetryRecord {
  readonly model: string;
  /** Such as `status 429`. */
  readonly reason: string;
  /** How long the next try waited. */
  readonly waitMs: number;
}

/** Where the time of a step went, in whole milliseconds; they add up to its duration. */
export interface TimingsRecord {
  /** Until the app came to rest: navigations, requests, changes under way; also tools of the project. */
  readonly app: number;
  /** For a control, until it could be used, or for evidence of an action's effect. */
  readonly waiting: number;
  /** All else: looking, deciding, acting, recordings. */
  readonly product: number;
  /** Inside the executor: its model, and waits before another try. */
  readonly model: number;
}

/** One step of an attempt. */
export interface StepRecord {
  readonly api: 'agent.act' | 'agent.assert' | 'agent.waitFor' | 'agent.extract';
  /** The instruction as written, redacted. */
  readonly label: string;
  readonly status: 'passed' | 'failed' | 'cancelled';
  readonly durationMs: number;
  readonly timings: TimingsRecord;
  readonly modelCalls: number;
  /** Model calls that failed and were made again, in order. */
  readonly retries?: readonly RetryRecord[];
  /** What the executor or the replay says it did. */
  readonly summary?: string;
  readonly error?: ErrorRecord;
  readonly cache?: StepCache;
  /** Nobody asked for its result: the test went on beside it. */
  readonly notAwaited?: true;
  /** Calls of the project's tools, in order. Absent when there is none. */
  readonly toolCalls?: readonly ToolCallRecord[];
  /** The screen before each action and after the last; with the `html` reporter only. Source: spec R48. */
  readonly pictures?: readonly PictureRecord[];
}

/** One call of a tool of the project. */
export interface ToolCallRecord {
  readonly name: string;
  /** JSON, secrets by name. */
  readonly input: unknown;
  /** Who made it: the agent, or a replay that repeated it. */
  readonly by: 'agent' | 'replay';
  /** `failed`: it threw, or gave no answer in time. `refused`: it was not called. */
  readonly outcome: 'returned' | 'failed' | 'refused';
  /** Whether it is part of what the step did: one of a tool that only reads is not, nor is one that was refused. */
  readonly recorded: boolean;
}

/** One picture of a step, or why there is none. */
export interface PictureRecord {
  readonly moment: 'before' | 'after';
  /** The action that follows, in words. */
  readonly action?: string;
  /** Relative to the output directory, `/` as separator. */
  readonly file?: string;
  readonly withheld?: string;
  /** Where the acted-on control is, in CSS pixels from the top left. */
  readonly box?: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  /** Size of the picture in CSS pixels. */
  readonly viewport: { readonly width: number; readonly height: number };
}

/** A call that a test made. */
export interface CallRecord {
  /** As a test would write it: `agent.act "add one item"`, `expect(getByRole('status')).toHaveText()`. */
  readonly call: string;
  /** `tests/cart.e2e.ts:12:5`. */
  readonly location?: string;
}

/** One execution of a test body with its hooks. */
export interface AttemptRecord {
  readonly status: 'passed' | 'failed' | 'cancelled';
  readonly durationMs: number;
  /** The first error; `null` when it passed. */
  readonly error: ErrorRecord | null;
  /** Every error, when there is more than one (soft failures, hooks). */
  readonly errors?: readonly ErrorRecord[];
  readonly steps: readonly StepRecord[];
  /** Calls whose result nobody asked for: an `await` is missing. Absent when there is none. */
  readonly notAwaited?: readonly CallRecord[];
  readonly usage: UsageRecord;
}

/** One test, on one target, with one agent. */
export interface TestRecord {
  readonly id: string;
  /** `describe` titles, then the test's own. */
  readonly titlePath: readonly string[];
  /** Relative to the project root, `/` as separator. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly target: string;
  readonly agent: string;
  readonly tags?: readonly string[];
  readonly status: 'passed' | 'failed' | 'flaky' | 'skipped';
  readonly attempts: readonly AttemptRecord[];
}

/** The whole run. */
export interface RunReport {
  readonly schemaVersion: 1;
  readonly run: RunRecord;
  readonly tests: readonly TestRecord[];
}

export interface RunRecord {
  readonly status: 'passed' | 'failed' | 'interrupted';
  readonly exitCode: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly version: string;
  readonly ai: UsageRecord;
  readonly cache: CacheSummary;
  /** Why recordings were read and not written; absent when they were, or not used. Source: spec R39, R43. */
  readonly readOnly?: readonly ReadOnlyCause[];
  /** Errors that belong to no test: config, app process, a file that does not load. */
  readonly errors: readonly ErrorRecord[];
}

/** Why a run records nothing: `CI` is set and the config says nothing, the config says so, it is strict. */
export type ReadOnlyCause = 'ci' | 'config' | 'strict';

/** The counts of the `Cache` line. Source: spec R36. */
export interface CacheSummary {
  readonly replayed: number;
  readonly handedOff: number;
  readonly missed: number;
  readonly notSaved: number;
}

/** Which test an event is about. */
export interface TestRef {
  readonly id: string;
  readonly titlePath: readonly string[];
  readonly file: string;
  readonly line: number;
  readonly target: string;
  readonly agent: string;
}

/** A line printed while the run goes on, or a file written at its end. Calls come in order and are awaited. */
export interface Reporter {
  runStarted?(run: {
    /** Test files, once per target; how many tests they hold is known only as they load. */
    readonly files: number;
    readonly workers: number;
    readonly targets: readonly string[];
  }): void;
  /** A first interrupt ends the run in order. */
  interrupted?(): void;
  testStarted?(test: TestRef): void;
  /** A step began in a running test. */
  stepStarted?(test: TestRef, step: { readonly api: StepRecord['api']; readonly label: string }): void;
  testEnded?(test: TestRecord): void;
  /** Output of the app process or of a test's console, one chunk at a time. */
  output?(chunk: { readonly source: 'app' | 'test'; readonly text: string }): void;
  runEnded?(report: RunReport): void | Promise<void>;
}
