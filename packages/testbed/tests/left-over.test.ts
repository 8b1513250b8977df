// What a command leaves in the system's temporary directory: nothing, however it ends.
import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryDir } from '../../e2e/src/base/temporary.fixture.ts';
import { CART_PAGE, CART_TEST, FAKE_CONFIG, webConfig } from '../harness/files.ts';
import { makeProject } from '../harness/project.ts';
import { servePages } from '../harness/server.ts';

const FAILING = `import { test } from 'e2e';

test('fails', () => { throw new Error('on purpose'); });
`;

const HANGING = `import { test } from 'e2e';

test('hangs', async () => {
  console.log('hanging now');
  await new Promise(() => {});
});
`;

/** A worker that can't be asked to stop. */
const BUSY = `import { test } from 'e2e';

test('is busy', () => {
  console.log('busy now');
  return new Promise(() => setTimeout(() => { for (;;); }, 100));
});
`;

/** Where a command is told that temporary files belong; whatever the system. */
async function ownTemp(): Promise<{ readonly dir: string; readonly env: Readonly<Record<string, string>> }> {
  const dir = await temporaryDir();
  return { dir, env: { TMPDIR: dir, TEMP: dir, TMP: dir } };
}

test.each([
  ['run that passes', ['run', 'tests/cart.e2e.ts'], 0],
  ['run that fails', ['run', 'tests/failing.e2e.ts', '--retries', '1'], 1],
  ['run with an error', ['run', 'tests/nothing.e2e.ts'], 2],
  ['list', ['list'], 0],
] as const)('a %s leaves nothing in the temporary directory', async (_, args, exitCode) => {
  const { dir, env } = await ownTemp();
  const project = await makeProject({
    'e2e.config.ts': FAKE_CONFIG,
    'tests/cart.e2e.ts': CART_TEST,
    'tests/failing.e2e.ts': FAILING,
  });
  const ended = await project.run(args, { env });
  expect(ended.exitCode, ended.output).toBe(exitCode);
  expect(await readdir(dir)).toEqual([]);
});

test('a run in a browser leaves nothing in the temporary directory', async () => {
  const { dir, env } = await ownTemp();
  const { url } = await servePages({ '/cart': CART_PAGE });
  const project = await makeProject({ 'e2e.config.ts': webConfig(url), 'tests/cart.e2e.ts': CART_TEST });
  const ended = await project.run(['run'], { env });
  expect(ended.exitCode, ended.output).toBe(0);
  expect(await readdir(dir)).toEqual([]);
});

test('a run that a second interrupt ends at once leaves nothing in the temporary directory', async () => {
  const { dir, env } = await ownTemp();
  const project = await makeProject({ 'e2e.config.ts': FAKE_CONFIG, 'tests/busy.e2e.ts': BUSY });
  const running = project.start(['run'], { env });
  await running.printed('busy now');
  running.process.kill('SIGINT');
  // The first one is told by nothing; the second may follow as fast as a user's finger.
  await new Promise((resolve) => setTimeout(resolve, 500));
  running.process.kill('SIGINT');
  const ended = await running.ended;
  expect(ended.exitCode, ended.output).toBe(130);
  expect(await readdir(dir)).toEqual([]);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a run that %s ends leaves nothing in the temporary directory',
  async (signal) => {
    const { dir, env } = await ownTemp();
    const project = await makeProject({ 'e2e.config.ts': FAKE_CONFIG, 'tests/hanging.e2e.ts': HANGING });
    const running = project.start(['run'], { env });
    await running.printed('hanging now');
    running.process.kill(signal);
    const ended = await running.ended;
    expect(ended.exitCode, ended.output).toBe(130);
    expect(await readdir(dir)).toEqual([]);
  },
);

test.each([1, 2])(
  'a terminal’s interrupt, which every process gets, ends a run of %i workers in order',
  async (workers) => {
    const { dir, env } = await ownTemp();
    const project = await makeProject({
      'e2e.config.ts': FAKE_CONFIG,
      'tests/hanging.e2e.ts': HANGING,
      'tests/other.e2e.ts': HANGING.replace('hanging now', 'other now'),
    });
    const running = project.start(['run', '--workers', `${workers}`], { env, group: true });
    await running.printed(/hanging now|other now/);
    if (workers > 1) await Promise.all(['hanging now', 'other now'].map((text) => running.printed(text)));
    process.kill(-(running.process.pid as number), 'SIGINT');
    const ended = await running.ended;
    expect(ended.exitCode, ended.output).toBe(130);
    const { run, tests } = await project.report();
    expect(run.errors).toEqual([]);
    const begun = tests.filter(({ attempts }) => attempts.length > 0);
    expect(begun.map(({ attempts }) => attempts[0]?.status)).toEqual(Array(workers).fill('cancelled'));
    expect(await readdir(dir)).toEqual([]);
  },
);
