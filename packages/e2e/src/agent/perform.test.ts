// What an engine's failure is called towards an executor, and what the offline planner makes of one whose effect is unknown.
import { expect, test } from 'vitest';
import type { E2EError } from '../base/error.ts';
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
