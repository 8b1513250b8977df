// The shapes a user writes in a test file: fixtures, options, and the call forms of `test` and `describe`.
import type { Agent } from '../agent/attempt.ts';
import type { App } from './app.ts';
import type { Browser, Device } from './browser.ts';
import type { Screen } from './locator.ts';

/** What a test or an each-hook gets. Source: framework spec §1. */
export interface Fixtures {
  readonly app: App;
  readonly screen: Screen;
  readonly browser: Browser;
  readonly device: Device;
  readonly agent: Agent;
}

/** Options of a test; those of a `describe` hold for its tests unless a test says otherwise. Source: framework spec §1. */
export interface TestOptions {
  /** How many times a failed test is tried again. Over config and command line. */
  readonly retries?: number;
  /** Milliseconds for one attempt, hooks before it included. Over config and command line; 0 means no limit. */
  readonly timeout?: number;
  readonly tags?: readonly string[];
  /** An agent of the config; with several the test runs once per agent. */
  readonly agent?: string | readonly string[];
  /** Text for the agent, besides what the config says. */
  readonly agentContext?: string;
  /** Steps of this test neither replay nor record. */
  readonly cache?: 'off';
}

/** A test body or an each-hook. */
export type TestBody<Context> = (context: Context) => unknown;

/** `(title, fn)` and `(title, options, fn)`. */
export interface Register<Context> {
  (title: string, body: TestBody<Context>): void;
  (title: string, options: TestOptions, body: TestBody<Context>): void;
}

/** A case's values as the body gets them: an array is spread, anything else is one argument. */
type CaseArguments<Case> = Case extends readonly unknown[] ? [...Case] : [Case];

/** What `.each(cases)` returns. The title may hold `%s` or `$key`; the fixtures come after the case's values. */
export interface RegisterEach<Case, Context> {
  (title: string, body: (...values: [...CaseArguments<Case>, Context]) => unknown): void;
  (
    title: string,
    options: TestOptions,
    body: (...values: [...CaseArguments<Case>, Context]) => unknown,
  ): void;
}

/** Own fixtures: a value, or a function that hands one to `use` and cleans up after it. */
type FixtureDefinitions<Extra, Context> = {
  [Name in keyof Extra]:
    | Extra[Name]
    | ((context: Context & Extra, use: (value: Extra[Name]) => Promise<void>) => Promise<void>);
};

/** `test`, with what hangs on it. */
export interface TestFunction<Context> extends Register<Context> {
  /** Runs only this test of its file. */
  readonly only: Register<Context>;
  readonly skip: Register<Context>;
  todo(title: string): void;
  each<const Case>(cases: readonly Case[]): RegisterEach<Case, Context>;
  /** A `test` with fixtures of its own besides; `beforeEach` and `afterEach` of that `test` are given them. */
  extend<Extra extends object>(
    fixtures: FixtureDefinitions<Extra, Context>,
  ): TestFunction<Context & Readonly<Extra>>;
  beforeEach(hook: TestBody<Context>, timeout?: number): void;
  afterEach(hook: TestBody<Context>, timeout?: number): void;
}

/** `(title, fn)` and `(title, options, fn)` of a group. */
export interface RegisterGroup {
  (title: string, body: () => unknown): void;
  (title: string, options: TestOptions, body: () => unknown): void;
}

/** `describe`, with what hangs on it. */
export interface DescribeFunction extends RegisterGroup {
  readonly only: RegisterGroup;
  readonly skip: RegisterGroup;
  todo(title: string): void;
  each<const Case>(
    cases: readonly Case[],
  ): (title: string, body: (...values: CaseArguments<Case>) => unknown) => void;
}
