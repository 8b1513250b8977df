// Locators: queries a test writes by hand, looked up anew at each use. Builds the query; finding and acting is the engine's.

import { E2EError } from '../base/error.ts';
import type {
  ElementState,
  EngineLocator,
  LocatorAction,
  LocatorQuery,
  LocatorStep,
  TextMatch,
} from '../engine/contract.ts';
import { ACTION_TIMEOUT_MS, type LiveTest } from './live.ts';
import { nearby } from './nearby.ts';
import { ambiguity, describeQuery } from './query-words.ts';
import { waitUntil } from './verify.ts';

/** Options of the `getBy…` queries. */
export interface MatchOptions {
  /** The whole text, case included. Without it a string matches a part, in any case. */
  readonly exact?: boolean;
}

/** Options of one action. */
export interface ActionOptions {
  /** Milliseconds. Default: 15,000, or what is left of the test's time. */
  readonly timeout?: number;
}

/** What `waitFor` waits for. */
export interface WaitForOptions {
  /** Default: `visible`. `hidden` holds when the element is not there or not to be seen; `attached` and `detached` look at the document only. */
  readonly state?: 'visible' | 'hidden' | 'attached' | 'detached';
  /** Milliseconds. Default: 15,000, or what is left of the test's time. */
  readonly timeout?: number;
}

/** Ways to find elements, on the whole screen or inside another locator's matches. */
interface Queries {
  getByRole(role: string, options?: MatchOptions & { readonly name?: TextMatch }): Locator;
  getByText(text: TextMatch, options?: MatchOptions): Locator;
  getByLabel(text: TextMatch, options?: MatchOptions): Locator;
  getByPlaceholder(text: TextMatch, options?: MatchOptions): Locator;
  getByTestId(id: TextMatch): Locator;
}

/** The screen as a hand-written test queries it. Source: framework spec §1. */
export interface Screen extends Queries {}

/** Elements found by a query. */
export class Locator implements Queries {
  /** For the matchers of `expect`; not for tests. */
  readonly live: LiveTest;
  readonly #query: LocatorQuery;
  readonly #engine: EngineLocator;

  constructor(live: LiveTest, query: LocatorQuery) {
    this.live = live;
    this.#query = query;
    this.#engine = live.session.locator(query);
  }

  getByRole(role: string, options: MatchOptions & { readonly name?: TextMatch } = {}): Locator {
    return this.#with({ by: 'role', role, ...options });
  }

  getByText(text: TextMatch, options: MatchOptions = {}): Locator {
    return this.#with({ by: 'text', text, ...options });
  }

  getByLabel(text: TextMatch, options: MatchOptions = {}): Locator {
    return this.#with({ by: 'label', text, ...options });
  }

  getByPlaceholder(text: TextMatch, options: MatchOptions = {}): Locator {
    return this.#with({ by: 'placeholder', text, ...options });
  }

  getByTestId(id: TextMatch): Locator {
    return this.#with({ by: 'testId', text: id, exact: true });
  }

  /** Of the matches, those that hold the text. */
  filter(options: { readonly hasText: TextMatch }): Locator {
    return this.#with({ by: 'hasText', text: options.hasText });
  }

  first(): Locator {
    return this.nth(0);
  }

  last(): Locator {
    return this.nth(-1);
  }

  /** From 0; a negative index counts from the end. */
  nth(index: number): Locator {
    return this.#with({ by: 'nth', index });
  }

  tap(options: ActionOptions = {}): Promise<void> {
    return this.#act({ kind: 'tap' }, options);
  }

  /** The same as `tap`. */
  click(options: ActionOptions = {}): Promise<void> {
    return this.tap(options);
  }

  /** Replaces the field's content. */
  fill(text: string, options: ActionOptions = {}): Promise<void> {
    return this.#act({ kind: 'fill', text }, options);
  }

  /** A key or a chord, such as `Enter` or `Control+A`. */
  press(key: string, options: ActionOptions = {}): Promise<void> {
    return this.#act({ kind: 'press', key }, options);
  }

  check(options: ActionOptions = {}): Promise<void> {
    return this.#act({ kind: 'check' }, options);
  }

  uncheck(options: ActionOptions = {}): Promise<void> {
    return this.#act({ kind: 'uncheck' }, options);
  }

  /** The option by its label or value. */
  select(option: string, options: ActionOptions = {}): Promise<void> {
    return this.#act({ kind: 'select', option }, options);
  }

  hover(options: ActionOptions = {}): Promise<void> {
    return this.#act({ kind: 'hover' }, options);
  }

  /** Paths are relative to the project. */
  upload(paths: string | readonly string[], options: ActionOptions = {}): Promise<void> {
    return this.#act({ kind: 'upload', paths: typeof paths === 'string' ? [paths] : paths }, options);
  }

  /** The one match's text, white space collapsed. Waits for the element. */
  textContent(options: ActionOptions = {}): Promise<string> {
    return this.#read('textContent', async () => (await this.#one(options)).text);
  }

  /** The one match's value. Waits for the element. */
  inputValue(options: ActionOptions = {}): Promise<string> {
    return this.#read('inputValue', async () => {
      const { value } = await this.#one(options);
      if (value === undefined) throw new E2EError('ACTION_FAILED', `${this} is no field: it has no value.`);
      return value;
    });
  }

  /** Whether the one match can be seen right now; false when there is none. */
  isVisible(): Promise<boolean> {
    return this.#read('isVisible', async () => {
      const matches = await this.snapshot();
      if (matches.length > 1) throw this.#ambiguous(matches);
      return matches[0]?.visible ?? false;
    });
  }

  /** Whether the one match is checked. Waits for the element. */
  isChecked(options: ActionOptions = {}): Promise<boolean> {
    return this.#read('isChecked', async () => {
      const { checked } = await this.#one(options);
      if (checked === undefined) throw new E2EError('ACTION_FAILED', `${this} cannot be checked.`);
      return checked === true;
    });
  }

  /** How many elements match right now. */
  count(): Promise<number> {
    return this.#read('count', async () => (await this.snapshot()).length);
  }

  /**
   * Waits for a state of the one match; a passed wait is a verification (spec R2).
   * @throws E2EError STEP_TIMEOUT when the time is up first, LOCATOR_AMBIGUOUS when several match to the end.
   */
  waitFor(options: WaitForOptions = {}): Promise<void> {
    return this.live.watch(`${this}.waitFor()`, () => this.#waitFor(options));
  }

  async #waitFor(options: WaitForOptions): Promise<void> {
    const state = options.state ?? 'visible';
    const present = state === 'visible' || state === 'attached';
    await waitUntil(this.live, options.timeout ?? ACTION_TIMEOUT_MS, {
      look: () => this.snapshot(),
      holds: (matches) => {
        if (matches.length > 1 && present) return false;
        const inDocument = matches.length > 0;
        const seen = matches.some((match) => match.visible);
        return { visible: seen, hidden: !seen, attached: inDocument, detached: !inDocument }[state];
      },
      fail: (matches, waited) =>
        matches !== undefined && matches.length > 1 && present
          ? this.#ambiguous(matches)
          : new E2EError('STEP_TIMEOUT', `${this} did not become ${state}. ${waited}`),
    });
  }

  /** Every match at this moment; for the matchers of `expect`. */
  snapshot(): Promise<readonly ElementState[]> {
    return this.#engine.snapshot();
  }

  /** A sentence on what is on the screen instead; for messages about a locator that matches nothing. */
  nearby(): Promise<string> {
    return nearby(this.live.session, this.#query);
  }

  /** As a test would write it. */
  toString(): string {
    return describeQuery(this.#query);
  }

  #with(step: LocatorStep): Locator {
    return new Locator(this.live, [...this.#query, step]);
  }

  #read<Value>(call: string, run: () => Promise<Value>): Promise<Value> {
    return this.live.watch(`${this}.${call}()`, run);
  }

  #act(action: LocatorAction, options: ActionOptions): Promise<void> {
    return this.live.watch(`${this}.${action.kind}()`, async () => {
      try {
        await this.#engine.act(action, this.live.call(options.timeout ?? ACTION_TIMEOUT_MS));
      } catch (thrown) {
        throw await this.#explained(thrown);
      }
    });
  }

  /** An error that nothing matched, with what there is instead. */
  async #explained(thrown: unknown): Promise<unknown> {
    if (!(thrown instanceof E2EError) || thrown.code !== 'LOCATOR_NOT_FOUND') return thrown;
    const there = await this.nearby();
    if (there === '') return thrown;
    const message = /[.!?]$/.test(thrown.message) ? thrown.message : `${thrown.message}.`;
    return new E2EError(thrown.code, `${message} ${there}`, { cause: thrown });
  }

  async #one(options: ActionOptions): Promise<ElementState> {
    const matches = await waitUntil(this.live, options.timeout ?? ACTION_TIMEOUT_MS, {
      look: () => this.snapshot(),
      holds: (found) => found.length === 1,
      fail: (found, waited) =>
        found !== undefined && found.length > 1
          ? this.#ambiguous(found)
          : new E2EError('LOCATOR_NOT_FOUND', `Nothing matches ${this}. ${waited}`),
      isVerification: false,
    }).catch(async (thrown) => {
      throw await this.#explained(thrown);
    });
    const only = matches[0];
    if (only === undefined) throw new Error('a wait for one match ended without one');
    return only;
  }

  #ambiguous(matches: readonly ElementState[]): E2EError {
    return new E2EError('LOCATOR_AMBIGUOUS', ambiguity(String(this), matches));
  }
}

/** The screen of an attempt. */
export function createScreen(live: LiveTest): Screen {
  const start = (step: LocatorStep): Locator => new Locator(live, [step]);
  return {
    getByRole: (role, options = {}) => start({ by: 'role', role, ...options }),
    getByText: (text, options = {}) => start({ by: 'text', text, ...options }),
    getByLabel: (text, options = {}) => start({ by: 'label', text, ...options }),
    getByPlaceholder: (text, options = {}) => start({ by: 'placeholder', text, ...options }),
    getByTestId: (id) => start({ by: 'testId', text: id, exact: true }),
  };
}
