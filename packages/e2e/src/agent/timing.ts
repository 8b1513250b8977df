// Where the time of one step goes: to the app, to waiting for something in it, to the product, to the model. At each moment one of them has
// the clock, so the four add up to the step. The session and the executor are wrapped; neither knows.
import { now } from '../base/clock.ts';
import type { StepPort } from '../cache/port.ts';
import type { Session } from '../engine/contract.ts';
import type { ActStep } from './executor.ts';

/** Milliseconds of one step, whole; they add up to its duration. */
export interface StepTimings {
  /** Until the app came to rest: navigations, requests, changes under way. Also tools of the project. */
  readonly app: number;
  /** For a control, until it could be used, or for evidence that an action had its effect. */
  readonly waiting: number;
  /** All else: looking, deciding, acting, recordings. */
  readonly product: number;
  /** Inside the executor: its model, the ways to it, waits before another try. */
  readonly model: number;
}

type Part = keyof StepTimings;

/** The clock of one step. */
export interface StepClock {
  /** Runs something on the account of a part. Of several that run at a time the one that began last has the clock. */
  during<Value>(part: Part, run: () => Promise<Value>): Promise<Value>;
  /** Moves ms from one account to another, as far as they are on it. */
  move(from: Part, to: Part, ms: number): void;
  /** What it comes to so far, in whole ms. */
  read(): { readonly durationMs: number; readonly timings: StepTimings };
}

/** Starts it, on the product's account. `clock`: ms on a monotonic clock. */
export function startStepClock(clock: () => number = now): StepClock {
  const startedAt = clock();
  const spent: Record<Part, number> = { app: 0, waiting: 0, product: 0, model: 0 };
  const running: { readonly part: Part }[] = [];
  let since = startedAt;
  const book = (): void => {
    const at = clock();
    spent[running.at(-1)?.part ?? 'product'] += at - since;
    since = at;
  };
  return {
    async during(part, run) {
      book();
      const own = { part };
      running.push(own);
      try {
        return await run();
      } finally {
        book();
        running.splice(running.indexOf(own), 1);
      }
    },
    move(from, to, ms) {
      book();
      const moved = Math.min(spent[from], ms);
      spent[from] -= moved;
      spent[to] += moved;
    },
    read() {
      book();
      const durationMs = Math.round(since - startedAt);
      const [app, waiting, model] = [spent.app, spent.waiting, spent.model].map(Math.floor) as [
        number,
        number,
        number,
      ];
      // The rest, so that they add up; never below 0, since the others are rounded down.
      return { durationMs, timings: { app, waiting, product: durationMs - app - waiting - model, model } };
    },
  };
}

/**
 * How much of one action is the product's, in ms; the rest is waiting for the control to be there, enabled, uncovered and still.
 * Source: chosen; an action on a control that is ready takes a tenth of it, also where the processor is busy with others.
 */
const ACTION_MS = 250;

/** The session with each of its calls on an account. What else it has is as it was. */
export function timeSession(session: Session, clock: StepClock, at: () => number = now): Session {
  const timed: Partial<Session> = {
    read: () => clock.during('product', () => session.read()),
    steady: (options) =>
      clock.during('app', async () => {
        let restedAt: number | undefined;
        const reading = await session.steady({
          ...options,
          onSteady: () => {
            restedAt ??= at();
          },
        });
        if (restedAt !== undefined) clock.move('app', 'product', at() - restedAt);
        return reading;
      }),
    changed: (options) => clock.during('waiting', () => session.changed(options)),
    perform: (action, options) =>
      clock.during('product', async () => {
        const startedAt = at();
        try {
          return await session.perform(action, options);
        } finally {
          clock.move('product', 'waiting', Math.max(0, at() - startedAt - ACTION_MS));
        }
      }),
  };
  return new Proxy(session, {
    get(target, name) {
      if (Object.hasOwn(timed, name)) return Reflect.get(timed, name);
      const own: unknown = Reflect.get(target, name, target);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
}

/** The port with its pauses on an account; all else that it does goes through its session. */
export function timePort(port: StepPort, clock: StepClock): StepPort {
  return { ...port, pause: (waitMs) => clock.during('waiting', () => port.pause(waitMs)) };
}

/** The step as the executor gets it: what the executor asks of the app is not on the model's account. */
export function timeActor(step: ActStep, clock: StepClock): ActStep {
  const { vision } = step;
  return {
    ...step,
    ...(vision === undefined
      ? {}
      : {
          vision: {
            ...vision,
            picture: () => clock.during('product', () => vision.picture()),
            controlAt: (point, kind) => clock.during('product', () => vision.controlAt(point, kind)),
          },
        }),
    look: () => clock.during('product', () => step.look()),
    perform: (action) => clock.during('product', () => step.perform(action)),
    callTool: (name, input) => clock.during('product', () => step.callTool(name, input)),
  };
}
