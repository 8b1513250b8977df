// What a picture hides, by its pixels: in a browser, on pages that show one secret in every way there is.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { coloursIn, isMasked, sizeOf } from './picture.fixture.ts';
import { call, type On, WebRig } from './web.fixture.ts';

const SECRET = 'quiet walnut 9';
const hides = (text: string): boolean => text.toLowerCase().includes(SECRET);

const rig = new WebRig();
beforeAll(() => rig.start(), 60_000);
afterEach(() => rig.endSessions());
afterAll(() => rig.stop());

/** What must not be seen lies in a box of this place; around it is white. */
const AT = 'position:absolute;left:40px;top:40px;background:#fff;color:#000;font:20px monospace';
const BOX = { x: 41, y: 41, width: 150, height: 18 };
const styled = (inner: string): string => `<body style="margin:0;background:#fff">${inner}`;

const pictureOf = async (on: On): Promise<Uint8Array> => await on.session.screenshot({ hides, scale: 'css' });

describe('a picture paints over', () => {
  test.each<[string, string]>([
    ['a text', `<p style="${AT};margin:0">${SECRET}</p>`],
    ['a text in another case, in a sentence', `<p style="${AT};margin:0">It is Quiet Walnut 9.</p>`],
    ['a text that is cut into elements', `<p style="${AT};margin:0">qui<b>et wal</b><i>nut 9</i></p>`],
    ['a text for eyes only', `<p aria-hidden=true style="${AT};margin:0">${SECRET}</p>`],
    [
      'a text whose element says another thing to assistive technology',
      `<p role=img aria-label=Token style="${AT};margin:0">${SECRET}</p>`,
    ],
    ['the value of a field', `<input value="${SECRET}" style="${AT};border:0;padding:0">`],
    [
      'the value of a field of several lines',
      `<textarea style="${AT};border:0;padding:0">${SECRET}</textarea>`,
    ],
    ['a placeholder', `<input placeholder="${SECRET}" style="${AT};border:0;padding:0">`],
    ['the chosen option', `<select style="${AT};border:0;width:180px"><option>${SECRET}</select>`],
    ['the text of a button', `<button style="${AT};border:0;padding:0">${SECRET}</button>`],
    [
      'a text that sticks out of its element',
      `<div style="${AT};width:300px;height:60px"><p style="margin:0;width:9px;height:9px;white-space:nowrap">${SECRET}</p></div>`,
    ],
    [
      'a text of an element without a box',
      `<div style="${AT}"><span style="display:contents">${SECRET}</span></div>`,
    ],
    [
      'a text in an open shadow root',
      `<div id=host style="${AT}"></div><script>host.attachShadow({ mode: 'open' }).innerHTML = '<b>${SECRET}</b>'</script>`,
    ],
    [
      'a text in a closed shadow root',
      `<div id=host style="${AT}"></div><script>host.attachShadow({ mode: 'closed' }).innerHTML = '<b>${SECRET}</b>'</script>`,
    ],
    [
      'a text in a drawing',
      `<svg style="position:absolute;left:40px;top:40px" width=300 height=40><text y=18 font-size=20 font-family=monospace>${SECRET}</text></svg>`,
    ],
    ['a password', `<input type=password value="something else" style="${AT};border:0;padding:0">`],
    [
      'a password that is shown',
      `<input type=text autocomplete="section-a current-password" value="something else" style="${AT};border:0;padding:0">`,
    ],
    ['a text that editing goes on in', `<div contenteditable style="${AT}">${SECRET}</div>`],
  ])('%s', async (_what, html) => {
    const on = await rig.on(styled(html));
    const png = await pictureOf(on);
    expect(isMasked(png, BOX)).toBe(true);
    // And nothing besides.
    expect([...coloursIn(png, { x: 0, y: 0, width: 1280, height: 39 })]).toEqual(['255,255,255']);
  });

  test('a code with a field for each character', async () => {
    const fields = [...SECRET].map(
      (character, at) =>
        `<input value="${character}" style="position:absolute;left:${40 + at * 20}px;top:40px;width:20px;border:0;padding:0">`,
    );
    const png = await pictureOf(await rig.on(styled(fields.join(''))));
    expect(isMasked(png, { x: 41, y: 41, width: SECRET.length * 20 - 2, height: 14 })).toBe(true);
  });

  test('what a frame shows, also one of another site, and one inside that', async () => {
    const other = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        request.url === '/inner'
          ? `<body style="margin:0"><p style="margin:0;font:20px monospace">${SECRET}</p>`
          : `<body style="margin:0"><input type=password value=x style="display:block;width:200px;height:20px;border:0;padding:0"><iframe src="/inner" style="border:0;display:block"></iframe>`,
      );
    });
    await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const on = await rig.on(
      styled(
        `<iframe src="http://localhost:${port}/" style="position:absolute;left:40px;top:40px;border:0"></iframe>`,
      ),
    );
    const { page } = on.session.browser as unknown as {
      readonly page: { frames(): readonly { waitForLoadState(): Promise<void> }[] };
    };
    for (const frame of page.frames()) await frame.waitForLoadState();
    const png = await pictureOf(on);
    expect(isMasked(png, { x: 41, y: 41, width: 198, height: 18 }), 'the password').toBe(true);
    expect(isMasked(png, { x: 41, y: 61, width: 150, height: 18 }), 'the text').toBe(true);
  });

  test('a field that a secret was typed into, whatever the app makes of it', async () => {
    const on = await rig.on(
      styled(
        `<input aria-label=Code oninput="this.value = this.value.replace(/./g, 'x$&')" style="${AT};border:0;padding:0">`,
      ),
    );
    const { id } = await on.find('textbox');
    await on.session.perform({ kind: 'typeSecret', target: id, name: 'code' }, { ...call(), secret: SECRET });
    expect(isMasked(await on.session.screenshot({ scale: 'css' }), BOX)).toBe(true);
  });

  test('what is there, when the field that a secret was typed into has gone, with its document too', async () => {
    const on = await rig.on(
      styled(
        `<form><input aria-label=Code></form><p style="${AT};margin:0">${SECRET}</p><button style="float:right" onclick="this.previousElementSibling.previousElementSibling.remove()">Go</button>`,
      ),
    );
    const { id } = await on.find('textbox');
    await on.session.perform({ kind: 'typeSecret', target: id, name: 'code' }, { ...call(), secret: SECRET });
    await on.tap('button', 'Go');
    expect(isMasked(await pictureOf(on), BOX)).toBe(true);
    await on.session.open();
    expect(isMasked(await pictureOf(on), BOX)).toBe(true);
  });

  test('nothing of a page without secrets', async () => {
    const png = await pictureOf(await rig.on(styled(`<p style="${AT};margin:0">walnut</p>`)));
    expect(coloursIn(png, { x: 0, y: 0, width: 1280, height: 720 })).not.toContain('255,0,255');
    expect(coloursIn(png, BOX).size).toBeGreaterThan(1);
  });
});

describe('there is no picture', () => {
  test.each<[string, string]>([
    [
      'of generated text: where it is drawn cannot be asked',
      `<style>p::before { content: attr(data-token) }</style><p data-token="${SECRET}">Token </p>`,
    ],
    [
      'of a text that no element covers',
      `<p style="${AT};margin:0;width:9px;height:9px;white-space:nowrap">${SECRET}</p>`,
    ],
    [
      'of a text that never rests',
      `<p id=p style="position:absolute;margin:0">${SECRET}</p><script>let x = 0; (function go() { p.style.left = (x = (x + 7) % 900) + 'px'; requestAnimationFrame(go) })()</script>`,
    ],
  ])('%s', async (_what, html) => {
    const on = await rig.on(styled(html));
    await expect(pictureOf(on)).rejects.toMatchObject({
      code: 'ACTION_FAILED',
      message: expect.stringContaining('cannot be painted over'),
    });
  });

  test('while a native dialog is open', async () => {
    const on = await rig.on('<button onclick="alert(1)">Ask</button>');
    await on.tap('button', 'Ask');
    await expect(pictureOf(on)).rejects.toMatchObject({ code: 'ACTION_FAILED' });
  });
});

test('a picture has a pixel for each CSS pixel where that is asked for, and is of the viewport', async () => {
  const dense = await rig.on(styled('<div style="height:4000px">tall</div>'));
  const { viewport } = await dense.session.read();
  expect(sizeOf(await pictureOf(dense))).toEqual({ width: viewport.width, height: viewport.height });
});

test('to take a picture is no change of the screen', async () => {
  const on = await rig.on(styled(`<p style="${AT}">${SECRET}</p><input type=password>`));
  await on.session.read();
  await pictureOf(on);
  const reading = await on.session.read();
  await pictureOf(on);
  expect(await on.session.changed({ timeoutMs: 300, signal: new AbortController().signal })).toBe(false);
  expect((await on.session.read()).nodes).toEqual(reading.nodes);
});
