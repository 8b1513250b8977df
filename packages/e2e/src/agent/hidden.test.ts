// Everything that an executor is told of a step, over whole attempts: a secret that the goal, the context, the page or an error shows.
import { expect, test } from 'vitest';
import { type FakeApp, fakeApp, find, node } from '../testing/index.ts';
import { readWrite, run } from './attempt.fixture.ts';
import type { ActStep, Executor, JudgeStep, Performed } from './executor.ts';

const SECRET = 'tok "4821" & <walnut>';

const app: FakeApp<{ token: string }> = fakeApp({
  start: '/form',
  state: { token: '' },
  routes: {
    '/form': (state) => [
      node('textbox', 'Token', {
        value: state.token,
        onType: (s, _app, text) => {
          s.token = text;
        },
      }),
      node('combobox', 'Plan', { options: ['free'] }),
      node('status', undefined, { text: state.token === '' ? 'Empty' : `Your token is ${state.token}` }),
    ],
  },
});

/** Types the secret, asks for an option of that name, looks again, and keeps all that it was told. */
function curious(callsNoModel: boolean): { readonly told: unknown[]; readonly executor: Executor } {
  const told: unknown[] = [];
  const executor: Executor = {
    name: 'curious',
    callsNoModel,
    async act(step: ActStep) {
      const keep = (performed: Performed): Performed => {
        told.push(performed);
        return performed;
      };
      const { screen } = keep(
        await step.perform({
          kind: 'typeSecret',
          target: find(step.screen, { name: 'Token' }).id,
          name: 'token',
        }),
      );
      keep(await step.perform({ kind: 'select', target: find(screen, { name: 'Plan' }).id, option: SECRET }));
      told.push([step.instruction, step.params, step.context, step.handOff, step.screen, await step.look()]);
      return { status: 'passed', summary: 'typed it' };
    },
    async judge({ statement, screen, schema }: JudgeStep) {
      told.push([statement, screen, schema]);
      return { status: 'holds', reason: 'it does' };
    },
  };
  return { told, executor };
}

async function tell(
  callsNoModel: boolean,
  known: 'secrets' | 'lateSecrets' = 'secrets',
  goal = `type ${SECRET} for {who}`,
): Promise<string> {
  const { told, executor } = curious(callsNoModel);
  const { thrown } = await run({
    app,
    path: '/form',
    executor,
    settings: readWrite(),
    [known]: { token: SECRET },
    body: async (agent) => {
      await agent.act(goal, { params: { who: 'the owner' } });
      await agent.assert(`it reads ${SECRET}`);
    },
  });
  expect(thrown).toBeUndefined();
  return JSON.stringify(told);
}

/** Part of the secret that every spelling of it has. */
const PART = '4821';

test('R45: an executor that may ask a model reads a secret by its name, whoever shows it', async () => {
  const text = await tell(false);
  expect(text).not.toContain(PART);
  for (const written of [
    'type <secret:token> for the owner',
    'Your token is <secret:token>',
    'value=\\"<secret:token>\\"',
    'it reads <secret:token>',
    '<secret:token>\\" is none of the options',
  ])
    expect(text).toContain(written);
});

test('one that asks no model is told all, as it is on the screen', async () => {
  expect(await tell(true)).toContain(PART);
});

test('R45: also a secret that is first fetched in the middle of the step', async () => {
  const text = await tell(false, 'lateSecrets', 'type it for {who}');
  expect(text).not.toContain(PART);
  expect(text).toContain('Your token is <secret:token>');
});
