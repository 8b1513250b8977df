// Which control when names, roles, test ids and the page around it are alike or differ.
import { role } from '../checker.ts';
import { counted } from '../counting.ts';
import { nothing, tap, taps } from '../script.ts';
import type { Situation } from '../situation.ts';

const posts = (name: string, shows: string): string =>
  `onclick="fetch('/${name}',{method:'POST'}).then(()=>{document.querySelector('#out').textContent='${shows}'})"`;
const out = '<p id="out" role="status"></p>';
const counts = (...names: readonly string[]): Situation['serve'] =>
  Object.fromEntries(names.map((name) => [`POST /${name}`, counted(name)]));

/** S026: a name that is the beginning of another. */
export const S026: Situation = {
  id: 'S026',
  title: 'a name is the beginning of another name',
  goal: 'continue',
  serve: {
    ...counts('plain', 'google'),
    '/': () =>
      `<h1>Sign in</h1><button ${posts('google', 'Google')}>Continue with Google</button><button ${posts('plain', 'Welcome')}>Continue</button>${out}`,
  },
  act: taps({ role: 'button', name: 'Continue' }),
  check: (checker) => checker.shows(role('status'), { text: 'Welcome' }),
  unchanged: { mode: 'self-finalized', counts: { plain: 1, google: 0 } },
};

/** S028: a hidden twin. */
export const S028: Situation = {
  id: 'S028',
  title: 'a twin of the control is hidden',
  goal: 'open the notifications',
  serve: {
    ...counts('bell'),
    '/': (world) => {
      const bell = `<button aria-label="Notifications" ${posts('bell', 'No notifications')}>🔔</button>`;
      const hidden = `<nav style="display:none">${bell}</nav>`;
      return `<h1>Home</h1>${world.change === 'hidden first' ? hidden : ''}<nav>${bell}</nav>${world.change === '' ? hidden : ''}${out}`;
    },
  },
  act: taps({ role: 'button', name: 'Notifications' }),
  check: (checker) => checker.shows(role('status'), { text: 'No notifications' }),
  changes: { 'hidden first': { expected: { mode: 'self-finalized', counts: { bell: 1 } } } },
};

/** S029: a header that collapses. */
export const S029: Situation = {
  id: 'S029',
  title: 'the viewport is narrower, and the button went into a menu',
  viewport: { width: 1440, height: 900 },
  goal: 'suspend the account',
  serve: {
    ...counts('suspend'),
    '/': () => `<style>.menu{display:none}@media(max-width:1311px){.wide{display:none}.menu{display:block}}</style>
      <h1>Account</h1><div class="wide"><button ${posts('suspend', 'Suspended')}>Suspend</button></div>
      <div class="menu"><button aria-expanded="false" onclick="this.setAttribute('aria-expanded','true');this.nextElementSibling.hidden=false">Actions</button><div role="menu" hidden><div role="menuitem" tabindex="0" ${posts('suspend', 'Suspended')}>Suspend</div></div></div>${out}`,
  },
  act: taps({ role: 'button', name: 'Suspend' }),
  check: async (checker) => {
    await checker.shows(role('status'), { text: 'Suspended' });
    const { width } = await checker.viewport();
    const wanted = checker.world.change === 'narrower' ? 1280 : 1440;
    if (width !== wanted) throw new Error(`the viewport is ${width} wide, and was ${wanted}`);
  },
  changes: {
    narrower: {
      viewport: { width: 1280, height: 900 },
      finish: async (step) => {
        await tap(step, { role: 'button', name: 'Actions' });
        await tap(step, { role: 'menuitem', name: 'Suspend' });
        return undefined;
      },
      expected: { mode: 'agent-concluded', reason: 'target-not-found', counts: { suspend: 1 } },
    },
  },
};

/** S031: a label shared by a combobox and its listbox. */
export const S031: Situation = {
  id: 'S031',
  title: 'a combobox and its open listbox share a label',
  goal: 'choose the planet Neptunium',
  serve: {
    '/': () => `<h1>Planets</h1><span id="l">Planet</span>
      <button role="combobox" aria-labelledby="l" aria-expanded="false" aria-controls="lb" onclick="this.setAttribute('aria-expanded','true');document.getElementById('lb').hidden=false"><span id="v">None</span></button>
      <ul role="listbox" id="lb" aria-labelledby="l" hidden>${['Neptune', 'Neptunium', 'Saturn'].map((name) => `<li role="option" aria-selected="false" onclick="document.getElementById('v').textContent='${name}';document.getElementById('lb').hidden=true;document.querySelector('[role=combobox]').setAttribute('aria-expanded','false');document.getElementById('out').textContent='Chosen: ${name}'">${name}</li>`).join('')}</ul><p id="out"></p>`,
  },
  act: async (step) => {
    await tap(step, { role: 'combobox', name: 'Planet' });
    await tap(step, { role: 'option', name: 'Neptunium' });
    return undefined;
  },
  check: (checker) => checker.shows([{ by: 'text', text: 'Chosen: Neptunium' }]),
};

/** S032: a test id that moved to another control. */
export const S032: Situation = {
  id: 'S032',
  title: 'the test id moved to another control',
  goal: 'pay',
  serve: {
    ...counts('pay', 'cancel'),
    '/': (world) => {
      const moved = world.change === 'moved';
      return `<h1>Order</h1><button ${moved ? '' : 'data-testid="pay"'} ${posts('pay', 'Paid')}>Pay</button><button ${moved ? 'data-testid="pay"' : ''} ${posts('cancel', 'Cancelled')}>Cancel</button>${out}`;
    },
  },
  act: taps({ role: 'button', name: 'Pay' }),
  check: (checker) => checker.shows(role('status'), { text: 'Paid' }),
  changes: {
    moved: {
      expected: {
        mode: 'agent-concluded',
        reason: 'target-ambiguous',
        counts: { cancel: 0, pay: 1 },
      },
    },
  },
};

/** S033: a link that became a button. */
export const S033: Situation = {
  id: 'S033',
  title: 'a link became a button of the same name',
  goal: 'open the details',
  serve: {
    '/': (world) =>
      `<h1>Product</h1>${world.change === 'a button' ? `<button onclick="location.href='/details'">Details</button>` : '<a href="/details">Details</a>'}`,
    '/details': (world) => {
      world.count('details');
      return '<h1>All details</h1>';
    },
  },
  act: async (step) => {
    await tap(step, { name: 'Details' });
    return undefined;
  },
  check: (checker) => checker.shows(role('heading', 'All details')),
  changes: {
    'a button': {
      expected: { mode: 'agent-concluded', reason: 'target-not-found', counts: { details: 1 } },
    },
  },
};

/** S035: adverts, wrappers and random ids. */
export const S035: Situation = {
  id: 'S035',
  title: 'an advert adds wrappers and a banner, ids and classes are random',
  goal: 'add to cart',
  serve: {
    ...counts('add'),
    '/': (world) => {
      const token = `c${(world.run * 7919).toString(36)}x`;
      const wraps = world.run % 5;
      const banner =
        world.run % 3 !== 0
          ? `<div class="${token}ad"><p>Buy shoes today only</p><a href="/ad">Shoes</a></div>`
          : '';
      return `${banner}${`<div class="${token}">`.repeat(wraps)}<h1 id="${token}">Lamp</h1><div><span>A fine lamp</span><button id="b${token}" class="${token}" ${posts('add', 'In your cart')}>Add to cart</button></div>${'</div>'.repeat(wraps)}${out}`;
    },
  },
  act: taps({ role: 'button', name: 'Add to cart' }),
  check: (checker) => checker.shows(role('status'), { text: 'In your cart' }),
  times: 20,
  unchanged: { mode: 'self-finalized', counts: { add: 1 } },
};

const long = (last: string): string =>
  `${'Terms of the very long agreement, part and parcel. '.repeat(6)}${last}`;

/** S038: long names that differ at their end. */
export const S038: Situation = {
  id: 'S038',
  title: 'two names of 300 characters differ in their last word',
  goal: 'accept the second agreement',
  serve: {
    ...counts('first', 'second'),
    '/': (world) =>
      `<h1>Agreements</h1><button ${posts('first', 'First')}>${long('first')}</button><button ${posts('second', 'Second')}>${long(world.change === 'second renamed' ? 'third' : 'second')}</button>${out}`,
  },
  act: taps({ role: 'button', name: /second$/ }),
  check: (checker) => checker.shows(role('heading', 'Agreements')),
  unchanged: { mode: 'self-finalized', counts: { first: 0, second: 1 } },
  changes: {
    'second renamed': {
      finish: nothing,
      expected: { mode: 'agent-concluded', reason: 'target-not-found', counts: { first: 0, second: 0 } },
    },
  },
};
