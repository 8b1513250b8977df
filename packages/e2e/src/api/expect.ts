// `expect`: the runner's, under our types, so that a locator and the browser get their own matchers and every other value the usual ones.
import type { Assertion, ExpectStatic } from 'vitest';
import type { Browser } from './browser.ts';
import { host } from './host.ts';
import type { Locator } from './locator.ts';
import type { BrowserMatchers, LocatorMatchers } from './matchers.ts';

/** `expect(…)` and `expect.soft(…)`. */
interface ExpectCall {
  (locator: Locator, message?: string): LocatorMatchers;
  (browser: Browser, message?: string): BrowserMatchers;
  <Value>(value: Value, message?: string): Assertion<Value>;
}

/** `expect`, with what hangs on it. */
export interface Expect extends ExpectCall, Omit<ExpectStatic, 'soft'> {
  /** The test goes on after a failure, and fails at its end. */
  readonly soft: ExpectCall;
}

/** Checks a locator, the browser or a value. */
export const expect: Expect = new Proxy(function expect(): void {} as unknown as Expect, {
  apply: (_target, _self, args: [unknown, string?]) => host('expect()').expect(...args),
  get: (_target, key) => Reflect.get(host(`expect.${String(key)}`).expect, key),
});
