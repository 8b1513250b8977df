// One attempt of one test: its steps, its usage, its verification log and, at its end, what becomes of the recordings. This is where a
// test runner meets the core: `startAttempt`.
import { createOccurrences } from '../cache/key.ts';
import type { Stage } from '../cache/record.ts';
import { type AttemptOutcome, planSettle, settle } from '../cache/settle.ts';
import { runAct } from './act.ts';
import type { Agent, AgentDefinition, Attempt, AttemptSetup, AttemptStep, AttemptUsage } from './attempt.ts';
import { endOfThrown } from './ending.ts';
import type { ModelCall } from './executor.ts';
import { extractValue, judgeClaim, waitForCondition } from './judge.ts';
import { type StepClock, startStepClock } from './timing.ts';

/** A recording that waits for the end of the attempt, and the step that it belongs to. */
interface Pending {
  readonly step: number;
  readonly key: string;
  readonly stage: Stage;
  verified: boolean;
}

/** What the kinds of steps share within one attempt. */
export interface AttemptState {
  readonly setup: AttemptSetup;
  readonly occurrences: ReturnType<typeof createOccurrences>;
  /** Runs the body as one step: timed, counted and kept, whatever it ends in. */
  step<Value>(
    api: AttemptStep['api'],
    label: string,
    body: (step: StepScope) => Promise<Value>,
  ): Promise<Value>;
}

type StepFacts = Pick<AttemptStep, 'summary' | 'cache' | 'toolCalls' | 'pictures' | 'trial'>;

/** What a running step may tell about itself. */
export interface StepScope {
  /** Where its time goes. */
  readonly clock: StepClock;
  countModelCall(call: ModelCall): void;
  readonly usage: () => AttemptUsage;
  /** Facts for the report. */
  note(facts: StepFacts): void;
  /** A recording of this step waits for the end of the attempt. */
  stage(key: string, stage: Stage): void;
}

/** Opens an attempt. The runner calls `end` once, when everything of the attempt is over. */
export function startAttempt(setup: AttemptSetup): Attempt {
  const steps: AttemptStep[] = [];
  const pending: Pending[] = [];
  const total = createUsage();
  let begun = 0;

  const verified = (): void => {
    // A check that passes after the attempt's first failure proves nothing about what came before it (spec R4).
    if (setup.hasFailed()) return;
    for (const one of pending) one.verified = true;
  };

  const state: AttemptState = {
    setup,
    occurrences: createOccurrences(),
    async step(api, label, body) {
      const shown = setup.redactor.text(label);
      begun += 1;
      const number = begun;
      setup.onStep?.({ number, api, label: shown });
      const clock = startStepClock();
      const own = createUsage();
      const retries: NonNullable<AttemptStep['retries']>[number][] = [];
      let facts: StepFacts = {};
      let staged: Omit<Pending, 'step'> | undefined;
      const finish = (status: AttemptStep['status'], error?: AttemptStep['error']): void => {
        const step: AttemptStep = {
          number,
          api,
          label: shown,
          status,
          ...clock.read(),
          modelCalls: own.usage().modelCalls,
          ...(retries.length === 0 ? {} : { retries: setup.redactor.deep(retries) }),
          ...setup.redactor.deep(facts),
          ...(error === undefined ? {} : { error }),
        };
        const index = steps.push(step) - 1;
        if (staged !== undefined) pending.push({ ...staged, step: index });
      };
      try {
        const value = await body({
          clock,
          countModelCall(call) {
            own.count(call);
            total.count(call);
            if (call.retry !== undefined) retries.push({ model: call.model, ...call.retry });
          },
          usage: () => own.usage(),
          note(more) {
            facts = { ...facts, ...more };
          },
          stage(key, stage) {
            staged = { key, stage, verified: false };
          },
        });
        finish('passed');
        return value;
      } catch (thrown) {
        const end = endOfThrown(thrown, setup.signal);
        const message = setup.redactor.text(end.error.message);
        finish(end.kind === 'cancelled' ? 'cancelled' : 'failed', { code: end.error.code, message });
        throw end.error;
      }
    },
  };

  return {
    steps,
    get usage() {
      return total.usage();
    },
    agent: (definition) => createAgent(state, definition, verified),
    verified,
    async end(outcome) {
      await settleAll(setup, steps, pending, outcome);
    },
  };
}

async function settleAll(
  setup: AttemptSetup,
  steps: AttemptStep[],
  pending: readonly Pending[],
  outcome: AttemptOutcome,
): Promise<void> {
  const { cache } = setup;
  if (cache === undefined) return;
  const writable = cache.mode === 'read-write' && !cache.strict;
  for (const one of pending) {
    const settled = await settle(cache.store, one, planSettle(one, outcome, writable));
    const step = steps[one.step];
    if (step?.cache === undefined) continue;
    // What the step said before was redacted when it ended.
    const later = settled.detail === undefined ? undefined : setup.redactor.text(settled.detail);
    const detail = [step.cache.detail, later].filter((part) => part !== undefined).join('; ');
    steps[one.step] = {
      ...step,
      cache: {
        ...step.cache,
        ...(detail === '' ? {} : { detail }),
        ...(settled.write === undefined ? {} : { write: settled.write }),
      },
    };
  }
}

function createAgent(state: AttemptState, definition: AgentDefinition, verified: () => void): Agent {
  return {
    name: definition.name,
    act: (goal, options = {}) =>
      state.step('agent.act', goal, (step) => runAct(state, definition, step, goal, options)),
    async assert(claim, options = {}) {
      await state.step('agent.assert', claim, (step) => judgeClaim(state, definition, step, claim, options));
      verified();
    },
    async waitFor(condition, options = {}) {
      await state.step('agent.waitFor', condition, (step) =>
        waitForCondition(state, definition, step, condition, options),
      );
      verified();
    },
    extract: (what, options = {}) =>
      state.step('agent.extract', what, (step) => extractValue(state, definition, step, what, options)),
  };
}

/** Adds up model calls. */
function createUsage(): { count(call: ModelCall): void; usage(): AttemptUsage } {
  let sum: AttemptUsage = { modelCalls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0, models: [] };
  return {
    count(call) {
      sum = {
        modelCalls: sum.modelCalls + 1,
        inputTokens: sum.inputTokens + (call.inputTokens ?? 0),
        outputTokens: sum.outputTokens + (call.outputTokens ?? 0),
        cachedTokens: sum.cachedTokens + (call.cachedTokens ?? 0),
        ...(sum.costUsd === undefined && call.costUsd === undefined
          ? {}
          : { costUsd: (sum.costUsd ?? 0) + (call.costUsd ?? 0) }),
        models: sum.models.includes(call.model) ? sum.models : [...sum.models, call.model],
      };
    },
    usage: () => sum,
  };
}
