// Did it happen, told by text: counts, times, results lines, announcers, and changes that nobody sees.
import { role, text } from '../checker.ts';
import { nothing, tap, taps, type } from '../script.ts';
import type { Situation } from '../situation.ts';

/** S051: a count that appears, and one that moves. */
export const S051: Situation = {
  id: 'S051',
  title: 'a count appears and another count moves',
  goal: 'import the file',
  serve: {
    '/': (world) => {
      const before = world.change === 'other header' ? 56 : 41;
      const records = world.change === 'four records' ? 4 : 3;
      return `<h1>Items</h1><p id="h">${before} items</p><button onclick="h.textContent='${before + 1} items';o.innerHTML='<p>${records} records imported</p>'">Import</button><div id="o"></div>`;
    },
  },
  act: taps({ role: 'button', name: 'Import' }),
  check: (checker) => checker.shows(text('records imported')),
  changes: {
    'four records': {
      finish: nothing,
      expected: { mode: 'agent-concluded', reason: 'end-mismatch' },
    },
    'other header': { expected: { mode: 'self-finalized' } },
  },
};

/** S053: a time is the only change. */
export const S053: Situation = {
  id: 'S053',
  title: 'a clock time is the only change',
  goal: 'save',
  serve: {
    '/': (world) =>
      `<h1>Note</h1><button onclick="o.textContent='Saved at 10:4${world.change === 'later' ? 3 : 2}'">Save</button><p id="o"></p>`,
  },
  act: taps({ role: 'button', name: 'Save' }),
  check: (checker) => checker.shows(text('Saved at')),
  changes: {
    later: {
      finish: nothing,
      expected: { mode: 'agent-concluded', reason: 'end-mismatch', detail: /differs every run/ },
    },
  },
};

/** S054: a results line next to the new row. */
export const S054: Situation = {
  id: 'S054',
  title: 'a line of results moves next to the new row',
  goal: 'add Ann',
  serve: {
    '/': (world) => {
      const start = world.change === 'one more' ? 9 : 8;
      return `<h1>People</h1><label>Name <input id="n"></label><button onclick="add()">Add</button><table><tbody id="b">${Array.from({ length: start }, (_, at) => `<tr><td>P${'abcdefghij'[at]}</td></tr>`).join('')}</tbody></table><p id="c">Showing 1 to ${start} of ${start} results</p>
      <script>function add(){b.insertAdjacentHTML('beforeend','<tr><td>'+n.value+'</td></tr>');n.value='';c.textContent='Showing 1 to ${start + 1} of ${start + 1} results'}</script>`;
    },
  },
  act: async (step) => {
    await type(step, { role: 'textbox', name: 'Name' }, 'Ann');
    await tap(step, { role: 'button', name: 'Add' });
    return undefined;
  },
  check: (checker) => checker.shows(role('cell', 'Ann')),
  changes: { 'one more': { expected: { mode: 'self-finalized' } } },
};

/** S055: a framework's route announcer. */
export const S055: Situation = {
  id: 'S055',
  title: 'a route announcer raises an alert with the title',
  goal: 'open the products',
  serve: {
    '/': (
      world,
    ) => `<main id="m"><h1>Home</h1><a href="/products" onclick="event.preventDefault();go()">Products</a></main><next-route-announcer></next-route-announcer>
      <script>
      const root=document.querySelector('next-route-announcer').attachShadow({mode:'open'});root.innerHTML='<div role="alert" aria-live="assertive" style="position:absolute;width:1px;height:1px;overflow:hidden"></div>';
      function go(){history.pushState({},'','/products');document.title='Products ${world.run}';m.innerHTML='<h1>Products</h1>';setTimeout(()=>{root.firstChild.textContent=document.title},50)}</script>`,
  },
  act: taps({ role: 'link', name: 'Products' }),
  check: (checker) => checker.shows(role('heading', 'Products')),
};

/** S056: nothing visible changes. */
export const S056: Situation = {
  id: 'S056',
  title: 'a download changes nothing on screen',
  goal: 'export the list',
  recorded: 'no-change',
  serve: {
    '/': () => '<h1>List</h1><a role="button" href="/export.csv" download>Export</a>',
    '/export.csv': (world) => {
      world.count('exports');
      return {
        body: 'a,b',
        type: 'text/csv',
        headers: { 'content-disposition': 'attachment; filename="a.csv"' },
      };
    },
  },
  act: taps({ role: 'button', name: 'Export' }),
  check: (checker) => checker.shows(role('heading', 'List')),
  unchanged: { mode: 'missed', reason: 'no-entry', write: 'no-change' },
};
