// Pages whose own scripts replace what every script builds on, or look for ours. Real Chromium.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PAGE_KEY } from './page-api.ts';
import { call, type On, WebRig } from './web.fixture.ts';

const rig = new WebRig();
beforeAll(() => rig.start(), 60_000);
afterEach(() => rig.endSessions());
afterAll(() => rig.stop());

const pageOf = (on: On): Page => on.session.browser?.page as Page;

/** A page with a field, a list and a button that says late what it was given. */
const FORM = `<h1>Cart</h1><label>Name <input></label><select aria-label=Size><option>S<option>M</select>
<ul><li>One<li>Two</ul><button onclick="native.setTimeout(() => { document.querySelector('p').textContent = 'added ' + document.querySelector('input').value + ' ' + document.querySelector('select').value }, 80)">Add</button><p role=status></p>`;

/** The page's script runs before anything that it shows, and keeps what it needs itself. */
const tampered = (script: string): string =>
  `<script>const native = { setTimeout: setTimeout.bind(window) };\n${script}</script>${FORM}`;

/** The screen is read and found steady. */
async function isRead(on: On): Promise<void> {
  const lines = (await on.lines()).map((line) => line.trim());
  for (const line of ['heading "Cart"', 'textbox "Name"', 'combobox "Size"', 'button "Add"'])
    expect(lines).toContain(line);
  expect(lines.filter((line) => line.startsWith('listitem'))).toHaveLength(2);
}

/** It is, and what is done to it arrives. */
async function works(on: On): Promise<void> {
  await isRead(on);
  const field = (await on.find('textbox', 'Name')).id;
  expect(await on.perform({ kind: 'type', target: field, text: 'pear' })).toEqual({ ok: true });
  const size = (await on.find('combobox', 'Size')).id;
  expect(await on.perform({ kind: 'select', target: size, option: 'M' })).toEqual({ ok: true });
  expect(await on.tap('button', 'Add')).toEqual({ ok: true });
  const deadline = Date.now() + 20_000;
  while ((await on.find('status')).text !== 'added pear M' && Date.now() < deadline)
    await on.session.changed(call(1_000));
  expect((await on.find('status')).text).toBe('added pear M');
}

test.each([
  ['our name as it was once', 'var __e2e_page = { document, read: () => "{" }, __e2e_sent = () => 0;'],
  ['our name as a constant', 'const __e2e_page = 1, __e2e_sent = 2;'],
  [
    'classes of the names of the DOM',
    'class Node {} class Text {} class Element {} class HTMLElement {} class ShadowRoot {} const CSS = 0;',
  ],
  ['a JSON of its own', 'JSON.stringify = () => "{"; JSON.parse = () => 1;'],
  [
    'arrays as an old library has them',
    `Array.prototype.toJSON = Object.prototype.toJSON = function () { return 'own' };
Array.prototype.entries = Array.prototype.toArray = function () { return this.slice() };
Array.from = (list) => [].slice.call(list);
Object.values = (object) => { const all = []; for (const key in object) all.push(object[key]); return all };`,
  ],
  [
    'methods that throw',
    `for (const [owner, names] of [[Array.prototype, 'map filter find findIndex some every flatMap includes indexOf join push slice'], [String.prototype, 'trim replace replaceAll split includes startsWith toLowerCase slice'], [Map.prototype, 'get set has'], [WeakMap.prototype, 'get set has'], [Set.prototype, 'has add']])
  for (const name of names.split(' ')) owner['own' + name] = owner[name];
for (const name of ['flatMap', 'findIndex', 'entries', 'at']) Array.prototype[name] = () => { throw new Error('the page has its own') };
for (const name of ['replaceAll', 'normalize', 'at', 'padStart']) String.prototype[name] = () => { throw new Error('the page has its own') };
WeakMap.prototype.get = () => { throw new Error('the page has its own') };`,
  ],
  [
    'a clock that stands still',
    'setTimeout = requestAnimationFrame = () => 0; performance.now = () => 0; Date.now = () => 0; getComputedStyle = () => ({});',
  ],
])('a page with %s is read, waited for and acted on like any other', async (_what, script) => {
  await works(await rig.on(tampered(script)));
});

// What types and chooses is Playwright's, which builds on some of these itself.
test.each([
  [
    'few classes of the DOM',
    'for (const name of ["Node", "Element", "HTMLInputElement", "HTMLSelectElement", "KeyframeEffect"]) delete window[name];',
  ],
  ['classes of the names of collections', 'class Map {} class Set {} class WeakMap {} class WeakRef {}'],
])('a page with %s is read and waited for like any other', async (_what, script) => {
  await isRead(await rig.on(tampered(script)));
});

describe('what a page does to the hidden name', () => {
  const DEFINING = `window.said = [];
for (const name of Object.getOwnPropertyNames(window).filter((each) => each.startsWith('__e2e_page'))) {
  try { Object.defineProperty(window, name, { value: () => ({ answer: () => '{' }) }); said.push('defined') } catch (error) { said.push(error.name) }
  window[name] = () => ({ answer: () => '{' });
  window[name](document, { answer: () => '{' });
  try { window[name](document).answer = () => '{' } catch {}
  said.push(delete window[name]);
}`;

  test('does not replace it, also where it found it', async () => {
    const on = await rig.on(tampered(DEFINING));
    await works(on);
    expect(await pageOf(on).evaluate('said')).toEqual(['TypeError', false]);
  });

  test('does not come before it in a window that is kept from its empty document', async () => {
    rig.routes['/child'] = FORM.replaceAll('native.', 'window.');
    const on = await rig.on(`<button onclick="
      const child = open('about:blank');
      for (const name of Object.getOwnPropertyNames(child).filter((each) => each.startsWith('__e2e_page')))
        try { Object.defineProperty(child, name, { value: () => ({ answer: () => '{' }) }) } catch {}
      child.location = '/child'">Open</button>`);
    await on.tap('button', 'Open');
    const deadline = Date.now() + 20_000;
    while ((await on.steady()).location !== `${rig.url}/child` && Date.now() < deadline)
      await on.session.changed(call(1_000));
    await works(on);
  });

  test('is told from page to page by nothing that can be guessed', () => {
    expect(PAGE_KEY).toMatch(/^__e2e_page_[0-9a-f]{32}$/);
  });
});

test('a page finds what it made of the built-ins as it left it', async () => {
  const on = await rig.on(
    tampered(
      'Array.prototype.toJSON = function () { return "own" }; Array.prototype.entries = function own() {};',
    ),
  );
  await on.steady();
  expect(await pageOf(on).evaluate('JSON.stringify([1]) + [].entries.name')).toBe('"own"own');
});
