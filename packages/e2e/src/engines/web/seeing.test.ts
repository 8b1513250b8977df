import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebRig } from './web.fixture.ts';

const rig = new WebRig();
beforeAll(() => rig.start(), 60_000);
afterEach(() => rig.endSessions());
afterAll(() => rig.stop());

describe('the reader', () => {
  test('keeps a wrapper only where it holds two nodes, and gives texts to the smallest node', async () => {
    const on = await rig.on(
      `<div><div><h1>Shop</h1></div></div><div class=card><h2>Milk</h2><p>Only <strong>2</strong> left</p></div><p>Sum <a href=/>here</a></p>loose`,
    );
    expect(await on.lines()).toEqual([
      'heading "Shop"',
      'generic',
      '  heading "Milk"',
      '  paragraph: Only 2 left',
      'paragraph',
      '  text: Sum',
      '  link "here"',
      'text: loose',
    ]);
  });

  test('says a text once: what a name holds is no text of its own', async () => {
    const on = await rig.on(
      `<button aria-label="Close dialog">×</button><button>Save</button><span data-testid=count>3</span>`,
    );
    const { nodes } = await on.steady();
    expect(nodes.map(({ role, name, text, testId }) => [role, name, text, testId])).toEqual([
      ['button', 'Close dialog', '×', undefined],
      ['button', 'Save', undefined, undefined],
      ['text', undefined, '3', 'count'],
    ]);
  });

  test('keeps the id of an element for as long as its page lives, and out of the DOM', async () => {
    const on = await rig.on(
      `<h1>One</h1><button onclick="document.querySelector('h1').before('new ')">Add</button>`,
    );
    const before = await on.find('button', 'Add');
    await on.tap('button', 'Add');
    expect((await on.find('button', 'Add')).id).toBe(before.id);
    const html = await on.session.locator([{ by: 'role', role: 'button' }]).snapshot();
    expect(JSON.stringify(html)).not.toContain(before.id);
    await on.session.open();
    expect((await on.find('button', 'Add')).id).not.toBe(before.id);
    expect(await on.perform({ kind: 'tap', target: before.id })).toMatchObject({
      ok: false,
      code: 'not-found',
    });
  });

  test('reads open shadow roots and frames of the same site, and leaves foreign frames closed', async () => {
    rig.routes['/inner'] =
      `<title>Inner</title><button>Inner</button><iframe srcdoc="<input aria-label=Deep autofocus>"></iframe>`;
    const foreign = rig.url.replace('127.0.0.1', 'localhost');
    const on = await rig.on(
      `<x-a><template shadowrootmode=open><button><slot></slot></button></template>Slotted</x-a><iframe title=own src=/inner></iframe><iframe title=foreign src="${foreign}/inner"></iframe>`,
    );
    expect(await on.lines()).toEqual([
      'button "Slotted"',
      'iframe "own"',
      '  button "Inner"',
      '  iframe',
      '    textbox "Deep"',
      'iframe "foreign"',
    ]);
  });

  test('R21: marks what a native modal puts out of reach, and nothing else', async () => {
    const on = await rig.on(
      `<main><button>Behind</button></main><dialog id=d aria-label=Sure><button>Yes</button></dialog><script>d.showModal()</script>`,
    );
    const { nodes } = await on.steady();
    expect(nodes.map(({ role, name, behindModal }) => [role, name, behindModal ?? false])).toEqual([
      ['main', undefined, true],
      ['button', 'Behind', true],
      ['dialog', 'Sure', false],
      ['button', 'Yes', false],
    ]);
  });

  test('R21: an aria-modal dialog puts the page behind it, but not the menu that it opened at the end of the body', async () => {
    const on = await rig.on(
      `<button>Behind</button><div style="position:fixed;inset:50px;background:#fff"><div role=dialog aria-modal=true aria-label=Edit style="height:100%"><button>Save</button></div></div>
       <div role=listbox aria-label=Choices style="position:fixed;left:100px;top:100px;width:90px;background:#eee"><div role=option>One</div></div>`,
    );
    const { nodes } = await on.steady();
    const reach = Object.fromEntries(nodes.map((node) => [node.name, !node.behindModal]));
    expect(reach).toMatchObject({ Behind: false, Edit: true, Save: true, Choices: true, One: true });
  });

  test('a form without a name has no role, and still keeps what it holds together', async () => {
    const on = await rig.on(
      `<form><label>Task <input></label><button>Add</button></form><form><button>Clear</button></form><form aria-label=Sign><button>In</button></form>`,
    );
    const { nodes } = await on.steady();
    const around = (name: string): readonly (string | boolean | undefined)[] => {
      const parent = nodes[nodes.find((node) => node.name === name)?.parent ?? -1];
      return [parent?.role, parent?.form];
    };
    expect(around('Add')).toEqual(['generic', true]);
    expect(around('Clear')).toEqual(['generic', true]);
    expect(around('In')).toEqual(['form', undefined]);
  });

  test('R30: leaves out route announcers', async () => {
    const on = await rig.on(
      `<title>Home</title><next-route-announcer><p aria-live=assertive>Home</p></next-route-announcer><div id=gatsby-announcer aria-live=assertive>Navigated to Home</div><div aria-live=assertive style="position:absolute;width:1px;height:1px;overflow:hidden">Home</div><div role=alert>Saved</div>`,
    );
    expect(await on.lines()).toEqual(['alert: Saved']);
  });

  test('tells what a field is for, what it holds, and what it offers', async () => {
    const on = await rig.on(
      `<input aria-label=Card autocomplete="billing cc-number"><input aria-label=Mail type=email value=a@b.c><input type=password aria-label=Secret value=hush><select aria-label=Size><option>S<option selected>M</select><div contenteditable aria-label=Note>Hello <b>you</b></div>`,
    );
    const { nodes } = await on.steady();
    expect(nodes.map(({ role, name, value, purpose }) => [role, name, value, purpose])).toEqual([
      ['textbox', 'Card', '', 'cc-number'],
      ['textbox', 'Mail', 'a@b.c', 'email'],
      ['textbox', 'Secret', '••••••••', 'password'],
      ['combobox', 'Size', 'M', undefined],
      ['option', 'S', undefined, undefined],
      ['option', 'M', undefined, undefined],
      ['textbox', 'Note', 'Hello you', undefined],
    ]);
    expect(JSON.stringify(nodes)).not.toContain('hush');
  });

  test('a password typed before is painted over in a screenshot', async () => {
    const on = await rig.on(`<input type=password aria-label=Secret style="position:fixed;left:0;top:0">`);
    const before = await on.session.screenshot();
    const field = await on.find('textbox', 'Secret');
    await on.perform({ kind: 'typeSecret', target: field.id, name: 'x' });
    const without = await on.perform({ kind: 'typeSecret', target: field.id, name: 'x' });
    expect(without).toMatchObject({ ok: false, code: 'not-taken' });
    await on.session.perform(
      { kind: 'typeSecret', target: field.id, name: 'x' },
      { timeoutMs: 5_000, signal: new AbortController().signal, secret: 'hushhush' },
    );
    expect((await on.find('textbox', 'Secret')).value).toBe('••••••••');
    expect(Buffer.compare(Buffer.from(before), Buffer.from(await on.session.screenshot()))).toBe(0);
  });

  test('a test id comes from the attribute that the options name', async () => {
    const other = new WebRig();
    await other.start({ testIdAttribute: 'data-qa' });
    try {
      const on = await other.on(`<button data-qa=save data-testid=no>Save</button>`);
      expect((await on.find('button')).testId).toBe('save');
      expect(await on.session.locator([{ by: 'testId', text: 'save' }]).snapshot()).toHaveLength(1);
    } finally {
      await other.stop();
    }
  });
});
