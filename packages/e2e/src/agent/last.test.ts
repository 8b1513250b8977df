// What the last action of a step changed has to be seen after it: earlier actions must neither crowd it out nor stand for it. The
// load-bearing proof found both.
import { test } from 'vitest';
import { type FakeApp, fakeApp, find, node, type ScriptedExecutor, scripted } from '../testing/index.ts';
import { acting, readWrite, run } from './attempt.fixture.ts';
import type { ActStep } from './executor.ts';

interface Order {
  open: boolean;
  confirmed: boolean;
  note: string;
  saved: boolean;
  saves: number;
  /** The app loses the last action. */
  broken: boolean;
}

/** An order with so many parts that they fill the list of anchors, and a note that says whether it is saved. */
function order(broken: boolean): FakeApp<Order> {
  return fakeApp<Order>({
    start: '/order',
    state: { open: false, confirmed: false, note: '', saved: true, saves: 0, broken },
    routes: {
      '/order': (state) => [
        node('button', 'Open', {
          onTap: (s) => {
            s.open = true;
          },
        }),
        ...(state.open
          ? Array.from({ length: 12 }, (_, index) => node<Order>('button', `Part ${index}`))
          : []),
        node('button', 'Confirm', {
          onTap: (s) => {
            s.confirmed = !s.broken;
          },
        }),
        ...(state.confirmed ? [node<Order>('paragraph', undefined, { text: 'It is on its way' })] : []),
      ],
      '/note': (state) => [
        node('textbox', 'Note', {
          value: state.note,
          onType: (s, _app, text) => {
            s.note = text;
            s.saved = false;
          },
        }),
        node('button', 'Save', {
          onTap: (s) => {
            s.saves += 1;
            s.saved = !s.broken || s.saves < 2;
          },
        }),
        node('status', undefined, {
          text: state.saves === 0 ? '' : state.saved ? 'All is saved' : 'Not saved',
        }),
      ],
    },
  });
}

const tap = async (step: ActStep, name: string): Promise<void> => {
  await step.perform({ kind: 'tap', target: find(await step.look(), { role: 'button', name }).id });
};
const type = async (step: ActStep, text: string): Promise<void> => {
  await step.perform({ kind: 'type', target: find(await step.look(), { role: 'textbox' }).id, text });
};

const clerk = (): ScriptedExecutor =>
  scripted({
    'open the order and confirm it': async (step) => {
      await tap(step, 'Open');
      await tap(step, 'Confirm');
      return undefined;
    },
    'save the note twice': async (step) => {
      await type(step, 'one');
      await tap(step, 'Save');
      await type(step, 'two');
      await tap(step, 'Save');
      return undefined;
    },
  });

for (const [path, goal] of [
  ['/order', 'open the order and confirm it'],
  ['/note', 'save the note twice'],
] as const) {
  test.concurrent(`R27: a replay whose last action the app loses is not believed: ${goal}`, async ({
    expect,
  }) => {
    const settings = readWrite();
    const executor = clerk();
    const body = acting(goal);
    await run({ app: order(false), path, executor, settings, body });
    const same = await run({ app: order(false), path, executor, settings, body });
    expect(same.steps[0]?.cache).toMatchObject({ mode: 'self-finalized' });
    const lost = await run({ app: order(true), path, executor, settings, body });
    expect(lost.steps[0]?.cache).toMatchObject({ mode: 'agent-concluded', reason: 'end-mismatch' });
  });
}
