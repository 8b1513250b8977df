// The admin of Django, from Debian: pages of the server, with record ids in addresses and nameless checkboxes in rows.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Session } from '../../../e2e/src/engine/contract.ts';
import { role, text } from '../../drift/checker.ts';
import { type App, tap, type } from '../app.ts';
import { command, debianPackages } from '../place.ts';
import { startProcess } from '../serve.ts';

const PYTHON = '/usr/bin/python3';
const SITE = fileURLToPath(new URL('./django-site.py', import.meta.url));
const USERS = '/admin/auth/user/';
const SAVE = { role: 'button', name: 'Save' } as const;

/** Record ids in addresses; the checkbox of a row has no name. */
export const djangoAdmin: App = {
  name: 'django-admin',
  hard: 'record ids in addresses, nameless checkboxes in rows, a list to choose from by double taps',
  versions: ['of Debian'],
  async install() {
    await debianPackages('/usr/lib/python3/dist-packages/django', ['python3-django']);
    return {
      start: () =>
        startProcess(
          async ({ dir, port }) => {
            const base = join(dir, 'db.sqlite3');
            await command(PYTHON, [SITE, base, 'fill'], dir);
            return [{ file: PYTHON, args: [SITE, base, String(port)] }];
          },
          {
            path: '/admin/login/',
            ask: (query, { dir }) => command(PYTHON, [SITE, join(dir, 'db.sqlite3'), 'ask', query], dir),
          },
        ),
    };
  },
  goals: [
    {
      id: 'add-group',
      goal: 'Add a group named Translators that can add and change flat pages',
      start: '/admin/',
      prepare: signIn,
      actions: [
        tap({ role: 'link', name: 'Add', within: { role: 'row', name: /Groups/ } }),
        type({ role: 'textbox', name: 'Name:' }, 'Translators'),
        type({ role: 'textbox', name: /^Filter|Type into this box/, nth: 0 }, 'flat page'),
        { kind: 'doubleTap', target: { role: 'option', name: /Can add flat page$/ } },
        { kind: 'doubleTap', target: { role: 'option', name: /Can change flat page$/ } },
        tap(SAVE),
      ],
      route: /^\/admin\/auth\/group\/$/,
      appear: [role('link', 'Translators'), text(/The group “Translators” was added successfully/)],
      truth: {
        question:
          "select count(*) from auth_group g join auth_group_permissions p on p.group_id = g.id where g.name = 'Translators'",
        answer: /^2\s*$/,
      },
    },
    {
      id: 'rename-user',
      goal: 'Give the user omar the first name Omar and make him staff',
      start: USERS,
      prepare: signIn,
      actions: [
        tap({ role: 'link', name: 'omar' }),
        type({ role: 'textbox', name: 'First name:' }, 'Omar'),
        { kind: 'check', target: { role: 'checkbox', name: 'Staff status' }, checked: true },
        tap(SAVE),
      ],
      route: /^\/admin\/auth\/user\/$/,
      appear: [text(/The user “omar” was changed successfully/), role('cell', 'Omar')],
      truth: {
        question: "select first_name || is_staff from auth_user where username = 'omar'",
        answer: /^Omar1\s*$/,
      },
    },
    {
      id: 'delete-user',
      goal: 'Delete the user lin',
      start: USERS,
      prepare: signIn,
      actions: [
        {
          kind: 'check',
          target: { role: 'checkbox', within: { role: 'row', name: /lin@example/ } },
          checked: true,
        },
        { kind: 'select', target: { role: 'combobox', name: 'Action:' }, option: 'Delete selected users' },
        tap({ role: 'button', name: /^Go$|^Run/ }),
        tap({ role: 'button', name: 'Yes, I’m sure' }),
      ],
      route: /^\/admin\/auth\/user\/$/,
      appear: [text('Successfully deleted 1 user.')],
      vanish: [role('link', 'lin')],
      truth: {
        question: 'select group_concat(username) from (select username from auth_user order by username)',
        answer: /^admin,maria,omar\s*$/,
      },
    },
    {
      id: 'filter-staff',
      goal: 'Show only the users who are staff',
      start: USERS,
      prepare: signIn,
      actions: [tap({ role: 'link', name: 'Yes', nth: 0 })],
      appear: [role('link', /Clear all filters/)],
      vanish: [role('link', 'maria')],
    },
  ],
};

async function signIn(session: Session): Promise<void> {
  const options = { timeoutMs: 10_000, signal: new AbortController().signal };
  await session.open('/admin/');
  await session.locator(role('textbox', 'Username:')).act({ kind: 'fill', text: 'admin' }, options);
  await session.locator(role('textbox', 'Password:')).act({ kind: 'fill', text: 'secret-pass-1' }, options);
  await session.locator(role('button', 'Log in')).act({ kind: 'tap' }, options);
}
