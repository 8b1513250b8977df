// The shape of `e2e.config.ts` as a user types it. What the values mean, and whether they are right, is the runner's to say.
import type { Executor } from '../agent/executor.ts';
import type { ModelChoice } from '../agent/model/choice.ts';
import type { ProjectTool } from '../agent/tool/define.ts';
import type { CacheMode } from '../cache/outcome.ts';
import type { CacheStore } from '../cache/store.ts';
import type { Engine } from '../engine/contract.ts';

/** The app of a target. */
export interface AppConfig {
  /** Base URL; `app.open('/cart')` is relative to it. */
  readonly url?: string;
  /** Stands for the URL in the keys of recordings, so that deployments of one app share them. Source: spec R13. */
  readonly identity?: string;
  /** Started before the first test and stopped, with all its children, after the last. */
  readonly command?: string;
  /** Directory of the command, relative to the config file. Default: the config file's. */
  readonly cwd?: string;
  /** Environment of the command, besides this process's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Answers once the app is ready. Default: `url`. */
  readonly readyUrl?: string;
  /** Milliseconds that the app may take to become ready. Default: 60,000. */
  readonly readyTimeout?: number;
}

/** Where and with what tests run. */
export interface TargetConfig {
  readonly name: string;
  readonly engine: Engine;
  readonly app?: AppConfig;
}

/** One agent. */
export interface AgentConfig {
  /** `provider/name`, an OpenAI-compatible server, or an AI SDK `LanguageModel`. */
  readonly model?: ModelChoice;
  /** The model for `assert`, `waitFor` and `extract`. Default: `model`. */
  readonly judge?: ModelChoice;
  /** Text for every step of this agent. */
  readonly context?: string;
  /** Functions of the project that the agent may call, made with `defineTool`. */
  readonly tools?: readonly ProjectTool[];
  /** Whether the model is shown pictures: `true` beside the text of the screen, `only` in its place. Default: false. */
  readonly vision?: boolean | 'only';
  /** Most actions of one step. */
  readonly maxSteps?: number;
  /** An agent's brain instead of a model. */
  readonly executor?: Executor;
}

/** The cache of recordings. */
export interface CacheConfig {
  readonly mode?: CacheMode;
  /** Relative to the config file. Default: `.e2e/cache`. */
  readonly dir?: string;
  readonly strict?: boolean;
  /** Replaces the files. Source: spec R42. */
  readonly store?: CacheStore;
}

/** The value of a secret, or how to get it. */
export type SecretSource = string | (() => string | Promise<string>);

/** A secret with a say in where it may be typed: always into a field of the app's own site. */
export interface SecretConfig {
  readonly value: SecretSource;
  /** Hosts, with what is below them, or origins that it may be typed into too. Default: none. */
  readonly sites?: readonly string[];
  /** `password`: into password fields only. Default: that for a name such as `password` or `adminPwd`, else `any`. */
  readonly field?: 'password' | 'any';
}

/** How a secret's value is had. */
export function sourceOf(secret: SecretSource | SecretConfig): SecretSource {
  return typeof secret === 'object' ? secret.value : secret;
}

/** The config. Source: framework spec §2. */
export interface Config {
  /** Names the project in the keys of recordings. Default: the name in `package.json`. */
  readonly projectId?: string;
  /** Globs of test files, relative to the config file. Default: `**\/*.e2e.ts`. */
  readonly tests?: string | readonly string[];
  readonly targets: readonly TargetConfig[];
  readonly agents?: Readonly<Record<string, AgentConfig>>;
  readonly cache?: CacheMode | CacheConfig;
  /** Default: 0, and 1 when `CI` is set. */
  readonly retries?: number;
  /** Milliseconds of one attempt. Default: 60,000; 0 means no limit. */
  readonly timeout?: number;
  /** Test files that run at a time. Default: half the processor's cores. */
  readonly workers?: number;
  readonly reporters?: string | readonly string[];
  /** Directory of reports and pictures, relative to the config file. Default: `.e2e`. */
  readonly output?: string;
  readonly secrets?: Readonly<Record<string, SecretSource | SecretConfig>>;
}

/** Gives a config its type; it changes nothing. */
export function defineConfig(config: Config): Config {
  return config;
}
