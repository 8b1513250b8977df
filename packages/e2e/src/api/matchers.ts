// The waiting matchers on locators and on `browser`: what each expects of the matched elements, and how a failure is worded. The waiting
// itself, and the count of passed checks, is verify.ts's.
import { E2EError } from '../base/error.ts';
import type { ElementState, TextMatch } from '../engine/contract.ts';
import { Browser, type UrlMatch, urlMatches } from './browser.ts';
import { EXPECT_TIMEOUT_MS } from './live.ts';
import { Locator } from './locator.ts';
import { ambiguity } from './query-words.ts';
import { waitUntil } from './verify.ts';

/** Options of every waiting matcher. */
export interface MatcherOptions {
  /** Milliseconds. Default: 5,000, or what is left of the test's time; 0 looks once. */
  readonly timeout?: number;
}

/** What `expect(locator)` offers, each with `.not` and each waiting. Source: framework spec §1. */
export interface LocatorMatchers {
  readonly not: Omit<LocatorMatchers, 'not'>;
  toBeVisible(options?: MatcherOptions): Promise<void>;
  /** Not there, or not to be seen. */
  toBeHidden(options?: MatcherOptions): Promise<void>;
  toBeEnabled(options?: MatcherOptions): Promise<void>;
  toBeDisabled(options?: MatcherOptions): Promise<void>;
  toBeChecked(options?: MatcherOptions): Promise<void>;
  toBeFocused(options?: MatcherOptions): Promise<void>;
  /** The whole text, white space collapsed; a pattern may match a part. With an array: the texts of all matches, in order. */
  toHaveText(text: TextMatch | readonly TextMatch[], options?: MatcherOptions): Promise<void>;
  /** A part of the text; case counts. */
  toContainText(text: TextMatch, options?: MatcherOptions): Promise<void>;
  toHaveValue(value: TextMatch, options?: MatcherOptions): Promise<void>;
  toHaveCount(count: number, options?: MatcherOptions): Promise<void>;
  /** Without a value: that the attribute is there. */
  toHaveAttribute(name: string, value?: TextMatch, options?: MatcherOptions): Promise<void>;
}

/** What `expect(browser)` offers. Source: framework spec §1. */
export interface BrowserMatchers {
  readonly not: Omit<BrowserMatchers, 'not'>;
  toHaveURL(url: UrlMatch, options?: MatcherOptions): Promise<void>;
  toHaveTitle(title: TextMatch, options?: MatcherOptions): Promise<void>;
}

/** What a matcher asks of what was seen. */
interface Claim<Seen> {
  /** `be visible`, `have text "1 item"`. */
  readonly wording: string;
  holds(seen: Seen): boolean;
  /** What was seen, for the message. */
  received(seen: Seen): string;
}

/** A claim about one element. */
interface ElementClaim extends Claim<ElementState> {
  /** Whether it holds when there is no element; without it, neither it nor its opposite does. */
  readonly absent?: boolean;
  /** Whether the element can be asked this at all; where not, neither the claim nor its opposite holds. */
  applies?(element: ElementState): boolean;
}

const quoted = (match: TextMatch): string =>
  typeof match === 'string' ? JSON.stringify(match) : String(match);
const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();

function textIs(text: string, wanted: TextMatch): boolean {
  return typeof wanted === 'string' ? collapse(text) === collapse(wanted) : patternTest(wanted, text);
}

// A pattern with a `g` or `y` flag would remember where it stopped, and answer differently at the next look.
function patternTest(pattern: RegExp, text: string): boolean {
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).test(text);
}

const state = (
  wording: string,
  holds: (element: ElementState) => boolean,
  received: (element: ElementState) => string,
  absent?: boolean,
): (() => ElementClaim) => {
  return () => ({ wording, holds, received, ...(absent === undefined ? {} : { absent }) });
};

const visibility = (element: ElementState): string => (element.visible ? 'visible' : 'hidden');
const ability = (element: ElementState): string => (element.enabled ? 'enabled' : 'disabled');

/** Claims about the one match, by matcher name; the arguments are those of `LocatorMatchers`. */
const ELEMENT_CLAIMS: Readonly<Record<string, (...args: readonly never[]) => ElementClaim>> = {
  toBeVisible: state('be visible', (element) => element.visible, visibility, false),
  toBeHidden: state('be hidden', (element) => !element.visible, visibility, true),
  toBeEnabled: state('be enabled', (element) => element.enabled, ability),
  toBeDisabled: state('be disabled', (element) => !element.enabled, ability),
  toBeChecked: () => ({
    wording: 'be checked',
    applies: ({ checked }) => checked !== undefined,
    holds: ({ checked }) => checked === true,
    received: ({ checked }) =>
      checked === undefined
        ? 'an element that cannot be checked'
        : checked === 'mixed'
          ? 'half checked'
          : checked
            ? 'checked'
            : 'not checked',
  }),
  toBeFocused: state(
    'have the focus',
    (element) => element.focused,
    (element) => (element.focused ? 'focused' : 'not focused'),
  ),
  toHaveText: (wanted: TextMatch) => ({
    wording: `have text ${quoted(wanted)}`,
    holds: (element) => textIs(element.text, wanted),
    received: (element) => quoted(element.text),
  }),
  toContainText: (wanted: TextMatch) => ({
    wording: `contain text ${quoted(wanted)}`,
    holds: (element) =>
      typeof wanted === 'string'
        ? collapse(element.text).includes(collapse(wanted))
        : patternTest(wanted, element.text),
    received: (element) => quoted(element.text),
  }),
  toHaveValue: (wanted: TextMatch) => ({
    wording: `have value ${quoted(wanted)}`,
    applies: ({ value }) => value !== undefined,
    holds: ({ value }) =>
      value !== undefined && (typeof wanted === 'string' ? value === wanted : patternTest(wanted, value)),
    received: ({ value }) => (value === undefined ? 'an element without a value' : quoted(value)),
  }),
  toHaveAttribute: (name: string, wanted?: TextMatch) => ({
    wording: `have attribute ${name}${wanted === undefined ? '' : `=${quoted(wanted)}`}`,
    holds: ({ attributes }) => {
      const value = attributes[name];
      if (value === undefined) return false;
      if (wanted === undefined) return true;
      return typeof wanted === 'string' ? value === wanted : patternTest(wanted, value);
    },
    received: ({ attributes }) =>
      attributes[name] === undefined ? `no attribute ${name}` : quoted(attributes[name]),
  }),
};

type Seen = readonly ElementState[];

function countClaim(count: number): Claim<Seen> {
  return {
    wording: `match ${count} element${count === 1 ? '' : 's'}`,
    holds: (seen) => seen.length === count,
    received: (seen) => `${seen.length} element${seen.length === 1 ? '' : 's'}`,
  };
}

function textsClaim(wanted: readonly TextMatch[]): Claim<Seen> {
  return {
    wording: `have texts [${wanted.map(quoted).join(', ')}]`,
    holds: (seen) =>
      seen.length === wanted.length &&
      seen.every(({ text }, index) => textIs(text, wanted[index] as TextMatch)),
    received: (seen) => `[${seen.map(({ text }) => quoted(text)).join(', ')}]`,
  };
}

/** An element claim on the matches, strict about several: these satisfy neither the claim nor its opposite. */
function onOne(claim: ElementClaim, isNot: boolean): Claim<Seen> {
  return {
    wording: claim.wording,
    holds: ([first, ...more]) => {
      if (more.length > 0) return isNot;
      if (first === undefined) return claim.absent ?? isNot;
      return claim.applies?.(first) === false ? isNot : claim.holds(first);
    },
    received: ([first, ...more]) => {
      if (more.length > 0) return `${more.length + 1} elements`;
      return first === undefined ? 'no such element' : claim.received(first);
    },
  };
}

interface Subject<Value> {
  readonly name: string;
  readonly live: Locator['live'];
  look(): Promise<Value>;
  /** A better message than "expected … to …", when what was seen calls for one. */
  explain?(seen: Value): string | undefined;
  /** What is there instead, when nothing was seen that could be compared. */
  instead?(seen: Value): Promise<string>;
}

async function settle<Value>(
  subject: Subject<Value>,
  claim: Claim<Value>,
  isNot: boolean,
  options: MatcherOptions,
): Promise<void> {
  await waitUntil(subject.live, options.timeout ?? EXPECT_TIMEOUT_MS, {
    look: () => subject.look(),
    holds: (seen) => claim.holds(seen) !== isNot,
    fail: async (seen, waited) => {
      const instead = seen === undefined ? '' : ((await subject.instead?.(seen)) ?? '');
      const received = seen === undefined ? 'nothing yet' : claim.received(seen);
      const message =
        (seen === undefined ? undefined : subject.explain?.(seen)) ??
        [
          `Expected ${subject.name} ${isNot ? 'not ' : ''}to ${claim.wording}`,
          `  received: ${received}`,
          ...(instead === '' ? [] : [`  ${instead}`]),
          `  ${waited}`,
        ].join('\n');
      return new E2EError('ASSERTION_FAILED', message);
    },
  });
}

function wrongSubject(matcher: string, wanted: string, received: unknown): E2EError {
  const kind =
    received === null
      ? 'null'
      : received instanceof Promise
        ? 'a promise (is an `await` missing?)'
        : `a value of type ${typeof received}`;
  return new E2EError(
    'ASSERTION_FAILED',
    `${matcher}() checks ${wanted}, and was given ${kind}. For plain values use toBe, toEqual or toContain.`,
  );
}

async function checkLocator(name: string, received: unknown, isNot: boolean, args: unknown[]): Promise<void> {
  if (!(received instanceof Locator))
    throw wrongSubject(name, 'a locator such as screen.getByRole(…)', received);
  const matchesMany = name === 'toHaveCount' || Array.isArray(args[0]);
  const claim =
    name === 'toHaveCount'
      ? countClaim(args[0] as number)
      : Array.isArray(args[0])
        ? textsClaim(args[0] as readonly TextMatch[])
        : onOne((ELEMENT_CLAIMS[name] as (...all: unknown[]) => ElementClaim)(...args), isNot);
  const position =
    { toHaveText: 1, toContainText: 1, toHaveValue: 1, toHaveCount: 1, toHaveAttribute: 2 }[name] ?? 0;
  const subject: Subject<Seen> = {
    name: String(received),
    live: received.live,
    look: () => received.snapshot(),
    explain: (seen) => (!matchesMany && seen.length > 1 ? ambiguity(String(received), seen) : undefined),
    instead: async (seen) => (seen.length === 0 ? received.nearby() : ''),
  };
  await settle(subject, claim, isNot, (args[position] ?? {}) as MatcherOptions);
}

async function checkBrowser(name: string, received: unknown, isNot: boolean, args: unknown[]): Promise<void> {
  if (!(received instanceof Browser)) throw wrongSubject(name, 'the `browser` fixture', received);
  const wanted = args[0] as TextMatch;
  const isUrl = name === 'toHaveURL';
  const claim: Claim<string> = {
    wording: `${isUrl ? 'be at' : 'have title'} ${quoted(wanted)}`,
    holds: (seen) => (isUrl ? urlMatches(seen, wanted, received.live.appUrl) : textIs(seen, wanted)),
    received: quoted,
  };
  const look = async (): Promise<string> => (isUrl ? received.url() : received.title());
  await settle(
    { name: 'the page', live: received.live, look },
    claim,
    isNot,
    (args[1] ?? {}) as MatcherOptions,
  );
}

type RawMatcher = (
  this: { readonly isNot?: boolean },
  received: unknown,
  ...args: unknown[]
) => Promise<{ readonly pass: boolean; message(): string }>;

function rawMatcher(
  check: (name: string, received: unknown, isNot: boolean, args: unknown[]) => Promise<void>,
  name: string,
): RawMatcher {
  return async function (received, ...args) {
    const isNot = this.isNot ?? false;
    await check(name, received, isNot, args);
    return { pass: !isNot, message: () => '' };
  };
}

/** The matchers in the shape `expect.extend` takes. They wait for `.not` themselves and throw when they fail. */
export const RAW_MATCHERS: Readonly<Record<string, RawMatcher>> = {
  ...Object.fromEntries(
    [...Object.keys(ELEMENT_CLAIMS), 'toHaveCount'].map((name) => [name, rawMatcher(checkLocator, name)]),
  ),
  toHaveURL: rawMatcher(checkBrowser, 'toHaveURL'),
  toHaveTitle: rawMatcher(checkBrowser, 'toHaveTitle'),
};
