// Words for the scripts of situations: find one control as a careful reader would, do one thing, fail when the app refuses.
import assert from 'node:assert/strict';
import type { ActStep } from '../../e2e/src/agent/executor.ts';
import type { Entry } from '../../e2e/src/cache/entry.ts';
import type { Action } from '../../e2e/src/screen/action.ts';
import type { Screen } from '../../e2e/src/screen/node.ts';
import { find, type NodeQuery } from '../../e2e/src/testing/find.ts';
import type { Script } from './situation.ts';

/** How often `until` looks again before it gives up. Chosen: a look waits for a steady screen, so this is several seconds. */
const MOST_LOOKS = 40;

/** How often a tap is tried on a control that keeps being replaced. Chosen: within the step's budget of actions. */
const MOST_TRIES = 20;

/** Does one action. @throws when the app refuses it. */
export async function perform(step: ActStep, action: Action): Promise<Screen> {
  const done = await step.perform(action);
  if (!done.ok) throw new Error(`${action.kind}: ${done.message}`);
  return done.screen;
}

/** Looks until the one control is there. @throws when it does not come. */
export async function until(step: ActStep, query: NodeQuery): Promise<string> {
  let screen = await step.look();
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    try {
      return find(screen, query).id;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200));
      screen = await step.look();
    }
  }
  return find(screen, query).id;
}

/** Taps the one control; looks again when it was replaced under the hand, as an agent does. */
export async function tap(step: ActStep, query: NodeQuery): Promise<Screen> {
  for (let tries = 1; ; tries += 1) {
    const done = await step.perform({ kind: 'tap', target: await until(step, query) });
    if (done.ok) return done.screen;
    if (done.code !== 'LOCATOR_NOT_FOUND' || tries === MOST_TRIES) throw new Error(`tap: ${done.message}`);
  }
}

/** Replaces the content of the one field. */
export async function type(step: ActStep, query: NodeQuery, words: string): Promise<Screen> {
  return await perform(step, { kind: 'type', target: await until(step, query), text: words });
}

/** A script that only taps one control. */
export function taps(query: NodeQuery): Script {
  return async (step) => {
    await tap(step, query);
    return undefined;
  };
}

/** As an agent does that is told what ran: once all of it did, it does nothing again. */
export function unlessDone(script: Script): Script {
  return async (step, world) =>
    step.handOff?.remaining.length === 0 ? undefined : await script(step, world);
}

/** @throws when a recording has other actions than these. */
export function kindsAre(entry: Entry | undefined, kinds: readonly string[]): void {
  assert.deepEqual(
    entry?.actions.map(({ action }) => action.kind),
    kinds,
  );
}

/** A script that finds everything done already. */
export const nothing: Script = async () => undefined;
