import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, type On, WebRig } from './web.fixture.ts';

const pageOf = (on: On): Page => on.session.browser?.page as Page;

const rig = new WebRig();
beforeAll(() => rig.start(), 60_000);
afterEach(() => rig.endSessions());
afterAll(() => rig.stop());

/** Longer than any quiet window, shorter than a request is waited for. */
const THINK_MS = 400;

describe('a steady screen', () => {
  test('is waited for through a navigation, its answer and what the page draws then', async () => {
    rig.routes['/slow'] = (_, response) => {
      setTimeout(() => {
        response.setHeader('content-type', 'text/html');
        response.end(
          `<h1>Loading</h1><script>fetch('/data').then((r) => r.text()).then((t) => { document.querySelector('h1').textContent = t })</script>`,
        );
      }, THINK_MS);
    };
    rig.routes['/data'] = (_, response) => void setTimeout(() => response.end('Loaded'), THINK_MS);
    const on = await rig.on('<a href=/slow>Go</a>');
    await on.tap('link', 'Go');
    expect(await on.lines()).toEqual(['heading "Loaded"']);
  });

  test('does not wait for streams, sockets of other kinds, polling or a clock', async () => {
    rig.routes['/events'] = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: x\n\n');
    rig.routes['/stream'] = (_, response) => void response.writeHead(200).write('part');
    rig.routes['/poll'] = (_, response) => void setTimeout(() => response.end('x'), 20);
    const on = await rig.on(
      `<h1>Live</h1><p id=clock>0</p><script>new EventSource('/events'); fetch('/stream'); setInterval(() => fetch('/poll'), 150); setInterval(() => { clock.textContent++ }, 10)</script>`,
    );
    const startedAt = performance.now();
    const reading = await on.session.steady(call(60_000));
    expect(reading.nodes.some((node) => node.name === 'Live')).toBe(true);
    // A wait that only ends with its time would take a minute.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  }, 70_000);

  test('is waited for until what fades out is gone, and not for decoration', async () => {
    const on = await rig.on(
      `<style>p { transition: opacity 400ms } b { animation: turn 1s infinite } @keyframes turn { to { transform: rotate(1turn) } } i { animation: wave 60s } @keyframes wave { to { margin-left: 9px } }</style>
       <p>Note</p><b>Busy</b><i>Wave</i><button onclick="note.style.opacity = 0; setTimeout(() => note.remove(), 400)">Close</button>
       <script>const note = document.querySelector('p')</script>`,
    );
    expect(await on.lines()).toContain('paragraph: Note');
    await on.tap('button', 'Close');
    const { nodes } = await on.session.steady(call(60_000));
    expect(nodes.map(({ text }) => text)).not.toContain('Note');
  });

  test.each([
    ['a timer', `setTimeout(late, 30)`],
    ['a frame', `requestAnimationFrame(late)`],
    ['a message to itself', `onmessage = late; postMessage(1)`],
    ['an idle moment', `requestIdleCallback(late)`],
    ['the load event', `addEventListener('load', late)`],
    ['an answer', `fetch('/slow').then(late)`],
    ['an animation', `p.animate([{ opacity: 0 }, { opacity: 1 }], 40).finished.then(late)`],
  ])('that is known is waited for while the page waits for %s', async (_what, script) => {
    rig.routes['/slow'] = (_, response) => void setTimeout(() => response.end('x'), THINK_MS);
    const on = await rig.on(
      `<p>Old</p><script>const p = document.querySelector('p'); const late = () => { p.textContent = 'New' }; ${script}</script>`,
    );
    const { nodes } = await on.session.steady({ ...call(), isKnown: () => true });
    expect(nodes.map(({ text }) => text)).toEqual(['New']);
  });

  // An app may ask a database, or another thread, before it listens to its buttons; of those the browser does not say that they are due.
  test('that is known gets the whole rest where its document has only just loaded', async () => {
    const on = await rig.on('<button>Order</button><script>1</script>');
    for (let turn = 0; turn < 5; turn += 1) {
      await on.session.open('/');
      await on.session.steady({ ...call(), isKnown: () => true });
      const sinceLoad = await pageOf(on).evaluate(
        'performance.now() - performance.getEntriesByType("navigation")[0].loadEventEnd',
      );
      expect(sinceLoad).toBeGreaterThan(50);
    }
  });

  test('is taken for known only where it is, and nothing outside can change it', async () => {
    const ask = async (html: string, isKnown: boolean): Promise<number> => {
      const on = await rig.on(html);
      await on.steady();
      let asked = 0;
      const { nodes } = await on.session.steady({
        ...call(),
        isKnown: ({ nodes: read }) => {
          asked += 1;
          expect(read[0]?.text).toBe('Text');
          return isKnown;
        },
      });
      expect(nodes[0]?.text).toBe('Text');
      return asked;
    };
    expect(await ask('<p>Text</p>', true)).toBeGreaterThan(0);
    expect(await ask('<p>Text</p>', false)).toBe(1);
    expect(await ask('<p>Text</p><iframe srcdoc="<p>Inner</p>"></iframe>', true)).toBe(0);
    expect(
      await ask(`<p>Text</p><script>new Worker(URL.createObjectURL(new Blob([''])))</script>`, true),
    ).toBe(0);
    expect(
      await ask(`<p>Text</p><script>new WebSocket(location.href.replace('http', 'ws'))</script>`, true),
    ).toBe(0);
    rig.routes['/events'] = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: x\n\n');
    expect(await ask(`<p>Text</p><script>new EventSource('/events')</script>`, true)).toBe(0);
  });

  test.each([
    ['declared in the page', '<x-a><template shadowrootmode=open>IN</template></x-a>'],
    [
      'attached by a script',
      `<x-a></x-a><script>document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML = \`IN\`</script>`,
    ],
  ])('is waited for until what fades out in a shadow root is gone: %s', async (_how, page) => {
    const inside =
      '<style>p { transition: opacity 400ms }</style><section><slot></slot><p>Note</p></section>';
    const on = await rig.on(
      `${page.replace('IN', inside)}<button onclick="const note = document.querySelector('x-a').shadowRoot.querySelector('p');
         note.style.opacity = 0; setTimeout(() => note.remove(), 400)">Close</button>`,
    );
    expect(await on.lines()).toContainEqual(expect.stringContaining('paragraph: Note'));
    await on.tap('button', 'Close');
    const { nodes } = await on.session.steady(call(60_000));
    expect(nodes.map(({ text }) => text)).not.toContain('Note');
  });

  // Each step comes sooner than quiet would be believed; only a page that cannot change by itself is not waited for.
  const CHAIN = `let n = 0; const step = () => { document.querySelector('h1').textContent = 'Step ' + ++n; if (n < 8) setTimeout(step, 35) }; setTimeout(step, 35);`;
  test.each([
    ['a script', `<h1>Step 0</h1><script>${CHAIN}</script>`],
    [
      'a script that took itself out',
      `<h1>Step 0</h1><script>${CHAIN}document.currentScript.remove()</script>`,
    ],
    ['a handler in an attribute', `<h1>Step 0</h1><img alt="" src="data:," onerror="${CHAIN}">`],
    [
      'a frame that reaches out',
      `<h1>Step 0</h1><iframe srcdoc="<script>${CHAIN.replace('document', 'parent.document')}</script>"></iframe>`,
    ],
  ])('is waited for where %s changes it', async (_, html) => {
    const on = await rig.on(html);
    expect(await on.lines()).toContain('heading "Step 8"');
  });

  // Long quiet before an input says nothing of what the app makes of it.
  test.each([
    [
      'later',
      `<h1>Old</h1><button onclick="setTimeout(() => { document.querySelector('h1').textContent = 'New' }, 35)">Go</button>`,
      'button',
      0,
    ],
    [
      'in another page, of one that can change',
      '<h1>Old</h1><a href=/new target=_blank>Go</a><script>1</script>',
      'link',
      1,
    ],
    ['in another page, of one that cannot', '<h1>Old</h1><a href=/new target=_blank>Go</a>', 'link', 1],
    ['in its place', '<h1>Old</h1><a href=/new>Go</a>', 'link', 0],
  ])('is waited for after a press: what comes of it comes %s', async (_, html, role, page) => {
    rig.routes['/new'] = '<h1>New</h1>';
    for (let turn = 0; turn < 5; turn += 1) {
      const on = await rig.on(html);
      const { id } = await on.find(role, 'Go');
      await pageOf(on).waitForTimeout(200);
      expect(await on.perform({ kind: 'tap', target: id })).toEqual({ ok: true });
      const reading = await on.steady();
      expect([reading.page, reading.nodes[0]?.name]).toEqual([page, 'New']);
    }
  });

  // The browser sends for the next document only once every frame has let go of this one; one frame, of another site, takes its time.
  test('is waited for from the moment that a press asked for another document, long before the browser sends for it', async () => {
    const apart = new WebRig();
    await apart.start({ args: ['--site-per-process'] });
    try {
      const held = `<script>onbeforeunload = () => { const since = performance.now(); while (performance.now() - since < ${THINK_MS}); }</script>`;
      apart.routes['/held'] = held;
      apart.routes['/new'] = '<h1>New</h1>';
      const other = apart.url.replace('127.0.0.1', 'localhost');
      for (const link of ['<a href=/new>Go</a>', `<a href="${other}/new">Go</a>`]) {
        const on = await apart.on(`<h1>Old</h1>${link}<iframe src="${other}/held"></iframe>`);
        expect(await on.tap('link', 'Go')).toEqual({ ok: true });
        expect(await on.lines()).toEqual(['heading "New"']);
      }
    } finally {
      await apart.stop();
    }
  });

  test.each([
    ['a link', '<a href=/late target=_blank>Go</a>'],
    ['a link to another site', '<a href="OTHER/late" target=_blank>Go</a>'],
    ['a script', '<button onclick="window.open(`/late`)">Go</button>'],
    ['a form', '<form action=/late target=_blank><button>Go</button></form>'],
  ])('is waited for in the page that a press opens, by %s, also where that answers late', async (_, html) => {
    rig.routes['/late'] = (_request, response) =>
      void setTimeout(() => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>New</h1>');
      }, THINK_MS);
    const on = await rig.on(
      `<h1>Old</h1>${html.replace('OTHER', rig.url.replace('127.0.0.1', 'localhost'))}`,
    );
    expect(await on.tap(html.includes('<a') ? 'link' : 'button', 'Go')).toEqual({ ok: true });
    expect(await on.lines()).toEqual(['heading "New"']);
  });

  test('does not wait for long for a page that closes at once', async () => {
    const on = await rig.on('<h1>Here</h1><button onclick="window.open(`/`).close()">Go</button>');
    expect(await on.tap('button', 'Go')).toEqual({ ok: true });
    const reading = await on.session.steady(call(60_000));
    expect([reading.nodes[0]?.name, reading.pages]).toEqual(['Here', 1]);
  }, 30_000);

  test('does not wait for a document that does not come', async () => {
    rig.routes['/none'] = (_, response) => void response.writeHead(204).end();
    rig.routes['/file'] = (_, response) =>
      void response.writeHead(200, { 'content-disposition': 'attachment; filename=a.txt' }).end('x');
    for (const target of ['/none', '/file', '#part', 'javascript:void(0)', 'mailto:a@example.com']) {
      const on = await rig.on(`<h1>Here</h1><a href="${target}">Go</a>`);
      expect(await on.tap('link', 'Go')).toEqual({ ok: true });
      const reading = await on.session.steady(call(60_000));
      expect([target, reading.nodes[0]?.name]).toEqual([target, 'Here']);
    }
  }, 30_000);

  test('is given as it is when the time is up', async () => {
    rig.routes['/never'] = () => {};
    const on = await rig.on(`<h1>Now</h1><script>fetch('/never')</script>`);
    const reading = await on.session.steady(call(300));
    expect(reading.nodes[0]?.name).toBe('Now');
  });
});

describe('a change', () => {
  test.each([
    [
      'in a shadow root',
      `<x-a><template shadowrootmode=open><p>a</p></template></x-a>`,
      `document.querySelector('x-a').shadowRoot.querySelector('p').textContent = 'b'`,
    ],
    [
      'in a root attached later',
      `<x-b></x-b>`,
      `document.querySelector('x-b').attachShadow({mode:'open'}).innerHTML = '<p>b</p>'`,
    ],
    [
      'in a frame',
      `<iframe srcdoc="<p>a</p>"></iframe>`,
      `document.querySelector('iframe').contentDocument.body.append('b')`,
    ],
    [
      'of a value, with its event',
      `<input>`,
      `document.querySelector('input').value = 'b'; document.querySelector('input').dispatchEvent(new Event('input', {bubbles: true}))`,
    ],
    ['by navigation', `<p>a</p>`, `location.hash = 'b'`],
    ['by an alert', `<p>a</p>`, `alert('b')`],
    ['by a new page', `<p>a</p>`, `open('about:blank')`],
  ])('%s is noticed, before the call and after it', async (_, html, script) => {
    const on = await rig.on(`${html}<script>setTimeout(() => {}, 0)</script>`);
    const { page } = on.session.browser as unknown as {
      page: { evaluate(script: string): Promise<unknown> };
    };
    await on.steady();
    expect(await on.session.changed(call(200))).toBe(false);
    const waiting = on.session.changed(call());
    await page.evaluate(`void setTimeout(() => { ${script} }, 30)`);
    expect(await waiting).toBe(true);
    expect(await on.session.changed(call())).toBe(true);
  });

  test('wait ends with its signal', async () => {
    const on = await rig.on('<p>still</p>');
    await on.steady();
    const abort = new AbortController();
    const waiting = on.session.changed({ timeoutMs: 10_000, signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});

describe('reading', () => {
  test('goes on over navigations in the middle', async () => {
    const on = await rig.on(
      `<h1>Round</h1><script>if (!location.hash) setTimeout(() => { location.replace('/?' + Math.random()) }, 80)</script>`,
    );
    for (let look = 0; look < 10; look++) expect((await on.session.read()).location).toContain(rig.url);
  });

  test('does not take a document that is half there for the screen, unless the server keeps it open', async () => {
    rig.routes['/half'] = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<h1>First</h1>'.padEnd(4096));
      setTimeout(() => response.end('<h2>Last</h2>'), THINK_MS);
    };
    rig.routes['/open'] = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).write('<h1>First</h1>'.padEnd(4096));
    const on = await rig.on('<a href=/half>Half</a><a href=/open>Open</a>');
    const shown = async (path: string): Promise<readonly (string | undefined)[]> => {
      for (;;) {
        const { location, nodes } = await on.session.read();
        if (location.endsWith(path)) return nodes.map(({ name }) => name);
        await on.session.changed(call());
      }
    };
    await on.tap('link', 'Half');
    expect(await shown('/half')).toEqual(['First', 'Last']);
    await on.session.open('/');
    await on.tap('link', 'Open');
    expect(await shown('/open')).toEqual(['First']);
  });
});
