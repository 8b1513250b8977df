// Verdaccio, a registry of npm packages: a React app on MUI 5, with one user and three packages.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { role } from '../../drift/checker.ts';
import { type App, tap, type } from '../app.ts';
import { npmPackages } from '../place.ts';
import { startProcess } from '../serve.ts';

const PASSWORD = 'secret-pass-1';
const PACKAGES = ['red-button', 'green-dialog', 'blue-menu'] as const;

/** Nameless buttons; "2 minutes ago" inside the name of a row; suggestions. */
export const verdaccio: App = {
  name: 'verdaccio',
  hard: 'nameless buttons, "2 minutes ago" inside a row\'s name, suggestions under a combobox',
  versions: ['6.8.0'],
  async install(version) {
    // Newer releases of node-fetch need a newer Node than verdaccio asks for.
    const dir = await npmPackages(`verdaccio-${version}`, [`verdaccio@${version}`], {
      'node-fetch': '2.7.0',
    });
    return {
      start: () =>
        startProcess(
          async ({ dir: data, port }) => {
            await writeFile(join(data, 'config.yaml'), configOf(data));
            const bin = join(dir, 'node_modules/verdaccio/bin/verdaccio');
            const args = [bin, '-c', join(data, 'config.yaml'), '-l', `127.0.0.1:${port}`];
            return [{ file: process.execPath, args }];
          },
          { path: '/-/ping', fill: publishAll },
        ),
    };
  },
  goals: [
    {
      id: 'search-open',
      goal: 'Search the registry for blue-menu and open it from the suggestions',
      actions: [
        type({ role: 'combobox', name: 'Search Packages' }, 'blue'),
        tap({ role: 'option', name: /^blue-menu/ }),
      ],
      route: /^\/-\/web\/detail\/blue-menu$/,
      appear: [role('tab', 'Readme'), role('heading', 'blue-menu')],
      vanish: [role('grid', 'grid')],
    },
    {
      id: 'versions-tab',
      goal: 'Show the version history of the package',
      start: '/-/web/detail/green-dialog',
      actions: [tap({ role: 'tab', name: 'Versions' })],
      appear: [role('heading', 'Version History (1)'), role('link', '1.0.12')],
      vanish: [role('heading', 'green-dialog')],
    },
    {
      id: 'manifest',
      goal: 'View the manifest of the package, then close it and download nothing',
      start: '/-/web/detail/green-dialog',
      actions: [tap({ role: 'button', name: 'View manifest' })],
      appear: [role('dialog', /^Manifest of green-dialog/)],
      vanish: [role('tab', 'Readme')],
    },
    {
      id: 'sign-in',
      goal: 'Sign in as alice with her password',
      actions: [
        tap({ role: 'button', name: 'Login' }),
        type({ role: 'textbox', name: 'Username' }, 'alice'),
        type({ role: 'textbox', name: 'Password' }, PASSWORD),
        tap({ role: 'button', name: 'Login', within: { role: 'dialog' } }),
      ],
      vanish: [role('button', 'Login')],
    },
  ],
};

function configOf(data: string): string {
  return `storage: ${data}/storage
auth: { htpasswd: { file: ${data}/htpasswd, max_users: 100 } }
web: { title: Verdaccio }
uplinks: {}
packages: { '**': { access: $all, publish: $authenticated, unpublish: $authenticated } }
log: { type: stdout, format: pretty, level: fatal }
`;
}

async function publishAll(url: string): Promise<void> {
  const user = await send(`${url}/-/user/org.couchdb.user:alice`, { name: 'alice', password: PASSWORD });
  const { token } = JSON.parse(user) as { readonly token: string };
  for (const name of PACKAGES) await send(`${url}/${name}`, manifestOf(name, url), token);
}

/** What npm sends to publish a package; nobody unpacks the archive. */
function manifestOf(name: string, url: string): unknown {
  const version = `1.0.${name.length}`;
  const archive = `${name}-${version}.tgz`;
  const data = Buffer.from(`the archive of ${name}`);
  const shasum = createHash('sha1').update(data).digest('hex');
  const about = {
    name,
    description: `A ${name.split('-')[1]} for the catalogue`,
    license: 'MIT',
    keywords: ['ui'],
    readme: `# ${name}\n`,
  };
  return {
    ...about,
    _id: name,
    'dist-tags': { latest: version },
    versions: {
      [version]: {
        ...about,
        version,
        _id: `${name}@${version}`,
        dist: { shasum, tarball: `${url}/${name}/-/${archive}` },
      },
    },
    _attachments: {
      [archive]: {
        content_type: 'application/octet-stream',
        data: data.toString('base64'),
        length: data.length,
      },
    },
  };
}

async function send(url: string, body: unknown, token?: string): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text;
}
