// Every way in which a model fails, over whole runs with a config as users write it: code, exit code, the recording's file, and a message that
// names provider, model and what to do. Each row hands off a recording first, so that there is one to lose. The same rows against the core,
// with what is counted and the time limit of an answer: agent/model/failures.test.ts.
import { expect, test } from 'vitest';
import type { ModelAnswer, ModelServer } from '../../e2e/src/testing/model-server.ts';
import { serveModel } from '../harness/model.ts';
import { makeProject, type Project, testOf } from '../harness/project.ts';
import { freePort } from '../harness/server.ts';

interface Row {
  /** What the server answers, always. */
  readonly answer?: ModelAnswer;
  /** Where the model is, as source. Default: at the server. */
  readonly model?: string;
  readonly code: string;
  /** Beside the model's name and place. */
  readonly says: RegExp;
  readonly retries?: number;
}

const AT_ONCE = { 'retry-after-ms': '1' };
const status = (code: number, message: string, headers?: Readonly<Record<string, string>>): ModelAnswer => ({
  status: code,
  message,
  ...(headers === undefined ? {} : { headers }),
});

/** No model answered: exit 3, and the recording stays (R6). */
const UNANSWERED: Readonly<Record<string, Row>> = {
  'missing-key': {
    model: "'mistral/missing-key'",
    code: 'MODEL_PROVIDER_FAILED',
    says: /mistral\/missing-key.*set MISTRAL_API_KEY/is,
  },
  'wrong-key': {
    answer: status(401, 'Incorrect API key provided'),
    code: 'MODEL_PROVIDER_FAILED',
    says: /answered 401.*Check the key/,
  },
  forbidden: {
    answer: status(403, 'Country not supported'),
    code: 'MODEL_PROVIDER_FAILED',
    says: /answered 403.*Check the key/,
  },
  'no-model': {
    answer: status(404, 'The model does not exist'),
    code: 'MODEL_UNAVAILABLE',
    says: /answered 404.*Check the model id/,
  },
  'rate-limit': {
    answer: status(429, 'Rate limit reached', AT_ONCE),
    code: 'MODEL_PROVIDER_FAILED',
    says: /answered 429.*fewer workers.*Asked 4 times/,
    retries: 3,
  },
  'long-rate-limit': {
    answer: status(429, 'Rate limit reached', { 'retry-after': '3600' }),
    code: 'MODEL_PROVIDER_FAILED',
    says: /answered 429.*asks to wait 3600 s/,
  },
  'server-fault': {
    answer: status(500, 'Internal error', AT_ONCE),
    code: 'MODEL_PROVIDER_FAILED',
    says: /answered 500.*try again later.*Asked 4 times/,
    retries: 3,
  },
  overloaded: {
    answer: status(503, 'Overloaded', AT_ONCE),
    code: 'MODEL_PROVIDER_FAILED',
    says: /answered 503.*try again later/,
    retries: 3,
  },
  refused: {
    model: "{ baseURL: 'http://127.0.0.1:CLOSED/v1', model: 'refused' }",
    code: 'MODEL_PROVIDER_FAILED',
    says: /ECONNREFUSED.*Check that the base URL/,
  },
  reset: { answer: { reset: true }, code: 'MODEL_PROVIDER_FAILED', says: /base URL/, retries: 3 },
  garbage: {
    answer: { body: '{"id":"answer-0","choices":[{"mess' },
    code: 'MODEL_PROVIDER_FAILED',
    says: /no answer of a model server.*base URL/,
    retries: 3,
  },
};

/** A failure of the flow: exit 1, and the recording whose replay was part of it goes (R7). */
const FAILED: Readonly<Record<string, Row>> = {
  'bad-arguments': {
    answer: { tool: 'tap', input: { target: ['7'] } },
    code: 'MODEL_OUTPUT_INVALID',
    says: /3 unusable answers.*tap needs target.*use a model that is better at calling tools/,
  },
  'no-such-tool': {
    answer: { tool: 'deleteEverything', input: {} },
    code: 'MODEL_OUTPUT_INVALID',
    says: /no tool "deleteEverything".*use a model that is better at calling tools/,
  },
  refusal: {
    answer: { refusal: 'I will not pay for anybody.' },
    code: 'MODEL_REFUSED',
    says: /refused.*I will not pay.*use another model/,
  },
  overflow: {
    answer: status(400, "This model's maximum context length is 8192 tokens"),
    code: 'CONTEXT_OVERFLOW',
    says: /answered 400.*split the goal/i,
  },
  loop: {
    answer: { tool: 'press', input: { key: 'F9' } },
    code: 'ACTION_FAILED',
    says: /called press.*3 times, and the screen stayed the same\. .*word the goal.*use another model/,
  },
};

const ROWS = { ...UNANSWERED, ...FAILED };
const NAMES = Object.keys(ROWS);
const SLOW: ReadonlySet<string> = new Set(['reset', 'garbage']);
const GOAL = 'add one item and pay';

const config = (server: ModelServer, closed: number): string => `import { defineConfig } from 'e2e';
import { fakeApp, fakeEngine, find, node, scripted } from 'e2e/testing';

// Two Pay buttons stop a replay between its two actions.
const pays = process.env.RECORDS ? 1 : 2;
const app = fakeApp({
  start: '/cart',
  state: { items: 0, paid: false },
  routes: {
    '/cart': (state) => [
      node('button', 'Add item', { onTap: (s) => { s.items += 1; } }),
      ...Array.from({ length: pays }, (_, index) => node('button', 'Pay', { key: 'pay-' + index, onTap: (s) => { s.paid = true; } })),
      node('status', undefined, { text: state.items + ' items' }),
      ...(state.paid ? [node('heading', 'Paid')] : []),
    ],
  },
});
const recorder = scripted({
  '${GOAL}': async ({ screen, perform }) => {
    for (const name of ['Add item', 'Pay']) await perform({ kind: 'tap', target: find(screen, { role: 'button', name }).id });
    return undefined;
  },
});
const models = {
${NAMES.map((name) => `  '${name}': ${ROWS[name]?.model?.replace('CLOSED', String(closed)) ?? `{ baseURL: '${server.baseURL}', apiKey: 'sk-test-1234', model: '${name}' }`},`).join('\n')}
};

export default defineConfig({
  targets: [{ name: 'fake', engine: fakeEngine(app) }],
  agents: Object.fromEntries(Object.entries(models).map(([name, model]) => [name, process.env.RECORDS ? { executor: recorder } : { model }])),
  workers: 3,
});
`;

const tests = (names: readonly string[]): string => `import { expect, test } from 'e2e';
${names
  .map(
    (name) => `
test('${name}', { agent: '${name}' }, async ({ app, agent, screen }) => {
  await app.open('/cart');
  await agent.act('${GOAL}');
  await expect(screen.getByRole('heading', { name: 'Paid' })).toBeVisible();
});`,
  )
  .join('\n')}
`;

/** Every recording, by file. */
async function recordings(project: Project): Promise<Readonly<Record<string, string>>> {
  const names = await project.list('.e2e/cache');
  const texts = await Promise.all(names.map((name) => project.read(`.e2e/cache/${name}`)));
  return Object.fromEntries(names.map((name, at) => [name, texts[at] ?? '']));
}

test.each([
  ['R6: nobody answered', UNANSWERED, 3],
  ['R7: the flow failed', FAILED, 1],
] as const)(
  '%s: each row has its code, exit code, recording and advice',
  { timeout: 180_000 },
  async (_title, rows, exit) => {
    const names = Object.keys(rows);
    const server = await serveModel(({ model }) => ROWS[model]?.answer ?? { text: '' });
    const project = await makeProject({
      'e2e.config.ts': config(server, await freePort()),
      // These wait 13 s until they are asked for the last time: beside the others.
      ...Object.fromEntries(
        names.filter((name) => SLOW.has(name)).map((name) => [`tests/${name}.e2e.ts`, tests([name])]),
      ),
      'tests/pay.e2e.ts': tests(names.filter((name) => !SLOW.has(name))),
    });
    const env = { MISTRAL_API_KEY: undefined, AI_GATEWAY_API_KEY: undefined };
    const first = await project.run(['run'], { env: { ...env, RECORDS: '1' } });
    expect(first.exitCode, first.output).toBe(0);
    const before = await recordings(project);
    expect(Object.keys(before)).toHaveLength(Object.keys(rows).length);

    const { exitCode, output } = await project.run(['run', '--retries', '0'], { env });
    expect(exitCode, output).toBe(exit);
    expect(output).not.toMatch(/sk-test-1234|e2e\/dist|packages\/e2e|node:internal/);
    const report = await project.report();
    for (const [name, { code, says, retries = 0 }] of Object.entries(rows)) {
      const { attempts } = testOf(report, name);
      const [step] = attempts[0]?.steps ?? [];
      expect.soft([name, step?.error?.code]).toEqual([name, code]);
      const message = step?.error?.message ?? '';
      expect.soft(message, name).toMatch(says);
      expect.soft(message, name).toContain(name);
      if (name !== 'missing-key') expect.soft(message, name).toMatch(/127\.0\.0\.1:\d+/);
      expect.soft([name, step?.retries?.length ?? 0]).toEqual([name, retries]);
      expect
        .soft([name, step?.cache])
        .toMatchObject([name, { mode: 'agent-concluded', reason: 'target-ambiguous' }]);
      expect.soft([name, step?.cache?.write]).toEqual([name, exit === 3 ? undefined : 'evicted']);
      // On the terminal too.
      expect.soft(output).toContain(code);
    }
    expect(await recordings(project)).toEqual(exit === 3 ? before : {});
  },
);
