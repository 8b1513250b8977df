// Executors that break their side of the port, over whole runs: each ends with the right code, exit code and a message that names
// executor and step, and shows the user no stack trace of the product.
import { describe, expect, test } from 'vitest';
import { makeProject } from '../harness/project.ts';

interface Ended {
  readonly exitCode: number | null;
  readonly output: string;
  readonly code: string | undefined;
  readonly message: string;
  readonly taps: number;
}

/** Runs one test whose agent has this executor, given as source. */
async function runWith(executor: string, body?: string): Promise<Ended> {
  const [only] = await runEach([executor], body);
  if (only === undefined) throw new Error('the test did not run');
  return only;
}

/** Runs the same test once per executor, in one project on a fake app. */
async function runEach(
  executors: readonly string[],
  body = "await agent.act('add one item');",
): Promise<readonly Ended[]> {
  const names = executors.map((_, index) => `agent${index}`);
  const project = await makeProject({
    'e2e.config.ts': `import { appendFileSync } from 'node:fs';
import { defineConfig } from 'e2e';
import { fakeApp, fakeEngine, node, scripted } from 'e2e/testing';

const app = fakeApp({
  start: '/cart',
  state: { items: 0 },
  routes: {
    '/cart': (state) => [
      node('button', 'Add item', { onTap: (s) => { s.items += 1; appendFileSync('taps.log', 'x'); } }),
      node('status', undefined, { text: state.items + ' items' }),
    ],
  },
});
const target = (step: { screen: { nodes: readonly { id: string; role: string }[] } }) =>
  step.screen.nodes.find((each) => each.role === 'button')?.id ?? 'none';

export default defineConfig({
  targets: [{ name: 'fake', engine: fakeEngine(app) }],
  agents: { ${executors.map((source, index) => `${names[index]}: { executor: ${source} }`).join(',\n')} },
});
`,
    'tests/cart.e2e.ts': `import { test } from 'e2e';

test('adds an item', { agent: ${JSON.stringify(names)} }, async ({ app, agent }) => {
  await app.open('/cart');
  ${body}
});
`,
  });
  const { exitCode, output } = await project.run(['run', '--retries', '0']);
  const report = await project.report();
  expect(report.run.exitCode).toBe(exitCode);
  // A user's mistake is shown in the user's files, never in ours.
  expect(output).not.toMatch(/e2e\/dist|packages\/e2e|node:internal/);
  expect(await project.list('.e2e/cache')).toEqual([]);
  const taps = (await project.read('taps.log').catch(() => '')).length;
  return names.map((name) => {
    const test = report.tests.find(({ agent }) => agent === name);
    expect(test?.status).toBe('failed');
    const error = test?.attempts.at(-1)?.steps.at(-1)?.error;
    return { exitCode, output, code: error?.code, message: error?.message ?? '', taps };
  });
}

describe('an executor that', { timeout: 60_000 }, () => {
  test('throws fails its step as ACTION_FAILED, exit 1', async () => {
    const run = await runWith(`{ name: 'mine', act: async () => { throw new Error('out of coffee'); } }`);
    expect([run.code, run.exitCode]).toEqual(['ACTION_FAILED', 1]);
    expect(run.message).toMatch(/"mine".*"add one item".*out of coffee/);
    expect(run.output).toContain(run.message);
    expect(run.output).toContain('tests/cart.e2e.ts:5');
  });

  test('hangs ends with its step as STEP_TIMEOUT, exit 1, and does nothing afterwards', async () => {
    const run = await runWith(
      `{
        name: 'mine',
        act: (step) => {
          step.signal.addEventListener('abort', () => {
            step.perform({ kind: 'tap', target: target(step) }).catch(() => {});
          });
          return new Promise(() => {});
        },
      }`,
      "await agent.act('add one item', { timeout: 300 });",
    );
    expect([run.code, run.exitCode, run.taps]).toEqual(['STEP_TIMEOUT', 1, 0]);
    expect(run.message).toContain('"add one item"');
    expect(run.output).toContain(run.message);
  });

  test('returns nonsense is MODEL_OUTPUT_INVALID, exit 1, whatever it did', async () => {
    const cases = [
      ['undefined', 'undefined'],
      ["'passed'", 'passed'],
      ["{ status: 'great', summary: '' }", 'great'],
      ["{ status: 'passed' }", 'summary'],
    ] as const;
    const runs = await runEach(
      cases.map(
        ([nonsense]) => `{ name: 'mine', act: (async (step) => {
          await step.perform({ kind: 'tap', target: target(step) });
          return ${nonsense};
        }) as never }`,
      ),
    );
    for (const [index, run] of runs.entries()) {
      expect([run.code, run.exitCode, run.taps]).toEqual(['MODEL_OUTPUT_INVALID', 1, cases.length]);
      expect(run.message).toMatch(/"mine".*"add one item"/);
      expect(run.message).toContain(cases[index]?.[1]);
    }
  });

  test('acts on a node that is not there gets that as an answer, and nothing is done', async () => {
    const run = await runWith(`{
      name: 'mine',
      act: async (step) => {
        const done = await step.perform({ kind: 'tap', target: 'no-such-node' });
        return { status: 'failed', summary: done.ok ? 'went through' : done.code + ': ' + done.message };
      },
    }`);
    expect([run.code, run.exitCode, run.taps]).toEqual(['ACTION_FAILED', 1, 0]);
    expect(run.message).toMatch(/"add one item".*LOCATOR_NOT_FOUND.*no-such-node/);
  });

  test('is blocked with a code of the list ends with that code; another code is AUTOMATION_UNSUPPORTED', async () => {
    const blocked = (code: string): string =>
      `{ name: 'mine', act: async () => ({ status: 'blocked', summary: 'there are no products', code: '${code}' }) }`;
    const [seed, unknown] = await runEach(['SEED_DATA_MISSING', 'OUT_OF_COFFEE'].map(blocked));
    expect([seed?.code, seed?.exitCode]).toEqual(['SEED_DATA_MISSING', 1]);
    expect([unknown?.code, unknown?.exitCode]).toEqual(['AUTOMATION_UNSUPPORTED', 1]);
    const provider = await runWith(blocked('MODEL_PROVIDER_FAILED'));
    expect([provider.code, provider.exitCode]).toEqual(['MODEL_PROVIDER_FAILED', 3]);
    expect(provider.message).toMatch(/"add one item".*there are no products/);
  });

  test('has no judge cannot assert: AUTOMATION_UNSUPPORTED, exit 1, with what to do instead', async () => {
    const run = await runWith(
      `{ name: 'mine', act: async () => ({ status: 'passed', summary: '' }) }`,
      "await agent.assert('the cart is empty');",
    );
    expect([run.code, run.exitCode]).toEqual(['AUTOMATION_UNSUPPORTED', 1]);
    expect(run.message).toMatch(/"the cart is empty".*"mine".*expect\(\)/);
  });

  test('has no script for the goal names the goal and the scripts it has', async () => {
    const run = await runWith(`scripted({ 'remove one item': async () => undefined })`);
    expect([run.code, run.exitCode]).toEqual(['ACTION_FAILED', 1]);
    expect(run.message).toMatch(/"scripted".*no script for the goal "add one item"/);
    expect(run.message).toContain('"remove one item"');
  });
});
