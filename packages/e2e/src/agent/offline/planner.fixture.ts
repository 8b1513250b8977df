// The planner on a real screen, without the cache and the runner around it.
import { expect } from 'vitest';
import type { Session } from '../../engine/contract.ts';
import { call } from '../../engines/web/web.fixture.ts';
import type { Action } from '../../screen/action.ts';
import type { NodeId, Screen } from '../../screen/node.ts';
import { toScreen } from '../../screen/view.ts';
import type { Verdict } from '../executor.ts';
import { offline } from './offline.ts';

/** What every secret of a goal is. */
export const SECRET = 'hunter-2';

/** Has the planner carry out a goal on what the session shows. */
export async function plan(session: Session, goal: string): Promise<Verdict> {
  const look = async (): Promise<Screen> => toScreen(await session.steady(call(5_000)));
  return offline().act({
    instruction: goal,
    params: {},
    context: '',
    screen: await look(),
    look,
    async perform(action: Action) {
      const secret = action.kind === 'typeSecret' ? { secret: SECRET } : {};
      const done = await session.perform(action as Action<NodeId>, { ...call(5_000), ...secret });
      const screen = await look();
      return done.ok
        ? { ok: true, screen }
        : { ok: false, code: 'ACTION_FAILED', message: done.message, screen };
    },
    tools: [],
    callTool: () => expect.unreachable('the offline planner calls no tool'),
    countModelCall: () => expect.unreachable('the offline planner calls no model'),
    maxSteps: 20,
    signal: new AbortController().signal,
  });
}
