// Typing by the browser's own protocol, held against Playwright's fill: what the page hears, what the field holds, and what gets nothing.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { NodeId } from '../../screen/node.ts';
import type { Keeper } from './injected/main.ts';
import { PAGE_KEY } from './page-api.ts';
import { call, type On, WebRig } from './web.fixture.ts';

const rig = new WebRig();
beforeAll(() => rig.start(), 60_000);
afterEach(() => rig.endSessions());
afterAll(() => rig.stop());

const pageOf = (on: On): Page => on.session.browser?.page as Page;

/** A page that writes down what its field hears. */
const heard = (field: string): string =>
  `<label for=f>Field</label>${field}<label>Other <input id=o></label><script>
   const log = []; const f = document.getElementById('f');
   for (const type of ['focus', 'keydown', 'beforeinput', 'input', 'change', 'keyup', 'blur'])
     f.addEventListener(type, (e) => log.push([type, e.isTrusted, e.inputType, e.data, f.value]));
   </script>`;

describe('a text typed', () => {
  test.each([
    '<input id=f value=old>',
    '<input id=f type=search value=old>',
    '<input id=f type=email value="a@b.example">',
    '<input id=f type=password>',
    '<input id=f type=tel value=1>',
    '<input id=f type=url>',
    '<input id=f maxlength=40 value=old>',
    '<textarea id=f>old</textarea>',
  ])('into %s is heard and held as when Playwright fills it', async (field) => {
    const logs: unknown[] = [];
    for (const mode of ['ours', 'playwright']) {
      const on = await rig.on(heard(field));
      const page = pageOf(on);
      const { id } = await on.find('textbox', 'Field').catch(() => on.find('searchbox', 'Field'));
      if (mode === 'ours')
        expect(await on.perform({ kind: 'type', target: id, text: 'new@x.example' })).toEqual({ ok: true });
      else await page.locator('#f').fill('new@x.example');
      await page.locator('#o').focus();
      logs.push(await page.evaluate('[log, f.value]'));
    }
    expect(logs[0]).toEqual(logs[1]);
    expect(JSON.stringify(logs[0])).toContain('"beforeinput",true,"insertText","new@x.example"');
  });

  test.each([
    ['read-only', '<input id=f readonly value=old>'],
    ['disabled', '<input id=f disabled value=old>'],
    ['disabled by its fieldset', '<fieldset disabled><input id=f value=old></fieldset>'],
  ])('is not written into a field that is %s', async (_, field) => {
    const on = await rig.on(heard(field));
    const { id } = await on.find('textbox', 'Field');
    const done = await on.perform({ kind: 'type', target: id, text: 'new' }, 300);
    expect(done.ok).toBe(false);
    expect(await pageOf(on).evaluate('f.value')).toBe('old');
  });

  test('is told to be lost when an equal field takes the place and the focus of its own, and reaches that one then', async () => {
    const on = await rig.on(`<main><label for=f>Field</label><input id=f value=old></main><script>
      document.getElementById('f').onfocus = async ({ target }) => {
        await undefined; // as an app that renders anew after each event
        const fresh = target.cloneNode(true);
        target.replaceWith(fresh);
        fresh.focus();
      };
    </script>`);
    const { id } = await on.find('textbox', 'Field');
    expect(await on.perform({ kind: 'type', target: id, text: 'new' })).toMatchObject({
      ok: false,
      code: 'not-found',
      message: 'textbox "Field" was replaced before it was typed into; nothing was typed.',
    });
    expect(await pageOf(on).evaluate("document.getElementById('f').value")).toBe('old');
    const again = await on.find('textbox', 'Field');
    expect(await on.perform({ kind: 'type', target: again.id, text: 'new' })).toEqual({ ok: true });
    expect(await pageOf(on).evaluate("document.getElementById('f').value")).toBe('new');
  });

  test('does not reach a field that took the focus since, and the next one does', async () => {
    const on = await rig.on(heard('<input id=f value=old>'));
    const page = pageOf(on);
    const { id } = await on.find('textbox', 'Field');
    const aimed = await page.evaluate(
      ([key, target]) =>
        (globalThis as unknown as Record<string, Keeper>)[key]?.(document)?.aimText(target, 'new'),
      [PAGE_KEY, id] as const,
    );
    expect(aimed).toMatchObject({ isReady: true });
    await page.locator('#o').focus();
    await page.keyboard.insertText('new');
    expect(await page.evaluate('[f.value, o.value]')).toEqual(['old', '']);
    await page.keyboard.insertText('later');
    expect(await page.evaluate('[f.value, o.value]')).toEqual(['old', 'later']);
  });
});

describe('an option chosen', () => {
  const OPTIONS = '<option>One<option>Two<option disabled>Three';
  test.each([
    `<select id=f>${OPTIONS}</select>`,
    `<select id=f multiple><option selected>Zero${OPTIONS}</select>`,
  ])('in %s is heard and held as when Playwright selects it', async (field) => {
    const logs: unknown[] = [];
    for (const mode of ['ours', 'playwright']) {
      const on = await rig.on(heard(field));
      const page = pageOf(on);
      const { id } = await on.find(field.includes('multiple') ? 'listbox' : 'combobox', 'Field');
      if (mode === 'ours')
        expect(await on.perform({ kind: 'select', target: id, option: 'Two' })).toEqual({ ok: true });
      else await page.locator('#f').selectOption(field.includes('multiple') ? ['Zero', 'Two'] : ['Two']);
      logs.push(await page.evaluate('[log, [...f.selectedOptions].map((o) => o.label)]'));
    }
    expect(logs[0]).toEqual(logs[1]);
    expect(JSON.stringify(logs[0])).toContain('"Two"');
  });

  test.each([
    ['is disabled', `<select id=f>${OPTIONS}</select>`, 'Three'],
    ['is of a select that is disabled', `<select id=f disabled>${OPTIONS}</select>`, 'Two'],
    ['is one of two of its name', `<select id=f>${OPTIONS}<option>Two</select>`, 'Two'],
  ])('is not chosen where it %s', async (_, field, option) => {
    const on = await rig.on(heard(field));
    const { id } = await on.find('combobox', 'Field');
    expect((await on.perform({ kind: 'select', target: id, option }, 300)).ok).toBe(false);
    expect(await pageOf(on).evaluate('[log.length, f.value]')).toEqual([0, 'One']);
  });
});

describe('an action on a screen that was looked at', () => {
  test.each(['tap', 'check', 'type', 'select'] as const)(
    '%s is stale, and sends nothing, once anything changed; as it is, it is done',
    async (kind) => {
      const on = await rig.on(
        `<p id=note>Old</p><button onclick="done.textContent='done'">Go</button><label><input type=checkbox onchange="done.textContent='done'">Box</label>
         <label>Name<input oninput="done.textContent='done'"></label>
         <label>Pick<select onchange="done.textContent='done'"><option>One<option>Two</select></label><output id=done></output>`,
      );
      const action = (id: NodeId) =>
        ({
          tap: { kind: 'tap', target: id },
          check: { kind: 'check', target: id, checked: true },
          type: { kind: 'type', target: id, text: 'Ann' },
          select: { kind: 'select', target: id, option: 'Two' },
        })[kind] as Parameters<typeof on.perform>[0];
      const roles = { tap: 'button', check: 'checkbox', type: 'textbox', select: 'combobox' } as const;
      const { id } = await on.find(roles[kind]);
      const seen = await on.session.read();
      await pageOf(on).evaluate("note.textContent = 'New'");
      const late = await on.session.perform(action(id), { ...call(), seen });
      expect(late).toMatchObject({ ok: false, code: 'stale' });
      expect((await on.find('status')).text ?? '').toBe('');
      const again = await on.session.read();
      expect(await on.session.perform(action(id), { ...call(), seen: again })).toEqual({ ok: true });
      expect((await on.find('status')).text).toBe('done');
    },
  );
});
