// Executors of one's own, contexts, and several agents in one test, over whole runs: what an executor is given (framework spec §5), and what
// of it a recording belongs to (R9).
import { describe, expect, test } from 'vitest';
import type { RunReport, TestRecord } from '../../e2e/src/report/record.ts';
import { FAKE_CART } from '../harness/files.ts';
import { makeProject, type Project } from '../harness/project.ts';

/** Two agents with an executor each, which note what they are given. `EXTRA`: more of the buyer. */
const CONFIG = `import { appendFileSync } from 'node:fs';
import { defineConfig } from 'e2e';
import { fakeApp, fakeEngine, find, node } from 'e2e/testing';

const note = (by, what) => appendFileSync('told.jsonl', JSON.stringify({ by, ...what }) + '\\n');
const own = (name) => ({
  name,
  version: '3.1',
  act: async (step) => {
    const { instruction, params, context, handOff, maxSteps } = step;
    const { location, title, text, nodes } = step.screen;
    const done = await step.perform({ kind: 'tap', target: find(step.screen, { role: 'button', name: 'Add item' }).id });
    const failed = await step.perform({ kind: 'tap', target: 'gone' });
    const roles = nodes.map(({ role }) => role);
    note(name, {
      instruction, params, context, handOff, maxSteps, location, title, text, roles,
      done: done.ok, failed: failed.code, status: find(done.screen, { role: 'status' }).text,
      looked: find(await step.look(), { role: 'status' }).text, aborted: step.signal.aborted,
    });
    return { status: 'passed', summary: name + ' did it' };
  },
  judge: async ({ kind, statement, context, screen, schema }) => {
    note(name, { kind, statement, context, status: find(screen, { role: 'status' }).text, asked: schema !== undefined });
    return { status: 'holds', reason: 'it says so', value: { items: 1 } };
  },
});

export default defineConfig({
  targets: [{ name: 'fake', engine: fakeEngine(${FAKE_CART}) }],
  agents: {
    buyer: { executor: own('buying'), context: process.env.ABOUT, maxSteps: 7 },
    admin: { executor: own('administering') },
  },
  secrets: { code: () => process.env.CODE ?? '' },
  workers: 1,
});
`;

const TEST = `import { expect, secret, test } from 'e2e';

test('adds', { agent: ['buyer', 'admin'], agentContext: process.env.ABOUT_TEST }, async ({ app, agent, screen }) => {
  await app.open('/cart');
  await agent.act('add {what} with {code}', { params: { what: 'one item', code: secret('code') } });
  await expect(screen.getByRole('status')).toHaveText('1 item');
  await agent.assert('the cart has an item');
  await agent.waitFor('the cart is at rest');
  const { items } = await agent.extract('how many items', { schema: {
    '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) },
  } });
  expect([agent.name, items]).toEqual([agent.name, 1]);
});
`;

interface Told {
  readonly by: string;
  readonly kind?: string;
  readonly [field: string]: unknown;
}

async function toldIn(project: Project): Promise<readonly Told[]> {
  const lines = (await project.read('told.jsonl').catch(() => '')).trim().split('\n').filter(Boolean);
  await project.write({ 'told.jsonl': '' });
  return lines.map((line) => JSON.parse(line) as Told);
}

const ofAgent = (report: RunReport, name: string): TestRecord | undefined =>
  report.tests.find(({ agent }) => agent === name);
const modesOf = (report: RunReport): readonly (string | undefined)[] =>
  ['buyer', 'admin'].map((name) => ofAgent(report, name)?.attempts[0]?.steps[0]?.cache?.mode);

const ENV = { ABOUT: 'You buy for a school.', ABOUT_TEST: 'The cart is empty.', CODE: 'walnut-and-brass-77' };

async function recorded(): Promise<Project> {
  const project = await makeProject({ 'e2e.config.ts': CONFIG, 'tests/cart.e2e.ts': TEST });
  const { exitCode, output } = await project.run(['run'], { env: ENV });
  expect(exitCode, output).toBe(0);
  return project;
}

describe('agents of one’s own', { timeout: 120_000 }, () => {
  test('a test of several agents runs once with each, and each is given all that the port names', async () => {
    const project = await recorded();
    const told = await toldIn(project);
    const acts = told.filter(({ kind }) => kind === undefined);
    const common = {
      instruction: 'add one item with <secret:code>',
      params: { what: 'one item', code: '<secret:code>' },
      location: expect.stringContaining('/cart'),
      roles: ['heading', 'button', 'status'],
      text: expect.stringContaining('button "Add item"'),
      done: true,
      failed: 'LOCATOR_NOT_FOUND',
      status: '1 item',
      looked: '1 item',
      aborted: false,
    };
    expect(acts).toEqual([
      expect.objectContaining({
        ...common,
        by: 'buying',
        context: 'You buy for a school.\n\nThe cart is empty.',
        maxSteps: 7,
      }),
      expect.objectContaining({
        ...common,
        by: 'administering',
        context: 'The cart is empty.',
        maxSteps: 25,
      }),
    ]);
    expect(told.filter(({ by }) => by === 'buying').slice(1)).toEqual(
      (['assert', 'waitFor', 'extract'] as const).map((kind) => ({
        by: 'buying',
        kind,
        statement: {
          assert: 'the cart has an item',
          waitFor: 'the cart is at rest',
          extract: 'how many items',
        }[kind],
        context: 'You buy for a school.\n\nThe cart is empty.',
        status: '1 item',
        asked: false,
      })),
    );
    const report = await project.report();
    expect(report.tests.map(({ agent, status }) => [agent, status])).toEqual([
      ['buyer', 'passed'],
      ['admin', 'passed'],
    ]);
    expect(ofAgent(report, 'admin')?.attempts[0]?.steps[0]).toMatchObject({
      summary: 'administering did it',
      cache: { mode: 'missed', reason: 'no-entry', write: 'saved' },
    });
    expect(await project.list('.e2e/cache')).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain(ENV.CODE);
  });

  test('R9 R10 R11: a recording belongs to one agent and its contexts, not to what stands behind its name', async () => {
    const project = await recorded();
    await toldIn(project);
    // Another executor behind the same agent.
    await project.write({ 'e2e.config.ts': CONFIG.replaceAll("own('buying')", "own('buying anew')") });
    const again = await project.run(['run'], { env: ENV });
    expect(again.output).toContain('2 replayed');
    expect((await toldIn(project)).filter(({ kind }) => kind === undefined)).toEqual([]);
    expect(ofAgent(await project.report(), 'buyer')?.attempts[0]?.steps[0]?.cache?.recordedBy).toMatchObject({
      executor: 'buying',
    });

    const cases = [
      [{ ...ENV, ABOUT: 'You buy for a hospital.' }, ['missed', 'self-finalized']],
      [{ ...ENV, ABOUT_TEST: 'The cart is full.' }, ['missed', 'missed']],
    ] as const;
    for (const [env, modes] of cases) {
      await project.run(['run'], { env });
      expect(modesOf(await project.report())).toEqual(modes);
    }
  });

  test('R9: a secret in a context is part of the key by its name, and of nothing by its value', async () => {
    const env = (code: string): Readonly<Record<string, string>> => ({
      ...ENV,
      CODE: code,
      ABOUT: `Your code is ${code}.`,
      ABOUT_TEST: `It was ${code}.`,
    });
    const project = await makeProject({ 'e2e.config.ts': CONFIG, 'tests/cart.e2e.ts': TEST });
    expect(await project.run(['run'], { env: env('walnut-and-brass-77') })).toMatchObject({ exitCode: 0 });
    await project.run(['run'], { env: env('quiet-lantern-88') });
    expect(modesOf(await project.report())).toEqual(['self-finalized', 'self-finalized']);
    const names = await project.list('.e2e/cache');
    for (const name of names)
      expect(await project.read(`.e2e/cache/${name}`)).not.toMatch(/walnut-and-brass|quiet-lantern/);
  });

  test('an executor is told what a replay did, and goes on from there', async () => {
    const project = await recorded();
    await toldIn(project);
    // Two buttons of the recorded name.
    await project.write({
      'e2e.config.ts': CONFIG.replace(
        "node('button', 'Add item',",
        "node('button', 'Add item', { key: 'other' }), node('button', 'Add item',",
      ).replace(
        "find(step.screen, { role: 'button', name: 'Add item' })",
        "step.screen.nodes.findLast(({ role }) => role === 'button')",
      ),
    });
    await project.run(['run'], { env: ENV });
    const [first] = await toldIn(project);
    expect(first).toMatchObject({
      by: 'buying',
      handOff: {
        performed: [],
        remaining: ['tap button "Add item"'],
        reason: 'target-ambiguous',
        detail: expect.stringContaining('at action 1 of 1'),
      },
    });
    expect(modesOf(await project.report())).toEqual(['agent-concluded', 'agent-concluded']);
  });
});
