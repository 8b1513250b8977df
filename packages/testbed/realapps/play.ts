// The agent of this suite: it plays a goal's actions one by one, as a careful reader finds each control. After a hand-off it goes on with
// what is left of them.
import type { ActStep, Verdict } from '../../e2e/src/agent/executor.ts';
import { type Action, mapTargets } from '../../e2e/src/screen/action.ts';
import type { NodeId, Screen } from '../../e2e/src/screen/node.ts';
import { find, findAll } from '../../e2e/src/testing/find.ts';
import type { Aim } from './app.ts';

/** How long a control may take to show, in ms. Chosen: twice what the slowest page here needs on two busy cores. */
const SHOW_MS = 10_000;

/** How often an action is tried on a control that is being replaced. */
const MOST_TRIES = 5;

/** Plays the actions, or after a hand-off those that are left. @throws Error when a control does not show or the app refuses. */
export async function play(actions: readonly Action<Aim>[], step: ActStep): Promise<Verdict | undefined> {
  const left = step.handOff?.remaining.length ?? actions.length;
  for (const action of actions.slice(actions.length - left)) await playOne(action, step);
  return undefined;
}

async function playOne(action: Action<Aim>, step: ActStep): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const done = await step.perform(await aim(action, step));
    if (done.ok) return;
    if (done.code !== 'LOCATOR_NOT_FOUND' || tries === MOST_TRIES)
      throw new Error(`${action.kind}: ${done.message}`);
  }
}

/** The action on the nodes of the screen as it is once all of them show. */
async function aim(action: Action<Aim>, step: ActStep): Promise<Action<NodeId>> {
  const deadline = performance.now() + SHOW_MS;
  for (;;) {
    const screen = await step.look();
    try {
      return mapTargets(action, (target: Aim) => nodeOf(screen, target));
    } catch (thrown) {
      if (performance.now() > deadline) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function nodeOf(screen: Screen, { nth, nameless, value, ...query }: Aim): NodeId {
  if (nth === undefined && nameless === undefined && value === undefined) return find(screen, query).id;
  const found = findAll(screen, query).filter(
    (node) => (!nameless || !node.name) && (value === undefined || node.value === value),
  );
  const node = nth === undefined ? found[0] : found.at(nth);
  if (node !== undefined && (nth !== undefined || found.length === 1)) return node.id;
  throw new Error(
    `${found.length} nodes answer ${JSON.stringify({ ...query, nth, nameless, value })}:\n${screen.text}`,
  );
}
