import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { now } from '../../base/clock.ts';
import { temporaryDir } from '../../base/temporary.fixture.ts';
import type { Action } from '../../screen/action.ts';
import type { NodeId } from '../../screen/node.ts';
import { call, WebRig } from './web.fixture.ts';

let root: string;
let rig: WebRig;
beforeAll(async () => {
  root = await temporaryDir(afterAll);
  await writeFile(join(root, 'a.txt'), 'A');
  await symlink('/etc/hostname', join(root, 'link.txt'));
  rig = new WebRig(root);
  await rig.start();
}, 60_000);
afterEach(() => rig.endSessions());
afterAll(() => rig.stop());

const OK = { ok: true };

describe('an action', () => {
  test('on a control that is replaced while it waits is not-found at once, and nothing is pressed', async () => {
    const on = await rig.on('<p><button disabled>Go</button></p><output></output>');
    const { id } = await on.find('button', 'Go');
    // Long enough to fail by the test's own limit if the dead control were waited for.
    const pending = on.perform({ kind: 'tap', target: id }, 120_000);
    const page = on.session.browser?.page as { evaluate(script: string): Promise<unknown> };
    await page.evaluate(
      `setTimeout(() => { document.querySelector('p').innerHTML = '<button onclick="document.querySelector(\\'output\\').textContent = 1">Go</button>' }, 500)`,
    );
    expect(await pending).toMatchObject({ ok: false, code: 'not-found' });
    expect((await on.steady()).nodes.some((node) => node.text === '1')).toBe(false);
  });

  test.each(['tap', 'type', 'press', 'check', 'select', 'hover'] as const)(
    'R24: %s that a dialog from elsewhere overtakes is not said to be done',
    async (kind) => {
      const on = await rig.on(
        `<p role=status>0</p><fieldset disabled onclick="hit()" oninput="hit()" onkeydown="hit()"><legend>Form</legend><button>Go</button>
         <input aria-label=Name><input type=checkbox aria-label=Yes><select aria-label=One><option>A<option>B</select></fieldset>
         <div id=cover style="position:fixed;inset:0;background:#fff8"></div>
         <script>function hit() { document.querySelector('p').textContent++ }</script>`,
      );
      const name = { tap: 'Go', type: 'Name', press: 'Name', check: 'Yes', select: 'One', hover: 'Go' }[kind];
      const target = (await on.steady()).nodes.find((node) => node.name === name)?.id as NodeId;
      const more = { text: 'x', key: 'x', checked: true, option: 'B' };
      const pending = on.perform({ kind, target, ...more } as Action<NodeId>, 20_000);
      const page = on.session.browser?.page as { evaluate(script: string): Promise<unknown> };
      await page.evaluate(`setTimeout(() => alert('from elsewhere'), 300)`);
      const result = await pending;
      // A key goes to where the focus is, disabled or not: that one is sent.
      if (kind === 'press') return;
      expect(result).toMatchObject({
        ok: false,
        code: kind === 'type' || kind === 'select' ? 'uncertain' : 'dialog-open',
      });
      expect(await on.perform({ kind: 'dialog', accept: true })).toEqual(OK);
      if (kind === 'type' || kind === 'select') return;
      // What was not sent must not follow once the way is free.
      await page.evaluate(
        `document.querySelector('fieldset').disabled = false; document.querySelector('#cover').remove(); 0`,
      );
      expect((await on.find('status')).text).toBe('0');
    },
  );

  test('waits for the document that is on its way into its frame, and is not done to the one that it replaces', async () => {
    rig.routes['/inner'] = (request, response) => {
      const slow = request.url?.includes('slow') ?? false;
      response.setHeader('content-type', 'text/html');
      setTimeout(() => response.end(`<input aria-label="${slow ? 'New' : 'Old'}">`), slow ? 600 : 0);
    };
    const on = await rig.on('<iframe title=Form src=/inner></iframe>');
    const { id } = await on.find('textbox', 'Old');
    const page = on.session.browser?.page as { evaluate(script: string): Promise<unknown> };
    await page.evaluate(`document.querySelector('iframe').src = '/inner?slow'`);
    expect(await on.perform({ kind: 'type', target: id, text: 'x' })).toMatchObject({
      ok: false,
      code: 'not-found',
    });
    const fresh = await on.find('textbox', 'New');
    expect(await on.perform({ kind: 'type', target: fresh.id, text: 'x' })).toEqual(OK);
  });

  test.each([
    ['waits for the end of the page', '<script defer src=/late.js></script>'],
    [
      'is loaded by another script',
      `<script>document.head.append(Object.assign(document.createElement('script'), { src: '/late.js' }))</script>`,
    ],
  ])('waits for a script of the page that %s: the button does what it is there for', async (_, script) => {
    rig.routes['/late.js'] = (_request, response) => {
      response.setHeader('content-type', 'text/javascript');
      setTimeout(
        () =>
          response.end(
            `document.querySelector('form').onsubmit = (e) => { e.preventDefault(); document.querySelector('p').textContent = 'by script' }`,
          ),
        700,
      );
    };
    rig.routes['/next'] = `<form action=/plain><button>Add</button></form><p role=status></p>${script}`;
    const on = await rig.on('<a href=/next>Next</a>');
    await on.tap('link', 'Next');
    let target: NodeId | undefined;
    while (target === undefined)
      target = (await on.session.read()).nodes.find(({ name }) => name === 'Add')?.id;
    expect(await on.perform({ kind: 'tap', target })).toEqual(OK);
    expect((await on.find('status')).text).toBe('by script');
  });

  test.each([
    ['a download', { 'content-disposition': 'attachment; filename=a.txt' }, 200],
    ['an answer without content', {}, 204],
  ])('waits for no document after %s, which replaces nothing', async (_, headers, status) => {
    rig.routes['/file'] = (_request, response) => response.writeHead(status, headers).end();
    const on = await rig.on(
      '<a href=/file>File</a><button onclick="o.textContent=1">Go</button><output id=o></output>',
    );
    await on.tap('link', 'File');
    const startedAt = now();
    expect(await on.tap('button', 'Go')).toEqual(OK);
    // The longest wait for a document is 8 s.
    expect(now() - startedAt).toBeLessThan(7_000);
  });

  test('whose own press opens a dialog is done', async () => {
    const on = await rig.on(
      `<button onclick="confirm('Sure?')">Ask</button><input aria-label=Name oninput="alert('typed')">
       <input aria-label=Key onkeydown="alert('pressed')"><input type=checkbox aria-label=Yes onclick="alert('checked')"><select aria-label=One onchange="alert('chosen')"><option>A<option>B</select>
       <input type=date aria-label=Day onchange="alert('dated')"><a href=# onmouseover="alert('over')">Over</a>`,
    );
    const ids = new Map((await on.steady()).nodes.map(({ name, id }) => [name, id]));
    const actions = [
      { kind: 'tap', target: ids.get('Ask') },
      { kind: 'type', target: ids.get('Name'), text: 'x' },
      { kind: 'press', target: ids.get('Key'), key: 'a' },
      { kind: 'check', target: ids.get('Yes'), checked: true },
      { kind: 'select', target: ids.get('One'), option: 'B' },
      { kind: 'type', target: ids.get('Day'), text: '2026-01-02' },
      { kind: 'hover', target: ids.get('Over') },
    ] as Action<NodeId>[];
    for (const action of actions) {
      expect([action.kind, await on.perform(action)]).toEqual([action.kind, OK]);
      expect(on.session.dialog()).toBeDefined();
      expect(await on.perform({ kind: 'dialog', accept: false })).toEqual(OK);
    }
  });

  test('types key by key where a field ignores values that are written to it', async () => {
    const on = await rig.on(
      `<input aria-label=Keys><script>let typed = ''; const i = document.querySelector('input');
       i.addEventListener('input', (e) => { i.value = typed }); i.addEventListener('keydown', (e) => { if (e.key.length === 1) typed += e.key; if (e.key === 'Delete') typed = ''; });</script>`,
    );
    const { id } = await on.find('textbox', 'Keys');
    expect(await on.perform({ kind: 'type', target: id, text: 'hello' })).toEqual(OK);
    expect((await on.find('textbox', 'Keys')).value).toBe('hello');
  });

  test('types into boxes of one character as a user would, and keeps to a limit of length', async () => {
    const box = (n: number): string =>
      `<input aria-label=Digit${n} maxlength=1 oninput="this.value && this.nextElementSibling?.focus()">`;
    const on = await rig.on(`${box(1)}${box(2)}${box(3)}`);
    await on.perform({ kind: 'type', target: (await on.find('textbox', 'Digit1')).id, text: '123' });
    const { nodes } = await on.steady();
    expect(nodes.map((node) => node.value)).toEqual(['1', '2', '3']);
  });

  test('types into a rich editor, and clears a field with an empty text', async () => {
    const on = await rig.on(
      `<div contenteditable aria-label=Note><p>Old</p></div><input aria-label=Name value=Ann>`,
    );
    expect(
      await on.perform({ kind: 'type', target: (await on.find('textbox', 'Note')).id, text: 'New' }),
    ).toEqual(OK);
    expect((await on.find('textbox', 'Note')).value).toBe('New');
    await on.perform({ kind: 'type', target: (await on.find('textbox', 'Name')).id, text: '' });
    expect((await on.find('textbox', 'Name')).value).toBe('');
  });

  test('checks native, hidden-behind-a-label and ARIA boxes, and only when they differ', async () => {
    const on = await rig.on(
      `<input type=checkbox aria-label=Plain><input type=checkbox id=s style="position:absolute;width:1px;height:1px;clip-path:inset(50%)"><label for=s style="margin-left:40px">Styled</label>
       <button role=switch aria-checked=false aria-label=Wifi onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true'); n.textContent++">x</button><p id=n role=status>0</p><input type=radio checked aria-label=Only>`,
    );
    for (const [role, name] of [
      ['checkbox', 'Plain'],
      ['checkbox', 'Styled'],
      ['switch', 'Wifi'],
      ['switch', 'Wifi'],
    ] as const) {
      expect(
        await on.perform({ kind: 'check', target: (await on.find(role, name)).id, checked: true }),
      ).toEqual(OK);
      expect((await on.find(role, name)).checked).toBe(true);
    }
    expect((await on.find('status')).text).toBe('1');
    const radio = await on.find('radio', 'Only');
    expect(await on.perform({ kind: 'check', target: radio.id, checked: false })).toMatchObject({
      ok: false,
      code: 'not-taken',
    });
  });

  test('selects by label, adds to what is selected in a list of many, and taps an option of a closed select', async () => {
    const on = await rig.on(
      `<select aria-label=One><option>A<option>B</select><select multiple aria-label=Many><option selected>x<option>y</select><input aria-label=Free list=l><datalist id=l><option value=Blue></datalist>`,
    );
    const select = async (role: string, name: string, option: string): Promise<unknown> =>
      on.perform({ kind: 'select', target: (await on.find(role, name)).id, option });
    expect(await select('combobox', 'One', 'B')).toEqual(OK);
    expect(await select('listbox', 'Many', 'y')).toEqual(OK);
    expect(await select('combobox', 'Free', 'Blue')).toEqual(OK);
    const values = async (): Promise<unknown> =>
      (await on.steady()).nodes.filter((n) => n.value !== undefined).map((n) => n.value);
    expect(await values()).toEqual(['B', 'x, y', 'Blue']);
    expect(await on.tap('option', 'A')).toEqual(OK);
    expect((await on.find('combobox', 'One')).value).toBe('A');
  });

  test('presses the text itself when the target is a run of text', async () => {
    const on = await rig.on(
      `<div style="width:600px" onclick="said.textContent = event.target.tagName">Some words <button style="width:300px">Wide</button></div><p id=said role=status></p>`,
    );
    expect(await on.tap('text', 'Some words')).toEqual(OK);
    expect((await on.find('status')).text).toBe('DIV');
  });

  test('names what covers a control, and what is disabled', async () => {
    const on = await rig.on(
      `<button>Under</button><div role=dialog aria-label="Cookie banner" style="position:fixed;inset:0;background:#fff">We use cookies</div>`,
    );
    const { id } = await on.find('button', 'Under');
    const result = await on.perform({ kind: 'tap', target: id }, 600);
    expect(result).toEqual({
      ok: false,
      code: 'covered',
      message: 'button "Under" is covered by dialog "Cookie banner".',
    });
  });

  test('uploads files of the project only, through a field or through the button that opens a chooser', async () => {
    const on = await rig.on(
      `<input type=file aria-label=Photo><button onclick="hid.click()">Attach</button><input type=file id=hid hidden onchange="said.textContent = hid.files[0].name"><p id=said role=status></p>`,
    );
    const upload = async (name: string, ...paths: string[]): Promise<unknown> =>
      on.perform({ kind: 'upload', target: (await on.find('button', name)).id, paths });
    expect(await upload('Photo', 'a.txt')).toEqual(OK);
    expect((await on.find('button', 'Photo')).value).toBe('a.txt');
    expect(await upload('Attach', 'a.txt')).toEqual(OK);
    expect((await on.find('status')).text).toBe('a.txt');
    expect(await upload('Photo', 'none.txt')).toMatchObject({
      code: 'file-missing',
      message: expect.stringContaining('none.txt'),
    });
    expect(await upload('Photo', '../x.txt')).toMatchObject({
      code: 'refused',
      message: expect.stringContaining('../x.txt'),
    });
    expect(await upload('Photo', 'link.txt')).toMatchObject({
      code: 'refused',
      message: expect.stringContaining('link.txt'),
    });
  });

  test('opens web addresses only, and goes through history', async () => {
    const on = await rig.on('<h1>Home</h1>');
    rig.routes['/next'] = '<h1>Next</h1>';
    for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x', 'chrome://version']) {
      expect(await on.perform({ kind: 'navigate', url })).toMatchObject({ ok: false, code: 'refused' });
    }
    expect(await on.perform({ kind: 'navigate', url: '/next' })).toEqual(OK);
    expect((await on.find('heading')).name).toBe('Next');
    expect(await on.perform({ kind: 'back' })).toEqual(OK);
    expect((await on.find('heading')).name).toBe('Home');
    expect(await on.perform({ kind: 'forward' })).toEqual(OK);
    expect((await on.find('heading')).name).toBe('Next');
    expect(await on.perform({ kind: 'forward' })).toMatchObject({ ok: false, code: 'not-taken' });
  });

  test('R24: a press that was sent and got no answer in time is uncertain, and is not sent again', async () => {
    const on = await rig.on(
      `<button onclick="document.querySelector('p').textContent++; const end = Date.now() + 6000; while (Date.now() < end);">Busy</button><p role=status>0</p>`,
    );
    const { id } = await on.find('button', 'Busy');
    expect(await on.perform({ kind: 'tap', target: id }, 3000)).toMatchObject({
      ok: false,
      code: 'uncertain',
    });
    expect((await on.find('status')).text).toBe('1');
  });

  test('acts inside frames and shadow roots', async () => {
    const on = await rig.on(
      `<iframe srcdoc="<button onclick='this.textContent=1'>In frame</button>"></iframe><x-a><template shadowrootmode=open><button onclick="this.textContent='2'">In shadow</button></template></x-a>`,
    );
    expect(await on.tap('button', 'In frame')).toEqual(OK);
    expect(await on.tap('button', 'In shadow')).toEqual(OK);
    expect(
      (await on.steady()).nodes.filter((node) => node.role === 'button').map((node) => node.name),
    ).toEqual(['1', '2']);
  });

  test('says unknown keys, and ends with its signal', async () => {
    const on = await rig.on('<button disabled>Off</button>');
    expect(await on.perform({ kind: 'press', key: 'Entr' })).toMatchObject({ ok: false, code: 'not-taken' });
    const abort = new AbortController();
    const { id } = await on.find('button', 'Off');
    const waiting = on.session.perform({ kind: 'tap', target: id }, { ...call(), signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});
