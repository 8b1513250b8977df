// A model that sees the picture alone: its tools name points, and what stands there is acted on; over the wire, on a fake app whose elements
// have places.
import { expect, test } from 'vitest';
import { type FakeApp, fakeApp, node } from '../../testing/index.ts';
import { type ModelAnswer, type ModelRequest, startModelServer } from '../../testing/model-server.ts';
import { acting, readWrite, run } from '../attempt.fixture.ts';
import { modelExecutor } from './executor.ts';

interface State {
  said: string;
}

/** Element number n is a strip of this place. */
const strip = (n: number): { x: number; y: number; width: number; height: number } => ({
  x: 100,
  y: n * 40,
  width: 200,
  height: 30,
});
const on = (n: number): { x: number; y: number } => ({ x: 150, y: n * 40 + 10 });

const says = (text: string) => (state: State) => {
  state.said = text;
};

const form = (): FakeApp<State> =>
  fakeApp<State>({
    start: '/form',
    state: { said: 'untouched' },
    routes: {
      '/form': (state) => [
        node('textbox', 'City', { box: strip(1), onType: (s, _app, text) => says(`city ${text}`)(s) }),
        node('checkbox', 'Gift wrap', {
          box: strip(2),
          checked: false,
          onCheck: (s, _app, checked) => says(`wrap ${checked}`)(s),
        }),
        node('button', 'Save', { box: strip(3), onTap: says('saved'), onDoubleTap: says('saved twice') }),
        node('img', 'Map', { box: strip(4), onTap: says('mapped') }),
        node('status', undefined, { text: state.said }),
      ],
    },
  });

/** What one turn of the model does to the app, and what it is told of that. */
async function turn(...calls: readonly ModelAnswer[]): Promise<{
  readonly performed: readonly unknown[];
  readonly told: string;
  readonly requests: readonly ModelRequest[];
}> {
  const server = await startModelServer([...calls, { tool: 'fail', input: { reason: 'that is all' } }]);
  const executor = modelExecutor({ model: { baseURL: server.baseURL, model: 'tiny' } });
  const { performed } = await run({
    app: form(),
    path: '/form',
    executor,
    settings: readWrite(),
    body: acting('use the form for Oslo'),
    vision: 'only',
  });
  await server.close();
  const last = server.requests
    .at(-1)
    ?.messages.filter(({ role }) => role === 'tool')
    .at(-1);
  return {
    performed: performed.map(({ action }) => action),
    told: String(last?.content ?? ''),
    requests: server.requests,
  };
}

test.each<[string, ModelAnswer, unknown]>([
  [
    'typing, into the field',
    { tool: 'type', input: { ...on(1), text: 'Oslo' } },
    { kind: 'type', target: 'textbox "City"', text: 'Oslo' },
  ],
  [
    'checking, the box',
    { tool: 'check', input: { ...on(2), checked: true } },
    { kind: 'check', target: 'checkbox "Gift wrap"', checked: true },
  ],
  ['a tap, on the control', { tool: 'tap', input: on(3) }, { kind: 'tap', target: 'button "Save"' }],
  ['a tap, on what is no control', { tool: 'tap', input: on(4) }, { kind: 'tapAt', ...on(4) }],
  ['pointing, at the control', { tool: 'hover', input: on(3) }, { kind: 'hover', target: 'button "Save"' }],
  [
    'a double tap, on whatever is there',
    { tool: 'doubleTap', input: on(3) },
    { kind: 'doubleTap', target: 'button "Save"' },
  ],
  [
    'a key, in the field',
    { tool: 'press', input: { ...on(1), key: 'Enter' } },
    { kind: 'press', target: 'textbox "City"', key: 'Enter' },
  ],
  ['a key, where the focus is', { tool: 'press', input: { key: 'Enter' } }, { kind: 'press', key: 'Enter' }],
  [
    'dragging, from one onto the other',
    { tool: 'drag', input: { ...on(4), toX: 150, toY: 130 } },
    { kind: 'drag', target: 'img "Map"', to: 'button "Save"' },
  ],
])('%s at the point', async (_what, call, action) => {
  const { performed, requests } = await turn(call);
  expect(performed).toEqual([action]);
  // No line of the screen, before it or after.
  for (const words of ['City', 'Gift', 'untouched', 'saved'])
    expect(JSON.stringify(requests).includes(words), words).toBe(false);
});

test.each<[string, ModelAnswer, string]>([
  [
    'where there is no control for it',
    { tool: 'type', input: { ...on(3), text: 'Oslo' } },
    'at 150, 130 is no control to type',
  ],
  [
    'beside everything',
    { tool: 'check', input: { x: 5, y: 5, checked: true } },
    'at 5, 5 is no control to check',
  ],
  ['that is none', { tool: 'type', input: { x: 'left', y: 3, text: 'Oslo' } }, 'type needs x'],
  ['that is missing', { tool: 'tap', input: { target: '3' } }, 'tap needs x'],
])('nothing is done at a point %s, and the model is told', async (_what, call, says) => {
  const { performed, told } = await turn(call);
  expect(performed).toEqual([]);
  expect(told).toContain(says);
});
