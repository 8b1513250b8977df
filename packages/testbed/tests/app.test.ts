// The app process: started before the first test, and gone with all its children on every way out.
import { describe, expect, test } from 'vitest';
import { FAKE_CONFIG } from '../harness/files.ts';
import { makeProject, type Project, testOf } from '../harness/project.ts';
import { freePort, servePages } from '../harness/server.ts';

// A shell that starts a server as its child, as `npm start` does; the server starts a child of its own.
const SERVER = `import { createServer } from 'node:http';
import { spawn } from 'node:child_process';
spawn('sleep', ['600'], { stdio: 'inherit' });
console.log('the app prints this');
const server = createServer((request, response) => {
  if (request.url === '/die') process.exit(7);
  response.end('<h1>Cart</h1>');
});
setTimeout(() => server.listen(Number(process.env.PORT), '127.0.0.1'), Number(process.env.DELAY ?? 0));
`;

const PASSING =
  "import { test } from 'e2e';\n\ntest('passes', async ({ app }) => { await app.open('/cart'); });\n";

async function appProject(app: string, tests = PASSING, server = SERVER): Promise<Project> {
  return makeProject({
    'e2e.config.ts': FAKE_CONFIG.replace(
      'engine: fakeEngine(app) }',
      `engine: fakeEngine(app), app: { ${app} } }`,
    ),
    'server.mjs': server,
    'tests/app.e2e.ts': tests,
  });
}

const command = (port: number): string =>
  `url: 'http://127.0.0.1:${port}', command: 'true; node server.mjs', env: { PORT: '${port}' }`;

describe('an app with a command', { timeout: 90_000 }, () => {
  test('is there for the tests, and gone with its children after they passed', async () => {
    const port = await freePort();
    const body = `const answer = await fetch('http://127.0.0.1:${port}'); if (!answer.ok) throw new Error('no app');`;
    const project = await appProject(
      command(port),
      `import { test } from 'e2e';\n\ntest('asks', async () => { ${body} });\n`,
    );
    const { exitCode, output } = await project.run(['run']);
    expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
    expect(await project.processes()).toEqual([]);
  });

  test('is gone after a test failed', async () => {
    const project = await appProject(
      command(await freePort()),
      "import { expect, test } from 'e2e';\n\ntest('fails', () => { expect(1).toBe(2); });\n",
    );
    expect(await project.run(['run'])).toMatchObject({ exitCode: 1 });
    expect(await project.processes()).toEqual([]);
  });

  test('is gone after an interrupt, which writes a partial report', async () => {
    const project = await appProject(
      command(await freePort()),
      `import { test } from 'e2e';

test('is quick', () => {});
test('hangs', async ({ app }) => { console.log('hanging'); await new Promise(() => {}); });
test('never starts', () => {});
`,
    );
    const cli = project.start(['run']);
    await cli.printed('hanging');
    cli.process.kill('SIGINT');
    expect(await cli.ended).toMatchObject({ exitCode: 130 });
    expect(await project.processes()).toEqual([]);
    const report = await project.report();
    expect(report.run).toMatchObject({ status: 'interrupted', exitCode: 130 });
    expect(testOf(report, 'is quick').status).toBe('passed');
    expect(testOf(report, 'hangs')).toMatchObject({
      status: 'failed',
      attempts: [{ status: 'cancelled', error: { message: expect.stringMatching(/^Interrupted: /) } }],
    });
    expect(testOf(report, 'never starts')).toMatchObject({ status: 'skipped', attempts: [] });
  });

  test('is gone at once after a second interrupt, also when it ignores signals and a worker is busy', async () => {
    const project = await appProject(
      // Without a shell in between, which would end on the signal and take the app with it.
      command(await freePort()).replace('true; node', 'exec node'),
      `import { test } from 'e2e';

test('is busy', () => { console.log('busy'); return new Promise((_, fail) => setTimeout(() => { for (;;); }, 100)); });
`,
      `process.on('SIGTERM', () => {});\n${SERVER}`,
    );
    const cli = project.start(['run']);
    await cli.printed('busy');
    const workers = await project.processes();
    cli.process.kill('SIGINT');
    await cli.printed('Interrupt again to end it at once.');
    const secondAt = Date.now();
    cli.process.kill('SIGINT');
    expect(await cli.ended).toMatchObject({ exitCode: 130 });
    expect(workers.length).toBeGreaterThan(2);
    await expect.poll(() => project.processes(), { timeout: 2_500 }).toEqual([]);
    // Under the grace that an app has after the first.
    expect(Date.now() - secondAt).toBeLessThan(4_500);
  });

  test('is gone after the command line itself was killed', async () => {
    const project = await appProject(
      command(await freePort()),
      "import { test } from 'e2e';\n\ntest('hangs', async () => { console.log('hanging'); await new Promise(() => {}); });\n",
    );
    const cli = project.start(['run']);
    await cli.printed('hanging');
    cli.process.kill('SIGKILL');
    await cli.ended;
    // Nothing tells when an orphan has ended, so the process table is asked until it has.
    await expect.poll(() => project.processes(), { timeout: 20_000 }).toEqual([]);
  });

  test('is waited for', async () => {
    const port = await freePort();
    const project = await appProject(command(port).replace('env: {', "env: { DELAY: '1500',"));
    expect(await project.run(['run'])).toMatchObject({ exitCode: 0 });
  });

  test('that never answers ends the run', async () => {
    const port = await freePort();
    const project = await appProject(
      `${command(port).replace('env: {', "env: { DELAY: '600000',")}, readyTimeout: 5000`,
    );
    const { exitCode, output } = await project.run(['run']);
    expect(exitCode).toBe(3);
    expect(output.replaceAll(String(port), '<port>').trim()).toMatchInlineSnapshot(`
      "e2e: The app (\`true; node server.mjs\`) did not answer at http://127.0.0.1:<port> within 5000 ms. Check the URL (app.readyUrl, app.url) or raise app.readyTimeout. Its last output:
        | the app prints this [APP_UNREACHABLE]"
    `);
    expect(await project.processes()).toEqual([]);
  });

  test('that ends before it answers says how, and what it printed', async () => {
    const port = await freePort();
    const project = await appProject(
      command(port),
      PASSING,
      "console.error('no database');\nprocess.exit(5);\n",
    );
    const { exitCode, output } = await project.run(['run']);
    expect(exitCode).toBe(3);
    expect(output.replaceAll(String(port), '<port>').trim()).toMatchInlineSnapshot(`
      "e2e: The app (\`true; node server.mjs\`) ended before http://127.0.0.1:<port> answered: exit code 5. Its last output:
        | no database [APP_UNREACHABLE]"
    `);
  });

  test('that dies during the run ends the run', async () => {
    const port = await freePort();
    const project = await appProject(
      command(port),
      `import { test } from 'e2e';

test('kills it', async () => {
  await fetch('http://127.0.0.1:${port}/die').catch(() => {});
  await new Promise(() => {});
});
test('never starts', () => {});
`,
    );
    const { exitCode } = await project.run(['run']);
    expect(exitCode).toBe(3);
    const { run, tests } = await project.report();
    expect(run.errors).toHaveLength(1);
    expect(run.errors[0]?.code).toBe('APP_UNREACHABLE');
    expect(run.errors[0]?.message).toMatchInlineSnapshot(`
      "The app (\`true; node server.mjs\`) ended during the run: exit code 7. Its last output:
        | the app prints this"
    `);
    expect(tests.map(({ status }) => status)).not.toContain('passed');
    expect(await project.processes()).toEqual([]);
  });

  test('whose port is in use is not started', async () => {
    const other = await servePages({ '/': '<h1>Other</h1>' });
    const project = await appProject(command(other.port));
    const { exitCode, output } = await project.run(['run']);
    expect(exitCode).toBe(3);
    expect(output.replaceAll(String(other.port), '<port>').trim()).toMatchInlineSnapshot(
      `"e2e: http://127.0.0.1:<port> already answers, before \`true; node server.mjs\` was started: something else has the port. Stop it, or give the app another port; to test what is running there, leave out app.command. [APP_UNREACHABLE]"`,
    );
  });
});
