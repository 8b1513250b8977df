// Every way to name a model, over whole runs: the configs of docs/models.md record through a scripted model server and then replay
// without asking it; model objects of AI SDK 5, 6 and 7, the last on a Node that it runs on.
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { ModelScript, ModelServer } from '../../e2e/src/testing/model-server.ts';
import { CART_TEST, FAKE_CART } from '../harness/files.ts';
import { addsItem, serveModel } from '../harness/model.ts';
import { findNode22 } from '../harness/node.ts';
import { makeProject, type Project, stepsOf } from '../harness/project.ts';
import { FETCH_HEADERS, relayTo } from '../harness/wire.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Stands for `e2e/web` in the configs of this file: the cart of an app in memory. */
const ENGINE = `import { fakeApp, fakeEngine, node } from 'e2e/testing';

export const web = () => fakeEngine(${FAKE_CART});
`;

const PAGE = await readFile(at('../../../docs/models.md'), 'utf8');
const CONFIGS = [...PAGE.matchAll(/^## (.+)$[\s\S]*?```ts\n([\s\S]*?)```/gm)].map(
  ([, title = '', config = '']) => [title, config] as const,
);
const [, SDK_CONFIG = ''] = CONFIGS.find(([title]) => title === 'A model of the AI SDK') ?? [];
const sdk = (version: number): string => SDK_CONFIG.replace('@ai-sdk/openai', `ai-sdk-${version}-openai`);

/** One project whose agents are the `default` agents of these configs, as they stand but for the app and the server. */
async function projectWith(configs: Readonly<Record<string, string>>, server: ModelServer): Promise<Project> {
  const names = Object.keys(configs);
  const files = Object.entries(configs).map(([name, config]) => [
    `${name}.ts`,
    config
      .replace("from 'e2e/web'", "from './engine.ts'")
      .replace(", app: { url: 'http://localhost:3000' }", '')
      .replace('http://localhost:8000/v1', server.baseURL),
  ]);
  const project = await makeProject({
    ...Object.fromEntries(files),
    'engine.ts': ENGINE,
    'e2e.config.ts': `${names.map((name) => `import ${name} from './${name}.ts';`).join('\n')}

export default { targets: ${names[0]}.targets, agents: { ${names.map((name) => `${name}: ${name}.agents.default`).join(', ')} } };
`,
    'tests/cart.e2e.ts': CART_TEST.replace(
      "'adds an item',",
      `'adds an item', { agent: ${JSON.stringify(names)} },`,
    ),
    'tests/judge.e2e.ts': JUDGE_TEST,
  });
  for (const version of [5, 6, 7]) {
    const name = `ai-sdk-${version}-openai`;
    await symlink(at(`../../../node_modules/${name}`), join(project.dir, 'node_modules', name), 'dir');
  }
  return project;
}

const JUDGE_TEST = `import { test } from 'e2e';

test('judges', { agent: 'judge' }, async ({ app, agent }) => {
  await app.open('/cart');
  await agent.assert('the cart is empty');
});
`;

function keys(server: ModelServer): Readonly<Record<string, string>> {
  return {
    ANTHROPIC_API_KEY: 'key-anthropic',
    ANTHROPIC_BASE_URL: server.baseURL,
    OPENAI_API_KEY: 'key-openai',
    OPENAI_BASE_URL: server.baseURL,
    OLLAMA_BASE_URL: server.baseURL,
    LLM_KEY: 'key-own',
  };
}

/** Answers an act or a judgment. */
const answers: ModelScript = (request) =>
  request.tools.some((tool) => tool.function.name === 'verdict')
    ? { tool: 'verdict', input: { status: 'holds', reason: 'it has 0 items', seen: ['0 items'] } }
    : addsItem(request);

test('docs/models.md: each config records through its model, and then replays without one', async () => {
  expect(CONFIGS.map(([title]) => title)).toEqual([
    'By name',
    'Anthropic',
    'A model on this machine',
    'Any other OpenAI-compatible server',
    'A model of the AI SDK',
    'Another model to judge',
  ]);
  const [named = '', anthropic = '', local = '', endpoint = '', , judge = ''] = CONFIGS.map(
    ([, config]) => config,
  );
  const server = await serveModel(answers);
  const project = await projectWith(
    { named, anthropic, local, endpoint, sdk5: sdk(5), sdk6: sdk(6), judge },
    server,
  );
  const first = await project.run(['run'], { env: keys(server) });
  expect(first.output).toContain('8 passed');
  expect(first.output).toMatch(
    /AI {2}1.6k tokens · 15 model calls · 600 tokens cached · openai\/gpt-6-luna-fast, anthropic\/claude-sonnet-5, ollama\/qwen3:14b, qwen3-32b/,
  );
  const asked = server.requests.map(
    ({ model, authorization }) => `${model} ${authorization ?? 'without a key'}`,
  );
  expect([...new Set(asked)].sort()).toEqual([
    'claude-sonnet-5 key-anthropic',
    'gpt-6-luna Bearer key-openai',
    'gpt-6-luna-fast Bearer key-openai',
    'qwen3-32b Bearer key-own',
    'qwen3:14b without a key',
  ]);
  const second = await project.run(['run', 'tests/cart.e2e.ts', '--no-model'], {
    env: { OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined },
  });
  expect(second.output).toContain('7 replayed');
  expect(second.exitCode).toBe(0);
  expect(server.requests).toHaveLength(asked.length);
});

test('Anthropic is sent what its API needs: no header for who asks, from where, or in whose name', async () => {
  const server = await serveModel(answers);
  const wire = await relayTo(server.baseURL);
  const [, anthropic = ''] = CONFIGS.find(([title]) => title === 'Anthropic') ?? [];
  const project = await projectWith({ anthropic }, server);
  const { output } = await project.run(['run', 'tests/cart.e2e.ts'], {
    env: { ...keys(server), ANTHROPIC_BASE_URL: wire.url },
  });
  expect(output).toContain('1 passed');
  const heads = wire
    .sent()
    .toString()
    .matchAll(/^([\w-]+): (.*)\r$/gmu);
  const headers = new Map([...heads].map(([, name = '', value = '']) => [name.toLowerCase(), value]));
  expect([...headers.keys()].sort()).toEqual(
    [...FETCH_HEADERS, 'anthropic-beta', 'anthropic-version', 'x-api-key'].sort(),
  );
  expect(headers.get('user-agent')?.replace(/\/v?\d[\d.]*/gu, '')).toBe(
    'ai-sdk/anthropic ai-sdk/provider-utils runtime/node.js',
  );
});

/** Notes each module that any process of a run loads. */
const WATCH_LOADS = {
  'watch.mjs': `import { register } from 'node:module';
register('./hooks.mjs', import.meta.url);
`,
  'hooks.mjs': `import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(new URL('loaded.txt', import.meta.url), url + '\\n');
  return await next(url, context);
}
`,
};

test('a run whose steps all replay loads nothing that asks a model', async () => {
  const server = await serveModel(answers);
  const project = await makeProject({
    ...WATCH_LOADS,
    'engine.ts': ENGINE,
    'e2e.config.ts': `import { web } from './engine.ts';

const model = { baseURL: '${server.baseURL}', model: 'tiny' };
export default { targets: [{ name: 'fake', engine: web() }], agents: { default: { model, judge: model } } };
`,
    'tests/cart.e2e.ts': CART_TEST,
  });
  const loadedBy = async (...args: readonly string[]): Promise<readonly string[]> => {
    await project.write({ 'loaded.txt': '' });
    const env = { NODE_OPTIONS: `--import=${join(project.dir, 'watch.mjs')}` };
    expect(await project.run(['run', ...args], { env })).toMatchObject({ exitCode: 0 });
    const urls = (await project.read('loaded.txt')).split('\n');
    return [
      ...new Set(urls.flatMap((url) => /(?:agent\/model\/.*|@ai-sdk\/[\w-]+)/u.exec(url)?.[0] ?? [])),
    ].sort();
  };
  const live = await loadedBy();
  for (const name of ['@ai-sdk/openai-compatible', 'agent/model/act.js', 'agent/model/provider.js']) {
    expect(live).toContain(name);
  }
  expect(await loadedBy()).toEqual(['agent/model/choice.js', 'agent/model/executor.js']);
  expect(server.requests).toHaveLength(2);
});

test('R6: a provider that fails is exit 3, a model that refuses exit 1, one that was only busy is asked again', async () => {
  const busy: string[] = [];
  const server = await serveModel((request) => {
    if (request.model === 'wrong-key') return { status: 401, message: 'Incorrect API key provided' };
    if (request.model === 'refuses') return { refusal: 'I will not.' };
    if (busy.push(request.model) > 1) return addsItem(request);
    return { status: 429, message: 'Rate limit reached', headers: { 'retry-after-ms': '10' } };
  });
  const agent = (model: string): string => `{ model: { baseURL: '${server.baseURL}', model: '${model}' } }`;
  const project = await makeProject({
    'engine.ts': ENGINE,
    'e2e.config.ts': `import { web } from './engine.ts';

export default {
  targets: [{ name: 'fake', engine: web() }],
  agents: { wrongKey: ${agent('wrong-key')}, refuses: ${agent('refuses')}, busy: ${agent('busy')} },
};
`,
    ...Object.fromEntries(
      ['wrongKey', 'refuses', 'busy'].map((name) => [
        `tests/${name}.e2e.ts`,
        CART_TEST.replace("'adds an item',", `'adds an item', { agent: '${name}' },`),
      ]),
    ),
  });
  const wrongKey = await project.run(['run', 'tests/wrongKey.e2e.ts']);
  expect(wrongKey).toMatchObject({
    exitCode: 3,
    output: expect.stringMatching(/wrong-key at 127.*answered 401.*Check the key/),
  });
  const refuses = await project.run(['run', 'tests/refuses.e2e.ts']);
  expect(refuses).toMatchObject({
    exitCode: 1,
    output: expect.stringMatching(/refuses at 127.*refused to answer.*I will not/),
  });
  expect(refuses.output).not.toMatch(/e2e\/dist|packages\/e2e|node:internal/);
  const patient = await project.run(['run', 'tests/busy.e2e.ts']);
  expect(patient).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining('busy: status 429, 10ms later'),
  });
  expect(stepsOf(await project.report(), 'adds an item')[0]?.retries).toEqual([
    { model: 'busy', reason: 'status 429', waitMs: 10 },
  ]);
});

const node22 = findNode22();

test.skipIf(node22 === undefined)(
  `a model of AI SDK 7, which needs Node 22, is driven there${node22 === undefined ? ` (only Node ${process.versions.node} on this machine: \`node scripts/setup.mjs --all-tests\` installs a newer one, where npm has one)` : ''}`,
  async () => {
    const server = await serveModel(answers);
    const project = await projectWith({ sdk7: sdk(7) }, server);
    const { output } = await project.run(['run', 'tests/cart.e2e.ts'], {
      ...(node22 === undefined ? {} : { node: node22 }),
      env: keys(server),
    });
    expect(output).toContain('220 tokens · 2 model calls · 80 tokens cached · openai/gpt-6-luna-fast');
    expect(output).toContain('1 passed');
  },
);
