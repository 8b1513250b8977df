// Every way in which a model can fail a step, over the wire: the code, the exit code, what becomes of the recording, what the message says,
// how often the model was asked. Each row runs a step whose replay stops part-way, so that there is a recording to lose.
import { inspect } from 'node:util';
import { type ExpectStatic, test } from 'vitest';
import { E2EError, ERROR_CODES, type ErrorCode } from '../../base/error.ts';
import { type FakeApp, fakeApp, find, memoryStore, node, scripted } from '../../testing/index.ts';
import { type ModelAnswer, type ModelScript, startModelServer } from '../../testing/model-server.ts';
import { acting, readWrite, run } from '../attempt.fixture.ts';
import type { AttemptStep } from '../attempt.ts';
import type { Executor } from '../executor.ts';
import { type ModelOptions, modelExecutor } from './executor.ts';
import { failureOf } from './failure.ts';

const GOAL = 'add one item and pay';

interface Cart {
  items: number;
  paid: boolean;
}

/** A cart; a second Pay button stops a replay between its two actions. */
function cart(pays: number): FakeApp<Cart> {
  return fakeApp<Cart>({
    start: '/cart',
    state: { items: 0, paid: false },
    routes: {
      '/cart': (state) => [
        node('button', 'Add item', {
          onTap: (s) => {
            s.items += 1;
          },
        }),
        ...Array.from({ length: pays }, (_, index) =>
          node<Cart>('button', 'Pay', {
            key: `pay-${index}`,
            onTap: (s) => {
              s.paid = true;
            },
          }),
        ),
        node('status', undefined, { text: `${state.items} items` }),
        ...(state.paid ? [node<Cart>('heading', 'Paid')] : []),
      ],
    },
  });
}

const recorder = (): Executor =>
  scripted({
    [GOAL]: async ({ screen, perform }) => {
      for (const name of ['Add item', 'Pay']) {
        await perform({ kind: 'tap', target: find(screen, { role: 'button', name }).id });
      }
      return undefined;
    },
  });

/** The APIs that a model is asked by, and what a config and an environment say of it. */
type Api = 'chat completions' | 'the Messages API';
type Served = Pick<ModelOptions, 'model' | 'env'>;
const KEY = 'sk-test-1234';
const SERVED: Readonly<Record<Api, (baseURL: string, apiKey?: string) => Served>> = {
  'chat completions': (baseURL, apiKey = KEY) => ({ model: { baseURL, apiKey, model: 'tiny' } }),
  'the Messages API': (baseURL, apiKey = KEY) => ({
    model: 'anthropic/tiny',
    env: { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: baseURL },
  }),
};
const APIS = Object.keys(SERVED) as readonly Api[];

interface Row {
  /** Where only one of them can fail so. */
  readonly only?: Api;
  readonly answers: ModelScript;
  readonly code: ErrorCode;
  readonly says: readonly (string | RegExp)[];
  readonly asked: number;
  readonly retries?: readonly string[];
  readonly options?: Partial<ModelOptions>;
}

interface Failed {
  readonly step: AttemptStep | undefined;
  readonly error: E2EError;
  readonly kept: boolean;
  readonly asked: number;
}

/** Records the step, then runs it against the given model with a replay that stops after its first action. */
async function failWith(
  script: ModelScript,
  options: Partial<ModelOptions> = {},
  choose: (baseURL: string) => Served = SERVED['chat completions'],
): Promise<Failed> {
  const settings = readWrite(memoryStore());
  await run({ app: cart(1), executor: recorder(), settings, body: acting(GOAL) });
  const before = [...settings.store.entries];
  if (before.length !== 1) throw new Error('nothing was recorded');
  const server = await startModelServer(script);
  try {
    const executor = modelExecutor({ ...choose(server.baseURL), retryWaits: [1, 1, 1], ...options });
    const { steps, thrown } = await run({ app: cart(2), executor, settings, body: acting(GOAL) });
    if (!(thrown instanceof E2EError)) throw new Error(`no E2EError: ${String(thrown)}`);
    const kept = JSON.stringify([...settings.store.entries]) === JSON.stringify(before);
    return { step: steps[0], error: thrown, kept, asked: server.requests.length };
  } finally {
    await server.close();
  }
}

/** R6 and R7: no answer of a model leaves the recording as it is; a failure of the flow evicts it, since its replay was part of it. */
function holds(expect: ExpectStatic, failed: Failed, code: ErrorCode, says: Row['says']): void {
  expect(failed.error.code).toBe(code);
  const unanswered = code === 'MODEL_UNAVAILABLE' || code === 'MODEL_PROVIDER_FAILED';
  expect(ERROR_CODES[code]).toBe(unanswered ? 3 : 1);
  expect(failed.kept).toBe(unanswered);
  expect(failed.step?.cache).toMatchObject({ mode: 'agent-concluded', reason: 'target-ambiguous' });
  expect(failed.step?.cache?.write).toBe(unanswered ? undefined : 'evicted');
  for (const text of says) expect(failed.error.message).toMatch(text);
  expect(failed.error.message).not.toMatch(/sk-test-1234|\n {4}at /);
}

const always =
  (answer: ModelAnswer): ModelScript =>
  () =>
    answer;
const status = (code: number, message: string, headers?: Readonly<Record<string, string>>): ModelScript =>
  always({ status: code, message, ...(headers === undefined ? {} : { headers }) });

const ROWS: Readonly<Record<string, Row>> = {
  'a wrong key (401)': {
    answers: status(401, 'Incorrect API key provided: sk-test-1234'),
    code: 'MODEL_PROVIDER_FAILED',
    says: ['answered 401', 'Check the key'],
    asked: 1,
  },
  'no permission (403)': {
    answers: status(403, 'Country not supported'),
    code: 'MODEL_PROVIDER_FAILED',
    says: ['answered 403', 'Check the key'],
    asked: 1,
  },
  'a model that the account does not have (403)': {
    answers: status(403, 'Project does not have access to model `tiny`'),
    code: 'MODEL_UNAVAILABLE',
    says: ['answered 403', 'Check the model id'],
    asked: 1,
  },
  'no such model (404)': {
    answers: status(404, 'The model `tiny` does not exist'),
    code: 'MODEL_UNAVAILABLE',
    says: ['answered 404', 'Check the model id'],
    asked: 1,
  },
  'no credit left (429)': {
    answers: status(429, 'You exceeded your current quota (insufficient_quota)'),
    code: 'MODEL_PROVIDER_FAILED',
    says: ['answered 429', 'no credit'],
    asked: 1,
  },
  'no credit left (400)': {
    answers: status(400, 'Your credit balance is too low to access the API. Please go to Plans & Billing.'),
    code: 'MODEL_PROVIDER_FAILED',
    says: ['answered 400', 'no credit'],
    asked: 1,
  },
  'a rate limit without Retry-After': {
    answers: status(429, 'Rate limit reached'),
    code: 'MODEL_PROVIDER_FAILED',
    says: ['answered 429', 'fewer workers', 'Asked 4 times'],
    asked: 4,
    retries: ['status 429', 'status 429', 'status 429'],
  },
  'a rate limit with a Retry-After that is too long': {
    answers: status(429, 'Rate limit reached', { 'retry-after': '3600' }),
    code: 'MODEL_PROVIDER_FAILED',
    says: ['answered 429', 'asks to wait 3600 s'],
    asked: 1,
  },
  'a fault of the server (500)': {
    answers: status(500, 'Internal error'),
    code: 'MODEL_PROVIDER_FAILED',
    says: ['answered 500', 'try again later', 'Asked 4 times'],
    asked: 4,
    retries: ['status 500', 'status 500', 'status 500'],
  },
  'an overloaded server (503)': {
    answers: status(503, 'Overloaded'),
    code: 'MODEL_PROVIDER_FAILED',
    says: ['answered 503', 'try again later'],
    asked: 4,
    retries: ['status 503', 'status 503', 'status 503'],
  },
  'an overloaded provider (529)': {
    answers: status(529, 'Overloaded'),
    code: 'MODEL_PROVIDER_FAILED',
    says: ['answered 529', 'Overloaded', 'try again later', 'Asked 4 times'],
    asked: 4,
    retries: ['status 529', 'status 529', 'status 529'],
  },
  'a conflict with another request (409)': {
    answers: status(409, 'Conflict'),
    code: 'MODEL_PROVIDER_FAILED',
    says: ['answered 409', 'not ready', 'Asked 4 times'],
    asked: 4,
    retries: ['status 409', 'status 409', 'status 409'],
  },
  'a server that is not ready (425)': {
    answers: status(425, 'Too Early'),
    code: 'MODEL_PROVIDER_FAILED',
    says: ['answered 425', 'not ready', 'Asked 4 times'],
    asked: 4,
    retries: ['status 425', 'status 425', 'status 425'],
  },
  'a connection that breaks in mid-body': {
    answers: always({ reset: true }),
    code: 'MODEL_PROVIDER_FAILED',
    says: ['base URL'],
    asked: 4,
    retries: ['status 200', 'status 200', 'status 200'],
  },
  'no answer in time': {
    answers: always({ silent: true }),
    code: 'MODEL_PROVIDER_FAILED',
    says: ['did not answer within 2 s', 'faster model'],
    asked: 1,
    options: { answerTimeout: 2_000 },
  },
  'a body that is no JSON': {
    answers: always({ body: '{"id":"answer-0","choices":[{"mess' }),
    code: 'MODEL_PROVIDER_FAILED',
    says: ['no answer of a model server', 'base URL'],
    asked: 4,
    retries: ['status 200', 'status 200', 'status 200'],
  },
  'a web page': {
    answers: always({ body: '<html>Welcome</html>' }),
    code: 'MODEL_PROVIDER_FAILED',
    says: ['no answer of a model server', 'base URL'],
    asked: 1,
  },
  'JSON of another kind': {
    answers: always({ body: '{"hello":"world"}' }),
    code: 'MODEL_PROVIDER_FAILED',
    says: ['no answer of a model server', 'base URL'],
    asked: 4,
    retries: ['status 200', 'status 200', 'status 200'],
  },
  'invalid arguments of a tool': {
    answers: always({ tool: 'tap', input: { target: ['7'] } }),
    code: 'MODEL_OUTPUT_INVALID',
    says: ['3 unusable answers', 'tap needs target', 'better at calling tools'],
    asked: 3,
  },
  'arguments that are no JSON': {
    answers: always({ tool: 'tap', input: '{not json' }),
    code: 'MODEL_OUTPUT_INVALID',
    says: ['3 unusable answers', 'no JSON object'],
    asked: 3,
  },
  'a call that was cut off, whatever there is of it': {
    answers: always({ calls: [{ tool: 'press', input: { key: 'F9' } }], finish: 'length' }),
    code: 'MODEL_OUTPUT_INVALID',
    says: ['3 unusable answers', 'cut off in the middle of press'],
    asked: 3,
  },
  'a tool that does not exist': {
    answers: always({ tool: 'deleteEverything', input: {} }),
    code: 'MODEL_OUTPUT_INVALID',
    says: ['no tool "deleteEverything"'],
    asked: 3,
  },
  'words instead of a call': {
    answers: always({ text: 'I would press Pay.' }),
    code: 'MODEL_OUTPUT_INVALID',
    says: ['called no tool'],
    asked: 3,
  },
  'a refusal': {
    answers: always({ refusal: 'I will not pay for anybody.' }),
    code: 'MODEL_REFUSED',
    says: ['refused', 'I will not pay', 'use another model'],
    asked: 1,
  },
  'a refusal in words': {
    answers: always({ text: "I'm sorry, but I can't help with that." }),
    code: 'MODEL_REFUSED',
    says: ['refused', 'use another model'],
    asked: 1,
  },
  'a content filter': {
    answers: always({ text: '', finish: 'content_filter' }),
    code: 'MODEL_REFUSED',
    says: ['content filter', 'use another model'],
    asked: 1,
  },
  'a content filter of the request (400)': {
    answers: status(400, "The response was filtered due to Azure's content management policy"),
    code: 'MODEL_REFUSED',
    says: ['answered 400', 'content filter'],
    asked: 1,
  },
  'a context overflow': {
    answers: status(400, "This model's maximum context length is 8192 tokens"),
    code: 'CONTEXT_OVERFLOW',
    says: ['answered 400', 'larger context', 'split the goal'],
    asked: 1,
  },
  'a prompt over the limit of tokens': {
    answers: status(400, 'prompt is too long: 210000 tokens > 200000 maximum'),
    code: 'CONTEXT_OVERFLOW',
    says: ['answered 400', 'larger context', 'split the goal'],
    asked: 1,
  },
  'a prompt that leaves too little room for an answer': {
    answers: status(400, 'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000'),
    code: 'CONTEXT_OVERFLOW',
    says: ['answered 400', 'larger context', 'split the goal'],
    asked: 1,
  },
  'an answer that the context ends': {
    only: 'the Messages API',
    answers: always({ text: 'I would', finish: 'model_context_window_exceeded' }),
    code: 'CONTEXT_OVERFLOW',
    says: ['ran out of room', 'larger context', 'split the goal'],
    asked: 1,
  },
  'a content filter in the middle of a call': {
    answers: always({ calls: [{ tool: 'press', input: { key: 'F9' } }], finish: 'content_filter' }),
    code: 'MODEL_REFUSED',
    says: ['content filter', 'use another model'],
    asked: 1,
  },
  'an endless loop of the same call': {
    answers: always({ tool: 'press', input: { key: 'F9' } }),
    code: 'ACTION_FAILED',
    says: ['called press', '3 times', 'stayed the same', 'use another model'],
    asked: 3,
  },
};

for (const api of APIS) {
  for (const [title, row] of Object.entries(ROWS)) {
    if (row.only !== undefined && row.only !== api) continue;
    test.concurrent(`R6 R7: ${title} ends with its code, keeps or evicts, and says what to do (${api})`, async ({
      expect,
    }) => {
      const failed = await failWith(row.answers, row.options, SERVED[api]);
      // A string id says where only where the provider's own error has to do with it.
      const where =
        api === 'chat completions' || row.says.some((text) => String(text).startsWith('answered'));
      holds(expect, failed, row.code, ['tiny', ...(where ? [/127\.0\.0\.1:\d+/] : []), ...row.says]);
      expect(failed.asked).toBe(row.asked);
      expect(failed.step?.modelCalls).toBe(row.asked);
      expect(failed.step?.retries?.map(({ reason }) => reason) ?? []).toEqual(row.retries ?? []);
    });
  }
}

test.concurrent('R6: a refused connection is not asked again, and the address is named', async ({
  expect,
}) => {
  const gone = await startModelServer([]);
  await gone.close();
  const host = new URL(gone.baseURL).host;
  for (const api of APIS) {
    const failed = await failWith([], {}, () => SERVED[api](gone.baseURL));
    holds(expect, failed, 'MODEL_PROVIDER_FAILED', [
      `tiny at ${host}`,
      'ECONNREFUSED',
      'Check that the base URL',
    ]);
    expect([failed.step?.modelCalls, failed.step?.retries]).toEqual([1, undefined]);
  }
});

const SPOKEN: readonly (readonly [string, ModelScript, string, string])[] = [
  [
    'is refused',
    status(401, 'No such key: quiet walnut 9'),
    'quiet walnut 9',
    'No such key: <secret:apiKey>',
  ],
  ['is refused, encoded', status(401, 'Bad: quiet%20walnut%209'), 'quiet walnut 9', 'Bad: <secret:apiKey>'],
  ['a refusal repeats', always({ refusal: 'quiet walnut 9 may not.' }), 'quiet walnut 9', '<secret:apiKey>'],
  ['cannot be sent', [], 'quiet walnut 9\n\u2028', 'tiny'],
];
for (const [title, script, apiKey, says] of SPOKEN) {
  for (const api of APIS) {
    test.concurrent(`a key of any form that ${title} is in no message (${api})`, async ({ expect }) => {
      const { error, step } = await failWith(script, {}, (baseURL) => SERVED[api](baseURL, apiKey));
      expect(error.message).toContain(says);
      expect(inspect([error, error.cause, error.data, step], { depth: 9 })).not.toMatch(/quiet.*walnut/u);
    });
  }
}

test.concurrent('a key that a failed call says back is not in the reason for asking again', ({ expect }) => {
  const { reason } = failureOf(new Error('fetch failed for quiet walnut 9'), 'mine/one', (text) =>
    text.replaceAll('quiet walnut 9', '<secret:apiKey>'),
  );
  expect(reason).toBe('fetch failed for <secret:apiKey>');
});

test.concurrent('R6: a missing key is named, and nothing is asked', async ({ expect }) => {
  for (const [model, key] of [
    ['mistral/tiny', 'MISTRAL_API_KEY'],
    ['anthropic/tiny', 'ANTHROPIC_API_KEY'],
  ] as const) {
    const failed = await failWith([], {}, () => ({ model, env: {} }));
    holds(expect, failed, 'MODEL_PROVIDER_FAILED', [model, key, 'AI_GATEWAY_API_KEY']);
    expect(failed.step?.modelCalls).toBe(0);
  }
});

for (const [api, served] of Object.entries(SERVED)) {
  test.concurrent(`a rate limit that passes is waited for as it asks, and the step goes on (${api})`, async ({
    expect,
  }) => {
    const model = api === 'chat completions' ? 'tiny' : 'anthropic/tiny';
    const server = await startModelServer([
      { status: 429, message: 'Rate limit reached', headers: { 'retry-after': '0.05' } },
      { status: 503, message: 'Overloaded', headers: { 'retry-after-ms': '20' } },
      { status: 500, message: 'Internal error' },
      { tool: 'fail', input: { reason: 'there is no cart' } },
    ]);
    const executor = modelExecutor({
      ...served(server.baseURL),
      retryWaits: [5_000, 5_000, 3],
    });
    const { steps, thrown } = await run({
      app: cart(1),
      executor,
      settings: readWrite(),
      body: acting(GOAL),
    });
    await server.close();
    expect(thrown).toMatchObject({
      code: 'ACTION_FAILED',
      message: expect.stringContaining('there is no cart'),
    });
    expect(steps[0]).toMatchObject({
      modelCalls: 4,
      retries: [
        { model, reason: 'status 429', waitMs: 50 },
        { model, reason: 'status 503', waitMs: 20 },
        { model, reason: 'status 500', waitMs: 3 },
      ],
    });
  });
}

test.concurrent('a server that knows no required tool choice is asked with auto', async ({ expect }) => {
  const choices: unknown[] = [];
  const server = await startModelServer((request) => {
    choices.push((request as unknown as { readonly tool_choice: unknown }).tool_choice);
    return choices.length === 1
      ? { status: 400, message: 'tool_choice "required" is not supported' }
      : { tool: 'fail', input: { reason: 'no' } };
  });
  const executor = modelExecutor({ model: { baseURL: server.baseURL, model: 'tiny' } });
  await run({ app: cart(1), executor, settings: readWrite(), body: acting(GOAL) });
  await server.close();
  expect(choices).toEqual(['required', 'auto']);
});
