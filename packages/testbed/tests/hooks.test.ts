// How long each-hooks may take with what belongs to them, and what becomes of them in a run that is ended early.
import { describe, expect, test } from 'vitest';
import { FAKE_CONFIG } from '../harness/files.ts';
import { makeProject, type Project, testOf } from '../harness/project.ts';

const project = (files: Readonly<Record<string, string>>): Promise<Project> =>
  makeProject({
    'e2e.config.ts': FAKE_CONFIG,
    ...Object.fromEntries(
      Object.entries(files).map(([name, body]) => [
        `tests/${name}.e2e.ts`,
        `import { afterEach, beforeEach, describe, expect, test } from 'e2e';
import { writeFileSync } from 'node:fs';
const hang = () => new Promise(() => {});
const putAway = (file: string) => async () => {
  await new Promise((resolve) => setTimeout(resolve, 200));
  writeFileSync(file, 'put away');
};
${body}`,
      ]),
    ),
  });

describe('each-hooks', { timeout: 90_000 }, () => {
  test('end with the time of their test while a fixture is set up for them, and while they clean up', async () => {
    const made = await project({
      a: `
const slow = test.extend<{ data: string }>({ data: async ({}, use) => { await hang(); await use(''); } });
describe('fixture before', () => {
  beforeEach(async ({ data }: never) => { console.log(data); });
  slow('fixture before', { timeout: 300 }, () => { throw new Error('ran'); });
});
describe('fixture after', () => {
  afterEach(async ({ data }: never) => { console.log(data); });
  slow('fixture after', { timeout: 300 }, () => {});
});
describe('clean-up', () => {
  beforeEach(() => hang as never);
  test('clean-up', { timeout: 300 }, () => {});
});
describe('clean-up with a time of its own', () => {
  beforeEach(() => hang as never, 200);
  test('clean-up with a time of its own', () => {});
});
describe('hook with a time of its own', () => {
  afterEach(hang as never, 200);
  test('hook with a time of its own', () => {});
});
describe('what cleans up', () => {
  beforeEach(() => putAway('cleaned.txt') as never);
  test('what cleans up', { timeout: 5_000 }, () => {});
});
`,
    });
    const { exitCode, output } = await made.run(['run']);
    expect({ exitCode, output }).toMatchObject({ exitCode: 1 });
    const report = await made.report();
    const said = (title: string): string | undefined =>
      testOf(report, title).attempts[0]?.error?.message.split(' Raise')[0];
    expect(
      [
        'fixture before',
        'fixture after',
        'clean-up',
        'clean-up with a time of its own',
        'hook with a time of its own',
      ].map(said),
    ).toEqual([
      'The test ran longer than its 300 ms, in its beforeEach hook.',
      'The afterEach hook ran longer than its 300 ms.',
      'The clean-up of a beforeEach hook ran longer than its 300 ms.',
      'The clean-up of a beforeEach hook ran longer than its 200 ms.',
      'The afterEach hook ran longer than its 200 ms.',
    ]);
    expect(testOf(report, 'what cleans up').status).toBe('passed');
    expect(await made.read('cleaned.txt')).toBe('put away');
  });

  test('after the body run to their end when the run is interrupted', async () => {
    const made = await project({
      a: `
afterEach(putAway('after.txt'));
beforeEach(() => putAway('cleaned.txt') as never);
test('hangs', async () => { console.log('hanging now'); await hang(); });
`,
    });
    const cli = made.start(['run']);
    await cli.printed('hanging now');
    cli.process.kill('SIGINT');
    expect(await cli.ended).toMatchObject({ exitCode: 130 });
    expect(await made.read('after.txt')).toBe('put away');
    expect(await made.read('cleaned.txt')).toBe('put away');
    expect(testOf(await made.report(), 'hangs').attempts[0]?.error?.message).toMatch(/^Interrupted: /);
  });

  test('that are already under way are not cut short by an interrupt', async () => {
    const made = await project({
      a: `
afterEach(async () => { console.log('putting away'); await putAway('after.txt')(); });
test('passes', () => {});
`,
    });
    const cli = made.start(['run']);
    await cli.printed('putting away');
    cli.process.kill('SIGINT');
    expect(await cli.ended).toMatchObject({ exitCode: 130 });
    expect(await made.read('after.txt')).toBe('put away');
  });

  test('after the body do not keep an interrupted run from ending where the test has no limit', async () => {
    const made = await project({
      a: `
afterEach(hang as never);
test('hangs', { timeout: 0 }, async () => { console.log('hanging now'); await hang(); });
`,
    });
    const cli = made.start(['run']);
    await cli.printed('hanging now');
    cli.process.kill('SIGINT');
    expect(await cli.ended).toMatchObject({ exitCode: 130 });
    const messages = testOf(await made.report(), 'hangs').attempts[0]?.errors?.map(({ message }) => message);
    expect(messages?.at(-1)).toMatch(/^The afterEach hook ran longer than its 10000 ms/);
  });

  test('after the body run to their end when --bail ends the run', async () => {
    const made = await project({
      fails: `
import { existsSync } from 'node:fs';
test('fails', async () => {
  while (!existsSync('begun.txt')) await new Promise((resolve) => setTimeout(resolve, 20));
  throw new Error('no');
});
`,
      hangs: `
afterEach(putAway('after.txt'));
test('hangs', async () => { writeFileSync('begun.txt', ''); await hang(); });
`,
    });
    const { exitCode, output } = await made.run(['run', '--bail', '1', '--workers', '2']);
    expect({ exitCode, output }).toMatchObject({ exitCode: 1 });
    expect(await made.read('after.txt')).toBe('put away');
    expect(testOf(await made.report(), 'hangs').attempts[0]?.error?.message).toMatch(/^Stopped: /);
  });
});
