// Waiting for a screen to become what a replay needs: look, decide, wait for a change, look again. Woken by events; the back-off only
// covers changes that no event tells of.
import { now } from '../base/clock.ts';
import type { Reading } from '../screen/node.ts';
import type { StepPort } from './port.ts';

/** First and longest pause between two looks when nothing reports a change, in ms. Source: spec R18. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 3_000;

/**
 * Looks until `decide` gives an answer or the time is up; the last look's answer is asked for with `last` set. A screen that was looked at
 * already, with nothing done and no time let pass since, is not looked at again.
 */
export async function lookUntil<Answer>(
  port: StepPort,
  waitMs: number,
  decide: (reading: Reading, last: boolean) => Answer | undefined,
): Promise<Answer | undefined> {
  const deadline = now() + waitMs;
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    const reading = port.recent() ?? (await port.read());
    const leftMs = deadline - now();
    const answer = decide(reading, leftMs <= 0);
    if (answer !== undefined || leftMs <= 0) return answer;
    const woken = await port.changed(Math.min(pauseMs, leftMs));
    pauseMs = woken ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}
