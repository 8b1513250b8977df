// Beyond the table: what a page asks, shows or takes differently, with nothing renamed on the way to it.
import { role, text } from '../checker.ts';
import { counter, counting } from '../counting.ts';
import { nothing, perform, tap, taps, type, unlessDone, until } from '../script.ts';
import type { Expected, Situation } from '../situation.ts';

const question = (words: string, what: string): string =>
  `<div style="position:fixed;inset:0;background:#fffd"><p>${words}</p><button onclick="${counting(what)}.then(()=>{o.textContent='Done';q.innerHTML=''})">Remove</button><button onclick="q.innerHTML=''">Cancel</button></div>`;

/** B07: a question of the page's own, with the same answers. */
export const B07: Situation = {
  id: 'B07',
  title: 'a question inside the page asks something else, with the same buttons',
  goal: 'remove the draft',
  serve: {
    ...counter,
    '/': (world) => {
      const asked =
        world.change === 'about everything'
          ? question('Remove all of your letters for good?', 'removed all')
          : question('Remove this draft?', 'removed a draft');
      return `<h1>Letters</h1><button id="d">Discard draft</button><div id="q"></div><p id="o" role="status"></p><template>${asked}</template>
      <script>d.onclick=()=>{q.innerHTML=document.querySelector('template').innerHTML}</script>`;
    },
  },
  act: async (step) => {
    await tap(step, { role: 'button', name: 'Discard draft' });
    await tap(step, { role: 'button', name: 'Remove' });
    return undefined;
  },
  check: (checker) => checker.shows(role('heading', 'Letters')),
  unchanged: { mode: 'self-finalized', counts: { 'removed a draft': 1 } },
  changes: {
    'about everything': {
      finish: taps({ role: 'button', name: 'Cancel' }),
      expected: { mode: 'agent-concluded', counts: { 'removed all': 0, 'removed a draft': 0 } },
    },
  },
};

/** B08: a wizard of which only a count tells the pages apart. */
export const B08: Situation = {
  id: 'B08',
  title: 'the pages of a wizard differ in their count only, and come late',
  goal: 'go to the last page',
  serve: {
    ...counter,
    '/next': (world) => ({
      body: 'ok',
      type: 'text/plain',
      delayMs: world.change === 'slow' ? 1_200 : 50,
    }),
    '/': () => `<p id="p">Step 1 of 3</p><button id="b">Next</button><p id="o" role="status"></p><script>
      let at=1,busy=false;b.onclick=async()=>{if(busy){${counting('too early')};return}busy=true;await fetch('/next');busy=false;at+=1;p.textContent='Step '+at+' of 3';${counting('steps')};if(at===3){b.remove();o.textContent='Last page'}}</script>`,
  },
  act: async (step) => {
    await tap(step, { role: 'button', name: 'Next' });
    await tap(step, { role: 'button', name: 'Next' });
    return undefined;
  },
  check: (checker) => checker.shows(role('status'), { text: 'Last page' }),
  unchanged: { mode: 'self-finalized', counts: { steps: 2, 'too early': 0 } },
  changes: { slow: { expected: { mode: 'self-finalized', counts: { steps: 2, 'too early': 0 } } } },
};

/** B09: a tour that has the same button. */
export const B09: Situation = {
  id: 'B09',
  title: 'a tour lies over the page and has a button of the same name',
  goal: 'create a project',
  serve: {
    ...counter,
    '/': (world) =>
      `<h1>Projects</h1><button onclick="${counting('created')}.then(()=>{u.innerHTML='<li>Project of today</li>'})">Create</button><ul id="u"></ul>${
        world.change === 'tour'
          ? `<div role="dialog" aria-modal="true" aria-label="Tour" id="t"><p>Here you create things</p><button onclick="${counting('created in the tour')}">Create</button><button onclick="t.remove()">Close</button></div>`
          : ''
      }`,
  },
  act: taps({ role: 'button', name: 'Create' }),
  check: (checker) => checker.shows(role('listitem'), { text: 'Project of today' }),
  unchanged: { mode: 'self-finalized', counts: { created: 1 } },
  changes: {
    tour: {
      finish: async (step) => {
        await tap(step, { role: 'button', name: 'Close' });
        await tap(step, { role: 'button', name: 'Create' });
        return undefined;
      },
      expected: { mode: 'agent-concluded', counts: { 'created in the tour': 0, created: 1 } },
    },
  },
};

/** What must come where something else than the step brought its words. */
const unproven: Expected = { mode: 'agent-concluded', reason: 'end-mismatch' };

/** B10: the words of success come from elsewhere. */
export const B10: Situation = {
  id: 'B10',
  title: 'the button does nothing, and its toast comes from a save in the background',
  goal: 'save the page',
  serve: {
    ...counter,
    '/': (world) => {
      const says = `t.textContent='Saved'`;
      return `<h1>Page</h1><button id="b">Save</button><p id="t" role="status"></p><script>
      ${
        world.change === 'in the background'
          ? `b.addEventListener('click',()=>setTimeout(()=>{${says}},300))`
          : `b.addEventListener('click',()=>${counting('saves')}.then(()=>{${says}}))`
      }</script>`;
    },
  },
  act: taps({ role: 'button', name: 'Save' }),
  check: (checker) => checker.shows(role('status'), { text: 'Saved' }),
  unchanged: { mode: 'self-finalized', counts: { saves: 1 } },
  changes: { 'in the background': { finish: nothing, expected: { ...unproven, counts: { saves: 0 } } } },
};

/** B11: another amount. */
export const B11: Situation = {
  id: 'B11',
  title: 'the amount that is paid is another one',
  goal: 'pay the bill',
  serve: {
    ...counter,
    '/': (world) =>
      `<h1>Bill</h1><button onclick="${counting('paid')}.then(()=>{o.textContent='You paid $${world.change === 'dearer' ? 250 : 25}.00'})">Pay</button><p id="o" role="status"></p>`,
  },
  act: taps({ role: 'button', name: 'Pay' }),
  check: (checker) => checker.shows(role('status'), { text: 'You paid' }),
  unchanged: { mode: 'self-finalized', counts: { paid: 1 } },
  changes: {
    dearer: {
      finish: unlessDone(taps({ role: 'button', name: 'Pay' })),
      expected: { ...unproven, detail: /\$25\.00/, counts: { paid: 1 } },
    },
  },
};

/** B12: taken back without a word. */
export const B12: Situation = {
  id: 'B12',
  title: 'a switch is taken back in silence by an answer that says no with status 200',
  goal: 'follow Ann',
  serve: {
    'POST /follow': (world) => {
      world.count('asked');
      return { body: world.change === 'refused' ? 'no' : 'yes', type: 'text/plain', delayMs: 1_000 };
    },
    '/': () => `<h1>Ann</h1><button aria-pressed="false" id="b">Follow</button><script>
      b.onclick=async()=>{b.setAttribute('aria-pressed','true');const answer=await (await fetch('/follow',{method:'POST'})).text();if(answer==='no')b.setAttribute('aria-pressed','false')}</script>`,
  },
  act: taps({ role: 'button', name: 'Follow' }),
  check: (checker) => checker.shows(role('heading', 'Ann')),
  unchanged: { mode: 'self-finalized', counts: { asked: 1 } },
  changes: { refused: { finish: nothing, expected: { ...unproven, counts: { asked: 1 } } } },
};

/** B13: a choice that is no longer there. */
export const B13: Situation = {
  id: 'B13',
  title: 'the option to choose is gone',
  goal: 'set the priority to High',
  serve: {
    ...counter,
    '/': (world) =>
      `<h1>Ticket</h1><label>Priority <select onchange="${counting('chosen')};o.textContent='Priority: '+this.value"><option>Low</option><option>Medium</option>${world.change === 'renamed' ? '<option>Higher</option>' : '<option>High</option>'}</select></label><p id="o"></p>`,
  },
  act: async (step) => {
    const target = await until(step, { role: 'combobox', name: 'Priority' });
    await perform(step, { kind: 'select', target, option: 'High' });
    return undefined;
  },
  check: (checker) => checker.shows(role('heading', 'Ticket')),
  unchanged: { mode: 'self-finalized', counts: { chosen: 1 } },
  changes: {
    renamed: {
      finish: nothing,
      expected: { mode: 'agent-concluded', reason: 'action-failed', detail: /Higher/, counts: { chosen: 0 } },
    },
  },
};

/** B14: a field that takes less. */
export const B14: Situation = {
  id: 'B14',
  title: 'a field takes fewer characters than it did',
  goal: 'order for Ann Smithson',
  serve: {
    ...counter,
    '/': (world) =>
      `<h1>Order</h1><label>Name <input id="n"></label><button onclick="${counting('orders')}.then(()=>{o.textContent='Ordered'})">Order</button><p id="o" role="status"></p><script>${world.change === 'shorter' ? `n.oninput=()=>{n.value=n.value.slice(0,8)}` : ''}</script>`,
  },
  act: async (step) => {
    await type(step, { role: 'textbox', name: 'Name' }, 'Ann Smithson');
    await tap(step, { role: 'button', name: 'Order' });
    return undefined;
  },
  check: (checker) => checker.shows(text('Order')),
  unchanged: { mode: 'self-finalized', counts: { orders: 1 } },
  changes: {
    shorter: {
      finish: nothing,
      expected: { mode: 'agent-concluded', reason: 'action-failed', counts: { orders: 0 } },
    },
  },
};
