// The calls of one attempt: what is still under way when its body ends, which of them nobody awaited, and which step each of those was.
import type { Agent, AttemptStep } from '../agent/attempt.ts';
import type { LiveTest } from '../api/live.ts';
import { CallSite, Watched } from '../api/watch.ts';
import type { AttemptMeta, StepMeta } from './attempt-meta.ts';

/** A call of the test while it is made. */
interface Making {
  readonly call: string;
  readonly site: CallSite;
  /** The number of the step that it is. */
  step?: number;
}

/** A call of the test that is watched. */
interface Call extends Making {
  readonly result: Watched<unknown>;
}

/** Watches the calls of one attempt. */
export class WatchedCalls {
  readonly #open = new Set<Promise<void>>();
  readonly #calls: Call[] = [];
  /** The call that is being made: a step that begins now is its. */
  #making: Making | undefined;
  readonly #unhandled: unknown[] = [];

  /** Waits for those that nobody awaited. @throws the first failure among them. */
  async settle(): Promise<void> {
    while (this.#open.size > 0) await Promise.all(this.#open);
    // A failure that nobody awaited is made known at a later turn of the event loop.
    await new Promise((done) => setImmediate(done));
    const [first] = this.#unhandled;
    if (first !== undefined) throw first;
  }

  /** A failure that nobody awaited: the test fails with it. */
  noteUnhandled(thrown: unknown): void {
    this.#unhandled.push(thrown);
  }

  /** Something is under way until the returned function is called. */
  begin(): () => void {
    let end = (): void => {};
    const work = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#open.add(work);
    return () => {
      this.#open.delete(work);
      end();
    };
  }

  /** Makes a call, and watches whether anybody asks for its result. `call`: as a test would write it. */
  watch<Value>(call: string, run: () => Promise<Value>): Promise<Value> {
    const site = new CallSite();
    const end = this.begin();
    const settled = async (): Promise<Value> => {
      try {
        return await run();
      } catch (thrown) {
        site.place(thrown);
        throw thrown;
      } finally {
        end();
      }
    };
    const making: Making = { call, site };
    this.#making = making;
    const result = new Watched<Value>((resolve) => resolve(settled()));
    this.#making = undefined;
    this.#calls.push(Object.assign(making, { result }));
    return result;
  }

  /** A step began: it is that of the call which is being made. */
  stepBegan(number: number): void {
    if (this.#making !== undefined) this.#making.step = number;
  }

  /** The steps with a mark on those that nobody awaited. */
  marked(steps: readonly AttemptStep[]): readonly StepMeta[] {
    const forgotten = new Set(
      this.#calls.flatMap(({ result, step }) => (result.isAwaited ? [] : (step ?? []))),
    );
    return steps.map(({ number, ...step }) => ({
      ...step,
      ...(forgotten.has(number) ? { notAwaited: true as const } : {}),
    }));
  }

  /** The calls whose result nobody asked for. */
  notAwaited(): Pick<AttemptMeta, 'notAwaited'> {
    const forgotten = this.#calls.filter(({ result }) => !result.isAwaited);
    return forgotten.length === 0
      ? {}
      : { notAwaited: forgotten.map(({ call, site }) => ({ call, stack: site.frames })) };
  }

  /** The agent with each of its calls watched. */
  watchAgent(agent: Agent): Agent {
    const watch: LiveTest['watch'] = (call, run) => this.watch(call, run);
    return {
      name: agent.name,
      act: (goal, ...rest) => watch(`agent.act "${goal}"`, () => agent.act(goal, ...rest)),
      assert: (claim, ...rest) => watch(`agent.assert "${claim}"`, () => agent.assert(claim, ...rest)),
      waitFor: (condition, ...rest) =>
        watch(`agent.waitFor "${condition}"`, () => agent.waitFor(condition, ...rest)),
      extract: <Output = unknown>(...[what, ...rest]: Parameters<typeof agent.extract<Output>>) =>
        watch(`agent.extract "${what}"`, () => agent.extract<Output>(what, ...rest)),
    };
  }
}
