import { expect, test } from 'vitest';
import type { Session, SteadyOptions } from '../engine/contract.ts';
import { fakeApp, fakeEngine, node } from '../testing/index.ts';
import { startStepClock, timeSession } from './timing.ts';

/** A clock that goes on only when it is told to. */
function scriptedClock(): { readonly clock: () => number; pass(ms: number): void } {
  let at = 1_000.4;
  return {
    clock: () => at,
    pass(ms) {
      at += ms;
    },
  };
}

/** A session of the fake engine with some of its calls replaced. */
async function sessionWith(calls: Partial<Session>): Promise<Session> {
  const app = fakeApp({ start: '/', state: {}, routes: { '/': () => [node('heading', 'Here')] } });
  const running = await fakeEngine(app).launch({ rootDir: '/' });
  const session = await running.startAttempt({});
  return new Proxy(session, {
    get: (target, name) => {
      const own: unknown = Reflect.get(calls, name) ?? Reflect.get(target, name, target);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
}

test('what is asked of the app inside the executor is on the account of its own, and all adds up', async () => {
  const { clock, pass } = scriptedClock();
  const step = startStepClock(clock);
  pass(5);
  await step.during('model', async () => {
    pass(100);
    await step.during('product', async () => {
      pass(7);
      await step.during('app', async () => pass(30));
    });
    pass(50);
  });
  pass(3);
  expect(step.read()).toEqual({
    durationMs: 195,
    timings: { app: 30, waiting: 0, product: 15, model: 150 },
  });
});

test('of calls that overlap the one that began last has the clock, and none keeps it once it is over', async () => {
  const { clock, pass } = scriptedClock();
  const step = startStepClock(clock);
  let endFirst = (): void => {};
  const first = step.during('app', () => new Promise<void>((resolve) => (endFirst = resolve)));
  pass(10);
  let endSecond = (): void => {};
  const second = step.during('waiting', () => new Promise<void>((resolve) => (endSecond = resolve)));
  pass(20);
  endFirst();
  await first;
  pass(40);
  endSecond();
  await second;
  pass(80);
  expect(step.read().timings).toEqual({ app: 10, waiting: 60, product: 80, model: 0 });
});

test('parts of a millisecond are lost to none: the four are whole and add up', async () => {
  const { clock, pass } = scriptedClock();
  const step = startStepClock(clock);
  for (const part of ['app', 'waiting', 'model'] as const) await step.during(part, async () => pass(0.9));
  pass(0.2);
  expect(step.read()).toEqual({ durationMs: 3, timings: { app: 0, waiting: 0, product: 3, model: 0 } });
});

test('a call that throws gives the clock back', async () => {
  const { clock, pass } = scriptedClock();
  const step = startStepClock(clock);
  const failing = step.during('model', async () => {
    pass(10);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  pass(5);
  expect(step.read().timings).toEqual({ app: 0, waiting: 0, product: 5, model: 10 });
});

test('the calls of a session: rest is the app, reading is ours, and a long action waited for its control', async () => {
  const { clock, pass } = scriptedClock();
  const step = startStepClock(clock);
  const session = await sessionWith({
    async steady({ onSteady }: SteadyOptions) {
      pass(400);
      onSteady?.();
      pass(40);
      return reading;
    },
    async changed() {
      pass(60);
      return true;
    },
    async perform() {
      pass(1_000);
      return { ok: true };
    },
  });
  const reading = await session.read();
  const timed = timeSession(session, step, clock);
  const options = { timeoutMs: 5_000, signal: new AbortController().signal };
  await timed.steady(options);
  expect(step.read().timings).toEqual({ app: 400, waiting: 0, product: 40, model: 0 });
  await timed.changed(options);
  expect(step.read().timings).toEqual({ app: 400, waiting: 60, product: 40, model: 0 });
  await timed.perform({ kind: 'back' }, options);
  expect(step.read().timings).toEqual({ app: 400, waiting: 810, product: 290, model: 0 });
  expect(timed.requests()).toEqual(session.requests());
});
