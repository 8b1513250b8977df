import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isSameSite } from './site.ts';
import { call, WebRig } from './web.fixture.ts';

const rig = new WebRig();
beforeAll(() => rig.start(), 60_000);
afterEach(() => rig.endSessions());
afterAll(() => rig.stop());

describe('native dialogs', () => {
  test('R24: stay open until answered; the action that opened one is done, and reading goes on with the last look', async () => {
    const on = await rig.on(
      `<button onclick="said.textContent = String(confirm('Delete?'))">Delete</button><p id=said role=status>-</p>`,
    );
    expect(await on.tap('button', 'Delete')).toEqual({ ok: true });
    const reading = await on.session.read();
    expect(reading.dialog).toEqual({ type: 'confirm', message: 'Delete?' });
    expect(reading.nodes.map((node) => node.role)).toEqual(['button', 'status']);
    expect(on.session.dialog()).toEqual(reading.dialog);
    expect(await on.perform({ kind: 'press', key: 'Enter' })).toMatchObject({
      ok: false,
      code: 'dialog-open',
    });
    expect(await on.perform({ kind: 'dialog', accept: true })).toEqual({ ok: true });
    expect((await on.find('status')).text).toBe('true');
    expect(await on.perform({ kind: 'dialog', accept: true })).toMatchObject({
      ok: false,
      code: 'no-dialog',
    });
  });

  test('are answered by the handler of the test, if there is one', async () => {
    const on = await rig.on(
      `<button onclick="said.textContent = prompt('Name?')">Ask</button><p id=said role=status>-</p>`,
    );
    const asked: string[] = [];
    on.session.browser?.onDialog((dialog) => {
      asked.push(dialog.message);
      return 'Ann';
    });
    await on.tap('button', 'Ask');
    expect((await on.find('status')).text).toBe('Ann');
    expect(asked).toEqual(['Name?']);
  });

  test('of a page that does not want to be left are reported like any other', async () => {
    const on = await rig.on(
      `<input aria-label=x><script>onbeforeunload = (e) => { e.preventDefault() }</script>`,
    );
    rig.routes['/away'] = '<h1>Away</h1>';
    await on.perform({ kind: 'type', target: (await on.find('textbox')).id, text: 'draft' });
    expect(await on.perform({ kind: 'navigate', url: '/away' })).toEqual({ ok: true });
    expect(on.session.dialog()?.type).toBe('beforeunload');
    await on.perform({ kind: 'dialog', accept: true });
    expect(await on.lines()).toEqual(['heading "Away"']);
  });
});

describe('pages', () => {
  test('a page that the app opens is the current one, and the one before comes back when it closes', async () => {
    rig.routes['/pop'] = '<h1>Popup</h1><button onclick="window.close()">Close</button>';
    const on = await rig.on(`<h1>Opener</h1><a href=/pop target=_blank rel=opener>Open</a>`);
    await on.tap('link', 'Open');
    await on.session.changed(call());
    const popup = await on.steady();
    expect([popup.page, popup.pages, popup.nodes[0]?.name]).toEqual([1, 2, 'Popup']);
    expect(await on.perform({ kind: 'page', index: 0 })).toEqual({ ok: true });
    expect((await on.steady()).nodes[0]?.name).toBe('Opener');
    expect(await on.perform({ kind: 'page', index: 7 })).toMatchObject({ ok: false, code: 'not-found' });
    await on.perform({ kind: 'page', index: 1 });
    expect(await on.tap('button', 'Close')).toEqual({ ok: true });
    const after = await on.steady();
    expect([after.page, after.pages, after.nodes[0]?.name]).toEqual([0, 1, 'Opener']);
  });

  test.each(['', 'noopener'])(
    'a press in a page that the app opens arrives, and what comes of it is noticed: %s',
    async (how) => {
      rig.routes['/pop'] =
        '<button onclick="setTimeout(() => { o.textContent = 1 }, 300)">Go</button><output id=o>0</output>';
      const on = await rig.on(`<button onclick="open('/pop', '_blank', '${how}')">Open</button>`);
      await on.tap('button', 'Open');
      while ((await on.steady()).pages < 2) await on.session.changed(call());
      expect(await on.tap('button', 'Go')).toEqual({ ok: true });
      let seen = await on.session.read();
      while (seen.nodes.at(-1)?.text === '0') {
        expect(await on.session.changed(call())).toBe(true);
        seen = await on.session.read();
      }
      expect(seen.nodes.at(-1)?.text).toBe('1');
    },
  );
});

describe('requests', () => {
  test('R33: state-changing ones of the own site are listed with the first status; beacons and reads are not', async () => {
    rig.routes['/save'] = (_, response) => void response.writeHead(303, { location: '/done' }).end();
    rig.routes['/done'] = '<h1>Done</h1>';
    rig.routes['/ping'] = (_, response) => void response.writeHead(204).end();
    const on = await rig.on(
      `<form method=post action=/save><button>Save</button></form><script>navigator.sendBeacon('/ping', 'x'); fetch('/ping'); fetch('http://localhost:1/x', {method: 'POST'}).catch(() => {}); fetch('/ping', {method: 'DELETE'})</script>`,
    );
    await on.tap('button', 'Save');
    expect(await on.lines()).toEqual(['heading "Done"']);
    expect(on.session.requests()).toEqual([
      { method: 'DELETE', url: `${rig.url}/ping`, status: 204 },
      { method: 'POST', url: `${rig.url}/save`, status: 303 },
    ]);
  });
});

describe('ends and failures', () => {
  test('an app that does not answer is APP_UNREACHABLE, with its address and the reason', async () => {
    const on = await rig.on('<p>x</p>');
    const closed = 'http://127.0.0.1:9';
    await expect(on.session.open(closed)).rejects.toMatchObject({
      code: 'APP_UNREACHABLE',
      message: expect.stringContaining(closed),
    });
  });

  test('a crashed page is ENGINE_FAILED', async () => {
    const on = await rig.on('<p>x</p>');
    const { page } = on.session.browser as unknown as { page: { goto(url: string): Promise<unknown> } };
    const waiting = on.session.changed(call()).then(() => on.session.read());
    await Promise.allSettled([page.goto('chrome://crash')]);
    await expect(waiting).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  });

  test('a session ends with a dialog open, and the next one knows nothing of it', async () => {
    const on = await rig.on(`<button onclick="localStorage.x = 1; alert('open')">Alert</button>`);
    await on.tap('button', 'Alert');
    await on.session.end();
    const next = await rig.on(
      `<p role=status></p><script>document.querySelector('p').textContent = localStorage.x ?? 'clean'</script>`,
    );
    expect(await next.lines()).toEqual(['status: clean']);
  });
});

test.each([
  ['http://a.example.com/x', 'https://b.example.com', true],
  ['http://example.co.uk', 'http://other.co.uk', false],
  ['http://one.github.io', 'http://two.github.io', false],
  ['http://127.0.0.1:1', 'http://127.0.0.1:2', true],
  ['http://127.0.0.1', 'http://localhost', false],
  ['http://[::1]:1', 'http://[::1]:2', true],
  ['about:srcdoc', 'http://a.test', true],
  ['blob:http://a.test/1', 'http://b.test', false],
])('%s is of the site of %s: %s', (url, of, same) => {
  expect(isSameSite(url, of)).toBe(same);
});

test('R48: the place of a control on a picture counts scrolling and frames in; what is gone has none', async () => {
  rig.routes['/inner'] =
    '<body style="margin:0"><button style="position:absolute;left:5px;top:7px;width:60px;height:20px">In</button>';
  const on = await rig.on(
    `<body style="margin:0;height:3000px">
<button style="position:absolute;left:10px;top:600px;width:80px;height:30px">Out</button>
<iframe src="/inner" title="Frame" style="position:absolute;left:100px;top:200px;width:200px;height:100px;border:0"></iframe>
<script>scrollTo(0, 150)</script>`,
  );
  const out = await on.find('button', 'Out');
  expect(await on.session.boxOf?.(out.id)).toEqual({ x: 10, y: 450, width: 80, height: 30 });
  const inner = await on.find('button', 'In');
  expect(await on.session.boxOf?.(inner.id)).toEqual({ x: 105, y: 57, width: 60, height: 20 });
  rig.routes['/gone'] = '<h1>Gone</h1>';
  await on.session.open('/gone');
  await on.steady();
  expect(await on.session.boxOf?.(out.id)).toBeUndefined();
});
