// The worker that a run begins before it knows its config: it is the one that tests run in, and nothing is different for them; where another
// one is wanted, it is not; and what was started in it ahead of the tests goes when it goes.
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryDir } from '../../e2e/src/base/temporary.fixture.ts';
import { CART_PAGE, CART_TEST, FAKE_CONFIG, webConfig } from '../harness/files.ts';
import { makeProject } from '../harness/project.ts';
import { servePages } from '../harness/server.ts';

/** None is begun on Windows. */
const posix = test.skipIf(process.platform === 'win32');

/** Says what it runs in: script, arguments of Node, environment. */
const TELLING = `import { writeFileSync } from 'node:fs';
import { test } from 'e2e';

test('tells', () => {
  const { argv, execArgv, env, pid } = process;
  writeFileSync('told.json', JSON.stringify({ script: argv[1], execArgv, env, pid }));
});
`;

interface Told {
  readonly script: string;
  readonly execArgv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

async function tell(config: string, args: readonly string[] = ['run']): Promise<Told> {
  const project = await makeProject({ 'e2e.config.ts': config, 'tests/telling.e2e.ts': TELLING });
  const ended = await project.run([...args]);
  expect(ended.exitCode, ended.output).toBe(0);
  return JSON.parse(await readFile(`${project.dir}/told.json`, 'utf8')) as Told;
}

posix(
  'tests run in the worker that was begun first, in the arguments and environment of any other',
  async () => {
    const spare = await tell(FAKE_CONFIG);
    expect(spare.script).toMatch(/runner[\\/]fork\.js$/);
    // A worker cannot be taken for another with a name of the runner's environment changed while the config is loaded.
    const other = await tell(`process.env.NODE_ENV = 'production';\n${FAKE_CONFIG}`);
    expect(other.script).toMatch(/workers[\\/]forks\.js$/);
    expect(spare.execArgv).toEqual(other.execArgv.map((arg) => (arg === 'production' ? 'development' : arg)));
    const names = ({ env }: Told): readonly string[] => Object.keys(env).sort();
    expect(names(spare)).toEqual(names(other));
  },
);

posix('what a config sets or takes out of the environment is so for its tests', async () => {
  const { script, env } = await tell(
    `process.env.SET_BY_CONFIG = 'yes';\ndelete process.env.HOME;\n${FAKE_CONFIG}`,
  );
  expect(script).toMatch(/runner[\\/]fork\.js$/);
  expect(env).toMatchObject({ SET_BY_CONFIG: 'yes' });
  expect(env).not.toHaveProperty('HOME');
});

test.each(['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'LC_ALL'])(
  'where a config sets %s, which a process reads as it begins, tests run in one that began with it',
  async (name) => {
    const { script, env } = await tell(`process.env.${name} = '';\n${FAKE_CONFIG}`);
    expect(script).toMatch(/workers[\\/]forks\.js$/);
    expect(env).toHaveProperty(name);
  },
);

test.each([
  ['no test is chosen', ['run', '--grep', 'no such test'], 2],
  ['no test opens the app', ['run', 'tests/telling.e2e.ts'], 0],
  ['the tests use it', ['run', 'tests/cart.e2e.ts'], 0],
] as const)('a browser that was started ahead is gone with its files where %s', async (_, args, exitCode) => {
  const dir = await temporaryDir();
  const { url } = await servePages({ '/cart': CART_PAGE });
  const project = await makeProject({
    'e2e.config.ts': webConfig(url),
    'tests/cart.e2e.ts': CART_TEST,
    'tests/telling.e2e.ts': TELLING,
  });
  const ended = await project.run([...args], { env: { TMPDIR: dir, TEMP: dir, TMP: dir } });
  expect(ended.exitCode, ended.output).toBe(exitCode);
  expect(await readdir(dir)).toEqual([]);
});

test('a config that does not load ends the worker too', async () => {
  const dir = await temporaryDir();
  const project = await makeProject({ 'e2e.config.ts': "throw new Error('broken');\n" });
  const ended = await project.run(['run'], { env: { TMPDIR: dir, TEMP: dir, TMP: dir } });
  expect(ended.exitCode, ended.output).toBe(2);
  expect(await readdir(dir)).toEqual([]);
});

posix(
  'a list is collected in the worker that was begun first, and no browser is started for it',
  async () => {
    const telling = `import { writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { test } from 'e2e';

const children = execFileSync('ps', ['-o', 'ppid=,args=', '-e'], { encoding: 'utf8' })
  .split('\\n')
  .filter((line) => line.trim().startsWith(String(process.pid) + ' ') && !/\\bps\\b/.test(line));
writeFileSync('told.json', JSON.stringify({ script: process.argv[1], children }));
test('tells', () => {});
`;
    const project = await makeProject({
      'e2e.config.ts': webConfig('http://127.0.0.1:9'),
      'tests/telling.e2e.ts': telling,
    });
    const ended = await project.run(['list']);
    expect(ended.exitCode, ended.output).toBe(0);
    const told = JSON.parse(await readFile(`${project.dir}/told.json`, 'utf8'));
    expect(told.script).toMatch(/runner[\\/]fork\.js$/);
    expect(told.children).toEqual([]);
  },
);
