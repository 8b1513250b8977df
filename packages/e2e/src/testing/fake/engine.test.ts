import { describe, expect, test } from 'vitest';
import type { Session } from '../../engine/contract.ts';
import type { ReadNode } from '../../screen/node.ts';
import { type FakeApp, fakeApp, node } from './app.ts';
import { type FakeEngine, type FakeEngineOptions, fakeEngine } from './engine.ts';
import { manualClock } from './timers.ts';

const call = (timeoutMs = 200): { timeoutMs: number; signal: AbortSignal } => ({
  timeoutMs,
  signal: new AbortController().signal,
});

async function start<State>(
  app: FakeApp<State>,
  options?: FakeEngineOptions,
): Promise<{
  engine: FakeEngine<State>;
  session: Session;
  at: (role: string, name?: string) => Promise<ReadNode>;
}> {
  const engine = fakeEngine(app, options);
  const running = await engine.launch({ rootDir: import.meta.dirname });
  const session = await running.startAttempt({});
  await session.open();
  const at = async (role: string, name?: string): Promise<ReadNode> => {
    const { nodes } = await session.read();
    const found = nodes.filter((each) => each.role === role && (name === undefined || each.name === name));
    expect(found).toHaveLength(1);
    return found[0] as ReadNode;
  };
  return { engine, session, at };
}

const cart = fakeApp({
  start: '/cart',
  state: { items: 0, log: [] as string[] },
  routes: {
    '/cart': (state) => [
      node('heading', 'Cart'),
      node('button', 'Add item', {
        onTap: (s) => {
          s.items += 1;
        },
      }),
      node('status', undefined, { text: `${state.items} items` }),
      node('link', 'Checkout', { href: '/checkout?from=cart' }),
      node('list', 'Lines', {
        children: Array.from({ length: state.items }, (_, index) =>
          node('listitem', `Line ${index + 1}`, { children: [node('button', 'Remove')] }),
        ),
      }),
    ],
    '/checkout': {
      title: 'Pay',
      screen: (_state, app) => [
        node('textbox', 'Name', { placeholder: 'Your name' }),
        node('textbox', 'Code', { password: true }),
        node('checkbox', 'Terms'),
        node('combobox', 'Country', { value: 'Spain', options: ['Spain', 'Italy'] }),
        node('group', 'Delivery', {
          children: [node('radio', 'Slow', { checked: true }), node('radio', 'Fast')],
        }),
        node('button', 'Order', {
          disabled: !app.checked('Terms'),
          onTap: (s, a) => s.log.push(a.value('Name')),
        }),
      ],
    },
  },
});

describe('the fake engine reads', () => {
  test('nodes in document order with parent and depth', async () => {
    const { session, at } = await start(cart);
    await session.perform({ kind: 'tap', target: (await at('button', 'Add item')).id }, call());
    const reading = await session.read();
    expect(reading).toMatchObject({ location: 'http://app.test/cart', title: 'Cart', page: 0, pages: 1 });
    expect(
      reading.nodes.map(({ role, name, text, depth, parent }) => [role, name ?? text, depth, parent]),
    ).toEqual([
      ['heading', 'Cart', 0, -1],
      ['button', 'Add item', 0, -1],
      ['status', '1 items', 0, -1],
      ['link', 'Checkout', 0, -1],
      ['list', 'Lines', 0, -1],
      ['listitem', 'Line 1', 1, 4],
      ['button', 'Remove', 2, 5],
    ]);
  });

  test('one element under the same id until it goes away', async () => {
    const app = fakeApp({
      start: '/',
      state: { shown: true },
      routes: { '/': (state) => (state.shown ? [node('button', 'Save')] : []) },
    });
    const { engine, at } = await start(app);
    const first = await at('button', 'Save');
    expect((await at('button', 'Save')).id).toBe(first.id);
    for (const shown of [false, true]) {
      engine.app.update((state) => {
        state.shown = shown;
      });
    }
    expect((await at('button', 'Save')).id).not.toBe(first.id);
  });

  test('content that differs at every look', async () => {
    const app = fakeApp({
      start: '/',
      state: {},
      routes: { '/': (_state, { readings }) => [node('status', undefined, { text: `look ${readings}` })] },
    });
    const { at } = await start(app);
    expect((await at('status')).text).toBe('look 1');
    expect((await at('status')).text).toBe('look 2');
  });

  test('a device-like app with its screen title as location', async () => {
    const { engine, session } = await start(cart, {
      name: 'device',
      location: 'title',
      capabilities: { requests: false, dialogs: false, pages: false },
    });
    expect((await session.read()).location).toBe('Cart');
    expect(session.browser).toBeUndefined();
    expect(engine.actions.has('dialog')).toBe(false);
    expect(engine.actions.has('page')).toBe(false);
    const result = await session.perform({ kind: 'page', index: 0 }, call());
    expect(result).toMatchObject({ ok: false, code: 'unsupported' });
  });

  test('a path without a route as a page that says so', async () => {
    const { session } = await start(cart);
    await session.open('/nowhere');
    expect((await session.read()).title).toBe('Not found');
    await expect(session.open('https://other.test/')).rejects.toMatchObject({ code: 'APP_UNREACHABLE' });
  });
});

describe('the fake engine acts', () => {
  test('on fields, which keep what they were given until the page goes', async () => {
    const { engine, session, at } = await start(cart);
    await session.perform({ kind: 'tap', target: (await at('link', 'Checkout')).id }, call());
    expect((await session.read()).location).toBe('http://app.test/checkout?from=cart');
    await session.perform({ kind: 'type', target: (await at('textbox', 'Name')).id, text: 'Ann' }, call());
    await session.perform(
      { kind: 'typeSecret', target: (await at('textbox', 'Code')).id, name: 'code' },
      { ...call(), secret: 'hush' },
    );
    await session.perform({ kind: 'select', target: (await at('combobox')).id, option: 'Italy' }, call());
    await session.perform({ kind: 'check', target: (await at('checkbox')).id, checked: true }, call());
    await session.perform({ kind: 'tap', target: (await at('radio', 'Fast')).id }, call());
    await session.perform({ kind: 'tap', target: (await at('button', 'Order')).id }, call());
    expect(await at('textbox', 'Name')).toMatchObject({ value: 'Ann', placeholder: 'Your name' });
    expect((await at('textbox', 'Code')).value).toBe('••••••••');
    expect((await at('combobox')).value).toBe('Italy');
    expect((await at('radio', 'Slow')).checked).toBe(false);
    expect((await at('radio', 'Fast')).checked).toBe(true);
    expect(engine.app.state.log).toEqual(['Ann']);
    expect(JSON.stringify(engine.performed)).not.toContain('hush');
    await session.perform({ kind: 'back' }, call());
    await session.perform({ kind: 'forward' }, call());
    expect((await at('textbox', 'Name')).value).toBe('');
  });

  test('and waits for a control to become enabled, but not longer than it may', async () => {
    const clock = manualClock();
    const app = fakeApp({
      start: '/',
      clock,
      state: { ready: false, taps: 0 },
      routes: {
        '/': (state) => [
          node('button', 'Load', {
            onTap: (_s, { later }) =>
              later(500, (s) => {
                s.ready = true;
              }),
          }),
          node('button', 'Go', {
            disabled: !state.ready,
            onTap: (s) => {
              s.taps += 1;
            },
          }),
        ],
      },
    });
    const { engine, session, at } = await start(app);
    const go = (await at('button', 'Go')).id;
    expect(await session.perform({ kind: 'tap', target: go }, call(20))).toEqual({
      ok: false,
      code: 'disabled',
      message: 'button "Go" is disabled',
    });
    await session.perform({ kind: 'tap', target: (await at('button', 'Load')).id }, call());
    const waiting = session.perform({ kind: 'tap', target: go }, call(5000));
    clock.advance(499);
    expect(engine.app.state.taps).toBe(0);
    clock.advance(1);
    expect(await waiting).toEqual({ ok: true });
    expect(engine.app.state.taps).toBe(1);
    expect(
      engine.performed.map(({ action, result }) => [
        action.kind,
        'target' in action && action.target,
        result.ok,
      ]),
    ).toEqual([
      ['tap', 'button "Go"', false],
      ['tap', 'button "Load"', true],
      ['tap', 'button "Go"', true],
    ]);
  });
});

describe('the fake engine waits', () => {
  test('and counts a change between the last reading and the call', async () => {
    const { engine, session } = await start(cart);
    await session.read();
    engine.app.update((state) => {
      state.items = 3;
    });
    expect(await session.changed(call(0))).toBe(true);
    await session.read();
    expect(await session.changed(call(10))).toBe(false);
  });

  test('for a request in flight before a screen is steady', async () => {
    const app = fakeApp({
      start: '/',
      state: { saved: false },
      routes: {
        '/': (state) => [
          node('button', 'Save', {
            onTap: (_s, { request }) =>
              request({
                method: 'POST',
                url: '/api',
                status: 201,
                afterMs: 40,
                answered: (s) => {
                  s.saved = true;
                },
              }),
          }),
          node('status', undefined, { text: state.saved ? 'saved' : '' }),
        ],
      },
    });
    const { session, at } = await start(app);
    await session.perform({ kind: 'tap', target: (await at('button')).id }, call());
    expect(session.requests()).toEqual([{ method: 'POST', url: 'http://app.test/api' }]);
    const reading = await session.steady(call(5000));
    expect(reading.nodes.at(-1)?.text).toBe('saved');
    expect(session.requests()).toEqual([{ method: 'POST', url: 'http://app.test/api', status: 201 }]);
  });
});
