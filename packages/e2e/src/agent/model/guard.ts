// Stops a model that gets nowhere: the same call again and again, rounds in a circle, one failed action after another. A step's actions are
// counted by its port.
import { E2EError } from '../../base/error.ts';
import type { Verdict } from '../executor.ts';

/** Times the same call may meet the same screen in a row. Source: issue "The agent", guards. */
const MOST_REPEATS = 3;
/** Times the same call may be made on the same screen in a step, whatever lies between. Chosen: twice may be a second look. */
const MOST_ROUNDS = 3;
/** Failed actions in a row until the model is told to do otherwise, and until the step ends. Source: issue "The agent", guards. */
const FAILURES_TO_CHANGE = 3;
const FAILURES_TO_END = 5;
/** Unusable turns in a row until the step ends. Chosen. */
const MOST_INVALID = 3;
/** Model calls of one step, for each action that it may take; an answer may ask for parts of the screen first. Chosen. */
const CALLS_PER_STEP = 3;
/** Tokens of one step, in and out. Chosen: far above what a step needs; it only stops what has run away. */
const MOST_TOKENS = 2_000_000;

/** What the guard says to a call that has been made. `hint`: goes to the model with the call's result. */
export type Guarded =
  | { readonly kind: 'go'; readonly hint?: string }
  | { readonly kind: 'end'; readonly verdict: Verdict };

/** The counts of one step. */
export class Guard {
  readonly #label: string;
  readonly #goal: string;
  readonly #maxSteps: number;
  readonly #rounds = new Map<string, number>();
  #last = '';
  #repeats = 0;
  #failures = 0;
  #invalid = 0;
  #calls = 0;
  #tokens = 0;

  /** @param label provider and model, as messages name them. */
  constructor(label: string, goal: string, maxSteps: number) {
    this.#label = label;
    this.#goal = goal;
    this.#maxSteps = maxSteps;
  }

  /** Before a model call. @throws E2EError STEP_BUDGET_EXHAUSTED. */
  beforeModelCall(): void {
    this.#calls += 1;
    const most = CALLS_PER_STEP * this.#maxSteps + 5;
    if (this.#calls > most) throw this.#exhausted(`${most} model calls`);
    if (this.#tokens > MOST_TOKENS) throw this.#exhausted(`${MOST_TOKENS.toLocaleString('en-US')} tokens`);
  }

  /** @param tokens of one answered call, its prompt included. */
  countTokens(tokens: number): void {
    this.#tokens += tokens;
  }

  /** A turn held nothing that can be used. @throws E2EError MODEL_OUTPUT_INVALID after three in a row. */
  invalid(why: string): void {
    this.#invalid += 1;
    if (this.#invalid < MOST_INVALID) return;
    throw new E2EError(
      'MODEL_OUTPUT_INVALID',
      `${this.#label} gave ${MOST_INVALID} unusable answers in a row, the last: ${why}. Try again, or use a model that is better at calling tools`,
      { data: { model: this.#label } },
    );
  }

  /** A turn was usable. */
  valid(): void {
    this.#invalid = 0;
  }

  /** An action was tried. @param before, after the screens' texts. @param failed why it did not happen. */
  afterAction(call: string, before: string, after: string, failed: string | undefined): Guarded {
    this.#failures = failed === undefined ? 0 : this.#failures + 1;
    const guarded = this.#afterCall(call, before, after);
    if (this.#failures >= FAILURES_TO_END) {
      const last = (failed ?? '').replace(/\.$/u, '');
      return this.#end(`with ${this.#label}, ${this.#failures} actions in a row failed, the last: ${last}`);
    }
    if (guarded.kind === 'end' || this.#failures < FAILURES_TO_CHANGE) return guarded;
    const hint = `${this.#failures} actions in a row failed. Do not go on like this: take another way, or call fail`;
    return { kind: 'go', hint };
  }

  /** A call only looked: that mends no failure before it. @param before, after the screens' texts. */
  afterLook(call: string, before: string, after: string): Guarded {
    return this.#afterCall(call, before, after);
  }

  #afterCall(call: string, before: string, after: string): Guarded {
    const same = JSON.stringify([call, after]);
    this.#repeats = same === this.#last ? this.#repeats + 1 : 1;
    this.#last = same;
    const round = JSON.stringify([call, before]);
    const rounds = (this.#rounds.get(round) ?? 0) + 1;
    this.#rounds.set(round, rounds);
    if (this.#repeats >= MOST_REPEATS) {
      return this.#end(
        `${this.#label} called ${call} ${this.#repeats} times, and the screen stayed the same`,
      );
    }
    if (rounds >= MOST_ROUNDS) {
      return this.#end(
        `${this.#label} goes round in circles: it called ${call} ${rounds} times on the same screen`,
      );
    }
    const hint = this.#hint(rounds);
    return { kind: 'go', ...(hint === undefined ? {} : { hint }) };
  }

  #hint(rounds: number): string | undefined {
    if (this.#repeats === MOST_REPEATS - 1)
      return 'The same call led to the same screen again. Do something else';
    return rounds === MOST_ROUNDS - 1
      ? 'You have done this on this same screen before. Do something else'
      : undefined;
  }

  #end(summary: string): Guarded {
    const advice = 'Look at the app, word the goal by what its screen shows, or use another model';
    return {
      kind: 'end',
      verdict: { status: 'failed', code: 'ACTION_FAILED', summary: `${summary}. ${advice}` },
    };
  }

  #exhausted(what: string): E2EError {
    return new E2EError(
      'STEP_BUDGET_EXHAUSTED',
      `${JSON.stringify(this.#goal)} was not reached in ${what}. Split the goal, or raise maxSteps`,
    );
  }
}
