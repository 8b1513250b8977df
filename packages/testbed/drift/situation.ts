// What one drift situation is: a page with a few lines of server, a scripted act, the obvious check, and what differs at replay with
// the outcome that must come. Plain data; driver.ts runs it.
import type { ActStep, Verdict } from '../../e2e/src/agent/executor.ts';
import type { ErrorCode } from '../../e2e/src/base/error.ts';
import type { Entry } from '../../e2e/src/cache/entry.ts';
import type { Derived, Reason, StepCache, StepMode, Write } from '../../e2e/src/cache/outcome.ts';
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

/** The count by which a fixture says that the machine was too slow for its situation to come about. */
export const LOST_RACE = 'lost race';

/** What a situation's server knows of the run it serves. */
export interface World {
  /** `''` while recording and in the unchanged run, else the change's name. */
  readonly change: string;
  /** 1 for the recording, 2 for the replay, and so on. */
  readonly run: number;
  /** The folder of the file that uploads use, in the project. */
  readonly folder: string;
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
export type Script = (step: ActStep, world: World) => Promise<Verdict | undefined>;

/** Waits for elements that a check is about. */
export interface Checker {
  readonly world: World;
  /** CSS pixels, as the page itself says. */
  viewport(): Promise<{ readonly width: number; readonly height: number }>;
  /** Passes once as many visible elements (default: at least one) answer the query. @throws when they do not within 5 s. */
  shows(query: LocatorQuery, wanted?: Wanted): Promise<void>;
  url(): string;
  open(path: string): Promise<void>;
}

/** What the elements of a check must be like. */
export interface Wanted {
  readonly count?: number;
  readonly text?: string;
  readonly value?: string;
  readonly checked?: boolean;
  readonly enabled?: boolean;
}

/** The outcome that must come of a replay. */
export interface Expected {
  /** Any of them. */
  readonly mode: StepMode | readonly StepMode[];
  /** Any of them. */
  readonly reason?: Reason | readonly Reason[];
  readonly detail?: RegExp;
  readonly write?: Write;
  readonly derived?: Derived;
  /** How many dismissals the replay left out (spec R50). */
  readonly skipped?: number;
  /** How many controls were found under a new label (spec R19). */
  readonly relocated?: number;
  /** The code of the step's error. */
  readonly code?: ErrorCode;
  /** Of all steps under test. A whole replay makes none, whatever stands here. */
  readonly modelCalls?: number;
  /** Every entry is byte for byte as it was before the run. */
  readonly untouched?: true;
  /** How the attempt ends. Default: passed. */
  readonly attempt?: 'passed' | 'failed';
  /** Counts of the replay's run; those not named do not matter. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Most milliseconds that the step may take beyond what it took while recording. */
  readonly beyondRecordingMs?: number;
}

/** What must come of each replay in a row; the last holds for all after it too. */
export type Course = Expected | readonly Expected[];

/** What differs at replay, and what must come of it. */
export interface Change {
  readonly expected: Course;
  /** How the agent goes on after a hand-off or a miss. Default: the situation's own act. */
  readonly finish?: Script;
  readonly viewport?: Size;
  /** Device pixels per CSS pixel. */
  readonly pixelRatio?: number;
  /** How many replays in a row. Default: as many as `expected` lists. */
  readonly times?: number;
  /** The file that uploads use is not there. */
  readonly removeFile?: boolean;
  /** Done to the stored entry's text between recording and replay. */
  readonly spoil?: (entry: string) => string;
  /** Path to open instead of the situation's own. */
  readonly start?: string;
  /** The replay runs under `--strict-cache`. */
  readonly strict?: true;
  /** A model answers every call with this HTTP status, in the script's place. */
  readonly modelStatus?: number;
  /** Between recording and replay another test of the file does the same in the same store, and ends so. */
  readonly neighbour?: 'passed' | 'failed' | 'cancelled';
}

/** CSS pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** One situation. */
export interface Situation {
  readonly id: string;
  readonly title: string;
  /** Path that the test opens. Default: `/`. */
  readonly start?: string;
  readonly viewport?: Size;
  /** By `METHOD /path`; a path without a method is a GET. */
  readonly serve: Readonly<Record<string, (world: World, asked: Asked) => Answer>>;
  readonly goal: string;
  /** Of each run: a function where they differ. */
  readonly params?: Params | ((world: World) => Params);
  readonly act: Script;
  /** A step before the one under test, such as the save whose toast is still there. */
  readonly before?: { readonly goal: string; readonly act: Script };
  /** How often the act is called in a row. Default: 1. */
  readonly repeat?: number;
  readonly check: (checker: Checker) => Promise<void>;
  /** What the recording's own run must leave behind. Default: `saved`. */
  readonly recorded?: Write | 'param-collision';
  /** @throws when an entry does not hold what the recording must. */
  readonly stored?: (entries: readonly Entry[]) => void;
  /** What the unchanged run must give. Default: a whole replay. */
  readonly unchanged?: Course;
  /** It races the machine: run beside nothing but its like. */
  readonly races?: true;
  /** Replays of the unchanged app. Default: as many as `unchanged` lists. */
  readonly times?: number;
  readonly changes?: Readonly<Record<string, Change>>;
}

/** What came of one run. */
export interface Outcome {
  readonly cache: StepCache | undefined;
  readonly attempt: 'passed' | 'failed';
  /** Why the attempt failed. */
  readonly failure?: string;
  /** The code of the step's error. */
  readonly code?: ErrorCode;
  readonly counts: Readonly<Record<string, number>>;
  /** Of the steps under test, as the product counts them. */
  readonly modelCalls: number;
  readonly durationMs: number;
  /** The same of the run that recorded. */
  readonly recordingMs: number;
  /** Whether the store was as before at the end of the attempt. */
  readonly untouched: boolean;
}
