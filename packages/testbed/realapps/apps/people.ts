// One page about people over six component libraries: the same goals, and for each library its own roles and names.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { role, text } from '../../drift/checker.ts';
import { type Aim, type App, type Goal, type Installed, tap, type } from '../app.ts';
import { npmPackages } from '../place.ts';
import { sendFile, startServer } from '../serve.ts';

const PAGES = fileURLToPath(new URL('../pages/', import.meta.url));
const REACT_18 = ['react@18.3.1', 'react-dom@18.3.1'];
const REACT_19 = ['react@19.2.0', 'react-dom@19.2.0'];
const EMOTION = ['@emotion/react@11.14.0', '@emotion/styled@11.14.1'];

/** A library at one version: the page made with it, and what that needs. */
interface Library {
  readonly page: string;
  readonly packages: readonly string[];
}

/** The controls that differ by library. */
interface Controls {
  readonly fullName: Aim;
  readonly select: Aim;
  /** The choice "Editor" in the open select. */
  readonly editor: Aim;
  readonly active: Aim;
}

const CONTROLS: Controls = {
  fullName: { role: 'textbox', name: 'Full name' },
  editor: { role: 'option', name: 'Editor' },
  select: { role: 'combobox', name: /^Role/ },
  active: { role: 'switch', name: 'Active' },
};

const VUE = ['vue@3.5.45'];

/** All of them, one application each. */
export const PEOPLE: readonly App[] = [
  people(
    'mui',
    'the box of a switch is its input; options in a portal over an aria-hidden page',
    {
      '7.3.11': { page: 'mui.jsx', packages: ['@mui/material@7.3.11', ...EMOTION, ...REACT_19] },
      '5.18.0': { page: 'mui.jsx', packages: ['@mui/material@5.18.0', ...EMOTION, ...REACT_18] },
    },
    CONTROLS,
  ),
  people(
    'mui5',
    'as before; a switch has the role of a checkbox',
    { '5.18.0': { page: 'mui.jsx', packages: ['@mui/material@5.18.0', ...EMOTION, ...REACT_18] } },
    { ...CONTROLS, active: { role: 'checkbox', name: 'Active' } },
  ),
  people(
    'radix',
    'a hidden select behind the drawn one; ids that React counts',
    { '1.8.1': { page: 'radix.jsx', packages: ['radix-ui@1.8.1', ...REACT_18] } },
    CONTROLS,
  ),
  people(
    'headlessui',
    'a select is a button whose name holds its value',
    { '2.2.10': { page: 'headlessui.jsx', packages: ['@headlessui/react@2.2.10', ...REACT_18] } },
    { ...CONTROLS, select: { role: 'button', name: /Role/ } },
  ),
  people(
    'primevue',
    'a select is a span; a switch is its input',
    {
      '4.5.5': { page: 'primevue.js', packages: ['primevue@4.5.5', '@primeuix/themes@2.0.3', ...VUE] },
    },
    CONTROLS,
  ),
  people(
    'antd',
    'the options that a user sees have no role; toasts',
    { '5.29.3': { page: 'antd.jsx', packages: ['antd@5.29.3', ...REACT_18] } },
    {
      // The stylesheet writes a colon behind each label.
      fullName: { role: 'textbox', name: 'Full name :' },
      select: { role: 'combobox', name: 'Role :' },
      editor: { role: 'text', text: 'Editor' },
      active: { role: 'switch', name: 'Active :' },
    },
  ),
  people(
    'mantine',
    'a select is a text box; its list is drawn at the end of the body',
    {
      '9.8.1': {
        page: 'mantine.jsx',
        packages: ['@mantine/core@9.8.1', '@mantine/hooks@9.8.1', ...REACT_19],
      },
    },
    CONTROLS,
  ),
];

function people(
  name: string,
  hard: string,
  libraries: Readonly<Record<string, Library>>,
  controls: Controls,
): App {
  const versions = Object.keys(libraries) as [string, ...string[]];
  return {
    name: `people-${name}`,
    hard,
    versions,
    install: (version) => {
      const library = libraries[version];
      if (library === undefined) throw new Error(`people-${name} knows no ${version}`);
      return install(`people-${name}-${version}`, library);
    },
    goals: goalsWith(controls),
  };
}

/** Installs the library and builds its page against it. */
async function install(name: string, { page, packages }: Library): Promise<Installed> {
  const dir = await npmPackages(name, packages);
  const site = join(dir, 'site');
  await mkdir(site, { recursive: true });
  const { errors } = await build({
    entryPoints: [join(PAGES, page)],
    // The pages lie in this repository, and what they import does not.
    nodePaths: [join(dir, 'node_modules')],
    bundle: true,
    minify: true,
    outfile: join(site, 'app.js'),
    // The one build of Vue that has the compiler of templates, for the libraries as well.
    alias: { vue: join(dir, 'node_modules/vue/dist/vue.esm-bundler.js') },
    jsx: 'automatic',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    loader: {
      '.woff': 'dataurl',
      '.woff2': 'dataurl',
      '.ttf': 'dataurl',
      '.eot': 'dataurl',
      '.svg': 'dataurl',
    },
    logLevel: 'error',
  });
  if (errors.length > 0) throw new Error(errors.map((error) => error.text).join('\n'));
  const styles = existsSync(join(site, 'app.css')) ? '<link rel="stylesheet" href="app.css">' : '';
  await writeFile(
    join(site, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>People</title>${styles}<div id="root"></div><script src="app.js"></script></html>`,
  );
  return {
    start: () =>
      startServer(async (request, response) => {
        await sendFile(site, new URL(request.url ?? '/', 'http://localhost').pathname, response);
      }),
  };
}

function goalsWith({ fullName, select, editor, active }: Controls): readonly Goal[] {
  const save: Aim = { role: 'button', name: 'Save' };
  return [
    {
      id: 'add',
      goal: 'Add an active person named Dana with the role Editor',
      actions: [
        tap({ role: 'button', name: 'Add person' }),
        type(fullName, 'Dana'),
        tap(select),
        tap(editor),
        tap(active),
        tap(save),
      ],
      appear: [role('row', /^Dana Editor yes/), text('Saved Dana')],
    },
    {
      id: 'rename',
      goal: 'Rename Bo to Bob',
      actions: [
        tap({ role: 'button', name: 'Edit', within: { role: 'row', name: /^Bo / } }),
        type(fullName, 'Bob'),
        tap(save),
      ],
      appear: [role('row', /^Bob /)],
      vanish: [role('row', /^Bo /)],
    },
    {
      id: 'delete',
      goal: 'Delete Ann',
      actions: [
        tap({ role: 'button', name: 'Delete', within: { role: 'row', name: /^Ann / } }),
        tap({ role: 'button', name: 'Delete', within: { role: 'dialog' } }),
      ],
      appear: [text('Deleted Ann')],
      vanish: [role('row', /^Ann /)],
    },
    {
      id: 'settings',
      goal: 'Turn the weekly report on in the settings and save',
      actions: [
        tap({ role: 'tab', name: 'Settings' }),
        tap({ role: 'checkbox', name: 'Weekly report' }),
        tap({ role: 'button', name: 'Save settings' }),
      ],
      appear: [text('Settings saved')],
      vanish: [role('button', 'Add person')],
    },
  ];
}
