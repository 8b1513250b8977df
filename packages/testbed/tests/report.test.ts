// What a real run leaves for people and programs: the record validates, the XML parses, and the terminal says the same.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { CART_TEST, FAKE_CONFIG } from '../harness/files.ts';
import { makeProject } from '../harness/project.ts';

const schema: object = JSON.parse(
  readFileSync(new URL('../../e2e/report.schema.json', import.meta.url), 'utf8'),
);
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

const MIXED_TESTS = `import { describe, expect, test } from 'e2e';

test('adds an item', { tags: ['smoke'] }, async ({ app, agent, screen }) => {
  await app.open('/cart');
  await agent.act('add one item to the cart');
  await expect(screen.getByRole('status')).toHaveText('1 item');
});

describe('a group', () => {
  test('fails <here> & "there"', async ({ app, screen }) => {
    await app.open('/cart');
    await expect(screen.getByRole('status')).toHaveText('7 items', { timeout: 100 });
  });
  test('fails in its step', async ({ app, agent }) => {
    await app.open('/cart');
    await agent.act('do what no script knows');
  });
  let tries = 0;
  test('passes on a retry', { retries: 1 }, async () => {
    tries += 1;
    expect(tries).toBe(2);
  });
  test.skip('is skipped', async () => {});
});
`;

test('every report of a run with passed, failed, flaky and skipped tests is whole', {
  timeout: 120_000,
}, async () => {
  const project = await makeProject({ 'e2e.config.ts': FAKE_CONFIG, 'tests/mixed.e2e.ts': MIXED_TESTS });
  const summary = `${project.dir}/summary.md`;
  const { stdout, exitCode } = await project.run(['run', '--reporter', 'list,junit,github'], {
    env: { GITHUB_STEP_SUMMARY: summary, GITHUB_WORKSPACE: undefined },
  });
  expect(exitCode).toBe(1);
  expect(stdout).toContain('        Tests  1 passed | 1 flaky | 2 failed | 1 skipped (5)\n');
  expect(stdout).toContain('           AI  0 model calls\n');
  expect(stdout).toMatch(
    /^::error file=tests\/mixed\.e2e\.ts,line=12,.*title=a group › fails <here> & "there"::/m,
  );
  expect(await project.read('summary.md')).toContain('## e2e: failed');

  const report = await project.report();
  validate(report);
  expect(validate.errors).toBeNull();
  expect(report.tests.map(({ titlePath, status }) => [titlePath.at(-1), status])).toEqual([
    ['adds an item', 'passed'],
    ['fails <here> & "there"', 'failed'],
    ['fails in its step', 'failed'],
    ['passes on a retry', 'flaky'],
    ['is skipped', 'skipped'],
  ]);

  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'testcase') names.push(String((attributes as Record<string, string>).name));
  });
  parser.write(await project.read('.e2e/junit.xml')).close();
  expect(names).toEqual(report.tests.map(({ titlePath }) => titlePath.join(' › ')));
});

test('a report file is said where it was asked for, and CI says that nothing was recorded', {
  timeout: 120_000,
}, async () => {
  const project = await makeProject({ 'e2e.config.ts': FAKE_CONFIG, 'tests/cart.e2e.ts': CART_TEST });
  const inCI = await project.run(['run', '--reporter', 'list,json'], { env: { CI: '1' } });
  expect(inCI.stdout).toContain(
    '         Hint  1 step ran live and was not recorded: recordings are read-only here (CI is set).',
  );
  expect((await project.report()).run.readOnly).toEqual(['ci']);
  expect(inCI.stdout).toMatch(/ {7}Report {2}\.e2e\/report\.json\n$/);
  const local = await project.run(['run', '--reporter', 'junit']);
  expect(local).toMatchObject({ exitCode: 0, stdout: '       Report  .e2e/junit.xml\n' });
  const replayed = await project.run(['run'], { env: { CI: '1' } });
  expect(replayed.stdout).toContain('Cache  1 replayed');
  expect(replayed.stdout).not.toMatch(/Hint|Report/);
});

test('a file that does not load is an error of the run in a report that validates', {
  timeout: 120_000,
}, async () => {
  const project = await makeProject({
    'e2e.config.ts': FAKE_CONFIG,
    'tests/a.e2e.ts': "throw new Error('no such fixture');\n",
  });
  const { exitCode, stdout } = await project.run(['run']);
  expect(stdout).toContain(
    '\n   tests/a.e2e.ts could not be loaded: no such fixture\n   at tests/a.e2e.ts:1:7\n',
  );
  expect(stdout).toContain('        Tests  no tests\n       Errors  1 error\n');
  expect(exitCode).toBe(1);
  const report = await project.report();
  validate(report);
  expect(validate.errors).toBeNull();
  expect(report.run.errors).toHaveLength(1);
});

test('an output directory that cannot be written is a clear error, exit 2', {
  timeout: 120_000,
}, async () => {
  const project = await makeProject({
    'e2e.config.ts': FAKE_CONFIG,
    'tests/cart.e2e.ts': CART_TEST,
    'a-file': '',
  });
  const { exitCode, stderr } = await project.run([
    'run',
    '--output',
    'a-file/output',
    '--cache-dir',
    'cache',
  ]);
  expect(stderr).toContain('The report could not be written to');
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(exitCode).toBe(2);
});
