// The shop's suite with a model for its agent: recorded over the wire, replayed without a word to the model. Judged steps are never
// recorded (spec §1), so a suite that has some asks for them on every run, and for nothing else.
import { expect, test } from 'vitest';
import type { RunReport, StepRecord } from '../../e2e/src/report/record.ts';
import type { ModelRequest, ModelServer } from '../../e2e/src/testing/model-server.ts';
import { serveModel, toldTo } from '../harness/model.ts';
import type { Project } from '../harness/project.ts';
import { customer, isJudgment } from '../shop/customer.ts';
import { MODEL_KEY, makeShop, shopEnv } from '../shop/suite.ts';

/** Each a whole run of eight tests in a browser, on a machine that may be busy with others. */
const TIMEOUT_MS = 600_000;

function steps(report: RunReport, api: string): readonly StepRecord[] {
  return report.tests
    .flatMap(({ attempts }) => attempts.flatMap((attempt) => attempt.steps))
    .filter((step) => step.api === api);
}

/** The statements of the suite's judged steps, in the order of its files. */
const STATEMENTS = [
  '"Thank you for your order" is visible',
  'the alert reads "Missing or wrong: email, street, country, delivery date."',
  'the alert reads "The email or the password is wrong."',
];

function statementOf(request: ModelRequest): string | undefined {
  return isJudgment(request) ? /^Statement: (.+)$/mu.exec(toldTo(request))?.[1] : undefined;
}

/** The suite with its judged steps said as checks; none of its `act` steps is another one by that. */
async function withoutJudge(project: Project): Promise<void> {
  let replaced = 0;
  for (const file of await project.list('tests')) {
    const text = await project.read(`tests/${file}`);
    const checked = text
      .replace(/agent\.assert\('"(.+)" is visible'\)/gu, "expect(screen.getByText('$1')).toBeVisible()")
      .replace(
        /agent\.assert\('the alert reads "(.+)"'\)/gu,
        "expect(screen.getByRole('alert')).toHaveText('$1')",
      )
      .replace(
        "async ({ app, agent, browser }) => {\n  await app.open('/sign-in')",
        "async ({ app, agent, browser, screen }) => {\n  await app.open('/sign-in')",
      );
    replaced +=
      (text.match(/agent\.assert/gu) ?? []).length - (checked.match(/agent\.assert/gu) ?? []).length;
    await project.write({ [`tests/${file}`]: checked });
  }
  expect(replaced).toBe(STATEMENTS.length);
}

async function entries(project: Project): Promise<Readonly<Record<string, string>>> {
  const names = await project.list('.e2e/cache');
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await project.read(`.e2e/cache/${name}`)])),
  );
}

/** What a server was asked from the given request on. */
function since(server: ModelServer, first: number): readonly (string | undefined)[] {
  return server.requests.slice(first).map(statementOf);
}

test('the shop records through a model; replayed, no act asks it again, and --no-model needs none', {
  timeout: TIMEOUT_MS,
}, async () => {
  const server = await serveModel(customer);
  const project = await makeShop({ baseURL: server.baseURL });
  const env = await shopEnv(project);

  // The server answers 500 to a goal without a script, so that a suite that grew is noticed here.
  const first = await project.run(['run'], { env });
  expect(first).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('8 passed (8)') });
  const recorded = await project.report();
  const acts = steps(recorded, 'agent.act');
  expect(acts).toHaveLength(17);
  for (const act of acts)
    expect(act).toMatchObject({ status: 'passed', cache: { mode: 'missed', write: 'saved' } });
  expect(steps(recorded, 'agent.assert')).toHaveLength(STATEMENTS.length);
  const asked = server.requests.length;
  expect(recorded.run.ai).toMatchObject({ modelCalls: asked, models: ['customer'] });
  expect([...new Set(server.requests.map(({ authorization }) => authorization))]).toEqual([
    `Bearer ${MODEL_KEY}`,
  ]);
  const kept = await entries(project);

  const second = await project.run(['run'], { env });
  expect(second).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('17 replayed') });
  // As the suite stands: one request per judged step, none of any `act`.
  expect(since(server, asked)).toEqual(STATEMENTS);
  for (const act of steps(await project.report(), 'agent.act'))
    expect(act).toMatchObject({ modelCalls: 0, cache: { mode: 'self-finalized', write: 'kept' } });
  expect(await entries(project)).toEqual(kept);

  // `--no-model` fails the judged steps, by name, and replays up to them.
  const judged = await project.run(['run', '--no-model'], { env });
  expect(judged).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('5 passed | 3 failed (8)') });
  const failed = (await project.report()).tests.filter(({ status }) => status === 'failed');
  expect(failed.map(({ attempts }) => attempts.at(-1)?.error)).toMatchObject(
    STATEMENTS.map((statement) => ({
      code: 'MODEL_UNAVAILABLE',
      message: `--no-model: agent.assert ${JSON.stringify(statement)} would have to run live (judged steps are never replayed). Check it with expect(), or leave it to runs with a model`,
    })),
  );
  expect(await entries(project)).toEqual(kept);
  expect(server.requests).toHaveLength(asked + STATEMENTS.length);

  await withoutJudge(project);
  const checked = await project.run(['run'], { env });
  expect(checked).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('17 replayed') });
  expect(checked.stdout).toContain('AI  0 model calls');
  const without = await project.run(['run', '--no-model'], { env });
  expect(without).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('17 replayed') });
  expect((await project.report()).run.ai.modelCalls).toBe(0);

  const fresh = await project.run(['run', '--no-model', '--cache-dir', 'fresh'], { env });
  expect(fresh).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('8 failed (8)') });
  const unrecorded = (await project.report()).tests.map(({ attempts }) => attempts.at(-1)?.error?.message);
  expect(unrecorded).toHaveLength(8);
  expect(
    unrecorded.map((message) => /^--no-model: step "(.+)" would have to run live/u.exec(message ?? '')?.[1]),
  ).toEqual([
    'add one item to the cart',
    'add Walnut Desk to the cart',
    'search for Walnut, then add Walnut Desk to the cart',
    'sign in as ann@shop.test with password <secret:password>',
    'sign in as ann@shop.test with password <secret:password>',
    'sign in as ben@shop.test with password <secret:password>',
    'sign in as ann@shop.test with password <secret:password>',
    'sign in as ann@shop.test with password guess, then expect an error',
  ]);
  expect(await project.list('fresh')).toEqual([]);
  expect(server.requests).toHaveLength(asked + STATEMENTS.length);
});
