// The one place where a test's own checks wait and count as a verification (spec R2): locator matchers with their `.not`, `toHaveURL`,
// `toHaveTitle`, `locator.waitFor` and `browser.waitForURL` all come through here. Reads come through too, and say that they verify nothing.
import { now, sleep } from '../base/clock.ts';
import type { LiveTest } from './live.ts';

/** A wait: look, decide, and say what went wrong. */
export interface Wait<Seen> {
  look(): Promise<Seen>;
  holds(seen: Seen): boolean;
  /** `seen`: the last look, when there was one; `waited`: a sentence on how long and how often. */
  fail(seen: Seen | undefined, waited: string): Error | Promise<Error>;
  /** Default: true. */
  readonly isVerification?: boolean;
}

// A page may change without an event that the engine sees (a value set by a script), so a look follows at the latest after these, in ms;
// the last one repeats. Source: chosen, the intervals of Playwright's expect.
const LOOK_INTERVALS_MS = [100, 250, 500, 1_000];
// An engine may call the screen changed again and again (an animation), so two looks are at least so far apart, in ms. Source: chosen.
const LOOK_PAUSES_MS = [10, 25, 50, 100];

/**
 * Looks until it holds; then the verification is counted and what was seen is given back.
 * @throws what `fail` makes, when the time is up first.
 */
export async function waitUntil<Seen>(live: LiveTest, timeoutMs: number, wait: Wait<Seen>): Promise<Seen> {
  const end = live.begin();
  try {
    return await look(live, timeoutMs, wait);
  } finally {
    end();
  }
}

async function look<Seen>(live: LiveTest, timeoutMs: number, wait: Wait<Seen>): Promise<Seen> {
  const { timeoutMs: allowedMs, signal } = live.call(timeoutMs);
  const start = now();
  let seen: Seen | undefined;
  for (let looks = 1; ; looks += 1) {
    signal.throwIfAborted();
    seen = await wait.look();
    if (wait.holds(seen)) {
      if (wait.isVerification !== false) live.attempt.verified();
      return seen;
    }
    const leftMs = allowedMs - (now() - start);
    if (leftMs <= 0) throw await wait.fail(seen, waitedSentence(now() - start, looks));
    const longestMs = LOOK_INTERVALS_MS[Math.min(looks, LOOK_INTERVALS_MS.length) - 1] ?? 1_000;
    const shortestMs = LOOK_PAUSES_MS[Math.min(looks, LOOK_PAUSES_MS.length) - 1] ?? 100;
    await sleep(Math.min(shortestMs, leftMs), signal);
    await live.session.changed({ timeoutMs: Math.min(longestMs - shortestMs, leftMs), signal });
  }
}

function waitedSentence(elapsedMs: number, looks: number): string {
  const seconds = (elapsedMs / 1_000).toFixed(1);
  return `Looked ${looks === 1 ? 'once' : `${looks} times`} in ${seconds} s.`;
}
