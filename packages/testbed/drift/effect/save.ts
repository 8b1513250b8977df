// Did it happen: outcomes that were there before, that only seem to come, that the server refused, or that differ every run.
import { role, text } from '../checker.ts';
import { nothing, tap, taps, type, unlessDone } from '../script.ts';
import type { Script, Situation } from '../situation.ts';

/** S039: an optimistic like that the server refuses. */
export const S039: Situation = {
  id: 'S039',
  title: 'an optimistic change is rolled back when the server refuses it',
  goal: 'like the post',
  serve: {
    'POST /like': (world) => {
      world.count('likes');
      return { status: world.change === 'refused' ? 500 : 200, delayMs: 1_500 };
    },
    '/': () => `<h1>Post</h1><button aria-pressed="false" onclick="like(this)">Like</button> <span id="n">41</span><div id="a"></div>
      <script>async function like(b){b.setAttribute('aria-pressed','true');n.textContent='42';const r=await fetch('/like',{method:'POST'});if(!r.ok){b.setAttribute('aria-pressed','false');n.textContent='41';a.innerHTML='<div role=alert>Could not save your like</div>'}}</script>`,
  },
  act: taps({ role: 'button', name: 'Like' }),
  check: (checker) => checker.shows(role('heading', 'Post')),
  changes: {
    refused: {
      finish: nothing,
      expected: {
        mode: 'agent-concluded',
        reason: 'end-mismatch',
        detail: /Could not save your like/,
        counts: { likes: 1 },
      },
    },
  },
};

/** S040: a refused request behind the same words. */
export const S040: Situation = {
  id: 'S040',
  title: 'the page says the same although the server failed',
  goal: 'submit the form',
  serve: {
    'POST /submit': (world) => {
      world.count('submitted');
      return { status: world.change === 'fails' ? 500 : 200 };
    },
    '/': () =>
      `<h1>Report</h1><label>Words <input></label><button onclick="fetch('/submit',{method:'POST'}).catch(()=>0).then(()=>{out.textContent='Submitted'})">Submit</button><p id="out" role="status"></p>`,
  },
  act: async (step) => {
    await type(step, { role: 'textbox', name: 'Words' }, 'all is well');
    await tap(step, { role: 'button', name: 'Submit' });
    return undefined;
  },
  check: (checker) => checker.shows(role('status'), { text: 'Submitted' }),
  changes: {
    fails: {
      finish: nothing,
      expected: { mode: 'agent-concluded', reason: 'end-mismatch', counts: { submitted: 1 } },
    },
    'sends nothing': {
      finish: nothing,
      expected: { mode: 'agent-concluded', reason: 'end-mismatch', counts: { submitted: 0 } },
    },
  },
};
const quiet = S040.serve['/'];
if (quiet === undefined) throw new Error('S040 has no page');
(S040.serve as Record<string, typeof quiet>)['/'] = (world, asked) => {
  const page = String(quiet(world, asked));
  return world.change === 'sends nothing'
    ? page.replace(`fetch('/submit',{method:'POST'}).catch(()=>0)`, 'Promise.resolve()')
    : page;
};

/** S042: a slow payment whose button stays enabled. */
export const S042: Situation = {
  id: 'S042',
  title: 'the handler is slow and its button stays enabled',
  goal: 'pay',
  serve: {
    'POST /pay': (world) => {
      world.count('charges');
      return {
        delayMs: world.change === 'slower' ? 6_000 : world.change === 'far too slow' ? 30_000 : 2_000,
      };
    },
    '/': () =>
      `<h1>Pay</h1><button onclick="fetch('/pay',{method:'POST'}).then(()=>{out.textContent='Paid'})">Pay</button><p id="out" role="status"></p>`,
  },
  act: taps({ role: 'button', name: 'Pay' }),
  check: (checker) => checker.shows(role('heading', 'Pay')),
  unchanged: { mode: 'self-finalized', counts: { charges: 1 } },
  changes: {
    slower: { expected: { mode: 'self-finalized', counts: { charges: 1 } } },
    'far too slow': {
      finish: unlessDone(taps({ role: 'button', name: 'Pay' })),
      expected: { mode: 'agent-concluded', reason: 'end-mismatch', counts: { charges: 1 } },
    },
  },
};

/** S043: saved, and then an error page. */
export const S043: Situation = {
  id: 'S043',
  title: 'the save works and an error follows',
  goal: 'save',
  serve: {
    'POST /save': (world) => {
      world.count('saved');
      return '';
    },
    '/': (
      world,
    ) => `<h1>Profile</h1><button onclick="save()">Save</button><p id="out" role="status"></p><div id="e"></div>
      <script>async function save(){await fetch('/save',{method:'POST'});out.textContent='Saved';${world.change === 'times out' ? `e.innerHTML='<div role=alert>Session timed out</div>'` : ''}}</script>`,
  },
  act: taps({ role: 'button', name: 'Save' }),
  check: (checker) => checker.shows(role('status'), { text: 'Saved' }),
  changes: {
    'times out': {
      finish: unlessDone(taps({ role: 'button', name: 'Save' })),
      expected: {
        mode: 'agent-concluded',
        reason: 'end-mismatch',
        detail: /Session timed out/,
        counts: { saved: 1 },
      },
    },
  },
};

const addTask: Script = async (step) => {
  await type(step, { role: 'textbox', name: 'Task' }, 'Call Bob');
  await tap(step, { role: 'button', name: 'Add' });
  return undefined;
};

/** S044: a submit that leads to the same page. */
export const S044: Situation = {
  id: 'S044',
  title: 'a submit redirects to the same page with an emptied form',
  goal: 'add the task Call Bob',
  serve: {
    'POST /tasks': (world, { body }) => {
      world.count('tasks');
      if (world.change !== 'dropped')
        world.data.tasks = [...(world.data.tasks ?? []), new URLSearchParams(body).get('task') ?? ''];
      return { status: 303, headers: { location: '/' } };
    },
    '/': (world) => {
      const tasks = ['Mail Ann', 'Buy milk', 'Walk', 'Sleep', ...(world.data.tasks ?? [])];
      return `<header><span>${tasks.length} tasks</span></header><form method="post" action="/tasks"><label>Task <input name="task"></label><button>Add</button></form><ul>${tasks.map((task) => `<li>${task}</li>`).join('')}</ul>`;
    },
  },
  act: addTask,
  check: (checker) => checker.shows(role('button', 'Add')),
  unchanged: { mode: 'self-finalized', counts: { tasks: 1 } },
  changes: {
    dropped: {
      finish: unlessDone(addTask),
      expected: { mode: 'agent-concluded', reason: 'end-mismatch', counts: { tasks: 1 } },
    },
  },
};

const people = (names: readonly string[], wired: boolean, after = ''): string =>
  `<h1>People</h1><label>Name <input id="n"></label><button ${wired ? `onclick="const l=document.createElement('li');l.textContent=n.value;n.value='';list.append(l);${after}"` : ''}>Add</button><ul id="list">${names.map((name) => `<li>${name}</li>`).join('')}</ul><p id="c"></p>`;
const addAnn: Situation['act'] = async (step) => {
  await type(step, { role: 'textbox', name: 'Name' }, 'Ann');
  await tap(step, { role: 'button', name: 'Add' });
  return undefined;
};

/** S047: the outcome is there already. */
export const S047: Situation = {
  id: 'S047',
  title: 'the outcome is on screen already, and the button does nothing',
  goal: 'add Ann',
  serve: {
    '/': (world) => people(world.change === 'there already' ? ['Bob', 'Ann'] : ['Bob'], world.change === ''),
  },
  act: addAnn,
  check: (checker) => checker.shows(role('listitem'), { text: 'Ann' }),
  changes: {
    'there already': {
      finish: nothing,
      expected: { mode: 'agent-concluded', reason: 'end-mismatch', attempt: 'passed' },
    },
    'does nothing': {
      finish: nothing,
      expected: { mode: 'agent-concluded', reason: 'end-mismatch', attempt: 'failed' },
    },
  },
};

/** S048: a toast of the step before. */
export const S048: Situation = {
  id: 'S048',
  title: 'the toast of the step before is still there',
  goal: 'save the second page',
  before: {
    goal: 'save the first page',
    act: taps({ role: 'button', name: 'Save first' }),
  },
  serve: {
    '/': (world) => {
      const wired = `onclick="t.textContent='';requestAnimationFrame(()=>{t.textContent='Saved'})"`;
      const stays = { '': 200, 'goes later': 2_500 }[world.change];
      const first =
        stays === undefined
          ? wired
          : `onclick="t.textContent='Saved';setTimeout(()=>{t.textContent=''},${stays})"`;
      return `<h1>Pages</h1><button ${first}>Save first</button><button ${stays === undefined ? '' : wired}>Save second</button><p id="t" role="status"></p>`;
    },
  },
  act: async (step) => {
    // While recording, the first toast is gone before the second save.
    await new Promise((resolve) => setTimeout(resolve, 400));
    await tap(step, { role: 'button', name: 'Save second' });
    return undefined;
  },
  check: (checker) => checker.shows(role('status')),
  changes: {
    'goes later': { expected: { mode: 'self-finalized' } },
    'still there': {
      finish: nothing,
      expected: { mode: 'agent-concluded', reason: 'end-mismatch' },
    },
  },
};

/** S049: a toast that leaves, a label that stays. */
export const S049: Situation = {
  id: 'S049',
  title: 'a toast leaves soon and a label changes for good',
  goal: 'save',
  serve: {
    '/': (world) => `<h1>Plan</h1><button onclick="go()">Save</button><p id="l">Draft</p><div id="t"></div>
      <script>function go(){l.textContent='Published';t.innerHTML='<div role=status>Saved</div>';setTimeout(()=>{t.innerHTML=''},${world.change === 'shorter' ? 1_000 : 3_000})}</script>`,
  },
  act: taps({ role: 'button', name: 'Save' }),
  check: (checker) => checker.shows(text('Published')),
  changes: { shorter: { expected: { mode: 'self-finalized' } } },
};
