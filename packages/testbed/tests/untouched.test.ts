// Entries that a run has no business with stay byte for byte as they are: those of tests that it leaves out, and those of a step that no
// model answered for. Whole runs, the drift situations S101 and S105 with their flags and exit codes.
import { describe, expect, test } from 'vitest';
import { startModelServer } from '../../e2e/src/testing/model-server.ts';
import { FAKE_CONFIG } from '../harness/files.ts';
import { makeProject, type Project, stepsOf, testOf } from '../harness/project.ts';

const TITLES = ['first', 'second', 'third'] as const;

/** Three tests that add an item; `body`: what a test does after its check. */
function testFile(only?: string, body: Readonly<Record<string, string>> = {}): string {
  const tests = TITLES.map(
    (title) => `test${title === only ? '.only' : ''}('${title}', async ({ app, agent, screen }) => {
  await app.open('/cart');
  await agent.act('add one item to the cart');
  await expect(screen.getByRole('status')).toHaveText('1 item');
  ${body[title] ?? ''}
});`,
  );
  return `import { expect, test } from 'e2e';\n\n${tests.join('\n')}\n`;
}

async function recorded(config = FAKE_CONFIG): Promise<Project> {
  const project = await makeProject({ 'e2e.config.ts': config, 'tests/cart.e2e.ts': testFile() });
  const { exitCode, output } = await project.run(['run']);
  expect(exitCode, output).toBe(0);
  expect(await project.list('.e2e/cache')).toHaveLength(3);
  return project;
}

/** Every file of the cache, by name. */
async function entriesOf(project: Project): Promise<Readonly<Record<string, string>>> {
  const names = await project.list('.e2e/cache');
  const texts = await Promise.all(names.map((name) => project.read(`.e2e/cache/${name}`)));
  return Object.fromEntries(names.map((name, at) => [name, texts[at] ?? '']));
}

describe('S101: entries of other tests are untouched', { timeout: 120_000 }, () => {
  test('S101 R8: by a run with --grep, and by one with .only', async () => {
    const project = await recorded();
    const before = await entriesOf(project);
    expect(await project.run(['run', '--grep', 'second'])).toMatchObject({ exitCode: 0 });
    expect(stepsOf(await project.report(), 'second')[0]?.cache).toMatchObject({ write: 'kept' });
    expect(await entriesOf(project)).toEqual(before);

    await project.write({ 'tests/cart.e2e.ts': testFile('third') });
    expect(await project.run(['run'])).toMatchObject({ exitCode: 0 });
    expect(stepsOf(await project.report(), 'third')[0]?.cache).toMatchObject({ write: 'kept' });
    expect(await entriesOf(project)).toEqual(before);
  });

  test('S101 R4: by a test that fails, which loses no entry that was verified before', async () => {
    const project = await recorded();
    const before = await entriesOf(project);
    await project.write({ 'tests/cart.e2e.ts': testFile(undefined, { second: 'expect(1).toBe(2);' }) });
    expect(await project.run(['run'])).toMatchObject({ exitCode: 1 });
    expect(testOf(await project.report(), 'second').status).toBe('failed');
    expect(await entriesOf(project)).toEqual(before);
  });

  test('S101 R5: by a run that is cancelled', async () => {
    const project = await recorded();
    const before = await entriesOf(project);
    const hangs = "console.log('hanging'); await new Promise(() => {});";
    await project.write({ 'tests/cart.e2e.ts': testFile(undefined, { second: hangs }) });
    const cli = project.start(['run']);
    await cli.printed('hanging');
    cli.process.kill('SIGINT');
    expect(await cli.ended).toMatchObject({ exitCode: 130 });
    expect(await entriesOf(project)).toEqual(before);
  });
});

test('S105 R6: a step that no model answered for keeps its entry, and the report says what had run', {
  timeout: 120_000,
}, async () => {
  const config = FAKE_CONFIG.replace('s.items += 1;', 's.items += process.env.MODEL_URL ? 2 : 1;').replace(
    'default: { executor }',
    `default: process.env.MODEL_URL ? { model: { baseURL: process.env.MODEL_URL, apiKey: 'none', model: 'm' } } : { executor }`,
  );
  const project = await recorded(config);
  const before = await entriesOf(project);
  const server = await startModelServer(() => ({
    status: 503,
    message: 'out of order',
    headers: { 'retry-after-ms': '1' },
  }));
  try {
    const { exitCode, output } = await project.run(['run', '--grep', 'first'], {
      env: { MODEL_URL: server.baseURL },
    });
    expect(exitCode, output).toBe(3);
  } finally {
    await server.close();
  }
  expect(server.requests.length).toBeGreaterThan(0);
  const [step] = stepsOf(await project.report(), 'first');
  expect(step?.error?.code).toBe('MODEL_PROVIDER_FAILED');
  expect(step?.cache).toMatchObject({ mode: 'agent-concluded', reason: 'end-mismatch' });
  expect(step?.cache?.detail).toMatch(/^after 1 of 1 actions: /);
  expect(await entriesOf(project)).toEqual(before);
});
