// The offline planner as an executor: no key, no network, no model. What it cannot map to the screen is blocked, never guessed.
import type { Executor } from '../executor.ts';
import { actOffline } from './act.ts';
import { judgeOffline } from './judge.ts';

/**
 * An executor that carries out imperative goals by fixed rules over the screen's own words.
 * Source: framework spec §7.
 */
export function offline(): Executor {
  return {
    name: 'offline',
    act: actOffline,
    judge: async (step) => judgeOffline(step),
  };
}
