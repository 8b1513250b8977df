// Timing: controls that come late, lists that are swapped under the pointer, pages that never rest.
import { role, text } from '../checker.ts';
import { nothing, tap, taps, type } from '../script.ts';
import type { Situation } from '../situation.ts';

/** S001: a button that is enabled late. */
export const S001: Situation = {
  id: 'S001',
  title: 'a button is enabled later than it was',
  goal: 'save',
  serve: {
    'POST /save': (world) => {
      world.count('saves');
      return '';
    },
    '/': (world) => {
      const afterMs = { '': 2_000, later: 6_000 }[world.change];
      return `<h1>Form</h1><button disabled aria-busy="true" onclick="fetch('/save',{method:'POST'}).then(()=>{o.textContent='Saved'})">Save</button><p id="o" role="status"></p>
      ${afterMs === undefined ? '' : `<script>setTimeout(()=>{const b=document.querySelector('button');b.disabled=false;b.removeAttribute('aria-busy')},${afterMs})</script>`}`;
    },
  },
  act: taps({ role: 'button', name: 'Save' }),
  check: (checker) => checker.shows(role('status'), { text: 'Saved' }),
  unchanged: { mode: 'self-finalized', counts: { saves: 1 } },
  changes: {
    later: { expected: { mode: 'self-finalized', counts: { saves: 1 } } },
    never: {
      finish: nothing,
      // Nobody can save here.
      expected: {
        mode: 'agent-concluded',
        reason: 'action-failed',
        detail: /disabled/,
        attempt: 'failed',
        counts: { saves: 0 },
      },
    },
  },
};

/** S002: a handler that is attached late. */
export const S002: Situation = {
  id: 'S002',
  title: 'a visible button has no handler yet',
  goal: 'open the dialog',
  serve: {
    '/': (
      world,
    ) => `<h1>Page</h1><button>Open dialog</button><div role="dialog" aria-label="Settings" hidden>Settings</div>
      <script>let clicks=0;const b=document.querySelector('button');addEventListener('click',()=>{clicks++;fetch('/click',{method:'POST',keepalive:true})},true);const arm=()=>b.addEventListener('click',()=>{document.querySelector('[role=dialog]').hidden=false});${world.change === 'late' ? "b.addEventListener('click',()=>setTimeout(arm,200),{once:true})" : 'arm()'}</script>`,
    'POST /click': (world) => {
      world.count('clicks');
      return '';
    },
  },
  act: taps({ role: 'button', name: 'Open dialog' }),
  check: (checker) => checker.shows(role('dialog', 'Settings')),
  unchanged: { mode: 'self-finalized', counts: { clicks: 1 } },
  // The first click is lost: the agent clicks again, the runner never does.
  changes: { late: { expected: { mode: 'agent-concluded', reason: 'end-mismatch', counts: { clicks: 2 } } } },
};

/** S004: a box that is ticked before its component is there. */
export const S004: Situation = {
  id: 'S004',
  title: 'a box can be ticked before its component listens',
  goal: 'accept the terms',
  serve: {
    '/': (
      world,
    ) => `<h1>Sign up</h1><div role="checkbox" aria-checked="false" aria-label="Terms" tabindex="0" style="width:20px;height:20px;border:1px solid"></div>
      <script>const b=document.querySelector('[role=checkbox]');const arm=()=>b.addEventListener('click',()=>b.setAttribute('aria-checked','true'));${world.change === 'late' ? "b.addEventListener('click',()=>setTimeout(arm,200),{once:true})" : 'arm()'}</script>`,
  },
  act: async (step) => {
    await tap(step, { role: 'checkbox', name: 'Terms' });
    return undefined;
  },
  check: (checker) => checker.shows([{ by: 'role', role: 'checkbox' }], { checked: true }),
  changes: { late: { expected: { mode: 'agent-concluded', reason: ['end-mismatch', 'action-failed'] } } },
};

/** S004 with a native box in it, which takes the tick by itself. */
export const S004_NATIVE: Situation = {
  id: 'S004 native',
  title: 'a native box takes the tick, and its component does not listen yet',
  goal: 'accept the terms',
  serve: {
    '/': (
      world,
    ) => `<h1>Sign up</h1><label><input type="checkbox" aria-checked="false"> Terms</label><button disabled>Join</button>
      <script>const b=document.querySelector('input');const arm=()=>b.addEventListener('change',()=>{b.setAttribute('aria-checked',String(b.checked));document.querySelector('button').disabled=!b.checked});${world.change === 'late' ? "b.addEventListener('change',()=>setTimeout(arm,200),{once:true})" : 'arm()'}</script>`,
  },
  act: async (step) => {
    // As an agent does that finds it without effect: off and on again.
    for (let turn = 0; turn < 3; turn += 1) {
      const screen = await step.look();
      if (!screen.nodes.find((node) => node.role === 'button')?.disabled) break;
      await tap(step, { role: 'checkbox', name: 'Terms' });
    }
    return undefined;
  },
  check: (checker) => checker.shows(role('button', 'Join'), { enabled: true }),
  changes: { late: { expected: { mode: 'agent-concluded', reason: ['end-mismatch', 'action-failed'] } } },
};

/** S005: a table that is rendered anew all the time. */
export const S005: Situation = {
  id: 'S005',
  title: 'a table is rendered anew every 200 ms',
  races: true,
  goal: 'edit the row Beta',
  serve: {
    'POST /edit': (world, { query }) => {
      world.count(`edit ${query.get('row')}`);
      return '';
    },
    '/': () => `<h1>Rows</h1><table></table><p id="o" role="status"></p><script>
      const t=document.querySelector('table');function draw(){t.innerHTML=['Alpha','Beta','Gamma'].map(n=>'<tr><td>'+n+'</td><td><button onclick="edit(\\''+n+'\\')">Edit</button></td></tr>').join('')}
      function edit(n){fetch('/edit?row='+n,{method:'POST'});o.textContent='Editing '+n}draw();setInterval(draw,200)</script>`,
  },
  act: taps({ role: 'button', name: 'Edit', within: { role: 'row', name: /Beta/ } }),
  check: (checker) => checker.shows(role('status'), { text: 'Editing Beta' }),
  times: 5,
  unchanged: { mode: 'self-finalized', counts: { 'edit Alpha': 0, 'edit Beta': 1, 'edit Gamma': 0 } },
};

/** S008: answers that come in another order. */
export const S008: Situation = {
  id: 'S008',
  title: 'the answers to a search come in another order',
  races: true,
  goal: 'choose the city Boston',
  serve: {
    '/cities': (_world, { query }) => {
      const q = query.get('q') ?? '';
      const all = ['Bogota', 'Bonn', 'Boston', 'Bostwick'].filter((city) => city.startsWith(q));
      return {
        body: JSON.stringify(all),
        type: 'application/json',
        // The answer to the shorter text comes after the answer to the whole one.
        delayMs: q.length < 4 ? 900 : 300,
      };
    },
    '/': (
      world,
    ) => `<h1>Trip</h1><label>City <input role="combobox" aria-expanded="false" aria-controls="l"></label><ul id="l" role="listbox" aria-label="Cities" hidden></ul><p id="o"></p><script>
      const i=document.querySelector('input');
      async function ask(q){const r=await(await fetch('/cities?q='+q)).json();l.innerHTML=r.map(c=>'<li role="option" aria-selected="false">'+c+'</li>').join('');l.hidden=false;i.setAttribute('aria-expanded','true')}
      i.oninput=()=>{if(!i.value)return;${world.change === 'swapped' ? `ask(i.value);setTimeout(()=>ask('Bo'),10)` : `ask('Bo');ask(i.value)`}};
      l.onclick=e=>{i.value=e.target.textContent;l.hidden=true;i.setAttribute('aria-expanded','false');o.textContent='Going to '+i.value}</script>`,
  },
  act: async (step) => {
    await type(step, { role: 'combobox', name: 'City' }, 'Bost');
    await tap(step, { role: 'option', name: 'Boston' });
    return undefined;
  },
  check: async (checker) => {
    await checker.shows(text('Going to Boston'));
    await checker.shows(role('combobox', 'City'), { value: 'Boston' });
  },
  changes: { swapped: { expected: { mode: 'self-finalized' } } },
};

/** S010: a badge that changes without the step, once before the tap and once after it. */
export const S010: Situation = {
  id: 'S010',
  title: 'a status badge changes without the step',
  races: true,
  goal: 'subscribe',
  serve: {
    '/': (
      world,
    ) => `<h1>Feed</h1><span role="status" id="s">${world.change === 'live already' ? 'Live' : 'Reconnecting…'}</span><button onclick="u.innerHTML='<li>Subscribed</li>';setTimeout(live,${world.change === 'late' ? 3_000 : 100})">Subscribe</button><ul id="u"></ul>
      <script>const live=()=>{s.textContent='Live'}</script>`,
  },
  act: taps({ role: 'button', name: 'Subscribe' }),
  check: (checker) => checker.shows(role('listitem'), { text: 'Subscribed' }),
  changes: {
    late: { expected: { mode: 'self-finalized' } },
    'live already': { expected: { mode: 'self-finalized' } },
  },
};

/** S011: a page that never rests. */
export const S011: Situation = {
  id: 'S011',
  title: 'a page polls every second',
  races: true,
  goal: 'refresh',
  serve: {
    '/poll': () => ({ body: '{}', type: 'application/json' }),
    '/': () =>
      `<h1>Board</h1><button onclick="o.textContent='Updated'">Refresh</button><p id="o"></p><script>setInterval(()=>fetch('/poll?t='+Date.now()),1000)</script>`,
  },
  act: taps({ role: 'button', name: 'Refresh' }),
  check: (checker) => checker.shows(text('Updated')),
  unchanged: { mode: 'self-finalized', beyondRecordingMs: 2_000 },
};

/** S012: cached rows that are swapped. */
export const S012: Situation = {
  id: 'S012',
  title: 'old rows are swapped for new ones half a second later',
  goal: 'open Gamma',
  serve: {
    '/': (world) => {
      const fresh =
        world.change === 'moved' ? ['Gamma', 'Delta', 'Alpha', 'Beta'] : ['Alpha', 'Beta', 'Gamma'];
      return `<h1>Topics</h1><ul></ul><script>const u=document.querySelector('ul');const draw=(n)=>{u.innerHTML=n.map(x=>'<li><a href="/open?t='+x+'">'+x+'</a></li>').join('')};draw(['Alpha','Beta','Gamma']);setTimeout(()=>draw(${JSON.stringify(fresh)}),500)</script>`;
    },
    '/open': (world, { query }) => {
      world.count(`opened ${query.get('t')}`);
      return `<h1>${query.get('t')}</h1>`;
    },
  },
  act: taps({ role: 'link', name: 'Gamma' }),
  check: (checker) => checker.shows(role('heading', 'Gamma')),
  changes: {
    moved: {
      expected: {
        mode: 'self-finalized',
        counts: { 'opened Gamma': 1, 'opened Alpha': 0, 'opened Beta': 0, 'opened Delta': 0 },
      },
    },
  },
};

/** S017: a toast and a late row that are never there together. */
export const S017: Situation = {
  id: 'S017',
  title: 'a toast is gone before the new row comes',
  goal: 'save the city Oslo',
  serve: {
    '/': (
      world,
    ) => `<h1>Cities</h1><button onclick="go()">Save</button><div id="t"></div><ul id="u"><li>Rome</li></ul>
      <script>function go(){t.innerHTML='<div role=status>City saved</div>';setTimeout(()=>{t.innerHTML=''},3000);setTimeout(()=>{u.insertAdjacentHTML('beforeend','<li>Oslo</li>')},${world.change === 'late row' ? 4_000 : 2_000})}</script>`,
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
  changes: { 'late row': { expected: { mode: 'self-finalized' } } },
};
