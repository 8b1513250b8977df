import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebRig } from '../../engines/web/web.fixture.ts';
import type { Verdict } from '../executor.ts';
import { plan } from './planner.fixture.ts';

// Each page writes what it was told into <output id=log>, so that a test reads the effect and not the planner's own words.
const LOG =
  '<output id="log" aria-label="Log"></output><script>const log = (text) => { document.getElementById("log").textContent += text + ";"; };</script>';
const cards = ['Oak Chair', 'Walnut Desk', 'Walnut Desk Lamp'];
const PAGES: Readonly<Record<string, string>> = {
  '/one': `<button onclick="log('added')">Add to cart</button>${LOG}`,
  '/cards': `<ul>${cards.map((name) => `<li><h2>${name}</h2><p>€5</p><button onclick="log('${name}')">Add to cart</button></li>`).join('')}</ul>${LOG}`,
  '/divs': `<h1>Shop</h1>${cards.map((name) => `<div><div><h2>${name}</h2></div><button onclick="log('${name}')">Add to cart</button></div>`).join('')}${LOG}`,
  '/sign-in': `<nav><a href="/one">Home</a></nav><form onsubmit="event.preventDefault(); log(email.value + '|' + password.value)"><label>Email <input name="email" type="email"></label><label>Password <input name="password" type="password"></label><button>Sign in</button></form>${LOG}`,
  '/search': `<form role="search" onsubmit="event.preventDefault(); log(q.value)"><label>Search products <input name="q" type="search"></label></form>${LOG}`,
  '/checkout': `<form onsubmit="event.preventDefault(); log([...new FormData(this)].map((pair) => pair.join('=')).join('&'))">
    <label>Full name <input name="name"></label> <label for="e">Email*</label><input id="e" name="email">
    <label>Country <select name="country"><option value="">Choose</option><option>Norway</option><option>Peru</option></select></label>
    <fieldset><legend>Delivery</legend><label><input type="radio" name="delivery" value="s" checked> Standard</label><label><input type="radio" name="delivery" value="x"> Express</label></fieldset>
    <label><input type="checkbox" name="gift"> Gift wrap</label> <label><input type="checkbox" name="news" checked> Newsletter</label>
    <label>Delivery date <input type="date" name="date"></label> <label>Quantity <input type="number" name="quantity" value="1"></label>
    <button>Place order</button></form>${LOG}`,
  '/table': `<table><tr><th>Name</th><th>Do</th></tr>${['Alpha', 'Beta'].map((name) => `<tr><td>${name}</td><td><button>Edit</button><button onclick="ask('${name}')">Delete</button></td></tr>`).join('')}</table>
    <dialog aria-label="Sure?"><button onclick="document.querySelector('dialog').close()">Cancel</button><button onclick="log(gone); document.querySelector('dialog').close()">Delete</button></dialog>
    <script>let gone; const ask = (name) => { gone = name; document.querySelector('dialog').showModal(); };</script>${LOG}`,
  '/native': `<table><tr><td>Beta</td><td><button onclick="if (confirm('Delete Beta?')) log('deleted'); else log('kept')">Delete</button></td></tr></table>${LOG}`,
  '/companies': `<button onclick="document.getElementById('new').hidden = false">New company</button><form id="new" hidden onsubmit="event.preventDefault(); log(cname.value)"><label>Name <input name="cname"></label><button type="button">Cancel</button><button>Create</button></form>${LOG}`,
  '/settings': `<button onclick="document.getElementById('s').hidden = false">Settings</button><div id="s" hidden><button role="switch" aria-checked="false" onclick="this.setAttribute('aria-checked', 'true'); log('on')">Weekly report</button><button onclick="log('saved')">Save settings</button></div>${LOG}`,
  '/cookies': `<section aria-label="Cookies"><p>We use cookies.</p><button onclick="log('all')">Accept all</button><button onclick="log('none')">Decline</button></section><button>Close</button>${LOG}`,
  '/list': `<div role="combobox" tabindex="0" aria-label="Country" aria-expanded="false" aria-controls="o" onclick="document.getElementById('o').hidden = false; this.setAttribute('aria-expanded', 'true')">Choose</div><div id="o" role="listbox" hidden>${['Norway', 'Peru'].map((name) => `<div role="option" onclick="log('${name}')">${name}</div>`).join('')}</div>${LOG}`,
  '/refusing': `<button onclick="document.getElementById('a').textContent = 'The card was declined.'">Pay</button><p role="alert" id="a"></p>${LOG}`,
  '/late': `<button onclick="fetch('/one').then(() => { document.getElementById('l').innerHTML = '<button onclick=&quot;log(1)&quot;>Confirm</button>'; })">Pay</button><div id="l"></div>${LOG}`,
};

const rig = new WebRig();
beforeAll(async () => {
  for (const [path, body] of Object.entries(PAGES))
    rig.routes[path] = `<title>Test</title><main>${body}</main>`;
  await rig.start();
}, 60_000);
afterEach(() => rig.endSessions());
afterAll(() => rig.stop());

async function run(path: string, goal: string): Promise<{ readonly verdict: Verdict; readonly log: string }> {
  const { session } = await rig.on('');
  await session.open(path);
  const verdict = await plan(session, goal);
  const [log] = await session.locator([{ by: 'label', text: 'Log' }]).snapshot();
  return { verdict, log: log?.text ?? '' };
}

describe('in Chromium', () => {
  it.each([
    ['/one', 'add one item to the cart', 'added;'],
    ['/cards', 'add Walnut Desk to the cart', 'Walnut Desk;'],
    ['/divs', 'add Walnut Desk to the cart', 'Walnut Desk;'],
    ['/sign-in', 'sign in as ann@shop.test with password <secret:password>', 'ann@shop.test|hunter-2;'],
    [
      '/sign-in',
      'fill Email with a@b.c and Password with <secret:password>, then submit the form',
      'a@b.c|hunter-2;',
    ],
    ['/search', 'search for Walnut', 'Walnut;'],
    [
      '/checkout',
      'fill Full name with Ann Lee and Email with ann@x.test, choose Norway in Country, choose Express as Delivery, check Gift wrap, uncheck Newsletter, set Delivery date to 2030-05-17, set Quantity to 3, then press Place order',
      'name=Ann Lee&email=ann@x.test&country=Norway&delivery=x&gift=on&date=2030-05-17&quantity=3;',
    ],
    [
      '/checkout',
      'set Country to Peru and press Place order',
      'name=&email=&country=Peru&delivery=s&news=on&date=&quantity=1;',
    ],
    ['/table', 'delete the row Beta', 'Beta;'],
    ['/native', 'delete the row Beta', 'deleted;'],
    ['/native', 'press Delete in the row Beta, then dismiss the dialog', 'kept;'],
    ['/companies', 'create a company named "Acme, Inc."', 'Acme, Inc.;'],
    ['/settings', 'open Settings, turn Weekly report on and press Save settings', 'on;saved;'],
    ['/cookies', 'accept cookies', 'all;'],
    ['/list', 'choose Norway in Country', 'Norway;'],
    ['/late', 'press Pay, then press Confirm', '1;'],
  ])(
    '%s: %s',
    async (path, goal, expected) => {
      const { verdict, log } = await run(path, goal);
      expect([verdict.summary, log]).toEqual([verdict.summary, expected]);
      expect(verdict.status).toBe('passed');
    },
    30_000,
  );

  it.each([
    ['/cards', 'add one item to the cart', 'blocked'],
    ['/cards', 'add Oak Table to the cart', 'blocked'],
    ['/table', 'press Delete', 'blocked'],
    ['/refusing', 'press Pay', 'failed'],
  ])(
    '%s: %s is %s',
    async (path, goal, status) => {
      const { verdict, log } = await run(path, goal);
      expect([verdict.status, log]).toEqual([status, '']);
    },
    30_000,
  );
});
