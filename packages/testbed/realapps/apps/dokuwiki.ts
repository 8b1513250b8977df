// DokuWiki, from Debian, on PHP's own server: the whole state of the app is in the query.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from '../../../e2e/src/engine/contract.ts';
import { role, text } from '../../drift/checker.ts';
import { type App, tap, type } from '../app.ts';
import { command, debianPackages } from '../place.ts';
import { type Command, type Start, startProcess } from '../serve.ts';

const TREE = '/usr/share/dokuwiki';
const PHP = '/usr/bin/php';
const PASSWORD = 'secret-pass-1';

/** The state is in the query; fields are named by their labels only. */
export const dokuwiki: App = {
  name: 'dokuwiki',
  hard: 'the whole state in the query, tokens in forms, pages of the server',
  versions: ['of Debian'],
  async install() {
    await debianPackages(join(TREE, 'doku.php'), ['dokuwiki', 'php-cli', 'php-xml', 'php-mbstring']);
    await debianPackages(PHP, ['php-cli']);
    return {
      start: () =>
        startProcess(prepare, {
          path: '/doku.php',
          ask: (file, { dir }) => readFile(join(dir, 'wiki', file), 'utf8').catch(() => ''),
        }),
    };
  },
  goals: [
    {
      id: 'create-page',
      goal: 'Create the page start with the heading Plans and the text Buy paint',
      start: '/doku.php?id=start',
      prepare: signIn,
      actions: [
        tap({ role: 'link', name: /Create this page/ }),
        type({ role: 'textbox', nameless: true }, '====== Plans ======\nBuy paint'),
        type({ role: 'textbox', name: 'Edit summary' }, 'first'),
        tap({ role: 'button', name: 'Save' }),
      ],
      appear: [role('heading', 'Plans'), text('Buy paint'), role('link', /Edit this page/)],
      vanish: [role('heading', 'This topic does not exist yet')],
      truth: { question: 'data/pages/start.txt', answer: /Plans[\s\S]*Buy paint/ },
    },
    {
      id: 'add-user',
      goal: 'In the user manager, add the user bo with the name Bo Berg and the mail bo@example.test',
      start: '/doku.php?id=start&do=admin&page=usermanager',
      prepare: signIn,
      actions: [
        type({ role: 'textbox', name: 'User:' }, 'bo'),
        type({ role: 'textbox', name: 'Password:' }, 'Secret-1'),
        type({ role: 'textbox', name: /again/ }, 'Secret-1'),
        type({ role: 'textbox', name: 'Real Name:' }, 'Bo Berg'),
        type({ role: 'textbox', name: 'Email:' }, 'bo@example.test'),
        tap({ role: 'button', name: 'Add' }),
      ],
      appear: [role('link', 'bo'), text('User added successfully')],
      truth: { question: 'conf/users.auth.php', answer: /^bo:.*:Bo Berg:bo@example\.test:/m },
    },
    {
      id: 'search',
      goal: 'Search the wiki for paint and open the hit',
      start: '/doku.php?id=start&do=recent',
      prepare: signIn,
      actions: [
        type({ role: 'textbox', name: '[F]' }, 'paint'),
        tap({ role: 'button', name: 'Search', nth: 0 }),
        tap({ role: 'link', name: 'start', within: { role: 'term' } }),
      ],
      appear: [role('heading', 'Plans')],
    },
  ],
};

/** Debian's tree with data and settings of its own. */
async function prepare({ dir, port }: Start): Promise<readonly Command[]> {
  const wiki = join(dir, 'wiki');
  await cp(TREE, wiki, { recursive: true, dereference: true });
  for (const name of ['data', 'conf']) await rm(join(wiki, name), { recursive: true, force: true });
  await cp('/etc/dokuwiki', join(wiki, 'conf'), { recursive: true, dereference: true });
  for (const name of 'attic cache index locks media media_attic log media_meta meta pages tmp'.split(' '))
    await mkdir(join(wiki, 'data', name), { recursive: true });
  const hash = await command(PHP, ['-r', `echo password_hash('${PASSWORD}', PASSWORD_BCRYPT);`], dir);
  const files = {
    'inc/preload.php': `<?php define('DOKU_CONF', '${wiki}/conf/'); define('DOKU_E_LEVEL', 0);\n`,
    'conf/local.php': `<?php
$conf['title'] = 'Team Wiki'; $conf['useacl'] = 1; $conf['superuser'] = '@admin'; $conf['savedir'] = '${wiki}/data';
$conf['updatecheck'] = 0; $conf['disableactions'] = ''; $conf['authtype'] = 'authplain'; $conf['license'] = '';\n`,
    'conf/users.auth.php': `admin:${hash.trim()}:Ada Admin:ada@example.test:admin,user\n`,
    'conf/acl.auth.php': '*\t@ALL\t1\n*\t@user\t8\n',
  };
  for (const [name, content] of Object.entries(files)) {
    await rm(join(wiki, name), { force: true });
    await writeFile(join(wiki, name), content);
  }
  const quiet = ['-d', 'error_reporting=0', '-d', 'display_errors=0'];
  return [{ file: PHP, args: [...quiet, '-S', `127.0.0.1:${port}`, '-t', wiki] }];
}

async function signIn(session: Session): Promise<void> {
  const options = { timeoutMs: 10_000, signal: new AbortController().signal };
  await session.open('/doku.php?id=start&do=login');
  await session.locator(role('textbox', 'Username')).act({ kind: 'fill', text: 'admin' }, options);
  await session.locator(role('textbox', 'Password')).act({ kind: 'fill', text: PASSWORD }, options);
  await session.locator(role('button', 'Log In')).act({ kind: 'tap' }, options);
}
