// Published as `e2e`: what a test file and a config import. Cheap to load, and loadable anywhere: the test runner and the browser driver
// come in only where a test runs (see README.md).
/// <reference types="node" preserve="true" />
/// <reference lib="esnext.disposable" preserve="true" />
export type {
  ActOptions,
  ActResult,
  Agent,
  AttemptUsage,
} from '../agent/attempt.ts';
export type {
  ActStep,
  Executor,
  JudgeStep,
  Judgment,
  ModelCall,
  Performed,
  ToolCalled,
  ToolInfo,
  Verdict,
} from '../agent/executor.ts';
export { offline } from '../agent/offline/offline.ts';
export type { StandardSchema } from '../agent/standard-schema.ts';
export {
  defineTool,
  type ProjectTool,
  type ToolContext,
  type ToolOptions,
} from '../agent/tool/define.ts';
export { E2EError, type ErrorCode } from '../base/error.ts';
export { type SecretParam, secret, type UniqueParam, unique } from '../cache/params.ts';
export type { CacheStore } from '../cache/store.ts';
export type { App } from './app.ts';
export type { Browser, Device, UrlMatch } from './browser.ts';
export {
  type AgentConfig,
  type AppConfig,
  type CacheConfig,
  type Config,
  defineConfig,
  type SecretConfig,
  type SecretSource,
  type TargetConfig,
} from './config.ts';
export { type Expect, expect } from './expect.ts';
export type { Locator, Screen } from './locator.ts';
export type { BrowserMatchers, LocatorMatchers, MatcherOptions } from './matchers.ts';
export type { DescribeFunction, Fixtures, TestFunction, TestOptions } from './options.ts';
export { afterAll, afterEach, beforeAll, beforeEach, describe, test } from './test.ts';
