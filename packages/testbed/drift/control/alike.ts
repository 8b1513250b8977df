// Beyond the table: surroundings that name their control badly, and effects that a move to another route could hide.
import { role } from '../checker.ts';
import { nothing, tap, taps } from '../script.ts';
import type { Situation, World } from '../situation.ts';

const remove = (name: string): string =>
  `<button onclick="fetch('/delete?item=${name}',{method:'POST'}).then(()=>{this.closest('tr,li')?.remove();document.title='${name} is gone';o.textContent='Deleted'})">Delete</button>`;

const serveItems = (item: (name: string) => string, around: string): Situation['serve'] => ({
  'POST /delete': (world: World, { query }) => {
    world.count(`deleted ${query.get('item')}`);
    return '';
  },
  '/': (world) => {
    const names = world.change === '' ? ['alpha', 'beta', 'gamma'] : ['gamma', 'alpha', 'beta'];
    return `<h1>Things</h1><${around}>${names.map(item).join('')}</${around}><p id="o" role="status"></p>`;
  },
});

const rightOne: Situation['changes'] = {
  'another order': {
    finish: nothing,
    expected: {
      mode: ['self-finalized', 'agent-concluded', 'missed'],
      counts: { 'deleted alpha': 0, 'deleted gamma': 0 },
    },
  },
};

/** B01: a word of the goal that every row holds. */
export const B01: Situation = {
  id: 'B01',
  title: 'the goal names a word that stands in every row before the name',
  goal: 'delete the file beta',
  serve: serveItems((name) => `<tr><td>File</td><td>${name}</td><td>${remove(name)}</td></tr>`, 'table'),
  act: taps({ role: 'button', name: 'Delete', within: { role: 'row', name: /beta/ } }),
  check: (checker) => checker.shows(role('heading', 'Things')),
  unchanged: { mode: 'self-finalized', counts: { 'deleted beta': 1 } },
  changes: rightOne,
};

/** B02: cards with one and the same heading. */
export const B02: Situation = {
  id: 'B02',
  title: 'every card has the same heading, and its name below',
  goal: 'delete the second card',
  serve: serveItems((name) => `<li><h2>Order</h2><p>${name}</p>${remove(name)}</li>`, 'ul'),
  act: async (step) => {
    const [, second] = step.screen.nodes.filter((node) => node.role === 'button');
    const done = await step.perform({ kind: 'tap', target: second?.id ?? '' });
    return done.ok ? undefined : { status: 'failed', summary: done.message };
  },
  check: (checker) => checker.shows(role('heading', 'Things')),
  unchanged: { mode: 'self-finalized', counts: { 'deleted beta': 1 } },
  changes: rightOne,
};

/** B03: headings that stand before their buttons, without anything around both. */
export const B03: Situation = {
  id: 'B03',
  title: 'headings and buttons follow each other without anything around them',
  goal: 'delete beta',
  serve: serveItems((name) => `<h2>${name}</h2>${remove(name)}`, 'main'),
  act: async (step) => {
    const { nodes } = step.screen;
    const heading = nodes.findIndex((node) => node.name === 'beta');
    const button = nodes.slice(heading).find((node) => node.role === 'button');
    const done = await step.perform({ kind: 'tap', target: button?.id ?? '' });
    if (!done.ok) return { status: 'failed', summary: done.message };
    return undefined;
  },
  check: (checker) => checker.shows(role('status'), { text: 'Deleted' }),
  unchanged: { mode: 'self-finalized', counts: { 'deleted beta': 1 } },
  changes: {
    'another order': {
      expected: {
        mode: 'agent-concluded',
        reason: 'target-ambiguous',
        counts: { 'deleted alpha': 0, 'deleted beta': 1, 'deleted gamma': 0 },
      },
    },
  },
};

/** B04: a move to another route, and then an effect of which nothing but a row tells. */
export const B04: Situation = {
  id: 'B04',
  title: 'the step moves to another page and adds a row there, and the row does not come',
  goal: 'go to the companies and add one',
  serve: {
    '/': () => '<h1>Home</h1><a href="/companies">Companies</a>',
    '/companies': (world) =>
      `<h1>Companies</h1><button ${world.change === '' ? `onclick="u.insertAdjacentHTML('beforeend','<li>Acme</li>')"` : ''}>Add</button><ul id="u"><li>Old</li></ul>`,
  },
  act: async (step) => {
    await tap(step, { role: 'link', name: 'Companies' });
    await tap(step, { role: 'button', name: 'Add' });
    return undefined;
  },
  check: (checker) => checker.shows(role('heading', 'Companies')),
  changes: {
    'adds nothing': {
      finish: nothing,
      expected: { mode: 'agent-concluded', reason: ['end-mismatch', 'action-failed'] },
    },
  },
};

/** B05: a step on one route whose last change is a state of another control only. */
export const B05: Situation = {
  id: 'B05',
  title: 'a tap selects a tab, and at replay the tab is selected already',
  goal: 'show the notes',
  serve: {
    '/': (world) => {
      const notes = world.change === 'shown already';
      return `<h1>Case</h1><div role="tablist"><button role="tab" aria-selected="${!notes}" onclick="go(0)">Facts</button><button role="tab" aria-selected="${notes}" onclick="go(1)">Notes</button></div><div role="tabpanel">${notes ? 'Some notes' : 'Some facts'}</div>
      <script>const t=document.querySelectorAll('[role=tab]');function go(n){fetch('/tab',{method:'POST'});t.forEach((x,i)=>x.setAttribute('aria-selected',String(i===n)));document.querySelector('[role=tabpanel]').textContent=n?'Some notes':'Some facts'}</script>`;
    },
    'POST /tab': (world) => {
      world.count('taps');
      return '';
    },
  },
  act: taps({ role: 'tab', name: 'Notes' }),
  check: (checker) => checker.shows(role('tab', 'Notes')),
  changes: {
    'shown already': {
      finish: nothing,
      expected: { mode: ['agent-concluded', 'missed'], counts: { taps: 0 } },
    },
  },
};
