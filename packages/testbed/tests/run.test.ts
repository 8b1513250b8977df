// A run from its start to its report, in a real browser.
import { describe, expect, test } from 'vitest';
import { CART_PAGE, CART_TEST, FAKE_CONFIG, webConfig } from '../harness/files.ts';
import { makeProject, stepsOf, testOf } from '../harness/project.ts';
import { servePages } from '../harness/server.ts';

describe('the test of framework spec §1', { timeout: 120_000 }, () => {
  test('is recorded on the first run and replayed, without its executor, on the second', async () => {
    const app = await servePages({ '/cart': CART_PAGE });
    const project = await makeProject({
      'e2e.config.ts': webConfig(app.url),
      'tests/cart.e2e.ts': CART_TEST,
    });

    const first = await project.run(['run']);
    expect(first.output).toContain('1 passed');
    expect(first.exitCode).toBe(0);
    expect(stepsOf(await project.report(), 'adds an item')[0]?.cache).toMatchObject({
      mode: 'missed',
      reason: 'no-entry',
      write: 'saved',
    });
    expect(await project.list('.e2e/cache')).toHaveLength(1);
    // Nothing is left where the user did not ask for it.
    expect(await project.list('node_modules')).toEqual(['e2e']);
    expect(await project.list('.')).toEqual([
      '.e2e',
      'e2e.config.ts',
      'node_modules',
      'package.json',
      'tests',
    ]);
    expect(await project.list('.e2e')).toEqual(['cache', 'report.json']);

    const second = await project.run(['run', 'tests/cart.e2e.ts:3', '--retries', '0']);
    expect(second.exitCode).toBe(0);
    expect(second.stdout).toContain('0 model calls');
    expect(second.stdout).toContain('1 replayed');
    const report = await project.report();
    expect(testOf(report, 'adds an item')).toMatchObject({
      file: 'tests/cart.e2e.ts',
      line: 3,
      target: 'web',
    });
    expect(stepsOf(report, 'adds an item')[0]?.cache).toMatchObject({
      mode: 'self-finalized',
      write: 'kept',
    });
  });

  test('goes on to its end when nobody reads what it prints any more', async () => {
    const project = await makeProject({ 'e2e.config.ts': FAKE_CONFIG, 'tests/cart.e2e.ts': CART_TEST });
    const running = project.start(['run']);
    running.process.stdout?.destroy();
    const { exitCode, stderr } = await running.ended;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(testOf(await project.report(), 'adds an item').status).toBe('passed');
  });

  test('R43: a recording that went stale fails under strict with exit code 2, and is not retried', async () => {
    const config = FAKE_CONFIG.replace(
      "node('button', 'Add item'",
      "node('button', process.env.LABEL ?? 'Add item'",
    );
    const project = await makeProject({ 'e2e.config.ts': config, 'tests/cart.e2e.ts': CART_TEST });
    expect(await project.run(['run'])).toMatchObject({ exitCode: 0 });
    const stale = { env: { LABEL: 'Put in cart' } };
    const { exitCode } = await project.run(['run', '--strict-cache', '--retries', '2'], stale);
    expect(exitCode).toBe(2);
    const { attempts } = testOf(await project.report(), 'adds an item');
    expect(attempts.map(({ error }) => error?.code)).toEqual(['REPLAY_STALE']);
  });
});
