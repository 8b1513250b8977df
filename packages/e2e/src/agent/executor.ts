// The port behind which an agent's brain sits: the built-in model loop, the offline planner, a script, or a user's own.
import type { HandOff } from '../cache/step.ts';
import type { Action, ActionKind } from '../screen/action.ts';
import type { Screen } from '../screen/node.ts';

/** An agent's brain. Source: framework spec §5. */
export interface Executor {
  readonly name: string;
  readonly version?: string;
  /** Provider and model, such as `openai/gpt-6-luna-fast`, when one answers. */
  readonly model?: string;
  /**
   * `true` when neither `act` nor `judge` ever asks a model. Such a judge also answers where no model may be asked: in `cache prove`, which
   * else takes judged steps as passed. All others read `<secret:name>` wherever a goal, a screen or an error holds the value of a secret.
   * Default: it may ask one.
   */
  readonly callsNoModel?: boolean;
  /** `true` when `act` never calls a tool of the project: a step that is not done then says that the agent's tools were of no use to it. */
  readonly callsNoTools?: boolean;
  act(step: ActStep): Promise<Verdict>;
  /** For `assert`, `waitFor` and `extract`; without it those end as AUTOMATION_UNSUPPORTED. */
  judge?(step: JudgeStep): Promise<Judgment>;
}

/** A picture of the viewport, a pixel for each CSS pixel, every known secret painted over; or why there is none. */
export type Picture =
  | { readonly png: Uint8Array; readonly withheld?: never }
  | { readonly withheld: string; readonly png?: never };

/** What an agent with `vision` is shown beside the text of a screen, or in its place. */
export interface Vision {
  /** `true`: text and picture; `only`: the picture alone. */
  readonly mode: true | 'only';
  /** The screen as it is now; for a judgment, as it was when its text was read. */
  picture(): Promise<Picture>;
}

/** The same for an act, which also aims by it. */
export interface ActVision extends Vision {
  /** The control at a point of the viewport that an action of that kind is for, in CSS pixels; `undefined` where there is none. */
  controlAt(point: { readonly x: number; readonly y: number }, kind: ActionKind): Promise<string | undefined>;
}

/** One `agent.act` call as the executor gets it. */
export interface ActStep {
  /** Params filled in; secrets stand as `<secret:name>`. */
  readonly instruction: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The project's `context` and the test's `agentContext`, joined; empty when there is none. */
  readonly context: string;
  readonly handOff?: HandOff;
  /** The screen when the step reached the executor. */
  readonly screen: Screen;
  /** A fresh, steady screen. */
  look(): Promise<Screen>;
  /** Set when the config gives the agent eyes. */
  readonly vision?: ActVision;
  perform(action: Action): Promise<Performed>;
  /** The project's tools, by name; empty when the agent has none. */
  readonly tools: readonly ToolInfo[];
  /** Calls one of them; counts as an action. `input`: JSON, a secret in it as `<secret:name>`. */
  callTool(name: string, input: unknown): Promise<ToolCalled>;
  /** Counts one model call towards the report and the step's budget. */
  countModelCall(call: ModelCall): void;
  /** Most actions the step may take. */
  readonly maxSteps: number;
  /** What the engine can do; `undefined`: everything. */
  readonly actions?: ReadonlySet<ActionKind>;
  readonly signal: AbortSignal;
}

/** What came of an action, and the steady screen after it. */
export type Performed =
  | { readonly ok: true; readonly screen: Screen }
  | { readonly ok: false; readonly code: string; readonly message: string; readonly screen: Screen };

/** A tool of the project as an executor is told of it. */
export interface ToolInfo {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** What came of calling a tool: what it gave back as text, cut to its size, secrets taken out; and the steady screen after it. */
export type ToolCalled =
  | { readonly ok: true; readonly result: string; readonly screen: Screen }
  | { readonly ok: false; readonly code: string; readonly message: string; readonly screen: Screen };

/** Tokens of one model call, as far as the provider reports them. */
export interface ModelCall {
  readonly model: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Input tokens that the provider's own prompt cache had. */
  readonly cachedTokens?: number;
  /** US dollars, where the provider says. */
  readonly costUsd?: number;
  /** Set when this call failed and is made again after `waitMs`. */
  readonly retry?: { readonly reason: string; readonly waitMs: number };
}

/** How an executor ends an act. */
export interface Verdict {
  readonly status: 'passed' | 'failed' | 'blocked';
  readonly summary: string;
  /** An error code for a `failed` or `blocked` verdict. */
  readonly code?: string;
}

/** One `assert`, `waitFor` or `extract` call as the executor gets it. */
export interface JudgeStep {
  readonly kind: 'assert' | 'waitFor' | 'extract';
  /** The claim, condition or wish; secrets stand as `<secret:name>`. */
  readonly statement: string;
  readonly context: string;
  readonly screen: Screen;
  /** Set when the config gives the agent eyes. */
  readonly vision?: Vision;
  /** For `extract`: the wanted shape as JSON Schema, when the schema library can tell. */
  readonly schema?: unknown;
  /** The value that was given before, and what its schema says against it: asked for once more. */
  readonly repair?: { readonly value: unknown; readonly issues: readonly string[] };
  countModelCall(call: ModelCall): void;
  readonly signal: AbortSignal;
}

/** What a judge saw. */
export interface Judgment {
  readonly status: 'holds' | 'fails' | 'inconclusive';
  readonly reason: string;
  readonly value?: unknown;
}
