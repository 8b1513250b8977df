import { describe, expect, it } from 'vitest';
import { readingOf } from '../../screen/reading.fixture.ts';
import { toScreen } from '../../screen/view.ts';
import { type ModelAnswer, startModelServer } from '../../testing/model-server.ts';
import type { ActVision, ModelCall } from '../executor.ts';
import { type LanguageModel, modelLabel, modelName } from './choice.ts';
import { modelExecutor } from './executor.ts';
import { loadModel } from './provider.ts';

/** As much of a PNG as says how large it is: 3 × 2 pixels. */
const PNG = Uint8Array.from([...Array.from({ length: 19 }, () => 0), 3, 0, 0, 0, 2]);

const SCREEN = toScreen(readingOf({ role: 'status', text: 'ok' }));
const fault = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable('it did not throw'),
    (error: unknown) => error,
  );

/** What a model's act came to, and what it was counted as. */
async function act(
  model: LanguageModel,
  vision?: ActVision,
): Promise<{ readonly passed: boolean; readonly calls: readonly ModelCall[] }> {
  const calls: ModelCall[] = [];
  const verdict = await modelExecutor({ model }).act({
    instruction: 'look',
    params: {},
    context: '',
    screen: SCREEN,
    look: async () => SCREEN,
    ...(vision === undefined ? {} : { vision }),
    perform: async () => ({ ok: true, screen: SCREEN }),
    tools: [],
    callTool: () => expect.unreachable('this step has no tools'),
    countModelCall: (call) => calls.push(call),
    maxSteps: 3,
    signal: new AbortController().signal,
  });
  return { passed: verdict.status === 'passed', calls };
}

/** A request to the Messages API as its cache sees it: all of it in order, and how far each mark reaches. */
function cacheOf(body: unknown): { readonly all: string; readonly ends: readonly string[] } {
  const { tools, system, messages } = body as {
    readonly tools: readonly unknown[];
    readonly system: readonly object[];
    readonly messages: readonly { readonly role: string; readonly content: readonly object[] }[];
  };
  const blocks = [
    ...tools,
    ...system,
    ...messages.flatMap(({ role, content }) => content.map((block) => ({ role, ...block }))),
  ];
  const ends: string[] = [];
  let all = '';
  for (const block of blocks) {
    const { cache_control: mark, ...rest } = block as { readonly cache_control?: unknown };
    all += JSON.stringify(rest);
    if (mark !== undefined) ends.push(all);
  }
  return { all, ends };
}

const DONE = { tool: 'done', input: { summary: 'looked', seen: 'ok' } } as const;

describe('models', () => {
  it.each([
    [
      'v2',
      'stop',
      { inputTokens: 7, outputTokens: 2, cachedInputTokens: 3 },
      { body: { usage: { cost: 0.5 } } },
    ],
    [
      'v3',
      { unified: 'stop' },
      { inputTokens: { total: 7, cacheRead: 3 }, outputTokens: { total: 2 }, raw: { cost: 0.5 } },
      undefined,
    ],
    [
      'v4',
      { unified: 'stop' },
      { inputTokens: { total: 7, cacheRead: 3 }, outputTokens: { total: 2 }, raw: { cost: '0.5' } },
      {},
    ],
  ])(
    'drives an AI SDK model of spec %s, and counts its tokens and cost',
    async (specificationVersion, finishReason, usage, response) => {
      const { passed, calls } = await act({
        specificationVersion,
        provider: 'mine.chat',
        modelId: 'one',
        doGenerate: async () => ({
          content: [
            { type: 'tool-call', toolCallId: 'a', toolName: 'done', input: JSON.stringify(DONE.input) },
          ],
          finishReason,
          usage,
          response,
          warnings: [],
        }),
      });
      expect(passed).toBe(true);
      expect(calls).toEqual([
        { model: 'mine/one', inputTokens: 7, outputTokens: 2, cachedTokens: 3, costUsd: 0.5 },
      ]);
    },
  );

  it('gives a model its own reasoning back, with what its provider signed it with', async () => {
    const prompts: unknown[] = [];
    const metadata = { acme: { signature: 's1' } };
    const model: LanguageModel = {
      specificationVersion: 'v3',
      provider: 'acme',
      modelId: 'thinks',
      doGenerate: async (options: never) => {
        const { prompt } = options as { readonly prompt: unknown };
        const call = (name: string, input: unknown): unknown => ({
          type: 'tool-call',
          toolCallId: name,
          toolName: name,
          input: JSON.stringify(input),
          providerMetadata: metadata,
        });
        prompts.push(prompt);
        return {
          content: [
            { type: 'reasoning', text: 'hm', providerMetadata: metadata },
            prompts.length === 1 ? call('find', { text: 'ok' }) : call('done', DONE.input),
          ],
        };
      },
    };
    expect((await act(model)).passed).toBe(true);
    expect(prompts[1]).toContainEqual({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'hm', providerOptions: metadata },
        {
          type: 'tool-call',
          toolCallId: 'find',
          toolName: 'find',
          input: { text: 'ok' },
          providerOptions: metadata,
        },
      ],
    });
  });

  it('says that a model of an older AI SDK cannot be driven', async () => {
    const old = {
      specificationVersion: 'v1',
      provider: 'mine',
      modelId: 'one',
      doGenerate: async () => ({}),
    };
    expect(await fault(loadModel(old))).toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringMatching(/mine\/one.*spec v1.*AI SDK 5/u),
    });
  });

  it.each([
    ['openai/tiny-1', { OPENAI_API_KEY: 'k' }, 'OPENAI_BASE_URL', '', 'tiny-1', 'Bearer k'],
    ['anthropic/claude', { ANTHROPIC_API_KEY: 'k' }, 'ANTHROPIC_BASE_URL', '', 'claude', 'k'],
    ['anthropic/claude', { ANTHROPIC_API_KEY: 'k' }, 'ANTHROPIC_BASE_URL', '/v1', 'claude', 'k'],
    ['ollama/qwen3:14b', {}, 'OLLAMA_BASE_URL', '', 'qwen3:14b', undefined],
    ['lmstudio/qwen3', {}, 'LMSTUDIO_BASE_URL', '/v1', 'qwen3', undefined],
    ['acme/large', { AI_GATEWAY_API_KEY: 'g' }, 'AI_GATEWAY_BASE_URL', '', 'acme/large', 'Bearer g'],
    ['openai/tiny-1', { AI_GATEWAY_API_KEY: 'g' }, 'AI_GATEWAY_BASE_URL', '', 'openai/tiny-1', 'Bearer g'],
  ])('reaches %s by its key %j', async (id, env, variable, cut, model, authorization) => {
    const server = await startModelServer([DONE]);
    const baseURL = cut === '' ? server.baseURL : server.baseURL.replace(cut, '');
    await act((await loadModel(id, { ...env, [variable]: baseURL })).model);
    await server.close();
    expect(server.requests[0]).toMatchObject({ model, authorization });
  });

  it.each([
    ['v2', PNG],
    ['v3', PNG],
    ['v4', { type: 'data', data: PNG }],
  ])(
    'shows a model of spec %s a picture at the end of its prompt, and none of before',
    async (specificationVersion, data) => {
      const prompts: (readonly {
        readonly role: string;
        readonly content: unknown;
        readonly providerOptions?: unknown;
      }[])[] = [];
      const model: LanguageModel = {
        specificationVersion,
        provider: 'mine.chat',
        modelId: 'one',
        doGenerate: async (options: never) => {
          prompts.push((options as { readonly prompt: (typeof prompts)[number] }).prompt);
          const [toolName, input] = prompts.length === 1 ? ['find', { text: 'ok' }] : ['done', DONE.input];
          return {
            content: [{ type: 'tool-call', toolCallId: 'a', toolName, input: JSON.stringify(input) }],
          };
        },
      };
      const vision: ActVision = {
        mode: true,
        picture: async () => ({ png: PNG }),
        controlAt: async () => undefined,
      };
      expect((await act(model, vision)).passed).toBe(true);
      const ends = prompts.map((prompt) => prompt.at(-1));
      for (const end of ends) {
        expect(end).toEqual({
          role: 'user',
          content: [
            { type: 'text', text: 'The viewport now, 3 × 2 CSS pixels:' },
            { type: 'file', mediaType: 'image/png', data },
          ],
        });
      }
      expect(JSON.stringify(prompts[1]?.slice(0, -1))).not.toContain('image/png');
      // What comes before it is what the cache is for.
      expect(prompts.map((prompt) => prompt.at(-2)?.providerOptions)).toEqual([
        { anthropic: { cacheControl: { type: 'ephemeral' } } },
        { anthropic: { cacheControl: { type: 'ephemeral' } } },
      ]);
    },
  );

  it('marks for Anthropic where each prompt ends, and begins each with all that the one before had', async () => {
    // More calls in one turn than the 20 blocks over which Anthropic looks back for what it has.
    const many = (word: string): ModelAnswer => ({
      calls: Array.from({ length: 12 }, (_, index) => ({
        tool: 'find',
        input: { text: `${word} ${index}` },
      })),
    });
    const server = await startModelServer([many('one'), { text: '' }, many('two'), DONE]);
    const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.baseURL };
    const { passed, calls } = await act((await loadModel('anthropic/claude', env)).model);
    await server.close();
    expect(passed).toBe(true);
    expect(calls[0]).toEqual({
      model: 'anthropic/claude',
      inputTokens: 100,
      outputTokens: 10,
      cachedTokens: 40,
    });
    const prompts = server.requests.map(({ body }) => cacheOf(body));
    expect(prompts.map(({ ends }) => ends.length)).toEqual([2, 3, 3, 3]);
    for (const [index, { ends, all }] of prompts.entries()) {
      expect(ends.at(-1), 'the prompt itself is kept').toBe(all);
      const before = prompts[index - 1]?.all ?? '';
      expect(all.startsWith(before)).toBe(true);
      // After an answer of nothing there is one block more.
      if (index !== 0 && index !== 2) expect(ends, 'and found by the next').toContain(before);
    }
  });

  it.each([
    ['openai/gpt', 'openai/gpt', 'openai/gpt'],
    [{ baseURL: 'http://127.0.0.1:8000/v1', model: 'qwen' }, 'qwen', 'qwen at 127.0.0.1:8000'],
    [{ provider: 'openai.responses', modelId: 'gpt', doGenerate: () => {} }, 'openai/gpt', 'openai/gpt'],
    [{ provider: 'gateway', modelId: 'openai/gpt', doGenerate: () => {} }, 'openai/gpt', 'openai/gpt'],
  ])('calls %j by provider and model', (choice, name, label) => {
    const known = choice as Parameters<typeof modelName>[0];
    expect([modelName(known), modelLabel(known)]).toEqual([name, label]);
  });
  it('R6: says which key is missing', async () => {
    expect(await fault(loadModel('anthropic/some', {}))).toMatchObject({
      code: 'MODEL_PROVIDER_FAILED',
      message: expect.stringContaining('ANTHROPIC_API_KEY'),
    });
  });
  it.each(['acme/large', 'tiny', '', '/x', '__proto__/x'])('R6: knows no provider for "%s"', async (id) => {
    expect(await fault(loadModel(id, {}))).toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('openai'),
    });
  });
});
