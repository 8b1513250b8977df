// The port between the core and whatever runs tests: a runner opens an attempt with what it knows, the core fills it with steps,
// and the runner says how it ended. The core knows no test runner; this file is all that one needs.
import type { ErrorCode } from '../base/error.ts';
import type { Redactor } from '../base/redact.ts';
import type { StepCache } from '../cache/outcome.ts';
import type { Trial } from '../cache/proof.ts';
import type { AttemptOutcome } from '../cache/settle.ts';
import type { CacheSettings } from '../cache/step.ts';
import type { ToolEnd } from '../cache/tool.ts';
import type { Box, SecretRule, Session } from '../engine/contract.ts';
import type { ActionKind } from '../screen/action.ts';
import type { Executor } from './executor.ts';
import type { StandardSchema } from './standard-schema.ts';
import type { StepTimings } from './timing.ts';
import type { ProjectTool } from './tool/define.ts';

/** One agent of the config, resolved. */
export interface AgentDefinition {
  readonly name: string;
  /** `undefined`: the config names neither an executor nor a model; a live step then fails with MODEL_UNAVAILABLE. */
  readonly executor?: Executor;
  /** Text of the config for every step of this agent. */
  readonly context?: string;
  readonly maxSteps?: number;
  /** Shows the executor pictures: beside the text of a screen, or in its place. */
  readonly vision?: true | 'only';
  /** The project's tools of this agent; their names differ. */
  readonly tools?: readonly ProjectTool[];
}

/** What a runner knows when an attempt begins. */
export interface AttemptSetup {
  readonly identity: {
    /** `projectId`, else the package's name, else the checkout's path (spec R40). */
    readonly project: string;
    readonly file: string;
    readonly titlePath: readonly string[];
    readonly target: string;
    readonly engine: string;
    /** `app.identity`, else the app's URL (spec R13). */
    readonly app: string;
    readonly agentContext?: string;
  };
  /** 1 for the first run of the test, 2 for its first retry. */
  readonly number: number;
  readonly rootDir: string;
  /** The app's base URL: its origin does not count in routes (spec R14). */
  readonly appUrl?: string;
  readonly session: Session;
  /** What the engine can do; `undefined`: everything. */
  readonly actions?: ReadonlySet<ActionKind>;
  /** Whether the engine takes pictures; `undefined`: it does. */
  readonly pictures?: boolean;
  /** Absent: off for this test. */
  readonly cache?: CacheSettings;
  /** `--no-model`: a step that would call its executor fails with MODEL_UNAVAILABLE, naming the step. */
  readonly noModel: boolean;
  readonly redactor: Redactor;
  /** The value of a configured secret. @throws E2EError INVALID_CONFIG naming the secret and the known ones. */
  secret(name: string): Promise<string>;
  /** Where a secret may be typed; absent: wherever the engine lets it. */
  readonly secretRule?: (name: string) => SecretRule;
  /** Fires on cancel and when the test's time is up. */
  readonly signal: AbortSignal;
  /** Whether the attempt has failed so far, a soft failure included. */
  hasFailed(): boolean;
  /** Keeps a picture, a PNG, and gives back its name; absent when the run keeps none. */
  readonly keepPicture?: (png: Uint8Array) => Promise<string>;
  /** A step began, before the call of the agent gives anything back. The label is redacted. */
  onStep?(step: Pick<AttemptStep, 'number' | 'api' | 'label'>): void;
}

/** One step as the attempt keeps it. */
export interface AttemptStep {
  /** The n-th step that began in the attempt, from 1: steps stand in the order in which they ended. */
  readonly number: number;
  readonly api: 'agent.act' | 'agent.assert' | 'agent.waitFor' | 'agent.extract';
  readonly label: string;
  readonly status: 'passed' | 'failed' | 'cancelled';
  readonly durationMs: number;
  readonly timings: StepTimings;
  readonly modelCalls: number;
  /** Model calls that failed and were made again, in order. */
  readonly retries?: readonly {
    readonly model: string;
    readonly reason: string;
    readonly waitMs: number;
  }[];
  readonly summary?: string;
  readonly error?: { readonly code?: ErrorCode; readonly message: string };
  readonly cache?: StepCache;
  /** Calls of the project's tools, in order; absent when there is none. */
  readonly toolCalls?: readonly StepToolCall[];
  readonly pictures?: readonly StepPicture[];
  /** Only in a proof, which writes no report. */
  readonly trial?: Trial;
}

/** One call of a tool of the project. */
export interface StepToolCall {
  readonly name: string;
  /** JSON, secrets by name. */
  readonly input: unknown;
  /** Who made it: the agent, or a replay that repeated it. */
  readonly by: 'agent' | 'replay';
  /** `refused`: nothing was called. */
  readonly outcome: ToolEnd['kind'];
  /** Whether it is part of what the step did: one of a tool that only reads is not, nor is one that was refused. */
  readonly recorded: boolean;
}

/** The screen before an action of a step, or after its last. Source: spec R48. */
export interface StepPicture {
  readonly moment: 'before' | 'after';
  /** The action that follows, in words. */
  readonly action?: string;
  /** Name of the picture; absent when there may be none. */
  readonly file?: string;
  /** Why there is none. */
  readonly withheld?: string;
  /** Where the acted-on control is, in CSS pixels. */
  readonly box?: Box;
  /** Size of the picture, in CSS pixels. */
  readonly viewport: { readonly width: number; readonly height: number };
}

/** Model calls and tokens of one attempt. */
export interface AttemptUsage {
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  /** US dollars; absent where no provider said. */
  readonly costUsd?: number;
  readonly models: readonly string[];
}

/** Options of `agent.act`. */
export interface ActOptions {
  /** Fill `{name}` in the goal; `unique()` and `secret()` values may stand here. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** Milliseconds for the whole step. Default: what is left of the test's time. */
  readonly timeout?: number;
  readonly maxSteps?: number;
  readonly cache?: 'off';
}

/** What `agent.act` resolves to. */
export interface ActResult {
  readonly summary: string;
  readonly cache?: StepCache;
  readonly usage: AttemptUsage;
}

/** The agent as a test has it. */
export interface Agent {
  readonly name: string;
  /** @throws E2EError with the code that ended the step. */
  act(goal: string, options?: ActOptions): Promise<ActResult>;
  assert(claim: string, options?: { readonly timeout?: number }): Promise<void>;
  waitFor(condition: string, options?: { readonly timeout?: number }): Promise<void>;
  extract<Output = unknown>(
    what: string,
    options?: { readonly schema?: StandardSchema<Output>; readonly timeout?: number },
  ): Promise<Output>;
}

/** One attempt, from its first step to its end. Made by `startAttempt` in `steps.ts`. */
export interface Attempt {
  /** The steps so far; after `end`, with `cache.write`. */
  readonly steps: readonly AttemptStep[];
  readonly usage: AttemptUsage;
  agent(definition: AgentDefinition): Agent;
  /** A check of the app's state passed (spec R2). Called by the matchers and waits of the test API, and by judged steps. */
  verified(): void;
  /** Settles the staged recordings. Call once, when everything of the attempt, `afterEach` included, is over. */
  end(outcome: AttemptOutcome): Promise<void>;
}
