// Inputs: prefilled, cleared, controlled, rich, chosen from and uploaded to.
import { role, text } from '../checker.ts';
import { kindsAre, nothing, perform, tap, type, until } from '../script.ts';
import type { Change, Situation } from '../situation.ts';

/** S072: a prefilled field. */
export const S072: Situation = {
  id: 'S072',
  title: 'a field is filled with another value before',
  goal: 'set the quantity to 3',
  serve: {
    '/': (world) =>
      `<h1>Cart</h1><label>Quantity <input id="q" value="${world.change === 'seven' ? 7 : 5}"></label>`,
  },
  act: async (step) => {
    await type(step, { role: 'textbox', name: 'Quantity' }, '3');
    return undefined;
  },
  check: (checker) => checker.shows([{ by: 'label', text: 'Quantity' }], { value: '3' }),
  changes: { seven: { expected: { mode: 'self-finalized' } } },
};

/** S073: a field that is cleared. */
export const S073: Situation = {
  id: 'S073',
  title: 'a search is cleared',
  goal: 'clear the search',
  serve: {
    '/': () =>
      `<h1>Things</h1><label>Search <input type="search" value="lamp" oninput="draw()"></label><ul></ul><script>function draw(){const v=document.querySelector('input').value;document.querySelector('ul').innerHTML=['lamp','chair','desk'].filter(x=>x.includes(v)).map(x=>'<li>'+x+'</li>').join('')}draw()</script>`,
  },
  act: async (step) => {
    await type(step, { role: 'searchbox', name: 'Search' }, '');
    return undefined;
  },
  check: (checker) => checker.shows(role('listitem'), { count: 3 }),
};

/** S075: a field that listens to keys only. */
export const S075: Situation = {
  id: 'S075',
  title: 'a controlled field follows only real input',
  goal: 'enter the name Ann',
  serve: {
    '/': () =>
      `<h1>Profile</h1><label>Name <input id="n"></label><p id="o">Hello nobody</p><script>let state='';n.addEventListener('input',e=>{if(e.isTrusted||e.inputType){state=n.value}n.value=state;o.textContent='Hello '+state});setInterval(()=>{if(n.value!==state)n.value=state},50)</script>`,
  },
  act: async (step) => {
    await type(step, { role: 'textbox', name: 'Name' }, 'Ann');
    return undefined;
  },
  check: (checker) => checker.shows(text('Hello Ann')),
};

/** S077: an editor that keeps its own text. */
export const S077: Situation = {
  id: 'S077',
  title: 'an editor undoes what it did not hear of',
  goal: 'comment: looks good',
  serve: {
    '/': () => `<h1>Review</h1><div id="e" role="textbox" aria-label="Comment" contenteditable="true" style="min-height:2em;border:1px solid"></div><button onclick="out()">Send</button><p id="o"></p>
      <script>let model='';e.addEventListener('beforeinput',v=>{model=v.inputType.startsWith('delete')?'':model+(v.data??v.dataTransfer?.getData('text/plain')??'')});new MutationObserver(()=>{if(e.textContent!==model)e.textContent=model}).observe(e,{childList:true,subtree:true,characterData:true});function out(){o.textContent='Sent: '+model}</script>`,
  },
  act: async (step) => {
    await type(step, { role: 'textbox', name: 'Comment' }, 'looks good');
    await tap(step, { role: 'button', name: 'Send' });
    return undefined;
  },
  check: (checker) => checker.shows(text('Sent: looks good')),
};

/** S078: three ways to choose. */
export const S078: Situation = {
  id: 'S078',
  title: 'a closed select, an open one, and a field with suggestions',
  goal: 'choose High everywhere',
  serve: {
    '/': () => {
      const options = ['Low', 'Medium', 'High'].map((name) => `<option>${name}</option>`).join('');
      return `<h1>Ticket</h1><label>Priority <select>${options}</select></label><label>Risk <select size="4">${options}</select></label><label>Speed <input list="s"></label><datalist id="s">${options}</datalist><p id="o"></p><script>document.addEventListener('change',()=>{o.textContent=[...document.querySelectorAll('select,input')].map(x=>x.value).join('/')})</script>`;
    },
  },
  act: async (step) => {
    const screen = step.screen;
    for (const name of ['Priority', 'Risk', 'Speed']) {
      const field = screen.nodes.find((node) => node.name === name);
      if (field === undefined) throw new Error(`no field ${name}`);
      await perform(step, { kind: 'select', target: field.id, option: 'High' });
    }
    await tap(step, { role: 'heading', name: 'Ticket' });
    return undefined;
  },
  // The owner is told which option; a tap on an option would need the list open.
  stored: ([entry]) => kindsAre(entry, ['select', 'select', 'select', 'tap']),
  check: (checker) => checker.shows(text('High/High/High')),
};

/** A month of 28 days, with the last three days of the month before it and the first ones of the next. */
const month = (name: string, next: readonly number[]): string => {
  const grey = (at: number): string =>
    `<td role="gridcell" aria-disabled="true" onclick="fetch('/day?n=greyed ${at}',{method:'POST'})">${at}</td>`;
  const day = (at: number): string =>
    `<td role="gridcell" onclick="fetch('/day?n=${at}',{method:'POST'});o.textContent='Chosen: day ${at}'">${at}</td>`;
  const weeks = [0, 1, 2, 3].map((week) => [1, 2, 3, 4, 5, 6, 7].map((at) => day(week * 7 + at)));
  const rows = [[28, 29, 30].map(grey), ...weeks, next.map(grey)];
  return `<h1>Pick a day</h1><table role="grid" aria-label="${name}">${rows.map((row) => `<tr>${row.join('')}</tr>`).join('')}</table><p id="o"></p>`;
};

/** S080: a calendar of another month. */
export const S080: Situation = {
  id: 'S080',
  title: 'a calendar shows another month',
  goal: 'choose the 8',
  serve: {
    'POST /day': (world, { query }) => {
      world.count(`day ${query.get('n')}`);
      return '';
    },
    '/': (world) =>
      month(
        world.change === '' ? 'April' : 'May',
        world.change === 'other month, and a greyed 8' ? [1, 2, 8] : [1, 2],
      ),
  },
  act: async (step) => {
    await tap(step, { role: 'gridcell', name: '8' });
    return undefined;
  },
  check: (checker) => checker.shows(text('Chosen: day 8')),
  changes: Object.fromEntries(
    ['other month', 'other month, and a greyed 8'].map((name) => [
      name,
      {
        finish: async (step) => {
          const eighth = step.screen.nodes.find(
            (node) => node.role === 'gridcell' && node.name === '8' && !node.disabled,
          );
          await perform(step, { kind: 'tap', target: eighth?.id ?? '' });
          return undefined;
        },
        // The exact enabled day, or a hand-off.
        expected: {
          mode: ['self-finalized', 'agent-concluded', 'missed'],
          counts: { 'day 8': 1, 'day 28': 0, 'day greyed 8': 0, 'day greyed 28': 0 },
        },
      } satisfies Change,
    ]),
  ),
};

/** S083: shuffled choices. */
export const S083: Situation = {
  id: 'S083',
  title: 'the choices come in another order',
  goal: 'choose Blue',
  serve: {
    '/': (world) => {
      const colours = ['Red', 'Blue', 'Green', 'Black'];
      const turned = [...colours.slice(world.run % 4), ...colours.slice(0, world.run % 4)];
      return `<h1>Colour</h1><fieldset><legend>Colour</legend>${turned.map((name) => `<label><input type="radio" name="c" value="${name}" onchange="o.textContent='You like '+this.value"> ${name}</label>`).join('')}</fieldset><p id="o"></p>`;
    },
  },
  act: async (step) => {
    await perform(step, {
      kind: 'check',
      target: await until(step, { role: 'radio', name: 'Blue' }),
      checked: true,
    });
    return undefined;
  },
  check: (checker) => checker.shows(text('You like Blue')),
  times: 20,
};

/** S084: an upload behind a styled button. */
export const S084: Situation = {
  id: 'S084',
  title: 'a file goes up through a styled button, and is missing',
  goal: 'upload the picture',
  serve: {
    '/': () =>
      `<h1>Picture</h1><label style="border:1px solid">Choose a picture<input type="file" style="position:absolute;opacity:0;width:1px;height:1px" onchange="o.textContent='Got '+this.files[0].name"></label><p id="o"></p>`,
  },
  act: async (step, world) => {
    const target = step.screen.nodes.find((node) => node.name?.startsWith('Choose a picture'));
    if (target === undefined) throw new Error('no upload');
    await perform(step, { kind: 'upload', target: target.id, paths: [`${world.folder}/fixture.png`] });
    return undefined;
  },
  check: (checker) =>
    checker.world.change === ''
      ? checker.shows(text('Got fixture.png'))
      : checker.shows(role('heading', 'Picture')),
  changes: {
    'file missing': {
      removeFile: true,
      finish: nothing,
      expected: { mode: 'agent-concluded', reason: 'action-failed', detail: /fixture\.png/ },
    },
  },
};

/** S086: a menu that opens on hover. */
export const S086: Situation = {
  id: 'S086',
  title: 'a menu opens on hover after a delay',
  goal: 'open Services > Audit',
  serve: {
    '/': () => `<h1>Firm</h1><nav><button id="s" aria-haspopup="true">Services</button><div id="m" role="menu" hidden><a role="menuitem" href="/audit">Audit</a></div></nav>
      <script>let t;s.addEventListener('mouseenter',()=>{t=setTimeout(()=>{m.hidden=false},200)});s.addEventListener('mouseleave',()=>clearTimeout(t))</script>`,
    '/audit': () => '<h1>Audit of books</h1>',
  },
  act: async (step) => {
    await perform(step, { kind: 'hover', target: await until(step, { role: 'button', name: 'Services' }) });
    await tap(step, { role: 'menuitem', name: 'Audit' });
    return undefined;
  },
  stored: ([entry]) => kindsAre(entry, ['hover', 'tap']),
  check: (checker) => checker.shows(role('heading', 'Audit of books')),
};
