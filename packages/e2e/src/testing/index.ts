// Published as `e2e/testing`: a fake engine, a scripted executor, a store in memory, and the suites that an engine or a store
// of one's own runs against itself.

export {
  type AppHandle,
  type FakeApp,
  type FakeNode,
  type FakeRequest,
  type FakeRoute,
  fakeApp,
  type Handler,
  type NodeOptions,
  node,
  type ScreenOf,
  type ValueHandler,
} from './fake/app.ts';
export { type FakeEngine, type FakeEngineOptions, fakeEngine } from './fake/engine.ts';
export type { PerformedAction, SessionOptions } from './fake/session.ts';
export { type AppClock, type ManualClock, manualClock } from './fake/timers.ts';
export { describeNode, find, findAll, type NodeQuery } from './find.ts';
export {
  type ModelAnswer,
  type ModelRequest,
  type ModelScript,
  type ModelServer,
  type ScriptedCall,
  startModelServer,
} from './model-server.ts';
export {
  type ActScript,
  type JudgeScript,
  type ScriptedExecutor,
  type ScriptedOptions,
  scripted,
  type Table,
} from './scripted.ts';
export { type MemoryStore, memoryStore } from './store.ts';
export { type FixtureState, fixtureApp } from './suite/app.ts';
export { type DescribeEngineOptions, describeEngine } from './suite/engine.ts';
export { FIXTURE_PAGES, type FixturePage, servePages } from './suite/pages.ts';
export type { EngineUnderTest } from './suite/rig.ts';
export type { SuiteRunner } from './suite/runner.ts';
export { describeStore, type StoreUnderTest } from './suite/store.ts';
