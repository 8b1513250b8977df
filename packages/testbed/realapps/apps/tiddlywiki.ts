// TiddlyWiki on its own server: a notebook that draws everything in the page and edits text in a frame.
import { join } from 'node:path';
import { role, text } from '../../drift/checker.ts';
import { type App, tap, type } from '../app.ts';
import { command, npmPackages } from '../place.ts';
import { startProcess } from '../serve.ts';

const NOTE = '/recipes/default/tiddlers/Shopping%20list';

/** The editor of the text is in a frame; the box of the title has no name. */
export const tiddlywiki: App = {
  name: 'tiddlywiki',
  hard: 'the editor is in a frame, the title box is nameless, saving is asynchronous',
  versions: ['5.4.1', '5.2.7'],
  async install(version) {
    const dir = await npmPackages(`tiddlywiki-${version}`, [`tiddlywiki@${version}`]);
    const script = join(dir, 'node_modules/tiddlywiki/tiddlywiki.js');
    return {
      start: () =>
        startProcess(
          async ({ dir: data, port }) => {
            const wiki = join(data, 'wiki');
            await command(process.execPath, [script, wiki, '--init', 'server'], data);
            const args = [script, wiki, '--listen', 'host=127.0.0.1', `port=${port}`];
            return [{ file: process.execPath, args }];
          },
          { path: '/status' },
        ),
    };
  },
  goals: [
    {
      id: 'new-note',
      goal: 'Create a note titled Shopping list with the tag home and the text milk',
      limit: 'drafts are saved once a second: a replay may be done before, and then sends one request less',
      actions: [
        tap({ role: 'button', name: 'new tiddler' }),
        type({ role: 'textbox', value: 'New Tiddler' }, 'Shopping list'),
        type({ role: 'textbox', name: 'tag name' }, 'home'),
        tap({ role: 'button', name: 'add', nth: 0 }),
        type({ role: 'textbox', within: { role: 'iframe' } }, 'milk'),
        tap({ role: 'button', name: /^Confirm changes to this tiddler$|^ok$/ }),
      ],
      appear: [role('heading', 'Shopping list'), text(/^milk$/)],
      truth: { question: NOTE, answer: /^200 .*milk/s },
    },
    {
      id: 'close-all',
      goal: 'Close all open tiddlers',
      actions: [tap({ role: 'button', name: 'close all' })],
      vanish: [role('heading', 'GettingStarted')],
    },
    {
      id: 'rename-site',
      goal: 'Set the site title to Team notes in the control panel',
      actions: [
        tap({ role: 'button', name: 'control panel' }),
        type({ role: 'textbox', within: { role: 'row', name: /Title of this/ } }, 'Team notes'),
      ],
      appear: [role('heading', 'Team notes'), role('heading', '$:/ControlPanel')],
      vanish: [role('heading', 'My TiddlyWiki')],
    },
    {
      id: 'delete-note',
      goal: 'Delete the note Shopping list',
      start: '/#Shopping%20list',
      actions: [
        tap({ role: 'button', name: /^Edit this tiddler$|^edit$/, nth: 0 }),
        tap({ role: 'button', name: /^Delete this tiddler$|^delete$/ }),
        { kind: 'dialog', accept: true },
      ],
      vanish: [role('heading', 'Shopping list')],
      truth: { question: NOTE, answer: /^404 / },
    },
  ],
};
