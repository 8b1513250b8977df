// What a real application is to this suite: how it is installed and started, and goals on it, each with a hand-checked list of actions
// and what must be true afterwards. Plain data; driver.ts runs it.
import type { LocatorQuery, Session } from '../../e2e/src/engine/contract.ts';
import type { Action } from '../../e2e/src/screen/action.ts';
import type { NodeQuery } from '../../e2e/src/testing/find.ts';

/** One application. */
export interface App {
  readonly name: string;
  /** What makes it hard to replay on, in a few words. */
  readonly hard: string;
  /** The release that is recorded on and replayed on, then older ones that the same recordings are tried on. */
  readonly versions: readonly [string, ...string[]];
  /** Installs a release, or finds it installed. */
  install(version: string): Promise<Installed>;
  /** In order: a goal may need what an earlier one left behind. */
  readonly goals: readonly Goal[];
}

/** An installed release. */
export interface Installed {
  /** Starts it with data of its own, always the same, on a port that the system chooses. */
  start(): Promise<Running>;
}

/** A started application. */
export interface Running {
  /** Without a slash at the end. */
  readonly url: string;
  /** Asks the server, past the page, what is true: an address, a query, a file, as the application has it. */
  ask(question: string): Promise<string>;
  /** Ends its processes and removes its data. */
  stop(): Promise<void>;
}

/** Which node an action is meant for. */
export interface Aim extends NodeQuery {
  readonly nameless?: true;
  readonly value?: string;
  /** Counts from 0 where several answer; negative counts from the end. */
  readonly nth?: number;
}

/** One goal on an application. */
export interface Goal {
  readonly id: string;
  /** What a user would say. */
  readonly goal: string;
  /** Path that the step starts on. Default: `/`. */
  readonly start?: string;
  /** What a test does by hand before the step, such as signing in; the start is opened after it. */
  readonly prepare?: (session: Session) => Promise<void>;
  readonly actions: readonly Action<Aim>[];
  /** Matches path, query and fragment afterwards. */
  readonly route?: RegExp;
  /** Absent before, there afterwards. */
  readonly appear?: readonly LocatorQuery[];
  /** The other way round. */
  readonly vanish?: readonly LocatorQuery[];
  /** What the server answers afterwards, and did not before. */
  readonly truth?: { readonly question: string; readonly answer: RegExp };
  /** Why the product does not replay this goal, where that is a limit that its docs name. */
  readonly limit?: string;
}

/** A tap on one node. */
export function tap(target: Aim): Action<Aim> {
  return { kind: 'tap', target };
}

/** New content for one field. */
export function type(target: Aim, words: string): Action<Aim> {
  return { kind: 'type', target, text: words };
}
