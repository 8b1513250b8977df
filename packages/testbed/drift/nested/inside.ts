// Frames, shadow roots, long lists, canvas.
import { role, text } from '../checker.ts';
import { kindsAre, perform, tap, taps, type } from '../script.ts';
import type { Expected, Script, Situation } from '../situation.ts';

/** Scrolls on as often as it takes. */
const scrollOn: Script = async (step) => {
  for (let turn = 0; turn < 5; turn += 1) {
    const list = (await step.look()).nodes.find((node) => node.role === 'list');
    const { ok } = await step.perform({
      kind: 'scrollUntil',
      text: 'Row 405',
      direction: 'down',
      ...(list === undefined ? {} : { target: list.id }),
    });
    if (ok) break;
  }
  await tap(step, { role: 'button', name: 'Row 405' });
  return undefined;
};

/** S089: a list of which only a part is in the tree. */
export const S089: Situation = {
  id: 'S089',
  title: 'a long list keeps only a few rows in the tree',
  races: true,
  goal: 'open Row 405',
  serve: {
    '/': (
      world,
    ) => `<h1>Rows</h1><div id="v" tabindex="0" role="list" aria-label="Rows" style="height:400px;overflow:auto;position:relative"><div id="s" style="position:relative"></div></div><p id="o"></p><script>
      const H=${{ 'taller rows': 40, 'rows too tall to reach': 100 }[world.change] ?? 24};s.style.height=500*H+'px';function draw(){const f=Math.floor(v.scrollTop/H);s.innerHTML='';for(let i=f;i<Math.min(500,f+17);i++){const b=document.createElement('button');b.textContent='Row '+i;b.style.cssText='position:absolute;top:'+i*H+'px;height:20px';b.onclick=()=>{o.textContent='Opened row '+i};s.append(b)}}v.onscroll=draw;draw()</script>`,
  },
  act: async (step) => {
    const list = step.screen.nodes.find((node) => node.role === 'list');
    await perform(step, {
      kind: 'scrollUntil',
      text: 'Row 405',
      direction: 'down',
      ...(list === undefined ? {} : { target: list.id }),
    });
    await tap(step, { role: 'button', name: 'Row 405' });
    return undefined;
  },
  stored: ([entry]) => kindsAre(entry, ['scrollUntil', 'tap']),
  check: (checker) => checker.shows(text('Opened row 405')),
  changes: {
    'taller rows': { expected: { mode: 'self-finalized' } },
    // One scroll goes only so far; the agent goes on from there.
    'rows too tall to reach': {
      finish: scrollOn,
      expected: { mode: 'agent-concluded', reason: 'target-not-found', detail: /Row 405/ },
    },
  },
};

const shadow = (mode: string): string =>
  `<h1>Post</h1><x-button>Publish</x-button><p id="o" role="status"></p><script>customElements.define('x-button',class extends HTMLElement{connectedCallback(){const r=this.attachShadow({mode:'${mode}'});r.innerHTML='<button><slot></slot></button>';r.querySelector('button').onclick=()=>{o.textContent='Published'}}})</script>`;

/** S091: a control in an open shadow root. */
export const S091: Situation = {
  id: 'S091',
  title: 'a button in an open shadow root takes its label from a slot',
  goal: 'publish',
  serve: { '/': () => shadow('open') },
  act: taps({ role: 'button', name: 'Publish' }),
  check: (checker) => checker.shows(role('status'), { text: 'Published' }),
};

/** S091 with a closed root: its insides are reached like those of an open one. */
export const S091_CLOSED: Situation = {
  ...S091,
  id: 'S091 closed',
  title: 'a button in a closed shadow root takes its label from a slot',
  serve: { '/': () => shadow('closed') },
};

/** S092: a frame that is made anew. */
export const S092: Situation = {
  id: 'S092',
  title: 'a frame is loaded anew after the first action in it',
  races: true,
  goal: 'fill A and B',
  serve: {
    '/': () => `<h1>Frames</h1><iframe title="Form" src="/form?t=0" style="width:400px;height:200px"></iframe><p id="o"></p><script>
      let n=0;window.typed=(k,v)=>{if(k==='A'){document.querySelector('iframe').src='/form?t='+(++n)+'&a='+v}else{o.textContent='Both: '+v}}</script>`,
    '/form': (_world, { query }) => ({
      body: `<!doctype html><label>A <input id="a" value="${query.get('a') ?? ''}" onchange="parent.typed('A',this.value)"></label><label>B <input onchange="parent.typed('B',a.value+this.value)"></label>`,
      delayMs: query.get('t') === '0' ? 0 : 500,
    }),
  },
  act: async (step) => {
    await type(step, { role: 'textbox', name: 'A' }, 'one');
    await perform(step, { kind: 'press', key: 'Tab' });
    for (let looks = 0; looks < 40; looks += 1) {
      const screen = await step.look();
      const a = screen.nodes.find((node) => node.role === 'textbox' && node.name === 'A');
      if (a?.value === 'one' && !a.focused && !screen.nodes.some((node) => node.focused)) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await type(step, { role: 'textbox', name: 'B' }, 'two');
    await perform(step, { kind: 'press', key: 'Tab' });
    return undefined;
  },
  check: (checker) => checker.shows(text('Both: onetwo')),
};

/** S093: a frame of another site. */
export const S093: Situation = {
  id: 'S093',
  title: 'the field is in a frame of another site',
  goal: 'enter the card number',
  recorded: 'no-change',
  serve: {
    '/': () =>
      `<h1>Pay</h1><label>Name <input id="n"></label><iframe title="Card" style="width:300px;height:80px"></iframe><script>document.querySelector('iframe').src='http://localhost:'+location.port+'/card'</script>`,
    '/card': () => '<!doctype html><label>Card number <input></label>',
  },
  act: async (step) => {
    const frame = step.screen.nodes.find((node) => node.role === 'iframe');
    if (frame === undefined) throw new Error('no frame');
    await perform(step, { kind: 'tap', target: frame.id });
    await perform(step, { kind: 'press', key: '4' });
    return undefined;
  },
  check: (checker) => checker.shows([{ by: 'label', text: 'Name' }], { value: '' }),
  unchanged: { mode: 'missed', reason: 'no-entry', write: 'no-change' },
};

/** The one tap is the agent's. */
const elsewhere: Expected = {
  mode: 'agent-concluded',
  reason: 'viewport-changed',
  counts: { taps: 1 },
};

/** S095: a map on a canvas. */
export const S095: Situation = {
  id: 'S095',
  title: 'a marker on a canvas is tapped by its point',
  viewport: { width: 1280, height: 720 },
  goal: 'open the marker',
  serve: {
    'POST /tap': (world) => {
      world.count('taps');
      return '';
    },
    '/': () =>
      `<canvas width="640" height="360" style="position:absolute;left:0;top:0;width:100vw;height:56.25vw"></canvas><p id="o" style="position:absolute;bottom:0"></p><script>document.querySelector('canvas').onclick=e=>{fetch('/tap',{method:'POST'});o.textContent='Marker Oslo'}</script>`,
  },
  act: async (step) => {
    await perform(step, { kind: 'tapAt', x: 320, y: 180 });
    return undefined;
  },
  check: (checker) => checker.shows(text('Marker Oslo')),
  unchanged: { mode: 'self-finalized', counts: { taps: 1 } },
  changes: {
    'one pixel wider': { viewport: { width: 1281, height: 720 }, expected: elsewhere },
    'one pixel narrower': { viewport: { width: 1279, height: 720 }, expected: elsewhere },
    'one pixel lower': { viewport: { width: 1280, height: 721 }, expected: elsewhere },
    'another pixel ratio': { pixelRatio: 2, expected: elsewhere },
  },
};
