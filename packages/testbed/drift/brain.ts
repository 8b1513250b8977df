// Who acts when nothing is replayed: the situation's script, counted as one model call each time it is asked, or a model whose server
// only fails.
import type { ActStep, Executor } from '../../e2e/src/agent/executor.ts';
import { modelExecutor } from '../../e2e/src/agent/model/executor.ts';
import { startModelServer } from '../../e2e/src/testing/model-server.ts';
import { scripted } from '../../e2e/src/testing/scripted.ts';
import type { Change, Script, Situation, World } from './situation.ts';

/** The agent of one attempt. */
export interface Brain {
  readonly executor: Executor;
  close(): Promise<void>;
}

/** The agent for one run of a situation. */
export async function startBrain(
  situation: Situation,
  world: World,
  change: Change | undefined,
): Promise<Brain> {
  if (change?.modelStatus !== undefined) return await failingModel(change.modelStatus);
  const { act, before } = situation;
  const now: Script = world.run === 1 ? act : (change?.finish ?? act);
  const script = scripted([
    ...(before === undefined ? [] : [[before.goal, (step: ActStep) => before.act(step, world)] as const]),
    [/^/, (step: ActStep) => now(step, world)],
  ]);
  const executor: Executor = {
    ...script,
    act(step) {
      step.countModelCall({ model: 'script' });
      return script.act(step);
    },
  };
  return { executor, close: async () => {} };
}

async function failingModel(status: number): Promise<Brain> {
  const server = await startModelServer(() => ({ status, message: 'out of order' }));
  const model = { baseURL: server.baseURL, apiKey: 'none', model: 'm' };
  // Not what a failing provider is given in life: what comes after the last try is what these situations are about.
  return { executor: modelExecutor({ model, retryWaits: [1, 1, 1] }), close: () => server.close() };
}
