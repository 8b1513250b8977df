// The examples of docs/agent.md as one suite, against a scripted model: it records, and the second run asks the model for nothing but judgments.
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { ModelAnswer, ModelRequest } from '../../e2e/src/testing/model-server.ts';
import { idOf, serveModel, toldTo } from '../harness/model.ts';
import { makeProject, stepsOf } from '../harness/project.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const PAGE = await readFile(at('../../../docs/agent.md'), 'utf8');
/** Those of "Pictures" need a browser, and are run in vision.test.ts. */
const EXAMPLES = [
  ...PAGE.replace(/^## Pictures$[\s\S]*?(?=^## )/mu, '').matchAll(/```ts\n([\s\S]*?)```/g),
].map(([, text = '']) => text);

const config = (baseURL: string): string => `import { defineConfig } from 'e2e';
import { fakeApp, fakeEngine, node } from 'e2e/testing';

const app = fakeApp({
  start: '/shop',
  state: { items: 0, ordered: false },
  routes: {
    '/shop': (state) => [
      node('heading', 'Shop'),
      node('button', 'Add Walnut Desk', { onTap: (s) => { s.items += 1; } }),
      node('button', 'Order', { onTap: (s) => { s.ordered = true; } }),
      node('status', undefined, { text: state.ordered ? 'Order placed' : state.items + (state.items === 1 ? ' item' : ' items') }),
    ],
  },
});

export default defineConfig({
  targets: [{ name: 'fake', engine: fakeEngine(app) }],
  agents: { default: { model: { baseURL: '${baseURL}', model: 'tiny' } } },
});
`;

/** A customer that knows this one shop. */
function customer(request: ModelRequest): ModelAnswer {
  if (request.tools.some((tool) => tool.function.name === 'verdict')) {
    const value = toldTo(request).includes('Extract:') ? { value: { items: 1 } } : {};
    return {
      tool: 'verdict',
      input: { status: 'holds', reason: 'it says 1 item', seen: ['1 item'], ...value },
    };
  }
  const isOrder = toldTo(request).includes('then order it');
  if (request.messages.some(({ role }) => role === 'tool')) {
    const seen = isOrder ? 'Order placed' : '1 item';
    return { tool: 'done', input: { summary: 'did it', seen } };
  }
  const tap = (name: string): { readonly tool: string; readonly input: unknown } => ({
    tool: 'tap',
    input: { target: idOf(request, 'button', name) },
  });
  return { calls: [tap('Add Walnut Desk'), ...(isOrder ? [tap('Order')] : [])] };
}

test('docs/agent.md: its examples record with a model, and replay without one', async () => {
  const server = await serveModel(customer);
  const tests = Object.fromEntries(EXAMPLES.map((text, index) => [`tests/example-${index}.e2e.ts`, text]));
  expect(EXAMPLES).toHaveLength(4);
  const project = await makeProject({ 'e2e.config.ts': config(server.baseURL), ...tests });
  await symlink(at('../../../node_modules/zod'), join(project.dir, 'node_modules/zod'), 'dir');
  const first = await project.run(['run']);
  expect(first.output).toContain('4 passed');
  const report = await project.report();
  expect(stepsOf(report, 'orders a product')[0]).toMatchObject({
    modelCalls: 2,
    summary: 'did it (seen: "Order placed")',
    cache: { write: 'saved' },
  });
  expect(stepsOf(report, 'shows the cart').map(({ api, modelCalls }) => [api, modelCalls])).toEqual([
    ['agent.act', 2],
    ['agent.waitFor', 1],
    ['agent.assert', 1],
    ['agent.extract', 1],
  ]);
  const told = server.requests.map(toldTo).filter((text) => text.includes('You buy desks for a school.'));
  expect(told).toHaveLength(2);
  const asked = server.requests.length;
  expect(asked).toBe(11);
  const second = await project.run(['run']);
  expect(second.output).toMatch(/4 passed[\s\S]*AI {2}330 tokens · 3 model calls[\s\S]*Cache {2}4 replayed/);
  expect(server.requests).toHaveLength(asked + 3);
});
