// A secret that everyone tries to show: the app, its errors, tests, hooks, steps and pages. Nothing that a run leaves behind holds it.
import { spawnSync } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAKE_CONFIG } from '../harness/files.ts';
import { makeProject, testOf } from '../harness/project.ts';
import { freePort } from '../harness/server.ts';

const FAILED = new URL('../../e2e/dist/cli/failed.js', import.meta.url).href;
const PLAIN = 'plain/secret 0001';
const FROM_ENV = 'env-secret-0002';
const LONG = 'eyJhbGciOiJIUzI1NiJ9.a-token-longer-than-what-messages-show.0003';
/** What each call of the fourth secret begins with: its value is another one every time. */
const ONCE = 'one-time-code';

const config = (port: number): string => `import { defineConfig } from 'e2e';
import { fakeApp, fakeEngine, find, node, scripted } from 'e2e/testing';

let calls = 0;
const app = fakeApp({
  start: '/',
  state: {},
  routes: {
    '/': (_state, page) => [
      node('textbox', 'Token'),
      node('status', undefined, { text: 'you typed ' + page.value('Token') }),
    ],
  },
});
const executor = scripted([
  [/^type/, async (step) => {
    const target = find(step.screen, { role: 'textbox' }).id;
    await step.perform({ kind: 'typeSecret', target, name: step.instruction.includes('once') ? 'once' : 'fromEnv' });
    return { status: 'passed', summary: 'typed ' + step.instruction };
  }],
  [/^fail/, async (step) => { throw new Error('cannot ' + step.instruction); }],
]);

export default defineConfig({
  targets: [{ name: 'fake', engine: fakeEngine(app), app: { url: 'http://127.0.0.1:${port}', command: 'node server.mjs' } }],
  agents: { default: { executor } },
  workers: 1,
  secrets: {
    plain: '${PLAIN}',
    fromEnv: async () => process.env.FROM_ENV,
    long: () => process.env.LONG,
    once: () => '${ONCE}-' + process.pid + '-' + ++calls,
    absent: () => { throw new Error('no vault here'); },
  },
});
`;

const SERVER = (port: number): string => `import { createServer } from 'node:http';
createServer((request, response) => {
  response.end('ok');
  if (request.url !== '/die') return;
  process.stdout.write('the app holds ${PLAIN} and ' + process.env.FROM_ENV.slice(0, 6));
  setTimeout(() => {
    process.stderr.write(process.env.FROM_ENV.slice(6) + ' and ' + process.env.LONG + '\\n', () => process.exit(9));
  }, 50);
}).listen(${port}, '127.0.0.1');
`;

const TESTS = (port: number): string => `import { expect, secret, test } from 'e2e';

const { FROM_ENV = '', LONG = '' } = process.env;
console.log('loading with ' + LONG);
test('types it', async ({ app, agent, screen }) => {
  await app.open('/');
  await agent.act('type {value} after ' + FROM_ENV + ' and ${PLAIN}', { params: { value: secret('fromEnv') } });
  await expect(screen.getByRole('status')).toContainText('you typed');
});
test('types one that is another each time', async ({ app, agent, screen }) => {
  await app.open('/');
  await agent.act('type {value} once', { params: { value: secret('once') } });
  console.log(await screen.getByRole('status').textContent());
  await expect(screen.getByRole('status')).toHaveText('nothing', { timeout: 100 });
});
test('fails with ' + FROM_ENV, async ({ app, agent }) => {
  console.error('the log says ' + encodeURIComponent('${PLAIN}'));
  await app.open('/');
  expect.soft(LONG).toBe('short');
  expect.soft({ deep: [FROM_ENV] }).toEqual({ deep: [] });
  await agent.act('fail with ' + FROM_ENV);
});
test('throws it', () => { throw new Error('no access with ${PLAIN} at /?key=' + encodeURIComponent(FROM_ENV)); });
test('ends the app', async () => {
  await fetch('http://127.0.0.1:${port}/die');
  await new Promise(() => {});
});
`;

const BROKEN = `import { beforeAll, test } from 'e2e';

beforeAll(() => { throw new Error('no set-up with ' + process.env.FROM_ENV); });
test('is not reached', () => {});
`;

/** The text of every file in a directory, by path. */
async function textsIn(dir: string): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const path of await readdir(dir, { recursive: true })) {
    const file = join(dir, path);
    if ((await stat(file)).isFile()) found[path] = `${path}\n${await readFile(file, 'utf8')}`;
  }
  return found;
}

test('R45: no report, output or recording of a run holds a secret, whoever shows it', {
  timeout: 90_000,
}, async () => {
  const port = await freePort();
  const project = await makeProject({
    'e2e.config.ts': config(port),
    'server.mjs': SERVER(port),
    'tests/a-broken.e2e.ts': BROKEN,
    'tests/leaks.e2e.ts': TESTS(port),
  });
  const { output } = await project.run(['run', '--reporter', 'list,junit,github'], {
    env: { FROM_ENV, LONG, GITHUB_STEP_SUMMARY: `${project.dir}/.e2e/summary.md` },
  });

  const report = await project.report();
  // Each way to leak was really taken.
  expect(report.run.errors.map(({ message }) => message).join('\n')).toMatch(
    /the app holds <secret:plain> and <secret:fromEnv> and <secret:long>[\s\S]*no set-up with <secret:fromEnv>/,
  );
  expect(testOf(report, 'types it')).toMatchObject({
    status: 'passed',
    attempts: [
      {
        steps: [
          { label: 'type {value} after <secret:fromEnv> and <secret:plain>', cache: { write: 'saved' } },
        ],
      },
    ],
  });
  expect(testOf(report, 'fails with <secret:fromEnv>').attempts[0]?.errors).toHaveLength(3);
  expect(testOf(report, 'throws it').attempts[0]?.error?.message).toBe(
    'no access with <secret:plain> at /?key=<secret:fromEnv>',
  );
  expect(output).toContain('loading with <secret:long>');
  expect(output).toContain('you typed <secret:once>');

  const left = { ...(await textsIn(join(project.dir, '.e2e'))), output };
  expect(Object.keys(left).filter((path) => path.startsWith('cache/'))).toHaveLength(1);
  expect(Object.keys(left)).toEqual(expect.arrayContaining(['report.json', 'junit.xml', 'summary.md']));
  const spellings = [PLAIN, FROM_ENV, ONCE, LONG.slice(0, 12)].flatMap((value) => [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64').slice(0, 12),
  ]);
  const hits = Object.entries(left).flatMap(([path, text]) =>
    spellings.filter((spelling) => text.includes(spelling)).map((spelling) => `${path}: ${spelling}`),
  );
  expect(hits).toEqual([]);
});

test('R45: the stack of a fault of ours, and the name of a picture, hold no secret', {
  timeout: 60_000,
}, async () => {
  const project = await makeProject({
    'e2e.config.ts': FAKE_CONFIG.replace('agents:', `secrets: { plain: '${PLAIN}' },\n  agents:`),
    'tests/a.e2e.ts': `import { test } from 'e2e';
test('takes ${PLAIN}', async ({ app }) => { await app.open('/cart'); await app.screenshot('of ${PLAIN}'); });
`,
    'fault.mjs': `import { failed, redactWith } from '${FAILED}';
redactWith((text) => text.replaceAll('${PLAIN}', '<secret:plain>'));
process.exitCode = await failed(new TypeError('no ${PLAIN}'));
`,
  });
  expect(await project.run(['run'])).toMatchObject({ exitCode: 0 });
  expect(await project.list('.e2e/screenshots')).toEqual(['takes-secret-plain-of-secret-plain.png']);
  const fault = spawnSync(process.execPath, ['fault.mjs'], { cwd: project.dir, encoding: 'utf8' });
  expect(fault.status).toBe(4);
  expect(fault.stderr).toContain('TypeError: no <secret:plain>\n    at file:');
});

test('R45: an error that ends the run before any test holds no secret', { timeout: 60_000 }, async () => {
  const port = await freePort();
  const project = await makeProject({
    'e2e.config.ts': config(port),
    'server.mjs': `console.error('cannot log in as ' + process.env.FROM_ENV);\nprocess.exit(1);\n`,
    'tests/a.e2e.ts': TESTS(port),
  });
  const { exitCode, output } = await project.run(['run'], { env: { FROM_ENV, LONG } });
  expect(exitCode).toBe(3);
  expect(output).toContain('cannot log in as <secret:fromEnv>');
  expect(output).not.toContain(FROM_ENV);
});
