// How runs end that do not simply pass or fail: an engine that cannot be had, secrets in output, bail, shards, workers.
import { describe, expect, test } from 'vitest';
import { CART_PAGE, FAKE_CONFIG, webConfig } from '../harness/files.ts';
import { makeProject, testOf } from '../harness/project.ts';
import { servePages } from '../harness/server.ts';

const PASSING =
  "import { test } from 'e2e';\n\ntest('passes', async ({ app }) => { await app.open('/cart'); });\n";

describe('a run', { timeout: 90_000 }, () => {
  test('whose engine cannot be launched says so once and stops', async () => {
    const project = await makeProject({
      'e2e.config.ts': `import { defineConfig } from 'e2e';
import { web } from 'e2e/web';

export default defineConfig({ targets: [{ name: 'web', engine: web({ executablePath: '/nowhere/chrome' }) }] });
`,
      'tests/a.e2e.ts': `${PASSING}test('passes too', async ({ app }) => { await app.open('/cart'); });\n`,
      'tests/b.e2e.ts': PASSING,
    });
    const { exitCode } = await project.run(['run', '--retries', '2']);
    expect(exitCode).toBe(3);
    const { run, tests } = await project.report();
    expect(run.errors.map(({ code }) => code)).toEqual(['ENGINE_FAILED']);
    expect(run.errors[0]?.message).toContain('/nowhere/chrome');
    expect(new Set(tests.map(({ status }) => status))).toEqual(new Set(['skipped']));
    expect(tests.flatMap(({ attempts }) => attempts).length).toBeLessThanOrEqual(2);
  });

  test('whose browser is killed fails the test that had it, and gives the next one a new browser', async () => {
    const app = await servePages({ '/cart': CART_PAGE });
    const project = await makeProject({
      'e2e.config.ts': webConfig(app.url),
      'tests/a.e2e.ts': `import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'e2e';

/** The browser that this worker started. */
function browserPid(): number {
  for (const pid of readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))) {
    try {
      const [, name = '', parent] = /\\((.*)\\) \\S (\\d+)/.exec(readFileSync('/proc/' + pid + '/stat', 'utf8')) ?? [];
      if (Number(parent) === process.pid && /chrom/.test(name)) return Number(pid);
    } catch {}
  }
  throw new Error('no browser');
}
test('loses it', async ({ app, screen }) => {
  await app.open('/cart');
  process.kill(browserPid(), 'SIGKILL');
  await expect(screen.getByRole('status')).toHaveText('never', { timeout: 20_000 });
});
test('has a new one', async ({ app, agent, screen }) => {
  await app.open('/cart');
  await agent.act('add one item to the cart');
  await expect(screen.getByRole('status')).toHaveText('1 item');
});
`.replaceAll('\\\\', '\\'),
    });
    const { exitCode } = await project.run(['run']);
    const report = await project.report();
    expect(testOf(report, 'loses it')).toMatchObject({
      status: 'failed',
      attempts: [{ status: 'failed', error: { code: 'ENGINE_FAILED' } }],
    });
    expect(testOf(report, 'has a new one').status).toBe('passed');
    expect(exitCode).toBe(3);
    expect(await project.processes()).toEqual([]);
  });

  test('--headed is told to the engine, and nothing is where the flag is not given', async () => {
    const project = await makeProject({
      'e2e.config.ts': FAKE_CONFIG.replace(
        'export default',
        `const engine = fakeEngine(app);
const launch = engine.launch;
engine.launch = (options) => { console.log('headed ' + options.headed); return launch(options); };
export default`,
      ).replace('engine: fakeEngine(app)', 'engine'),
      'tests/a.e2e.ts': PASSING,
    });
    expect((await project.run(['run', '--headed'])).output).toContain('headed true\n');
    expect((await project.run(['run'])).output).toContain('headed undefined\n');
  });

  test('keeps secrets out of errors, output and the report', async () => {
    const project = await makeProject({
      'e2e.config.ts': FAKE_CONFIG.replace('agents:', "secrets: { token: 'tok-12345' },\n  agents:"),
      'tests/a.e2e.ts': `import { expect, test } from 'e2e';

test('leaks', async () => {
  console.log('the token is tok-12345');
  expect('tok-12345').toBe('another');
});
`,
    });
    const { exitCode, output } = await project.run(['run', '--reporter', 'list,junit']);
    expect(exitCode).toBe(1);
    expect(output).toContain('<secret:token>');
    expect(
      output + (await project.read('.e2e/report.json')) + (await project.read('.e2e/junit.xml')),
    ).not.toContain('tok-12345');
  });

  test('stops after the failures that --bail allows', async () => {
    const project = await makeProject({
      'e2e.config.ts': FAKE_CONFIG,
      'tests/a.e2e.ts': `import { expect, test } from 'e2e';

test('fails', () => { expect(1).toBe(2); });
test('fails too', () => { expect(1).toBe(2); });
test('is not reached', () => {});
`,
    });
    expect(await project.run(['run', '--bail', '2'])).toMatchObject({ exitCode: 1 });
    const report = await project.report();
    expect(testOf(report, 'fails too').status).toBe('failed');
    expect(testOf(report, 'is not reached').status).toBe('skipped');
    expect(report.run.status).toBe('failed');
  });

  test('is cut into shards by file', async () => {
    const project = await makeProject({
      'e2e.config.ts': FAKE_CONFIG,
      'tests/a.e2e.ts': PASSING,
      'tests/b.e2e.ts': PASSING,
      'tests/c.e2e.ts': PASSING,
    });
    const files: string[] = [];
    for (const shard of ['1/2', '2/2']) {
      expect(await project.run(['run', '--shard', shard])).toMatchObject({ exitCode: 0 });
      files.push(...(await project.report()).tests.map(({ file }) => file));
    }
    expect(files.sort()).toEqual(['tests/a.e2e.ts', 'tests/b.e2e.ts', 'tests/c.e2e.ts']);
  });

  test('of a part that holds no file passes, as its tests are in the other parts', async () => {
    const project = await makeProject({ 'e2e.config.ts': FAKE_CONFIG, 'tests/a.e2e.ts': PASSING });
    const run = await project.run(['run', '--shard', '2/2']);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toContain('Tests  no tests');
    expect((await project.report()).tests).toEqual([]);
    expect(await project.run(['list', '--shard', '2/2'])).toMatchObject({ exitCode: 0, stdout: '0 tests\n' });
    expect(await project.run(['run', '--shard', '1/2', 'tests/a.e2e.ts:99'])).toMatchObject({ exitCode: 2 });
  });

  test('on two targets runs each test on each, and --target picks one', async () => {
    const project = await makeProject({
      'e2e.config.ts': FAKE_CONFIG.replace(
        "targets: [{ name: 'fake', engine: fakeEngine(app) }]",
        "targets: [{ name: 'one', engine: fakeEngine(app) }, { name: 'two', engine: fakeEngine(app) }]",
      ),
      'tests/a.e2e.ts': PASSING,
    });
    expect(await project.run(['run', '--workers', '2'])).toMatchObject({ exitCode: 0 });
    expect((await project.report()).tests.map(({ target }) => target).sort()).toEqual(['one', 'two']);
    const { stdout } = await project.run(['list', '--target', 'two']);
    expect(stdout).toBe('[two] tests/a.e2e.ts:3 › passes\n1 test\n');
  });

  test('with a device fixture on an engine without one says which target it was', async () => {
    const project = await makeProject({
      'e2e.config.ts': FAKE_CONFIG,
      'tests/a.e2e.ts':
        "import { test } from 'e2e';\n\ntest('taps', async ({ device }) => { await (device as { back(): Promise<void> }).back(); });\n",
    });
    expect(await project.run(['run'])).toMatchObject({ exitCode: 1 });
    const [attempt] = testOf(await project.report(), 'taps').attempts;
    expect(attempt?.error).toMatchObject({ code: 'AUTOMATION_UNSUPPORTED' });
    expect(attempt?.error?.message).toContain('Target "fake" has no device');
  });
});
