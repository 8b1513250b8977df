// The built-in executor behind the port: a language model that acts (act.ts) and judges (judge.ts). Their code and the model are loaded when
// the first step runs live: a run that only replays loads neither.
import { createRedactor } from '../../base/redact.ts';
import type { Executor, JudgeStep, Judgment } from '../executor.ts';
import type { Connection } from './call.ts';
import { type ModelChoice, modelLabel, modelName } from './choice.ts';

/** How a model executor is set up. */
export interface ModelOptions {
  readonly model: ModelChoice;
  /** Milliseconds a single answer may take. Default: 120 000 (spec R6). */
  readonly answerTimeout?: number;
  /** Milliseconds before each further try of a failed call; an empty list tries once. Default: 1, 3 and 9 s. */
  readonly retryWaits?: readonly number[];
  /** Where keys and addresses of string ids are looked up. Default: the process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A model executor: it has a judge. */
export interface ModelExecutor extends Executor {
  judge(step: JudgeStep): Promise<Judgment>;
}

/** An executor that a language model answers for. */
export function modelExecutor(options: ModelOptions): ModelExecutor {
  let connecting: Promise<Connection> | undefined;
  const connected = (): Promise<Connection> => {
    connecting ??= connect(options);
    return connecting;
  };
  return {
    name: 'model',
    model: modelName(options.model),
    async act(step) {
      const { Act } = await import('./act.ts');
      return await new Act(step, await connected()).run();
    },
    async judge(step) {
      const { judge } = await import('./judge.ts');
      return await judge(step, await connected());
    },
  };
}

async function connect({ model, answerTimeout, retryWaits, env }: ModelOptions): Promise<Connection> {
  const [{ loadModel }, { ANSWER_WAIT_MS, RETRY_WAITS_MS }] = await Promise.all([
    import('./provider.ts'),
    import('./call.ts'),
  ]);
  const loaded = await loadModel(model, env);
  const redactor = createRedactor();
  if (loaded.apiKey !== undefined) redactor.add('apiKey', loaded.apiKey);
  return {
    model: loaded.model,
    withoutKey: redactor.text,
    name: modelName(model),
    label: modelLabel(model),
    answerWaitMs: answerTimeout ?? ANSWER_WAIT_MS,
    retryWaitsMs: retryWaits ?? RETRY_WAITS_MS,
  };
}
