// The kind of place that a control is in: what stood by itself, or in one form, is not the like-named control of a row, a dialog or
// another form.
import { role } from '../checker.ts';
import { counted, posts, STATUS } from '../counting.ts';
import { nothing, tap, taps, type } from '../script.ts';
import type { Situation, World } from '../situation.ts';

/** B20: two forms without a name, as a to-do app has them. */
export const B20: Situation = {
  id: 'B20',
  title: 'the button of a form was renamed, and another form without a name has one of its old name',
  goal: 'add the task Buy milk',
  serve: {
    '/': (world) => {
      const [first, second] = world.change === 'renamed' ? ['Create', 'Add'] : ['Add', 'Clear'];
      const more = world.change === 'a field more' ? '<label>Due <input></label>' : '';
      return `<form><label>Task <input></label>${more}<button ${posts('/tasks')}>${first}</button></form>
        <form><label>Tag <input></label><button ${posts('/tags')}>${second}</button></form>${STATUS}`;
    },
    'POST /tasks': counted('tasks'),
    'POST /tags': counted('tags'),
  },
  act: async (step) => {
    await type(step, { role: 'textbox', name: 'Task' }, 'Buy milk');
    await tap(step, { role: 'button', name: 'Add' });
    return undefined;
  },
  check: (checker) => checker.shows(role('status'), { text: 'Done' }),
  unchanged: { mode: 'self-finalized', counts: { tasks: 1, tags: 0 } },
  changes: {
    renamed: {
      finish: taps({ role: 'button', name: 'Create' }),
      expected: { mode: 'agent-concluded', reason: 'target-not-found', counts: { tasks: 1, tags: 0 } },
    },
    'a field more': { expected: { mode: 'self-finalized', counts: { tasks: 1, tags: 0 } } },
  },
};

const page = (world: World, extra: string): string =>
  `<h1>Project</h1>${world.change === 'only in a place' ? '' : `<button ${posts('/page')}>Delete</button>`}${STATUS}${extra}`;

/** B21: the page's own Delete, and those of rows. */
export const B21: Situation = {
  id: 'B21',
  title: 'the page’s own Delete, while rows have one each',
  goal: 'delete the project',
  serve: {
    '/': (world) => {
      const rows = world.change === '' ? [] : ['Ann', 'Bob'].slice(0, world.change === 'two rows' ? 2 : 1);
      const list = rows.map((name) => `<li>${name} <button ${posts('/row')}>Delete</button></li>`).join('');
      return page(world, `<ul>${list}</ul>`);
    },
    'POST /page': counted('page'),
    'POST /row': counted('rows'),
  },
  act: taps({ role: 'button', name: 'Delete' }),
  check: (checker) => checker.shows(role('heading', 'Project')),
  changes: {
    'only in a place': {
      finish: nothing,
      expected: { mode: 'agent-concluded', reason: 'target-not-found', counts: { rows: 0 } },
    },
    'two rows': { expected: { mode: 'self-finalized', counts: { page: 1, rows: 0 } } },
  },
};

/** B22: a tour opens a dialog with a button of the same name. */
export const B22: Situation = {
  id: 'B22',
  title: 'a dialog of today has a button of the recorded name',
  goal: 'go on',
  serve: {
    '/': (world) =>
      `<h1>Welcome</h1>${
        world.change === 'in a dialog'
          ? `<div role="dialog" aria-label="Tour"><p>New here?</p><button ${posts('/tour')}>Next</button></div><button ${posts('/page')}>Continue</button>`
          : `<button ${posts('/page')}>Next</button>`
      }${STATUS}`,
    'POST /page': counted('page'),
    'POST /tour': counted('tour'),
  },
  act: taps({ role: 'button', name: 'Next' }),
  check: (checker) => checker.shows(role('heading', 'Welcome')),
  changes: {
    'in a dialog': {
      finish: taps({ role: 'button', name: 'Continue' }),
      expected: {
        mode: 'agent-concluded',
        reason: 'target-not-found',
        counts: { page: 1, tour: 0 },
      },
    },
  },
};
