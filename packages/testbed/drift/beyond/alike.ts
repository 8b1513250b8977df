// Beyond the table: controls of other role families that are open or on already, twins that come late, and looks that change nothing.
import { role } from '../checker.ts';
import { counter, counting } from '../counting.ts';
import { nothing, perform, tap, taps, type } from '../script.ts';
import type { Expected, Situation } from '../situation.ts';

/** A control that would be turned back: not touched, and the agent finds it as it should be. */
const untouched: Expected = { mode: 'agent-concluded', reason: 'target-not-found', counts: { taps: 0 } };

/** A control of one family that a tap turns; `on`: how it is when the page opens. */
const turning = (
  id: string,
  what: string,
  goal: string,
  query: Parameters<typeof taps>[0],
  page: (on: boolean) => string,
): Situation => ({
  id,
  title: `${what} at replay already`,
  goal,
  serve: { ...counter, '/': (world) => `<h1>Page</h1>${page(world.change === 'already')}` },
  act: taps(query),
  check: (checker) => checker.shows(role('heading', 'Page')),
  unchanged: { mode: 'self-finalized', counts: { taps: 1 } },
  changes: { already: { finish: nothing, expected: untouched } },
});

const flip = (attribute: string): string =>
  `onclick="${counting('taps')};this.setAttribute('${attribute}',String(this.getAttribute('${attribute}')!=='true'))"`;

/** B15: a choice in a menu. */
export const B15: Situation = turning(
  'B15',
  'a choice of a menu is ticked',
  'show the grid',
  { role: 'menuitemcheckbox', name: 'Grid' },
  (on) =>
    `<div role="menu" aria-label="View"><div role="menuitemcheckbox" tabindex="0" aria-checked="${on}" ${flip('aria-checked')}>Grid</div></div>`,
);

/** B16: a branch of a tree. */
export const B16: Situation = turning(
  'B16',
  'a branch of a tree is open',
  'open the folder Work',
  { role: 'treeitem', name: 'Work' },
  (on) =>
    `<ul role="tree" aria-label="Folders"><li role="treeitem" tabindex="0" aria-expanded="${on}" ${flip('aria-expanded')}>Work</li></ul>`,
);

/** B17: a native disclosure. */
export const B17: Situation = turning(
  'B17',
  'a disclosure is open',
  'open the shipping details',
  { name: 'Shipping' },
  (on) =>
    `<details${on ? ' open' : ''}><summary onclick="${counting('taps')}">Shipping</summary><p>By boat</p></details>`,
);

/** B18: a twin that comes with an answer of the server. */
export const B18: Situation = {
  id: 'B18',
  title: 'a second row of the same text arrives with a slow answer',
  goal: 'open the invoice',
  serve: {
    ...counter,
    '/more': (world) => ({
      body: world.change === 'a twin' ? 'twin' : '',
      type: 'text/plain',
      delayMs: world.change === 'a twin' ? 900 : 50,
    }),
    '/': () => {
      const item = `<li>Acme, $20 <button onclick="${counting('opened')}.then(()=>{o.textContent='Invoice of Acme'})">Open</button></li>`;
      return `<h1>Invoices</h1><ul id="u">${item}</ul><p id="o" role="status"></p><template>${item}</template>
      <script>fetch('/more').then(r=>r.text()).then(t=>{if(t)u.insertAdjacentHTML('beforeend',document.querySelector('template').innerHTML)})</script>`;
    },
  },
  act: taps({ role: 'button', name: 'Open' }),
  check: (checker) => checker.shows(role('heading', 'Invoices')),
  unchanged: { mode: 'self-finalized', counts: { opened: 1 } },
  changes: {
    'a twin': {
      finish: nothing,
      expected: { mode: 'agent-concluded', reason: 'target-ambiguous', counts: { opened: 0 } },
    },
  },
};

/** B19: rows with a running number, in another order. */
export const B19: Situation = {
  id: 'B19',
  title: 'the running numbers of the rows go to other rows',
  goal: 'delete the file beta',
  serve: {
    ...counter,
    '/': (world) => {
      const names = world.change === '' ? ['alpha', 'beta', 'gamma'] : ['gamma', 'delta', 'beta', 'alpha'];
      return `<h1>Files</h1><table>${names.map((name, at) => `<tr><td>${at + 1}</td><td>${name}</td><td><button onclick="${counting(`deleted ${name}`)};this.closest('tr').remove()">Delete</button></td></tr>`).join('')}</table>`;
    },
  },
  act: taps({ role: 'button', name: 'Delete', within: { role: 'row', name: /beta/ } }),
  check: (checker) => checker.shows(role('heading', 'Files')),
  unchanged: { mode: 'self-finalized', counts: { 'deleted beta': 1 } },
  changes: {
    'other numbers': {
      expected: {
        mode: 'self-finalized',
        counts: { 'deleted alpha': 0, 'deleted beta': 1, 'deleted gamma': 0, 'deleted delta': 0 },
      },
    },
  },
};

/** B23: a second form with the same field. */
export const B23: Situation = {
  id: 'B23',
  title: 'a form with the same field and button stands before the one that is meant',
  goal: 'sign in as ann@x.test',
  serve: {
    ...counter,
    '/': (world) => {
      const form = (what: string): string =>
        `<form onsubmit="event.preventDefault();${counting(what)}.then(()=>{o.textContent='Welcome'})"><label>Email <input type="email" oninput="${counting(`typed to ${what}`)}"></label><button>Continue</button></form>`;
      return `<h1>Shop</h1>${world.change === 'a newsletter' ? form('the newsletter') : ''}${form('the sign-in')}<p id="o" role="status"></p>`;
    },
  },
  act: async (step) => {
    await type(step, { role: 'textbox', name: 'Email' }, 'ann@x.test');
    await tap(step, { role: 'button', name: 'Continue' });
    return undefined;
  },
  check: (checker) => checker.shows(role('heading', 'Shop')),
  unchanged: { mode: 'self-finalized', counts: { 'the sign-in': 1 } },
  changes: {
    'a newsletter': {
      finish: nothing,
      expected: {
        mode: 'agent-concluded',
        reason: 'target-ambiguous',
        counts: { 'the newsletter': 0, 'typed to the newsletter': 0, 'the sign-in': 0 },
      },
    },
  },
};

const SAVES: Readonly<Record<string, string>> = {
  '': 'button',
  'an input': 'input type="submit" value="Save"',
  'a link with a role': 'a role="button" tabindex="0"',
  'a div with a role': 'div role="button" tabindex="0" class="x-7f"',
};

/** B24: the same control made of something else. */
export const B24: Situation = {
  id: 'B24',
  title: 'a button is made of another element, with the same role and name',
  goal: 'save',
  serve: {
    ...counter,
    '/': (world) => {
      const open = SAVES[world.change] ?? 'button';
      const tag = open.split(' ', 1)[0];
      const acts = `onclick="${counting('saved')}.then(()=>{o.textContent='Saved'})"`;
      return `<h1>Draft</h1><${open} ${acts}>${tag === 'input' ? '' : `Save</${tag}>`}<p id="o" role="status"></p>`;
    },
  },
  act: taps({ role: 'button', name: 'Save' }),
  check: (checker) => checker.shows(role('status'), { text: 'Saved' }),
  unchanged: { mode: 'self-finalized', counts: { saved: 1 } },
  changes: Object.fromEntries(
    Object.keys(SAVES)
      .filter((name) => name !== '')
      .map((name) => [name, { expected: { mode: 'self-finalized', counts: { saved: 1 } } as const }]),
  ),
};

/** B25: the focus is elsewhere when a key is to be sent. */
export const B25: Situation = {
  id: 'B25',
  title: 'the focus jumps to another field before Enter',
  goal: 'search for lamps',
  serve: {
    ...counter,
    '/': (world) =>
      `<h1>Shop</h1><label>Search <input id="s"></label><label>Coupon <input id="c"></label><p id="o" role="status"></p><script>
      s.onkeydown=e=>{if(e.key==='Enter'){${counting('searches')}.then(()=>{o.textContent='3 lamps found'})}};c.onkeydown=e=>{if(e.key==='Enter'){${counting('coupons')}}};
      ${world.change === 'jumps' ? `s.oninput=()=>c.focus()` : ''}</script>`,
  },
  act: async (step) => {
    await type(step, { role: 'textbox', name: 'Search' }, 'lamps');
    await perform(step, { kind: 'press', key: 'Enter' });
    return undefined;
  },
  check: (checker) => checker.shows(role('heading', 'Shop')),
  unchanged: { mode: 'self-finalized', counts: { searches: 1, coupons: 0 } },
  changes: {
    jumps: {
      finish: nothing,
      expected: {
        mode: 'agent-concluded',
        reason: ['target-not-found', 'action-failed'],
        counts: { searches: 0, coupons: 0 },
      },
    },
  },
};
