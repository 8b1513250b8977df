// Values that cannot be repeated: read off the screen, worked out from the date, or another param's as well.
import { unique } from '../../../e2e/src/cache/params.ts';
import { role, text } from '../checker.ts';
import { perform, tap, type, until } from '../script.ts';
import type { Expected, Situation } from '../situation.ts';

/** S025: a unique value that another param has too, on the day of the recording. */
export const S025: Situation = {
  id: 'S025',
  title: 'a unique title happens to be the value of another param',
  goal: 'create the report {title}, {frequency}',
  recorded: 'param-collision',
  // The title of the first run collides; of all later ones it does not.
  params: ({ run }) => ({ title: unique(run === 1 ? 'Daily' : `Report of run ${run}`), frequency: 'Daily' }),
  serve: {
    '/': () =>
      `<h1>Reports</h1><label>Title <input id="t"></label><label>Frequency <select id="f"><option>Weekly</option><option>Daily</option></select></label><button onclick="u.innerHTML='<li>'+t.value+' runs '+f.value+'</li>'">Create</button><ul id="u"></ul>`,
  },
  stored: (entries) => {
    if (entries.length > 0) throw new Error('there is an entry');
  },
  act: async (step) => {
    await type(step, { role: 'textbox', name: 'Title' }, String(step.params.title));
    const frequency = await until(step, { role: 'combobox', name: 'Frequency' });
    await perform(step, { kind: 'select', target: frequency, option: String(step.params.frequency) });
    await tap(step, { role: 'button', name: 'Create' });
    return undefined;
  },
  check: (checker) =>
    checker.shows(role('listitem'), {
      text: checker.world.run === 1 ? 'Daily runs Daily' : `Report of run ${checker.world.run} runs Daily`,
    }),
  unchanged: [
    { mode: 'missed', reason: 'no-entry', write: 'saved' },
    { mode: 'self-finalized', write: 'kept' },
  ],
  times: 3,
};

/** Six digits, others in each run. */
const codeOf = (run: number): string => String(482_913 + run * 71_317).slice(0, 6);

const derived = (rule: 'minted-token' | 'date', counts: NonNullable<Expected['counts']>): Expected => ({
  mode: 'agent-concluded',
  reason: 'gap',
  derived: rule,
  counts,
});

/** S076: a code that the page shows, one character at a time. */
export const S076: Situation = {
  id: 'S076',
  title: 'a code that the page shows goes into six boxes',
  goal: 'enter the code',
  serve: {
    'POST /code': (world, { body }) => {
      world.count(body === codeOf(world.run) ? 'right codes' : 'wrong codes');
      return '';
    },
    '/': (world) => `<h1>Sign in</h1><p>Your code is ${codeOf(world.run)}</p>
      <div>${[1, 2, 3, 4, 5, 6].map((at) => `<input aria-label="Digit ${at}" maxlength="1" size="1">`).join('')}</div><p id="o" role="status"></p>
      <script>const boxes=[...document.querySelectorAll('input')];boxes.forEach((box,at)=>{box.oninput=()=>{if(!box.value)return;boxes[at+1]?.focus();
      const code=boxes.map(b=>b.value).join('');if(code.length===6)fetch('/code',{method:'POST',body:code}).then(()=>{o.textContent='Signed in'})}})</script>`,
  },
  act: async (step) => {
    const shown = step.screen.nodes.map((node) => node.text ?? node.name ?? '').join(' ');
    const digits = [...(/code is (\d{6})/.exec(shown)?.[1] ?? '')];
    for (const [at, digit] of digits.entries()) {
      await type(step, { role: 'textbox', name: `Digit ${at + 1}` }, digit);
    }
    return undefined;
  },
  check: (checker) => checker.shows(role('status'), { text: 'Signed in' }),
  // Each day has its code: the step is finished live every time.
  unchanged: derived('minted-token', { 'right codes': 1, 'wrong codes': 0 }),
  times: 2,
};

/** The day after the day of a run. The page's clock is its own, so that the ends of month and year come. */
const daysOf = (change: string, run: number): readonly [today: string, tomorrow: string] => {
  const todays: Readonly<Record<string, string>> = {
    'last day of the month': '2030-04-30',
    'last day of the year': '2030-12-31',
  };
  const today = new Date(`${todays[change] ?? `2030-04-${10 + run}`}T12:00:00Z`);
  const tomorrow = new Date(today.getTime() + 86_400_000);
  return [today.toISOString().slice(0, 10), tomorrow.toISOString().slice(0, 10)];
};

const monthGrid = (month: string): string => {
  const first = new Date(`${month}-01T12:00:00Z`);
  const name = first.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const cell = (day: number): string =>
    `<td role="gridcell" onclick="fetch('/day?on=${month}-${String(day).padStart(2, '0')}',{method:'POST'});o.textContent='Chosen: ${name}, day ${day}'">${day}</td>`;
  const rows = Array.from({ length: Math.ceil(days / 7) }, (_, week) =>
    Array.from({ length: Math.min(7, days - week * 7) }, (_cell, day) => cell(week * 7 + day + 1)).join(''),
  );
  return `<table role="grid" aria-label="${name}">${rows.map((row) => `<tr>${row}</tr>`).join('')}</table>`;
};

/** S081: a day that the goal means anew each time. */
export const S081: Situation = {
  id: 'S081',
  title: 'the goal says tomorrow',
  goal: 'choose tomorrow',
  serve: {
    'POST /day': (world, { query }) => {
      const [, tomorrow] = daysOf(world.change, world.run);
      world.count(query.get('on') === tomorrow ? 'right days' : 'wrong days');
      return '';
    },
    '/': (world) => {
      const [today, tomorrow] = daysOf(world.change, world.run);
      return `<h1>Pick a day</h1><p>Today is ${today}</p>${[...new Set([today, tomorrow].map((day) => day.slice(0, 7)))].map(monthGrid).join('')}<p id="o"></p>`;
    },
  },
  act: async (step, world) => {
    const [, tomorrow] = daysOf(world.change, world.run);
    const month = new Date(`${tomorrow}T12:00:00Z`);
    const name = month.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    const day = String(Number(tomorrow.slice(8)));
    await tap(step, { role: 'gridcell', name: day, within: { role: 'grid', name } });
    return undefined;
  },
  check: (checker) => checker.shows(text('Chosen:')),
  unchanged: derived('date', { 'right days': 1, 'wrong days': 0 }),
  changes: Object.fromEntries(
    ['last day of the month', 'last day of the year'].map((name) => [
      name,
      { expected: derived('date', { 'right days': 1, 'wrong days': 0 }) },
    ]),
  ),
};
