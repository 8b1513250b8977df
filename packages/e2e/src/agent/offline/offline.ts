// The offline planner as an executor: no key, no network, no model. What it cannot map to the screen is blocked, never guessed.
import { E2EError } from '../../base/error.ts';
import { showValue } from '../../base/options.ts';
import type { Executor } from '../executor.ts';
import { actOffline } from './act.ts';
import { judgeOffline } from './judge.ts';

/**
 * An executor that carries out imperative goals by fixed rules over the screen's own words.
 * Source: framework spec §7.
 * @throws E2EError INVALID_CONFIG when it is given anything: it has no options.
 */
export function offline(...unexpected: readonly never[]): Executor {
  if (unexpected.length > 0) {
    throw new E2EError(
      'INVALID_CONFIG',
      `offline() takes no options, got ${showValue(unexpected[0])}. A model is set beside it: agents: { default: { model: 'provider/model' } }; texts and budgets too: { executor: offline(), context, maxSteps }.`,
    );
  }
  return {
    name: 'offline',
    callsNoModel: true,
    callsNoTools: true,
    act: actOffline,
    judge: async (step) => judgeOffline(step),
  };
}
