// Flows over the fake engine whose pace, banners, codes and renderings differ between recording and replay.
import { test } from 'vitest';
import { type FakeApp, fakeApp, find, node, type ScriptedExecutor, scripted } from '../testing/index.ts';
import { acting, readWrite, run } from './attempt.fixture.ts';
import type { ActStep } from './executor.ts';

interface Wizard {
  page: number;
  slow: boolean;
  banner: boolean;
  code: string;
  entered: string;
  nexts: number;
  /** The button has another name from page two on. */
  renamed: boolean;
}

/** A wizard whose pages look alike, a banner, and a code that differs each time. */
function wizard(change: Partial<Wizard> = {}): FakeApp<Wizard> {
  return fakeApp<Wizard>({
    start: '/wizard',
    state: {
      page: 1,
      slow: false,
      banner: false,
      code: 'K7-4821',
      entered: '',
      nexts: 0,
      renamed: false,
      ...change,
    },
    routes: {
      '/wizard': (state) => [
        ...(state.banner
          ? [
              node<Wizard>('region', 'Cookies', {
                children: [
                  node<Wizard>('button', 'Accept', {
                    onTap: (s) => {
                      s.banner = false;
                    },
                  }),
                ],
              }),
            ]
          : []),
        node('heading', `Page ${'one two three'.split(' ')[state.page - 1] ?? 'last'}`),
        node('text', undefined, { text: `Your code is ${state.code}` }),
        node('textbox', 'Code', {
          value: state.entered,
          onType: (s, _app, text) => {
            s.entered = text;
          },
        }),
        node('button', state.renamed && state.page > 1 ? 'Go on' : 'Next', {
          onTap: (s, app) => {
            s.nexts += 1;
            app.later(s.slow ? 400 : 0, (late) => {
              late.page += 1;
            });
          },
        }),
      ],
    },
  });
}

const tapNamed = async (step: ActStep, name: string): Promise<void> => {
  await step.perform({ kind: 'tap', target: find(await step.look(), { role: 'button', name }).id });
};

const guide = (): ScriptedExecutor =>
  scripted({
    'go to page three': async (step) => {
      if (step.screen.nodes.some((one) => one.name === 'Accept')) await tapNamed(step, 'Accept');
      await tapNamed(step, 'Next');
      await tapNamed(step, 'Next');
      return undefined;
    },
    'enter the code': async (step) => {
      const shown = step.screen.nodes.find((one) => one.text?.startsWith('Your code is'))?.text ?? '';
      await step.perform({
        kind: 'type',
        target: find(step.screen, { name: 'Code' }).id,
        text: shown.slice(13),
      });
      return undefined;
    },
  });

test.concurrent('R49: the next action waits for the change that the one before made, however slow', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = guide();
  const body = acting('go to page three');
  await run({ app: wizard(), path: '/wizard', executor, settings, body });
  const slow = await run({ app: wizard({ slow: true }), path: '/wizard', executor, settings, body });
  expect(slow.steps[0]?.cache).toMatchObject({ mode: 'self-finalized' });
  expect(executor.calls).toHaveLength(1);
});

test.concurrent('R18: an action on a screen that changed since the look is aimed anew, and on one that always does, once at most', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = guide();
  const body = acting('go to page three');
  await run({ app: wizard(), path: '/wizard', executor, settings, body });
  for (const times of [2, Number.POSITIVE_INFINITY]) {
    let stale = 0;
    const { steps, performed } = await run({
      app: wizard(),
      path: '/wizard',
      executor,
      settings,
      body,
      perform: (own) => async (action, options) => {
        if (options.seen === undefined || stale >= times) return await own(action, options);
        stale += 1;
        return { ok: false, code: 'stale', message: 'The screen changed.' };
      },
    });
    expect(steps[0]?.cache).toMatchObject({ mode: 'self-finalized' });
    expect(performed).toHaveLength(2);
    expect(stale).toBe(times === 2 ? 2 : 6);
  }
  expect(executor.calls).toHaveLength(1);
});

test.concurrent('R50 R17: a dismissal with nothing to dismiss is skipped and named; the entry stays', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = guide();
  const body = acting('go to page three');
  await run({ app: wizard({ banner: true }), path: '/wizard', executor, settings, body });
  const before = [...settings.store.entries];
  for (const banner of [false, true, false]) {
    const { steps } = await run({ app: wizard({ banner }), path: '/wizard', executor, settings, body });
    expect(steps[0]?.cache).toMatchObject({ mode: 'self-finalized', write: 'kept' });
    expect(steps[0]?.cache?.skipped).toEqual(
      banner ? undefined : ['tap button "Accept" in region "Cookies"'],
    );
  }
  expect([...settings.store.entries]).toEqual(before);
  expect(executor.calls).toHaveLength(1);
});

test.concurrent('R25: a code read off the screen is a gap, and the step runs live each time', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = guide();
  const body = acting('enter the code');
  await run({ app: wizard(), path: '/wizard', executor, settings, body });
  const { steps } = await run({
    app: wizard({ code: 'Q9-7733' }),
    path: '/wizard',
    executor,
    settings,
    body,
  });
  expect(steps[0]?.cache).toMatchObject({ mode: 'agent-concluded', reason: 'gap', derived: 'minted-token' });
  expect(executor.calls).toHaveLength(2);
});

/** A form that refuses a submit sooner than a while after it was opened, and says so only in its list of messages. */
function hasty(minimumMs: number): FakeApp<{ opened: number; sent: number }> {
  return fakeApp<{ opened: number; sent: number }>({
    start: '/form',
    state: { opened: 0, sent: 0 },
    opened: (state) => {
      state.opened = performance.now();
    },
    routes: {
      '/form': (state) => [
        node('button', 'Send', {
          onTap: (s) => {
            if (performance.now() - s.opened >= minimumMs) s.sent += 1;
          },
        }),
        node('status', state.sent === 0 ? undefined : 'Thank you'),
      ],
    },
  });
}

test.concurrent('R49: a replay that was too fast is evicted, recorded paced, and replays from then on', async ({
  expect,
}) => {
  const settings = readWrite();
  const executor = scripted({
    'send the form': async (step) => {
      for (let tries = 0; tries < 2; tries += 1) {
        // A slow reader: the recording takes longer than the form asks for.
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        const screen = await step.look();
        if (screen.nodes.some((one) => one.name === 'Thank you')) return undefined;
        await step.perform({ kind: 'tap', target: find(screen, { name: 'Send' }).id });
      }
      return undefined;
    },
  });
  const body = acting('send the form');
  const app = hasty(1_200);
  await run({ app, path: '/form', executor, settings, body });
  const fast = await run({ app, path: '/form', executor, settings, body });
  expect(fast.steps[0]?.cache).toMatchObject({ reason: 'end-mismatch', write: 'evicted' });
  const slow = await run({ app, path: '/form', executor, settings, body });
  expect(slow.steps[0]?.cache).toMatchObject({ mode: 'missed', reason: 'no-entry', write: 'saved' });
  expect([...settings.store.entries.values()].join()).toContain('"paced": true');
  const calls = executor.calls.length;
  const paced = await run({ app, path: '/form', executor, settings, body });
  expect(paced.steps[0]?.cache).toMatchObject({ mode: 'self-finalized', write: 'kept' });
  expect(executor.calls).toHaveLength(calls);
  expect([...settings.store.entries.keys()]).toHaveLength(1);
}, 60_000);

test.concurrent('a control that the app rendered anew is still the one that the agent meant', async ({
  expect,
}) => {
  const settings = readWrite();
  let generation = 0;
  const app = fakeApp<{ edited: string }>({
    start: '/rows',
    state: { edited: '' },
    routes: {
      '/rows': (state) => [
        ...['Alpha', 'Beta'].map((name) =>
          node<{ edited: string }>('row', undefined, {
            key: `${name} ${generation}`,
            children: [
              node('cell', name),
              node('button', 'Edit', {
                key: `${name} ${generation} edit`,
                onTap: (s) => {
                  s.edited = name;
                },
              }),
            ],
          }),
        ),
        node('status', state.edited || undefined),
      ],
    },
  });
  const executor = scripted({
    'edit the row Beta': async (step) => {
      const edits = step.screen.nodes.filter((one) => one.name === 'Edit');
      // The app renders every row anew between the look and the act.
      generation += 1;
      const done = await step.perform({ kind: 'tap', target: edits[1]?.id ?? '' });
      return done.ok ? undefined : { status: 'failed', summary: done.message };
    },
  });
  const { steps } = await run({ app, path: '/rows', executor, settings, body: acting('edit the row Beta') });
  expect(steps[0]).toMatchObject({ status: 'passed', cache: { write: 'saved' } });
  expect([...settings.store.entries.values()].join()).toContain('Beta');
});

test.concurrent('R38 R50: a dismissal that was left out is not told to the agent as done', async ({
  expect,
}) => {
  const settings = readWrite();
  const body = acting('go to page three');
  await run({ app: wizard({ banner: true }), path: '/wizard', executor: guide(), settings, body });
  const told: unknown[] = [];
  const executor = scripted({
    'go to page three': async (step) => {
      told.push(step.handOff?.performed);
      await tapNamed(step, 'Go on');
      return undefined;
    },
  });
  await run({ app: wizard({ renamed: true }), path: '/wizard', executor, settings, body });
  expect(told).toEqual([['tap button "Next"']]);
}, 60_000);
