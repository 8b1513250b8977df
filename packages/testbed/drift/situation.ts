// What one drift situation is: a page with a few lines of server, a scripted act, the obvious check, and what differs at replay with
// the outcome that must come. Plain data; driver.ts runs it.
import type { ActStep, Verdict } from '../../e2e/src/agent/executor.ts';
import type { Reason, StepCache, StepMode, Write } from '../../e2e/src/cache/outcome.ts';
import type { Params } from '../../e2e/src/cache/params.ts';
import type { LocatorQuery } from '../../e2e/src/engine/contract.ts';

/** One answer of a situation's server; a plain string is a page. */
export type Answer =
  | string
  | {
      readonly status?: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly type?: string;
      /** Milliseconds before the answer goes out. */
      readonly delayMs?: number;
    };

/** What a situation's server knows of the run it serves. */
export interface World {
  /** `''` while recording and in the unchanged run, else the change's name. */
  readonly change: string;
  /** 1 for the recording, 2 for the replay, and so on. */
  readonly run: number;
  /** Events of this run, counted by name. */
  readonly counts: Record<string, number>;
  /** Server-side data of this run; kept across runs only by a situation that says so. */
  readonly data: Record<string, string[]>;
  /** Adds one to a count. */
  count(name: string): void;
}

/** One request to a situation's server. */
interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  /** The request's body, as sent. */
  readonly body: string;
}

/** A script of the agent; nothing returned means passed. */
export type Script = (step: ActStep) => Promise<Verdict | undefined>;

/** Waits for elements that a check is about. */
export interface Checker {
  readonly world: World;
  /** Passes once as many visible elements (default: at least one) answer the query. @throws when they do not within 5 s. */
  shows(
    query: LocatorQuery,
    options?: {
      readonly count?: number;
      readonly text?: string;
      readonly value?: string;
      readonly checked?: boolean;
    },
  ): Promise<void>;
  url(): string;
}

/** The outcome that must come of a replay. */
export interface Expected {
  /** Any of them. */
  readonly mode: StepMode | readonly StepMode[];
  /** Any of them. */
  readonly reason?: Reason | readonly Reason[];
  readonly detail?: RegExp;
  readonly write?: Write;
  /** How the attempt ends. Default: passed. */
  readonly attempt?: 'passed' | 'failed';
  /** Counts of the replay's run; those not named do not matter. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Most milliseconds that the step may take. */
  readonly withinMs?: number;
}

/** What differs at replay, and what must come of it. */
export interface Change {
  readonly expected: Expected;
  /** How the agent goes on after a hand-off or a miss. Default: the situation's own act. */
  readonly finish?: Script;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly params?: Params;
  /** How many replays in a row must end so. Default: 1. */
  readonly times?: number;
  /** What the replays after the first must give. Default: the same. */
  readonly later?: Expected;
  /** The file that uploads use is not there. */
  readonly removeFile?: boolean;
  /** Done to the stored entry's text between recording and replay. */
  readonly spoil?: (entry: string) => string;
  /** Path to open instead of the situation's own. */
  readonly start?: string;
}

/** One situation. */
export interface Situation {
  readonly id: string;
  readonly title: string;
  /** Path that the test opens. Default: `/`. */
  readonly start?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** By `METHOD /path`; a path without a method is a GET. */
  readonly serve: Readonly<Record<string, (world: World, asked: Asked) => Answer>>;
  readonly goal: string;
  readonly params?: Params;
  readonly act: Script;
  /** A step before the one under test, such as the save whose toast is still there. */
  readonly before?: { readonly goal: string; readonly act: Script };
  /** How often the act is called in a row. Default: 1. */
  readonly repeat?: number;
  readonly check: (checker: Checker) => Promise<void>;
  /** What the recording's own run must leave behind. Default: `saved`. */
  readonly recorded?: Write;
  /** What the unchanged run must give. Default: a whole replay. */
  readonly unchanged?: Expected;
  /** It races the machine, or shares a file between its cases: run while nothing else does. */
  readonly alone?: true;
  /** Replays of the unchanged app. Default: 1. */
  readonly times?: number;
  readonly changes?: Readonly<Record<string, Change>>;
}

/** What came of one replay. */
export interface Outcome {
  readonly cache: StepCache | undefined;
  readonly attempt: 'passed' | 'failed';
  /** Why the attempt failed. */
  readonly failure?: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly durationMs: number;
}
