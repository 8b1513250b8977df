// What an engine's failure is called towards an executor, and what the offline planner makes of one whose effect is unknown.
import { describe, expect, test } from 'vitest';
import type { E2EError } from '../base/error.ts';
import type { Action } from '../screen/action.ts';
import { fakeApp, find, node, scripted } from '../testing/index.ts';
import { readWrite, run } from './attempt.fixture.ts';
import type { Performed } from './executor.ts';
import { actOffline } from './offline/act.ts';

const message = 'as the test wants it';

test('a refused, an untaken and an uncertain action, and an option that is not there, have codes of their own', async () => {
  const app = fakeApp({
    start: '/cart',
    state: {},
    routes: {
      '/cart': () => [
        node('button', 'Refused', { fails: { code: 'refused', message } }),
        node('button', 'Untaken', { fails: { code: 'not-taken', message } }),
        node('button', 'Uncertain', { fails: { code: 'uncertain', message } }),
        node('combobox', 'Size', { value: 'S', options: ['S', 'M'] }),
      ],
    },
  });
  const codes: Record<string, string> = {};
  const note = (name: string, done: Performed): void => {
    codes[name] = done.ok ? 'done' : done.code;
  };
  const executor = scripted({
    'try all': async (step) => {
      for (const name of ['Refused', 'Untaken', 'Uncertain']) {
        const { id } = find(step.screen, { role: 'button', name });
        note(name, await step.perform({ kind: 'tap', target: id }));
      }
      const { id } = find(step.screen, { role: 'combobox', name: 'Size' });
      note('Size', await step.perform({ kind: 'select', target: id, option: 'XL' }));
      note('nothing', await step.perform({ kind: 'tap', target: 'n999' }));
      return { status: 'failed', summary: 'as said', code: codes.Size ?? '' };
    },
  });
  const { thrown } = await run({
    app,
    executor,
    settings: readWrite(),
    body: async (agent) => void (await agent.act('try all')),
  });
  expect(codes).toEqual({
    Refused: 'POLICY_DENIED',
    Untaken: 'ACTION_FAILED',
    Uncertain: 'ACTION_UNCERTAIN',
    Size: 'OPTION_NOT_FOUND',
    nothing: 'LOCATOR_NOT_FOUND',
  });
  expect((thrown as E2EError).code).toBe('OPTION_NOT_FOUND');
});

describe('the name of a secret, read where its value stands', () => {
  /** Does one action with it as the model would; says what came of it, and what the app was given. */
  async function trying(act: (target: string) => Action): Promise<{ done: Performed; given: string[] }> {
    const given: string[] = [];
    const app = fakeApp({
      start: '/cart',
      state: {},
      routes: {
        '/cart': (_state, page) => {
          given.push(page.path);
          return [
            node('textbox', 'Note', { onType: (_s, _app, text) => void given.push(text) }),
            node('combobox', 'Size', {
              options: ['<secret:token>'],
              onSelect: () => void given.push('chosen'),
            }),
            node('status', undefined, { text: 'Your token is tok-4821-walnut' }),
          ];
        },
      },
    });
    let done: Performed | undefined;
    const executor = scripted({
      'pass it on': async (step) => {
        done = await step.perform(act(find(step.screen, { role: 'textbox' }).id));
        return undefined;
      },
    });
    await run({
      app,
      executor,
      settings: readWrite(),
      secrets: { token: 'tok-4821-walnut' },
      body: async (agent) => void (await agent.act('pass it on')),
    });
    if (done === undefined) throw new Error('nothing was done');
    return { done, given: [...new Set(given)] };
  }

  test.each<readonly [string, (target: string) => Action, RegExp]>([
    [
      'typed',
      (target) => ({ kind: 'type', target, text: 'my <secret:token>' }),
      /^text of type has "<secret:token>".*use typeSecret with name "token"/,
    ],
    [
      'opened',
      () => ({ kind: 'navigate', url: '/other?q=<secret:token>' }),
      /^url of navigate.*No action but/,
    ],
    [
      'opened, spelled for a URL',
      () => ({ kind: 'navigate', url: '/other?q=%3Csecret%3Atoken%3E&r=%' }),
      /^url of navigate/,
    ],
    ['chosen', (target) => ({ kind: 'select', target, option: '<secret:token>' }), /^option of select/],
    ['pressed', () => ({ kind: 'press', key: '<secret:token>' }), /^key of press/],
    ['answered', () => ({ kind: 'dialog', accept: true, text: '<secret:token>' }), /^text of dialog/],
  ])('is refused when it is %s, and nothing is sent', async (_how, act, says) => {
    const { done, given } = await trying(act);
    expect(done).toMatchObject({ ok: false, code: 'POLICY_DENIED', message: expect.stringMatching(says) });
    expect(given).toEqual(['/cart']);
  });

  test('is told from what only looks like it', async () => {
    const { done, given } = await trying((target) => ({ kind: 'type', target, text: '<secret> 100 %' }));
    expect(done.ok).toBe(true);
    expect(given).toEqual(['/cart', '<secret> 100 %']);
  });
});

test('R24: the offline planner takes no other way after an action whose effect is unknown', async () => {
  const pressed: string[] = [];
  const app = fakeApp({
    start: '/cart',
    state: {},
    routes: {
      '/cart': () => [
        node('combobox', 'Size', {
          value: 'S',
          options: ['S', 'M'],
          fails: { code: 'uncertain', message },
        }),
        node('option', 'M', { onTap: () => void pressed.push('M') }),
      ],
    },
  });
  const { thrown } = await run({
    app,
    executor: { ...scripted({}), act: actOffline },
    settings: readWrite(),
    body: async (agent) => void (await agent.act('choose M in Size')),
  });
  expect((thrown as E2EError).code).toBe('ACTION_UNCERTAIN');
  expect(pressed).toEqual([]);
});
