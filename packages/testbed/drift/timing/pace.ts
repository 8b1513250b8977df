// Pace: apps that lose or refuse what comes faster than a person. The recording is made at a person's pace; the first replay is too fast,
// and from the next recording on the step is replayed with the recorded gaps.
import { setTimeout as sleep } from 'node:timers/promises';
import { role, text } from '../checker.ts';
import { nothing, tap, type } from '../script.ts';
import { type Expected, LOST_RACE, type Script, type Situation, type World } from '../situation.ts';

/** After the one replay that was too fast: recorded anew, and replayed from then on. */
const recordedAnew = (counts: Expected['counts'] = {}): readonly Expected[] => [
  { mode: 'missed', reason: 'no-entry', write: 'saved', counts },
  { mode: 'self-finalized', write: 'kept', counts },
];

/** How long the person of S007 looks at the note before leaving it, in ms. The page keeps it after 800. */
const READING_MS = 1_500;

const noteApp = (keep: string, shown: string): Situation['serve'] => ({
  'POST /note': (world, { body }) => {
    world.count('kept');
    world.data.notes = [body];
    return '';
  },
  '/stored': (world) => `<h1>Stored</h1><p id="o">Note: ${world.data.notes?.[0] ?? ''}</p>${shown}`,
  '/': () => `<main></main><script>
    const main=document.querySelector('main');let timer;const keep=(text)=>{${keep}};
    function list(){clearTimeout(timer);main.innerHTML='<h1>All notes</h1><button onclick="edit()">Edit</button>'}
    function edit(){main.innerHTML='<h1>Note</h1><a href="#" onclick="event.preventDefault();list()">List</a><label>Text <textarea></textarea></label><p>Saved automatically</p>';
      main.querySelector('textarea').oninput=e=>{clearTimeout(timer);timer=setTimeout(()=>keep(e.target.value),800)}}
    edit()</script>`,
});

const writeNote: Script = async (step, world) => {
  if (step.handOff !== undefined) return await nothing(step, world);
  await type(step, { role: 'textbox', name: 'Text' }, 'call Bob');
  await sleep(READING_MS);
  await tap(step, { role: 'link', name: 'List' });
  return undefined;
};

const isStored: Situation['check'] = async (checker) => {
  await checker.shows(role('heading', 'All notes'));
  await checker.open('/stored');
  await checker.shows(text('Note: call Bob'));
};

/** S007: kept 800 ms after the last key, in the browser alone: nothing on the screen tells. */
export const S007: Situation = {
  id: 'S007',
  title: 'a note is kept a while after the last key, and lost when it is left earlier',
  races: true,
  goal: 'write the note: call Bob',
  serve: noteApp(
    `sessionStorage.note=text`,
    `<script>if(sessionStorage.note)o.textContent='Note: '+sessionStorage.note</script>`,
  ),
  act: writeNote,
  check: isStored,
  unchanged: [{ mode: 'self-finalized', attempt: 'failed', write: 'evicted' }, ...recordedAnew()],
  times: 4,
};

/** B06: the same kept by a server; the request that was not sent tells. */
export const B06: Situation = {
  id: 'B06',
  title: 'a note is sent a while after the last key, and lost when it is left earlier',
  races: true,
  goal: 'write the note: call Bob',
  serve: noteApp(`fetch('/note',{method:'POST',body:text})`, ''),
  act: writeNote,
  check: isStored,
  unchanged: [
    {
      mode: 'agent-concluded',
      reason: 'end-mismatch',
      attempt: 'failed',
      write: 'evicted',
      counts: { kept: 0 },
    },
    ...recordedAnew({ kept: 1 }),
  ],
  times: 4,
};

/** What a person takes for each field of the form, in ms: four pauses are well over its 3 s. */
const FIELD_MS = 1_100;

const form = (tooFast: string): Situation['serve'] => ({
  'POST /send': (world: World, { body, query }) => {
    world.count('messages');
    // The first replay must be too fast; a machine that takes 3 s for it does not show the situation.
    if (world.run === 2 && query.get('refused') === '0') world.count(LOST_RACE);
    world.data.messages = [...(world.data.messages ?? []), body];
    return '';
  },
  '/received': (world: World) =>
    `<h1>Received</h1><ul>${(world.data.messages ?? []).map((words) => `<li>From ${words}</li>`).join('')}</ul>`,
  '/': () => `<main><h1>Contact</h1><label>Name <input id="n"></label><label>Email <input id="m"></label><label>Words <input id="w"></label><button onclick="send()">Send</button><div id="e"></div></main>
    <script>const since=performance.now();let refused=0;const thanks=()=>{document.querySelector('main').innerHTML='<h1>Thank you</h1>'};
    function send(){if(performance.now()-since<3000){refused+=1;${tooFast};return}fetch('/send?refused='+refused,{method:'POST',body:n.value}).then(thanks)}</script>`,
});

const fillIn: Script = async (step) => {
  for (const [name, words] of [
    ['Name', 'Ann'],
    ['Email', 'ann@x.test'],
    ['Words', 'Hello there'],
  ] as const) {
    await sleep(FIELD_MS);
    await type(step, { role: 'textbox', name }, words);
  }
  await sleep(FIELD_MS);
  await tap(step, { role: 'button', name: 'Send' });
  return undefined;
};

/** Goes on as an agent does that is told what ran: the fields are filled, so it sends again once it may. */
const sendAgain: Script = async (step, world) => {
  if (step.handOff === undefined) return await fillIn(step, world);
  await sleep(3_000);
  await tap(step, { role: 'button', name: 'Send' });
  return undefined;
};

/** S015: refused with a word. */
export const S015: Situation = {
  id: 'S015',
  title: 'a form refuses what is sent within three seconds of its opening',
  races: true,
  goal: 'send the message of Ann',
  serve: form(`e.innerHTML='<p>Please take your time</p>'`),
  act: sendAgain,
  check: (checker) => checker.shows(role('heading', 'Thank you')),
  unchanged: [
    { mode: 'agent-concluded', reason: 'end-mismatch', write: 'evicted', counts: { messages: 1 } },
    ...recordedAnew({ messages: 1 }),
  ],
  times: 4,
};

/** S016: dropped without a word; the check looks at what was received. */
export const S016: Situation = {
  id: 'S016',
  title: 'a form thanks for what it dropped, when it was sent within three seconds of its opening',
  races: true,
  goal: 'send the message of Ann',
  serve: form('thanks()'),
  act: fillIn,
  check: async (checker) => {
    await checker.shows(role('heading', 'Thank you'));
    await checker.open('/received');
    await checker.shows(text('From Ann'));
  },
  unchanged: [
    {
      mode: ['self-finalized', 'agent-concluded'],
      attempt: 'failed',
      write: 'evicted',
      counts: { messages: 0 },
    },
    ...recordedAnew({ messages: 1 }),
  ],
  times: 4,
};
