// Starting state, routes and pages: where a step begins, and where it must not begin.
import assert from 'node:assert/strict';
import { role, text } from '../checker.ts';
import { nothing, perform, tap, taps, type } from '../script.ts';
import type { Script, Situation, World } from '../situation.ts';

const setEmail: Script = async (step) => {
  await type(step, { role: 'textbox', name: 'Email' }, 'ann@x.test');
  await tap(step, { role: 'button', name: 'Save' });
  return undefined;
};

/** S062: an expired session. */
export const S062: Situation = {
  id: 'S062',
  title: 'the session expired, and the sign-in page has a field of the same name',
  start: '/settings',
  goal: 'set the email',
  serve: {
    '/settings': (world) =>
      world.change === 'expired' && world.data.signedIn === undefined
        ? { status: 303, headers: { location: '/login?next=%2Fsettings' } }
        : '<h1>Settings</h1><label>Email <input type="email"></label><button onclick="o.textContent=\'Saved\'">Save</button><p id="o" role="status"></p>',
    '/login': () =>
      '<h1>Sign in</h1><form method="post" action="/login"><label>Email <input name="m" oninput="fetch(\'/typed\',{method:\'POST\'})"></label><button>Sign in</button></form>',
    'POST /login': (world) => {
      world.data.signedIn = ['ann'];
      return { status: 303, headers: { location: '/settings' } };
    },
    'POST /typed': (world) => {
      world.count('typed');
      return '';
    },
  },
  act: setEmail,
  check: (checker) => checker.shows(role('status'), { text: 'Saved' }),
  changes: {
    expired: {
      finish: async (step, world) => {
        await type(step, { role: 'textbox', name: 'Email' }, 'ann@x.test');
        await tap(step, { role: 'button', name: 'Sign in' });
        return await setEmail(step, world);
      },
      // Typed once, by the agent.
      expected: { mode: 'missed', reason: 'wrong-context', counts: { typed: 1 } },
    },
  },
};

/** S064: a switch that is on already. */
export const S064: Situation = {
  id: 'S064',
  title: 'the switch is on already',
  goal: 'turn on alerts',
  serve: {
    'POST /set': (world) => {
      world.count('flips');
      return '';
    },
    '/': (world) =>
      `<h1>Alerts</h1><button role="switch" aria-checked="${world.change === 'on already'}" onclick="fetch('/set',{method:'POST'});this.setAttribute('aria-checked',String(this.getAttribute('aria-checked')!=='true'))">Alerts</button>`,
  },
  act: taps({ role: 'switch', name: 'Alerts' }),
  check: (checker) => checker.shows([{ by: 'role', role: 'switch' }], { checked: true }),
  changes: {
    'on already': {
      finish: nothing,
      expected: {
        mode: 'agent-concluded',
        reason: 'target-not-found',
        detail: /already checked/,
        counts: { flips: 0 },
      },
    },
  },
};

const hashed = (savedView: string): string => `<main></main><script>
  const views={'#/settings':'Settings','#/profile':'Profile'};
  function draw(){const v=views[location.hash];document.querySelector('main').innerHTML='<h1>'+v+'</h1><button onclick="save()">Save</button><p role=status></p>'}
  function save(){fetch('/save?view='+location.hash.slice(2),{method:'POST'}).then(()=>{document.querySelector('p').textContent='Saved'})}
  addEventListener('hashchange',draw);${savedView === '' ? '' : `if(!location.hash)location.hash='${savedView}';`}draw()</script>`;

/** S065: a router in the fragment. */
export const S065: Situation = {
  id: 'S065',
  title: 'a router in the fragment shows another view',
  start: '/#/settings',
  goal: 'save the settings',
  serve: {
    '/': () => hashed(''),
    'POST /save': (world, { query }) => {
      world.count(`saved ${query.get('view')}`);
      return '';
    },
  },
  act: taps({ role: 'button', name: 'Save' }),
  check: (checker) => checker.shows(role('button', 'Save')),
  unchanged: { mode: 'self-finalized', counts: { 'saved settings': 1 } },
  changes: {
    'on profile': {
      start: '/#/profile',
      finish: nothing,
      expected: { mode: 'missed', reason: 'wrong-context', counts: { 'saved profile': 0 } },
    },
  },
};

/** S066: a view that is drawn long after its fragment changed. */
export const S066: Situation = {
  id: 'S066',
  title: 'the view is drawn two seconds after the fragment changed',
  start: '/#/inbox',
  goal: 'open Sent',
  serve: {
    '/': (
      world,
    ) => `<nav><a href="#/inbox">Inbox</a> <a href="#/sent">Sent</a></nav><main><h1>Inbox mail</h1></main><script>
      addEventListener('hashchange',()=>setTimeout(()=>{document.querySelector('main').innerHTML='<h1>Sent mail</h1>'},${world.change === 'slow' ? 2_000 : 100}))</script>`,
  },
  act: taps({ role: 'link', name: 'Sent' }),
  check: (checker) => checker.shows(role('heading', 'Sent mail')),
  changes: { slow: { expected: { mode: 'self-finalized' } } },
};

const sharing = (world: World): string =>
  `<h1>Post</h1><button onclick="window.open('/?preview')">Preview</button><button onclick="fetch('/share?tab='+(location.search?'preview':'first'),{method:'POST'}).then(()=>{o.textContent='Shared'})">Share</button><p id="o" role="status"></p>${world.change}`;

/** S068: two tabs on one address. */
export const S068: Situation = {
  id: 'S068',
  title: 'the app opens a second tab of the same page',
  goal: 'preview and share the post',
  serve: {
    '/': (world, { query }) =>
      query.has('preview')
        ? {
            body: `<!doctype html><title>Drift</title>${sharing(world)}`,
            delayMs: world.change === 'slow tab' ? 3_000 : 100,
          }
        : sharing(world),
    'POST /share': (world, { query }) => {
      world.count(`shared in ${query.get('tab')}`);
      return '';
    },
  },
  act: async (step) => {
    await tap(step, { role: 'button', name: 'Preview' });
    for (let looks = 0; looks < 40; looks += 1) {
      if ((await step.look()).location.includes('preview')) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await tap(step, { role: 'button', name: 'Share' });
    return undefined;
  },
  stored: ([entry]) =>
    assert.deepEqual(
      entry?.actions.map(({ page }) => page),
      [0, 1],
    ),
  check: (checker) => checker.shows(role('button', 'Share')),
  unchanged: { mode: 'self-finalized', counts: { 'shared in preview': 1, 'shared in first': 0 } },
  changes: {
    'slow tab': {
      expected: { mode: 'self-finalized', counts: { 'shared in preview': 1, 'shared in first': 0 } },
    },
  },
};

/** S070: a native dialog. */
export const S070: Situation = {
  id: 'S070',
  title: 'a native dialog asks, asks no longer, or asks something else',
  goal: 'delete the file',
  serve: {
    'POST /delete': (world) => {
      world.count('deleted');
      return '';
    },
    '/': (world) => {
      const ask = {
        '': "confirm('Delete?')",
        'no dialog': 'true',
        'another text': "confirm('Delete the whole account?')",
      }[world.change];
      return `<h1>Files</h1><ul><li>a.txt</li></ul><button onclick="if(${ask})fetch('/delete',{method:'POST'}).then(()=>{document.querySelector('li').remove();o.textContent='Nothing here'})">Delete</button><p id="o"></p>`;
    },
  },
  act: async (step) => {
    await tap(step, { role: 'button', name: 'Delete' });
    await perform(step, { kind: 'dialog', accept: true });
    return undefined;
  },
  check: (checker) => checker.shows(role('heading', 'Files')),
  unchanged: { mode: 'self-finalized', counts: { deleted: 1 } },
  changes: {
    'no dialog': { expected: { mode: 'self-finalized', counts: { deleted: 1 } } },
    'another text': {
      finish: async (step) => {
        await perform(step, { kind: 'dialog', accept: false });
        return undefined;
      },
      expected: {
        mode: 'agent-concluded',
        reason: 'action-failed',
        detail: /whole account/,
        counts: { deleted: 0 },
      },
    },
  },
};

/** S088: a modal over a page with the same button. */
export const S088: Situation = {
  id: 'S088',
  title: 'a modal stands over a page that has the same button',
  goal: 'close the dialog',
  serve: {
    '/': (
      world,
    ) => `<main${world.change === 'inert page' ? ' inert' : ''}><h1>Page</h1><button onclick="fetch('/page-close',{method:'POST'})">Close</button></main>
      <div role="dialog" aria-modal="true" aria-label="News"><p>News of today</p><button onclick="this.parentElement.remove()">Close</button></div>`,
    'POST /page-close': (world) => {
      world.count('closed the page');
      return '';
    },
  },
  act: async (step) => {
    await tap(step, { role: 'button', name: 'Close' });
    return undefined;
  },
  check: (checker) => checker.shows(text('News of today'), { count: 0 }),
  unchanged: { mode: 'self-finalized', counts: { 'closed the page': 0 } },
  changes: {
    'inert page': { expected: { mode: 'self-finalized', counts: { 'closed the page': 0 } } },
  },
};
