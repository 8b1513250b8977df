import { expect, test } from 'vitest';
import { E2EError } from '../base/error.ts';
import { createRedactor } from '../base/redact.ts';
import { type FakeApp, fakeApp, fakeEngine, find, node, scripted } from '../testing/index.ts';
import { acting, readWrite, run } from './attempt.fixture.ts';
import { takePictures } from './pictures.ts';

interface State {
  token: string;
  saved: boolean;
}

/** A field, a button, and a status once it was pressed. */
const app: FakeApp<State> = fakeApp<State>({
  start: '/form',
  state: { token: '', saved: false },
  routes: {
    '/form': (state) => [
      node('textbox', 'Token', {
        value: state.token,
        onType: (s, _app, text) => {
          s.token = text;
        },
      }),
      node('button', 'Save', {
        box: { x: 10, y: 20, width: 30, height: 40 },
        onTap: (s) => {
          s.saved = true;
        },
      }),
      ...(state.saved ? [node<State>('status', undefined, { text: 'Saved' })] : []),
    ],
  },
});

const executor = scripted({
  save: async (step) => {
    await step.perform({ kind: 'tap', target: find(step.screen, { name: 'Save' }).id });
    return undefined;
  },
  'fill in and save': async (step) => {
    const token = find(step.screen, { name: 'Token' }).id;
    const { screen } = await step.perform({ kind: 'typeSecret', target: token, name: 'token' });
    await step.perform({ kind: 'tap', target: find(screen, { name: 'Save' }).id });
    return undefined;
  },
});

const never = (): Promise<never> => new Promise(() => {});

const VIEWPORT = { width: 1280, height: 720 };

test('R48: a live step and its replay keep the screen before each action, the control marked, and the one after', async () => {
  const settings = readWrite();
  const pictures = [];
  for (const mode of ['missed', 'self-finalized']) {
    let kept = 0;
    const { steps } = await run({
      app,
      path: '/form',
      executor,
      settings,
      body: acting('save'),
      keepPicture: async (png) => {
        kept += 1;
        expect(Buffer.from(png).subarray(1, 4).toString()).toBe('PNG');
        return `picture-${kept}.png`;
      },
    });
    expect(steps[0]?.cache?.mode).toBe(mode);
    pictures.push(steps[0]?.pictures);
  }
  const both = [
    {
      moment: 'before',
      action: 'tap button "Save"',
      box: { x: 10, y: 20, width: 30, height: 40 },
      file: 'picture-1.png',
      viewport: VIEWPORT,
    },
    { moment: 'after', file: 'picture-2.png', viewport: VIEWPORT },
  ];
  expect(pictures).toEqual([both, both]);
});

test('a screen that shows a secret is never kept, nor is one that comes to show it while the picture is taken', async () => {
  const kept: string[] = [];
  const { steps } = await run({
    app,
    path: '/form',
    executor,
    settings: readWrite(),
    body: acting('fill in and save'),
    secrets: { token: 'hunter22' },
    keepPicture: async () => {
      kept.push('one');
      return 'picture.png';
    },
  });
  expect(steps[0]?.pictures?.map(({ action, file, withheld }) => [action, file ?? withheld])).toEqual([
    ['type secret "token" into textbox "Token"', 'picture.png'],
    ['tap button "Save"', 'the screen shows a secret'],
    [undefined, 'the screen shows a secret'],
  ]);
  expect(kept).toHaveLength(1);
  expect(JSON.stringify(steps)).not.toContain('hunter22');
});

test.each([
  ['no', undefined, 1],
  ['a', 'hunter22', 2],
] as const)(
  'a run with %s secret reads the screen as often as it has to look for one',
  async (_some, secret, most) => {
    const running = await fakeEngine(app).launch({ rootDir: '/' });
    const session = await running.startAttempt({ appUrl: 'http://app.test' });
    await session.open('/form');
    let reads = 0;
    const read = session.read.bind(session);
    Object.assign(session, {
      read: async () => {
        reads += 1;
        return await read();
      },
    });
    const redactor = createRedactor();
    if (secret !== undefined) redactor.add('token', secret);
    const pictures = takePictures({ session, redactor, keep: async () => 'picture.png' });
    await pictures.after();
    await running.close();
    expect(pictures.taken).toEqual([{ moment: 'after', file: 'picture.png', viewport: VIEWPORT }]);
    expect(reads).toBe(most);
  },
);

test('a picture that cannot be kept costs the picture and not the step; without a keeper nothing is taken', async () => {
  const settings = readWrite();
  const failing = await run({
    app,
    path: '/form',
    executor,
    settings,
    body: acting('save'),
    keepPicture: async () => {
      throw new Error('the disk is full');
    },
  });
  expect(failing.thrown).toBeUndefined();
  expect(failing.steps[0]?.pictures?.map(({ withheld }) => withheld)).toEqual([
    'it could not be taken',
    'it could not be taken',
  ]);
  const none = await run({ app, path: '/form', executor, settings, body: acting('save') });
  expect(none.steps[0]).not.toHaveProperty('pictures');
});

test.each(['while its agent is busy', 'while its last picture is taken'])(
  'a step whose attempt runs out of time %s is in the report, and no picture holds it up',
  async (when) => {
    const control = new AbortController();
    const timeIsUp = (): Promise<never> => {
      control.abort(new E2EError('STEP_TIMEOUT', 'the test ran longer than its 5 ms'));
      return never();
    };
    const isBusy = when.includes('agent');
    const { steps } = await run({
      app,
      path: '/form',
      executor: scripted({ wait: isBusy ? timeIsUp : async () => undefined }),
      settings: readWrite(),
      body: acting('wait'),
      signal: control.signal,
      keepPicture: isBusy ? never : timeIsUp,
    });
    expect(steps).toEqual([
      expect.objectContaining({ label: 'wait', status: isBusy ? 'failed' : 'passed', pictures: [] }),
    ]);
  },
);

test('a step that ends by its own time has the picture of where it ended', async () => {
  const { steps, thrown } = await run({
    app,
    path: '/form',
    executor: scripted({ wait: never }),
    settings: readWrite(),
    body: async (agent) => {
      await agent.act('wait', { timeout: 20 });
    },
    keepPicture: async () => 'picture.png',
  });
  expect(thrown).toMatchObject({ code: 'STEP_TIMEOUT', message: expect.stringContaining('20 ms') });
  expect(steps[0]?.pictures).toEqual([{ moment: 'after', file: 'picture.png', viewport: VIEWPORT }]);
});
