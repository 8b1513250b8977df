// What one running attempt offers to fixtures, locators and matchers. The runner implements it; nothing here knows a test runner.
import type { Agent, Attempt } from '../agent/attempt.ts';
import type { CallOptions, Session } from '../engine/contract.ts';

/** One attempt of one test, as the test's own API sees it. */
export interface LiveTest {
  readonly session: Session;
  readonly attempt: Attempt;
  readonly agent: Agent;
  /** Name of the target the test runs on. */
  readonly target: string;
  /** Name of the target's engine. */
  readonly engine: string;
  /** A picture of the screen, secrets painted over. */
  picture(): Promise<Uint8Array>;
  /** Absolute directory for pictures and the like. */
  readonly outputDir: string;
  /** The app's base URL, when the target names one. */
  readonly appUrl: string | undefined;
  /** Takes secrets out of a text that leaves the process. */
  redact(text: string): string;
  /** What is said about the app process when the app does not answer. */
  readonly appHint: string;
  /**
   * The time a call may take: the given one, cut to what is left of the test. After the test's time is up, hooks of `afterEach` get time
   * of their own.
   */
  call(timeoutMs: number): CallOptions;
  /** Keeps the test from ending before a check or action does, also when its author forgot an `await`. Call what it gives back once done. */
  begin(): () => void;
  /**
   * Runs one call of the test: the test does not end before it, it is told when nobody awaits it, and its error leads to the line that
   * made it. `call` names it as a test would write it.
   */
  watch<Value>(call: string, run: () => Promise<Value>): Promise<Value>;
}

/** How long a matcher waits, in ms, unless told otherwise. Source: framework spec §1. */
export const EXPECT_TIMEOUT_MS = 5_000;

/** How long an action or `waitFor` waits, in ms, unless told otherwise; never longer than the test has. Source: chosen, as spec R18's target wait. */
export const ACTION_TIMEOUT_MS = 15_000;
