// Which of many alike: rows with the same buttons, duplicated data, leftovers of earlier runs.
import { unique } from '../../../e2e/src/cache/params.ts';
import { role } from '../checker.ts';
import { nothing, tap, taps, type } from '../script.ts';
import type { Situation, World } from '../situation.ts';

const rows = (names: readonly string[], button: string, path: string): string =>
  `<h1>Files</h1><table>${names
    .map(
      (name) =>
        `<tr><td>${name}</td><td><form method="post" action="${path}"><input type="hidden" name="row" value="${name}"><button>${button}</button></form></td></tr>`,
    )
    .join('')}</table>`;

const deleting = {
  'POST /delete': (world: World, { body }: { readonly body: string }) => {
    const row = new URLSearchParams(body).get('row') ?? '';
    world.count(`deleted ${row}`);
    world.data.gone = [...(world.data.gone ?? []), row];
    return { status: 303, headers: { location: '/' } };
  },
} satisfies Situation['serve'];

const left = (world: World, names: readonly string[]): readonly string[] =>
  names.filter((name) => !world.data.gone?.includes(name));

const deleteB = taps({ role: 'button', name: 'Delete', within: { role: 'row', name: /B/ } });

/** S019: the same rows in another order. */
export const S019: Situation = {
  id: 'S019',
  title: 'rows with identical buttons come in another order',
  goal: 'delete the row B',
  serve: {
    ...deleting,
    '/': (world) =>
      rows(left(world, world.change === 'reversed' ? ['C', 'B', 'A'] : ['A', 'B', 'C']), 'Delete', '/delete'),
  },
  act: deleteB,
  check: (checker) => checker.shows(role('button', 'Delete'), { count: 2 }),
  changes: {
    reversed: {
      expected: {
        mode: 'self-finalized',
        counts: { 'deleted A': 0, 'deleted B': 1, 'deleted C': 0 },
      },
    },
  },
};

/** S020: the row is gone. */
export const S020: Situation = {
  id: 'S020',
  title: 'the row to delete no longer exists',
  goal: 'delete the row B',
  serve: {
    ...deleting,
    '/': (world) => {
      const names = {
        '': ['A', 'B', 'C'],
        'only others': ['A', 'C'],
        'another in its place': ['A', 'D', 'C'],
      }[world.change];
      return rows(left(world, names ?? []), 'Delete', '/delete');
    },
  },
  act: deleteB,
  check: (checker) => checker.shows(role('heading', 'Files')),
  changes: Object.fromEntries(
    ['only others', 'another in its place'].map((name) => [
      name,
      {
        finish: nothing,
        expected: {
          mode: 'agent-concluded',
          reason: ['target-not-found', 'target-ambiguous'],
          counts: { 'deleted A': 0, 'deleted B': 0, 'deleted C': 0, 'deleted D': 0 },
        },
      } as const,
    ]),
  ),
};

const icons = (count: number): string =>
  `<h1>Editor</h1><div role="toolbar">${Array.from(
    { length: count },
    (_, at) =>
      `<button onclick="fetch('/icon?at=${at}',{method:'POST'}).then(()=>{document.querySelector('p').textContent='Icon ${at} used'})"><svg width="16" height="16"></svg></button>`,
  ).join('')}</div><p></p>`;

/** S022: nameless icon buttons. */
export const S022: Situation = {
  id: 'S022',
  title: 'nameless icon buttons in an unnamed toolbar, and one more of them',
  goal: 'use the second icon',
  serve: {
    '/': (world) => icons(world.change === 'a fourth' ? 4 : 3),
    'POST /icon': (world, { query }) => {
      world.count(`icon ${query.get('at')}`);
      return '';
    },
  },
  act: async (step) => {
    const [, second] = step.screen.nodes.filter((node) => node.role === 'button');
    if (second === undefined) throw new Error('no second icon');
    const done = await step.perform({ kind: 'tap', target: second.id });
    return done.ok ? undefined : { status: 'failed', summary: done.message };
  },
  check: (checker) => checker.shows(role('heading', 'Editor')),
  // Nothing names it, so it is never replayed: the recording says so and the step runs live.
  unchanged: { mode: 'missed', reason: 'truncated', counts: { 'icon 1': 1 } },
  changes: {
    'a fourth': {
      finish: nothing,
      expected: {
        mode: 'missed',
        reason: ['truncated', 'target-not-found', 'target-ambiguous'],
        counts: { 'icon 0': 0, 'icon 1': 0, 'icon 2': 0, 'icon 3': 0 },
      },
    },
  },
};

/** S023: duplicate data. */
export const S023: Situation = {
  id: 'S023',
  title: 'a second row of the very same text was left by an earlier run',
  goal: 'open the invoice',
  serve: {
    '/': (world) =>
      `<h1>Invoices</h1><table>${'<tr><td>Acme</td><td>$20</td><td><form action="/open"><button>Open</button></form></td></tr>'.repeat(world.change === 'twin row' ? 2 : 1)}</table>`,
    '/open': (world) => {
      world.count('opened');
      return '<h1>Invoice of Acme</h1>';
    },
  },
  act: taps({ role: 'button', name: 'Open' }),
  check: (checker) => checker.shows(role('heading')),
  changes: {
    'twin row': {
      finish: nothing,
      expected: { mode: 'agent-concluded', reason: 'target-ambiguous', counts: { opened: 0 } },
    },
  },
};

/** The name that a run makes. */
const madeIn = (run: number): string => `Acme ${run}-${'qwertyuiop'[run % 10]}`;

/** Leftovers of other runs. Source: situation S024. */
const LEFTOVERS = 20;

/** S024: a name made per run, among leftovers. */
export const S024: Situation = {
  id: 'S024',
  title: 'a name made per run stands among the leftovers of other runs',
  goal: 'create a company named {name} and open it',
  params: ({ run }) => ({ name: unique(madeIn(run)) }),
  serve: {
    '/': (world) =>
      `<h1>Companies</h1><form method="post" action="/create"><label>Name <input name="name"></label><button>Create</button></form><ul>${[
        // Names of the same kind, some of which begin with the name of this run.
        ...Array.from({ length: LEFTOVERS }, (_, at) => madeIn(100 * (at + 1) + world.run)),
        ...Array.from({ length: LEFTOVERS }, (_, at) => `${madeIn(world.run)}${at}`),
        ...(world.data.names ?? []),
      ]
        .map((name) => `<li><a href="/company?name=${encodeURIComponent(name)}">${name}</a></li>`)
        .join('')}</ul>`,
    'POST /create': (world, { body }) => {
      world.count('created');
      world.data.names = [...(world.data.names ?? []), new URLSearchParams(body).get('name') ?? ''];
      return { status: 303, headers: { location: '/' } };
    },
    '/company': (world, { query }) => {
      const name = query.get('name') ?? '';
      world.count(world.data.names?.includes(name) ? 'opened' : 'opened another');
      return `<h1>${name}</h1><p>Company</p>`;
    },
  },
  act: async (step) => {
    const name = String(step.params.name);
    await type(step, { role: 'textbox', name: 'Name' }, name);
    await tap(step, { role: 'button', name: 'Create' });
    await tap(step, { role: 'link', name });
    return undefined;
  },
  check: (checker) => checker.shows(role('heading', madeIn(checker.world.run))),
  times: 20,
  unchanged: { mode: 'self-finalized', counts: { created: 1, opened: 1, 'opened another': 0 } },
};
