// What a screen shows that the step moved to is another day's data; and what an app shows ahead of the server's answer it may take back.
import { role } from '../checker.ts';
import { nothing, tap, taps, type, unlessDone } from '../script.ts';
import type { Situation, World } from '../situation.ts';

const card = (name: string): string =>
  `<article><h2>${name}</h2><form method="post" action="/add"><input type="hidden" name="name" value="${name}"><button>Add to cart</button></form></article>`;

/** S301: a catalogue behind a sign-in. */
export const S301: Situation = {
  id: 'S301',
  title: 'the screen that the step moved to lists other products by now',
  goal: 'sign in',
  serve: {
    '/': () => '<h1>Welcome</h1><form action="/products"><button>Sign in</button></form>',
    '/products': ({ change }) => {
      const names = {
        'one sold out': ['Walnut Desk', 'Birch Desk'],
        'all others': ['Floor Lamp', 'Wool Rug', 'Wall Shelf'],
        'table instead of cards': [],
      }[change] ?? ['Oak Desk', 'Walnut Desk', 'Birch Desk'];
      const rows = change === 'table instead of cards' ? '<table><tr><td>Oak Desk</td></tr></table>' : '';
      return `<h1>Products</h1>${names.map(card).join('')}${rows}<p><a href="/cart">Cart</a></p>`;
    },
  },
  act: taps({ role: 'button', name: 'Sign in' }),
  check: (checker) => checker.shows(role('heading', 'Products')),
  changes: Object.fromEntries(
    ['one sold out', 'all others', 'table instead of cards'].map((name) => [
      name,
      { expected: { mode: 'self-finalized' } } as const,
    ]),
  ),
};

/** S302: a form that is filled in ahead. */
export const S302: Situation = {
  id: 'S302',
  title: 'the form that the step moved to is filled in ahead',
  goal: 'go to the checkout',
  serve: {
    '/': () => '<h1>Cart</h1><a href="/checkout">Go to checkout</a>',
    '/checkout': ({ change }) =>
      `<h1>Checkout</h1><label>Email <input type="email" value="${change === 'email known' ? 'ann@x.test' : ''}"></label><label><input type="checkbox"${change === 'box ticked' ? ' checked' : ''}> Gift wrap</label><button>Place order</button>`,
  },
  act: taps({ role: 'link', name: 'Go to checkout' }),
  check: (checker) => checker.shows(role('heading', 'Checkout')),
  changes: {
    'email known': { expected: { mode: 'self-finalized' } },
    'box ticked': { expected: { mode: 'self-finalized' } },
  },
};

/** B34: the same behind a sign-in that stays on its route. */
export const B34: Situation = {
  id: 'B34',
  title: 'a sign-in stays on its route, and what it leads to lists other things by now',
  goal: 'sign in',
  serve: {
    '/': ({ change }) => {
      const names = {
        'one sold out': ['Walnut Desk', 'Birch Desk'],
        'all others': ['Floor Lamp', 'Wool Rug', 'Wall Shelf'],
      }[change] ?? ['Oak Desk', 'Walnut Desk', 'Birch Desk'];
      const inside = `<h1>Products</h1><p>${names.length} in stock</p><ul>${names.map((name) => `<li>${name}</li>`).join('')}</ul><p><a href="/cart">Cart</a></p>`;
      const refused = '<p role="alert">Wrong password</p>';
      return `<main><h1>Welcome</h1><form><label>Password <input type="password"></label><button>Sign in</button></form></main><template>${inside}</template>
      <script>const main=document.querySelector('main');document.querySelector('form').onsubmit=(event)=>{event.preventDefault();
      ${change === 'refused' ? `main.insertAdjacentHTML('beforeend', '${refused}')` : "main.innerHTML=document.querySelector('template').innerHTML"}}</script>`;
    },
  },
  act: unlessDone(async (step) => {
    await type(step, { role: 'textbox', name: 'Password' }, 'open sesame');
    await tap(step, { role: 'button', name: 'Sign in' });
    return undefined;
  }),
  check: (checker) => checker.shows(role('heading', 'Products')),
  changes: {
    'one sold out': { expected: { mode: 'self-finalized' } },
    'all others': { expected: { mode: 'self-finalized' } },
    refused: {
      finish: nothing,
      expected: {
        mode: 'agent-concluded',
        reason: 'end-mismatch',
        detail: /did not show: heading "Products"/,
        attempt: 'failed',
      },
    },
  },
};

const answer = (world: World): { readonly body: string; readonly delayMs: number } => {
  world.count('asked');
  return { body: world.change === '' ? 'yes' : 'no', delayMs: 600 };
};

/** S303: an optimistic change that a 200 takes back. */
export const S303: Situation = {
  id: 'S303',
  title: 'an optimistic change is taken back by an answer that says no with status 200',
  goal: 'add to the cart',
  serve: {
    'POST /add': answer,
    '/': () => `<h1>Desk</h1><button onclick="add()">Add</button><p role="status" id="s"></p>
      <script>async function add(){s.textContent='Desk added';const r=await fetch('/add',{method:'POST'});if(await r.text()==='no')s.textContent='Sorry, it is sold out'}</script>`,
  },
  act: taps({ role: 'button', name: 'Add' }),
  check: (checker) => checker.shows(role('heading', 'Desk')),
  changes: {
    'sold out': {
      finish: nothing,
      expected: {
        mode: 'agent-concluded',
        reason: 'end-mismatch',
        // A busy machine may not have looked before the answer.
        detail: /(?:taken back when the server answered|did not show): status "Desk added"/,
        counts: { asked: 1 },
      },
    },
  },
};

/** S304: the same with a row that goes at once. */
export const S304: Situation = {
  id: 'S304',
  title: 'a row that went at once comes back when the server says no with status 200',
  goal: 'delete the row Beta',
  serve: {
    'POST /delete': answer,
    '/': () => `<h1>Files</h1><ul><li>Alpha</li><li id="b">Beta <button onclick="del()">Delete</button></li></ul>
      <script>async function del(){b.hidden=true;const r=await fetch('/delete',{method:'POST'});if(await r.text()==='no')b.hidden=false}</script>`,
  },
  act: taps({ role: 'button', name: 'Delete' }),
  check: (checker) => checker.shows(role('heading', 'Files')),
  changes: {
    refused: {
      finish: nothing,
      expected: { mode: 'agent-concluded', reason: 'end-mismatch', counts: { asked: 1 } },
    },
  },
};

/** S305: a toast that the answer did not end. */
export const S305: Situation = {
  id: 'S305',
  title: 'a toast shows ahead of the answer and leaves by itself, before the row comes',
  goal: 'save the city Oslo',
  serve: {
    'POST /save': (world) => {
      world.count('saved');
      return { delayMs: 200 };
    },
    '/': (
      world,
    ) => `<h1>Cities</h1><button onclick="go()">Save</button><div id="t"></div><ul id="u"><li>Rome</li></ul>
      <script>async function go(){t.innerHTML='<div role=status>City saved</div>';setTimeout(()=>{t.innerHTML=''},3000);await fetch('/save',{method:'POST'});setTimeout(()=>{u.insertAdjacentHTML('beforeend','<li>Oslo</li>')},${world.change === 'late row' ? 4_000 : 500})}</script>`,
  },
  act: async (step) => {
    await tap(step, { role: 'button', name: 'Save' });
    // As an agent does that waits for its row.
    for (let looks = 0; looks < 30; looks += 1) {
      const screen = await step.look();
      if (screen.nodes.some((node) => (node.name ?? node.text) === 'Oslo')) return undefined;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return { status: 'failed', summary: 'no row' };
  },
  check: (checker) => checker.shows(role('listitem'), { text: 'Oslo' }),
  changes: { 'late row': { expected: { mode: 'self-finalized', counts: { saved: 1 } } } },
};
