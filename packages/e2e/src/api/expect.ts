// `expect`: the runner's, under our types, so that a locator and the browser get their own matchers and every other value the usual ones.
import type { Assertion, ExpectStatic } from 'vitest';
import { Browser } from './browser.ts';
import { host } from './host.ts';
import { Locator } from './locator.ts';
import { type BrowserMatchers, type LocatorMatchers, RAW_MATCHERS } from './matchers.ts';

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
  apply: (_target, _self, args: [unknown, string?]) =>
    watched(host('expect()').expect(...args), args[0], 'expect'),
  get: (_target, key) => {
    const { expect: base } = host(`expect.${String(key)}`);
    if (key !== 'soft') return Reflect.get(base, key);
    return (...args: [unknown, string?]) => watched(base.soft(...args), args[0], 'expect.soft');
  },
});

/** The assertion, with the matchers of a locator or the browser told when nobody awaits them. */
function watched(assertion: object, subject: unknown, call: string): unknown {
  if (subject instanceof Locator) return watchMatchers(assertion, subject, `${call}(${subject})`);
  return subject instanceof Browser ? watchMatchers(assertion, subject, `${call}(browser)`) : assertion;
}

function watchMatchers(assertion: object, subject: Locator | Browser, call: string): unknown {
  return new Proxy(assertion, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (key === 'not') return watchMatchers(value as object, subject, `${call}.not`);
      if (typeof key !== 'string' || !Object.hasOwn(RAW_MATCHERS, key) || typeof value !== 'function')
        return value;
      return (...args: unknown[]) =>
        subject.live.watch(`${call}.${key}()`, async () => await value.apply(target, args));
    },
  });
}
