// The built-in executor behind the port: a language model that acts (act.ts) and judges (judge.ts). The model is loaded when the first step
// runs live; reading a config loads nothing.
import type { Executor } from '../executor.ts';
import { Act } from './act.ts';
import { ANSWER_WAIT_MS, type Connection, RETRY_WAITS_MS } from './call.ts';
import { judge } from './judge.ts';
import { loadModel, type ModelChoice, modelLabel, modelName } from './provider.ts';

/** How a model executor is set up. */
export interface ModelOptions {
  readonly model: ModelChoice;
  /** Most actions of one step; a step's own lower limit counts. */
  readonly maxSteps?: number;
  /** Milliseconds a single answer may take. Default: 120 000 (spec R6). */
  readonly answerTimeout?: number;
  /** Milliseconds before each further try of a failed call; an empty list tries once. Default: 1, 3 and 9 s. */
  readonly retryWaits?: readonly number[];
}

/** An executor that a language model answers for. */
export function modelExecutor(options: ModelOptions): Executor {
  const name = modelName(options.model);
  let connecting: Promise<Connection> | undefined;
  const connect = (): Promise<Connection> => {
    connecting ??= loadModel(options.model).then((model) => ({
      model,
      name,
      label: modelLabel(options.model),
      answerWaitMs: options.answerTimeout ?? ANSWER_WAIT_MS,
      retryWaitsMs: options.retryWaits ?? RETRY_WAITS_MS,
    }));
    return connecting;
  };
  return {
    name: 'model',
    model: name,
    act: async (step) =>
      await new Act(step, await connect(), Math.min(options.maxSteps ?? step.maxSteps, step.maxSteps)).run(),
    judge: async (step) => await judge(step, await connect()),
  };
}
