// The examples of docs/testing-kit.md, as they stand there: the page is held to this file line by line.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  fakeApp,
  fakeEngine,
  find,
  manualClock,
  memoryStore,
  node,
  scripted,
  startModelServer,
} from './index.ts';

const options = { timeoutMs: 1000, signal: new AbortController().signal };

test('a fake app is described and driven', async () => {
  // docs: fake
  const app = fakeApp({
    start: '/cart',
    state: { items: 0 },
    routes: {
      '/cart': (state) => [
        node('heading', 'Cart'),
        node('button', 'Add item', {
          onTap: (s) => {
            s.items += 1;
          },
        }),
        node('status', undefined, { text: `${state.items} items` }),
      ],
    },
  });
  const engine = fakeEngine(app);
  // end
  const session = await (await engine.launch({ rootDir: '/' })).startAttempt({});
  await session.open();
  const { nodes } = await session.steady(options);
  const button = nodes.find((each) => each.role === 'button');
  if (button !== undefined) await session.perform({ kind: 'tap', target: button.id }, options);
  // docs: proof
  expect(engine.app.state.items).toBe(1);
  expect(engine.performed).toMatchObject([
    { action: { kind: 'tap', target: 'button "Add item"' }, result: { ok: true } },
  ]);
  // end
});

test('late content comes when the clock says so', async () => {
  // docs: clock
  const clock = manualClock();
  const app = fakeApp({
    start: '/',
    clock,
    state: { text: 'loading' },
    opened: (_state, page) =>
      page.later(500, (s) => {
        s.text = 'ready';
      }),
    routes: { '/': (state) => [node('status', undefined, { text: state.text })] },
  });
  // end
  const session = await (await fakeEngine(app).launch({ rootDir: '/' })).startAttempt({});
  await session.open();
  expect((await session.read()).nodes[0]?.text).toBe('loading');
  clock.advance(500);
  expect((await session.read()).nodes[0]?.text).toBe('ready');
});

test('a scripted executor is a table of goals', () => {
  // docs: scripted
  const executor = scripted(
    {
      'add one item to the cart': async (step) => {
        const button = find(step.screen, { role: 'button', name: 'Add item' });
        await step.perform({ kind: 'tap', target: button.id });
        return undefined;
      },
    },
    { judge: [[/is empty$/, ({ screen }) => screen.text.includes('0 items')]] },
  );
  // end
  expect(executor.calls).toEqual([]);
  expect(memoryStore().entries.size).toBe(0);
});

test('a model server answers in order', async () => {
  // docs: model
  const server = await startModelServer([
    { tool: 'tap', input: { target: '2' } },
    { status: 429, message: 'Rate limit reached', headers: { 'retry-after': '1' } },
    { tool: 'done', input: { summary: 'added one item', seen: '1 item' } },
  ]);
  const model = { baseURL: server.baseURL, model: 'scripted' };
  // end
  const ask = (): Promise<Response> =>
    fetch(`${model.baseURL}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: model.model, messages: [], tools: [] }),
    });
  const statuses = [(await ask()).status, (await ask()).status, (await ask()).status, (await ask()).status];
  await server.close();
  expect(statuses).toEqual([200, 429, 200, 500]);
  expect(server.requests).toHaveLength(4);
});

test('the page shows these examples as they run', async () => {
  const read = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');
  const source = await read('./docs.test.ts');
  const page = await read('../../../../docs/testing-kit.md');
  const examples = [...source.matchAll(/^ {2}\/\/ docs: \w+\n(.*?)^ {2}\/\/ end$/gms)];
  expect(examples).toHaveLength(5);
  for (const [, text] of examples) expect(page).toContain((text ?? '').replaceAll(/^ {2}/gm, ''));
});
