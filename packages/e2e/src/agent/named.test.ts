// Secrets in addresses and alerts: a recording holds them by name, and a replay knows the place again. Whole attempts over the fake engine.
import { expect, test } from 'vitest';
import { secret } from '../cache/params.ts';
import { type FakeApp, fakeApp, find, type MemoryStore, node, scripted } from '../testing/index.ts';
import { readWrite, run } from './attempt.fixture.ts';
import type { Agent, Attempt } from './attempt.ts';

interface State {
  kept: number;
  warned: string;
}

/** Where the app goes once it has the value. */
type To = (value: string) => string;

const asQuery: To = (value) => `/found?q=${encodeURIComponent(value)}`;

function app(to: To): FakeApp<State> {
  return fakeApp<State>({
    start: '/',
    state: { kept: 0, warned: '' },
    routes: {
      '/': () => [
        node('textbox', 'Term'),
        node('button', 'Find', {
          onTap: (state, page) => {
            const value = page.value('Term');
            state.warned = `No more tries with ${value} today`;
            page.request({ method: 'POST', url: `/log/${encodeURIComponent(value)}`, status: 204 });
            page.go(to(value));
          },
        }),
      ],
      '/found': found,
      '/found/:term': found,
      '/found/:term/all': found,
    },
  });
}

const found = (state: State): ReturnType<typeof node<State>>[] => [
  node('heading', 'Found'),
  node('alert', undefined, { text: state.warned }),
  node('button', 'Keep', {
    onTap: (s) => {
      s.kept += 1;
    },
  }),
  node('status', undefined, { text: `kept ${state.kept}` }),
];

const executor = () =>
  scripted([
    [
      /^find/,
      async (step) => {
        const field = find(step.screen, { role: 'textbox' }).id;
        await step.perform({ kind: 'typeSecret', target: field, name: 'term' });
        await step.perform({ kind: 'tap', target: find(step.screen, { role: 'button' }).id });
        return undefined;
      },
    ],
    [
      'keep it',
      async (step) => {
        await step.perform({ kind: 'tap', target: find(step.screen, { role: 'button', name: 'Keep' }).id });
        return undefined;
      },
    ],
  ]);

const body = async (agent: Agent, attempt: Attempt): Promise<void> => {
  await agent.act('find {term}', { params: { term: secret('term') } });
  await agent.act('keep it');
  attempt.verified();
};

const runs = (store: MemoryStore, to: To, term: string) =>
  run({ app: app(to), path: '/', executor: executor(), settings: readWrite(store), secrets: { term }, body });

const outcomes = ({ steps }: Awaited<ReturnType<typeof run>>): unknown =>
  steps.map(({ cache }) => [cache?.mode, cache?.reason]);

const REPLAYED = [
  ['self-finalized', undefined],
  ['self-finalized', undefined],
];

test.each<readonly [string, To]>([
  ['in the query', asQuery],
  ['as a form spells it', (value) => `/found?q=${encodeURIComponent(value).replaceAll('%20', '+')}`],
  ['as a segment of the path', (value) => `/found/${encodeURIComponent(value)}/all`],
  ['as the path of a router', (value) => `/found#/${encodeURIComponent(value)}/all`],
])('R14 R45: an address with a secret %s is held by its name, and is the same place', async (_where, to) => {
  const { store } = readWrite();
  await runs(store, to, 'walnut&brass!');
  for (const text of store.entries.values()) expect(text).not.toContain('walnut');
  expect([...store.entries.values()].join()).toMatch(/"route": "\/found[^"]*<secret:term>/);
  expect(outcomes(await runs(store, to, 'walnut&brass!'))).toEqual(REPLAYED);
  // Its value of another day.
  expect(outcomes(await runs(store, to, 'copper+oak?'))).toEqual(REPLAYED);
});

test.concurrent.each<readonly [string, To]>([
  ['nothing', () => '/found?q='],
  ['another text', () => '/found?q=something'],
  ['a part of it', (value) => `/found?q=${encodeURIComponent(value.slice(0, 9))}`],
  ['its name', () => '/found?q=%3Csecret%3Aterm%3E'],
])('R27: an address with %s where the secret stood is another place', async (_what, to) => {
  const { store } = readWrite();
  await runs(store, asQuery, 'walnut&brass!');
  const { steps } = await runs(store, to, 'walnut&brass!');
  expect(steps[0]?.cache).toMatchObject({
    mode: 'agent-concluded',
    reason: 'end-mismatch',
    detail: expect.stringContaining('instead of "/found?q=<secret:term>"'),
  });
  expect(JSON.stringify(steps)).not.toContain('walnut');
});

test('R26: a recording whose address shows a part of a secret never replays', async () => {
  const { store } = readWrite();
  const part: To = (value) => `/found?q=${encodeURIComponent(value.slice(0, 9))}`;
  await runs(store, part, 'walnut&brass!');
  const { steps } = await runs(store, part, 'walnut&brass!');
  expect(steps[0]?.cache).toMatchObject({
    reason: 'truncated',
    detail: expect.stringContaining('an address shows a part of a secret'),
  });
  for (const text of store.entries.values()) expect(text).not.toContain('walnut');
});
