// The fixtures of one attempt, in the shape that the runner's `test.extend` takes. Each is made at its first use; the first of them starts
// the attempt's session.

import type { Agent } from '../agent/attempt.ts';
import type { App } from './app.ts';
import { createApp } from './app.ts';
import { Browser, type Device, missingDevice } from './browser.ts';
import type { LiveTest } from './live.ts';
import { createScreen, type Screen } from './locator.ts';

interface TaskContext {
  readonly task: { readonly name: string };
}
type Use<Value> = (value: Value) => Promise<void>;
type Fixture<Value> = (context: TaskContext, use: Use<Value>) => Promise<void>;

/** Fixture functions by name. The runner reads from the parameter list that each wants `task`. */
export interface FixtureFunctions {
  readonly app: Fixture<App>;
  readonly screen: Fixture<Screen>;
  readonly browser: Fixture<Browser>;
  readonly device: Fixture<Device>;
  readonly agent: Fixture<Agent>;
}

/** The fixtures, given how to come by the attempt that a task is in. */
export function fixtureFunctions(live: (task: unknown) => Promise<LiveTest>): FixtureFunctions {
  return {
    app: async ({ task }, use) => use(createApp(await live(task), task.name)),
    screen: async ({ task }, use) => use(createScreen(await live(task))),
    browser: async ({ task }, use) => use(new Browser(await live(task))),
    device: async ({ task }, use) => use(missingDevice(await live(task))),
    agent: async ({ task }, use) => use((await live(task)).agent),
  };
}
