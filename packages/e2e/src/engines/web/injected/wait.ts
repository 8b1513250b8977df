// Waits inside the page: for quiet (no change for a short while), for the browser to say that nothing is about to happen, and for a change
// since a known version. Timers only measure quiet and end a wait; what is waited for are events.
import { isInert } from './inert.ts';
import { motionMs } from './motion.ts';
import { currentVersion, onChange, quietMs, sinceInputMs, sinceLoadMs } from './watch.ts';

/**
 * No change for this long, two frames among it (after an input: behind it), counts as quiet, in ms. Source: chosen. Frameworks flush
 * state in a microtask or within a frame (16 ms); a timer chain of a debounced render is 0-30 ms apart. Longer pauses come from
 * requests, which the engine waits for on their own.
 */
const QUIET_MS = 50;

/** As long as that and two frames of a machine that is not busy, in ms: then they have been. */
const LONG_QUIET_MS = QUIET_MS + 34;

/** How long all entrances and exits together are waited for, in ms. Source: chosen; one that begins anew all the time is decoration. */
const MOTION_MS = 1_500;

/** How long a document may take to be parsed, in ms. One that the server keeps open goes on all the time: what it shows can be read. Source: chosen. */
const PARSED_MS = 2_000;

let parsing: Promise<void> | undefined;

/** Resolves once the document is parsed; at once for one that took too long for it before. */
export function parsed(): Promise<void> {
  if (document.readyState !== 'loading') return Promise.resolve();
  parsing ??= new Promise((resolve) => {
    addEventListener('DOMContentLoaded', () => resolve(), { once: true });
    setTimeout(resolve, PARSED_MS);
  });
  return parsing;
}

/**
 * Resolves with whether it got quiet, once it is, or when the time is up. It may have been quiet for a while before anyone asked; but not for
 * longer than it is since the last action ended, in ms, where that may have been one on this document: what it brings may only be on its way.
 */
export function waitForQuiet(timeoutMs: number, sinceActionMs: number): Promise<boolean> {
  const asInput = sinceInputMs();
  const sinceInput = asInput === Number.POSITIVE_INFINITY ? asInput : Math.min(asInput, sinceActionMs);
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>;
    let round = 0;
    let movingSince: number | undefined;
    const end = (quiet: boolean): void => {
      round++;
      stop();
      clearTimeout(timer);
      clearTimeout(deadline);
      resolve(quiet);
    };
    const arm = (passedMs = 0): void => {
      clearTimeout(timer);
      const mine = ++round;
      const check = (): void => void (mine === round && !isLeaving() && rest());
      const leftMs = Math.max(0, QUIET_MS - passedMs);
      if (passedMs >= LONG_QUIET_MS || (isInert() && sinceInput >= LONG_QUIET_MS)) check();
      // What an input brings may take some frames to begin.
      else if (sinceInput < LONG_QUIET_MS) timer = setTimeout(() => twoFrames(check), leftMs);
      else {
        const since = performance.now();
        twoFrames(() => {
          if (mine === round) timer = setTimeout(check, leftMs - (performance.now() - since));
        });
      }
    };
    const rest = (): void => {
      const leftMs = motionMs();
      if (leftMs > 0) movingSince ??= performance.now();
      const isOver = leftMs === 0 || performance.now() - (movingSince ?? 0) > MOTION_MS;
      if (isOver) end(true);
      else timer = setTimeout(() => arm(), leftMs);
    };
    const stop = onChange((restless) => {
      if (!restless) arm();
    });
    const deadline = setTimeout(() => end(false), timeoutMs);
    arm(Math.min(quietMs(), sinceInput));
  });
}

/**
 * Resolves with the change count of a document once nothing in it is due before it will have been quiet: the browser is idle, and says
 * how long it will be; with `undefined` where something is under way, or may be. So it is where it was loaded or had an input just before: what
 * that brings may have gone to another process or thread, of which the browser says nothing, as a database that an app asks before it listens to
 * its buttons.
 * Source: https://html.spec.whatwg.org/multipage/webappapis.html#idle-deadlines, which looks at timers and frames that are waited for.
 */
export function waitForCalm(timeoutMs: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    let isOver = false;
    const end = (version?: number): void => {
      isOver = true;
      clearTimeout(timer);
      resolve(version);
    };
    const timer = setTimeout(() => end(), timeoutMs);
    const mayBeUnderWay = (): boolean =>
      Math.min(sinceLoadMs(), sinceInputMs()) < LONG_QUIET_MS || motionMs() > 0 || isLeaving();
    const ask = (): void => {
      if (requestIdleCallback === undefined || mayBeUnderWay()) {
        end();
        return;
      }
      requestIdleCallback((idle) => {
        if (isOver) return;
        // Counts what changed up to now, too.
        const leftMs = QUIET_MS - quietMs();
        if (idle.timeRemaining() < leftMs) ask();
        else end(mayBeUnderWay() ? undefined : currentVersion());
      });
    };
    ask();
  });
}

// A page that closed itself is gone within moments; its last look is of no use.
function isLeaving(): boolean {
  return window.top === window && window.closed;
}

/** Resolves with true at the first change after `since`; with false when the time is up. */
export function waitForChange(since: number, timeoutMs: number): Promise<boolean> {
  if (currentVersion() > since) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (changed: boolean): void => {
      stop();
      clearTimeout(timer);
      resolve(changed);
    };
    const stop = onChange(() => end(true));
    const timer = setTimeout(() => end(currentVersion() > since), timeoutMs);
  });
}

/** Calls back after two frames. A hidden page gets none; there, time stands in for them. */
export function twoFrames(then: () => void): void {
  let done = false;
  const once = (): void => {
    if (done) return;
    done = true;
    then();
  };
  requestAnimationFrame(() => requestAnimationFrame(once));
  setTimeout(once, 100);
}
