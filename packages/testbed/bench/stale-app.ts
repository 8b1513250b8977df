// The app of the benchmark on stale recordings: a page per kind of staleness, each in the form that was recorded and in the one it has now,
// and how an agent does its step in either. Plain data; stale.ts measures.
import type { ActStep } from '../../e2e/src/agent/executor.ts';
import type { Action } from '../../e2e/src/screen/action.ts';
import type { ScreenNode } from '../../e2e/src/screen/node.ts';
import type { Situation } from '../drift/situation.ts';

/** One kind of staleness, and the step that meets it. */
interface Kind {
  /** What differs now. */
  readonly title: string;
  readonly path: string;
  readonly goal: string;
  /** The page's body; `now`: as it is when the recording is stale. */
  body(now: boolean): string;
  act(step: ActStep): Promise<undefined>;
  /** Where the app sends a visitor now. */
  readonly redirect?: string;
  /** The recording's file is damaged. */
  readonly damaged?: true;
}

/** The world's change in which the app is as it is now. */
export const NOW = 'now';

/** Milliseconds after which a control shows that takes its time, recorded and now. */
const LATE_MS = 3_000;

/** The first control of that role whose name fits, looked for as an agent would: on the screen at hand, else on the next. */
async function seek(step: ActStep, role: string, name: RegExp): Promise<ScreenNode> {
  for (let screen = step.screen; ; screen = await step.look()) {
    const node = screen.nodes.find((one) => one.role === role && name.test(one.name ?? ''));
    if (node !== undefined) return node;
    step.signal.throwIfAborted();
  }
}

async function perform(step: ActStep, action: Action): Promise<void> {
  const done = await step.perform(action);
  if (!done.ok) throw new Error(`${action.kind}: ${done.message}`);
}

async function tap(step: ActStep, name: RegExp): Promise<void> {
  await perform(step, { kind: 'tap', target: (await seek(step, 'button', name)).id });
}

/** Types into the one field, then taps the button. */
async function fillAndSave(step: ActStep): Promise<undefined> {
  await perform(step, { kind: 'type', target: (await seek(step, 'textbox', /name/i)).id, text: 'Ann Berg' });
  await tap(step, /^(Save|Store)$/);
  return undefined;
}

interface Form {
  readonly label?: string;
  readonly button?: string;
  readonly status?: string;
  readonly before?: string;
}

function form({ label = 'Name', button = 'Save', status = 'Saved', before = '' }: Form): string {
  return `${before}<label>${label} <input></label>
    <button onclick="document.querySelector('[role=status]').textContent='${status}'">${button}</button><p role="status"></p>`;
}

const OVERLAY = `<div id="tour" style="position:fixed;inset:0;background:#fffc"><button onclick="document.getElementById('tour').remove()">Close tour</button></div>`;

/** Every kind, in order. */
export const KINDS: readonly Kind[] = [
  {
    title: 'first control renamed',
    path: '/first',
    goal: 'fill and save the first form',
    body: (now) => form(now ? { label: 'Full name' } : {}),
    act: fillAndSave,
  },
  {
    title: 'last control renamed',
    path: '/last',
    goal: 'fill and save the last form',
    body: (now) => form(now ? { button: 'Store' } : {}),
    act: fillAndSave,
  },
  {
    title: 'control comes late, the next is renamed',
    path: '/late',
    goal: 'fill and save the late form',
    body: (now) => `<main></main><script>
      setTimeout(() => { document.querySelector('main').innerHTML = ${JSON.stringify(form(now ? { button: 'Store' } : {}))}; }, ${LATE_MS});
    </script>`,
    act: fillAndSave,
  },
  {
    title: 'the effect reads otherwise',
    path: '/effect',
    goal: 'fill and save the form with an effect',
    body: (now) => form(now ? { status: 'Stored' } : {}),
    act: fillAndSave,
  },
  {
    title: 'the change between two actions reads otherwise',
    path: '/change',
    goal: 'keep a draft, then save it',
    body: (
      now,
    ) => `<button onclick="document.querySelector('[role=status]').textContent='${now ? 'Kept as draft' : 'Draft kept'}'">Keep</button>
      <button onclick="document.querySelector('h1').textContent='All saved'">Save</button><h1>Draft</h1><p role="status"></p>`,
    act: async (step) => {
      await tap(step, /^Keep$/);
      await tap(step, /^Save$/);
      return undefined;
    },
  },
  {
    title: 'the step begins in another state',
    path: '/state',
    goal: 'follow the project',
    body: (now) =>
      `<button onclick="this.outerHTML='<p>You are in</p>'">${now ? 'Watch' : 'Follow'}</button>`,
    act: async (step) => {
      await tap(step, /^(Follow|Watch)$/);
      return undefined;
    },
  },
  {
    title: 'the app moved to another route',
    path: '/route',
    redirect: '/moved',
    goal: 'fill and save the form that moved',
    body: () => form({}),
    act: fillAndSave,
  },
  {
    title: 'two controls fit',
    path: '/twin',
    goal: 'fill and save the form with a twin',
    body: (now) => form(now ? { before: '<button>Save</button>' } : {}),
    act: async (step) => {
      await perform(step, {
        kind: 'type',
        target: (await seek(step, 'textbox', /name/i)).id,
        text: 'Ann Berg',
      });
      const { nodes } = await step.look();
      const last = nodes.findLast(({ role, name }) => role === 'button' && name === 'Save');
      await perform(step, { kind: 'tap', target: last?.id ?? '' });
      return undefined;
    },
  },
  {
    title: 'a tour covers the controls',
    path: '/tour',
    goal: 'fill and save the covered form',
    body: (now) => `${form({})}${now ? OVERLAY : ''}`,
    act: async (step) => {
      if (step.screen.nodes.some(({ name }) => name === 'Close tour')) await tap(step, /^Close tour$/);
      return await fillAndSave(step);
    },
  },
  {
    title: 'the file is damaged',
    path: '/damaged',
    goal: 'fill and save the form with a damaged recording',
    damaged: true,
    body: () => form({}),
    act: fillAndSave,
  },
];

/** The answers of the app's server. */
export function pagesOf(kinds: readonly Kind[]): Situation['serve'] {
  return Object.fromEntries(
    kinds.flatMap(({ path, redirect, body }) => {
      const page: Situation['serve'][string] = ({ change }) => body(change === NOW);
      if (redirect === undefined) return [[path, page]];
      const moved: Situation['serve'][string] = (world, asked) =>
        world.change === NOW ? { status: 302, headers: { location: redirect } } : page(world, asked);
      return [
        [path, moved],
        [redirect, page],
      ];
    }),
  );
}
