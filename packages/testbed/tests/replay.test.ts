// The main job, from the command line to the report: record, verify, replay, notice, heal. Real CLI, real Chromium, a real server.
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { makeProject, type Project, stepsOf } from '../harness/project.ts';
import { type Served, servePages } from '../harness/server.ts';

const CONFIG = (url: string, executor = 'offline()'): string => `
import { defineConfig, offline } from 'e2e';
import { scripted, find } from 'e2e/testing';
import { web } from 'e2e/web';

export default defineConfig({
  targets: [{ name: 'web', engine: web(), app: { url: '${url}', identity: 'cart' } }],
  agents: { default: { executor: ${executor} } },
});
`;

/** An executor that says that it was called, which strict mode and replays must never see. */
const THROWING = `{ name: 'throwing', async act() { throw new Error('the executor was called'); } }`;

const TEST = `import { test, describe, expect, unique, secret } from 'e2e';

test('adds an item', async ({ app, agent, screen, browser }) => {
  await app.open('/cart');
  await agent.act('add one item to the cart');
  await expect(screen.getByRole('status')).toHaveText('1 item');
});

test('is not selected by line 3', async () => {});
`;

/** A cart whose server counts what really happened. */
interface Cart extends Served {
  readonly added: () => number;
  button: string;
  drop: boolean;
}

async function serveCart(): Promise<Cart> {
  let added = 0;
  const state = { button: 'Add item', drop: false };
  const served = await servePages({
    '/cart': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(`<!doctype html><title>Cart</title><main><h1>Cart</h1>
        <button>${state.button}</button><output role="status"></output></main>
        <script>
          let shown = 0;
          document.querySelector('button').onclick = async () => {
            const answer = await fetch('/items', { method: 'POST' });
            if ((await answer.text()) === 'added') shown += 1;
            document.querySelector('output').textContent = shown === 0 ? '' : shown + ' item';
          };
        </script>`);
    },
    '/items': (_request, response) => {
      if (!state.drop) added += 1;
      response.end(state.drop ? 'dropped' : 'added');
    },
  });
  return Object.assign(state, served, { added: () => added });
}

async function cartProject(): Promise<{ readonly cart: Cart; readonly project: Project }> {
  const cart = await serveCart();
  const project = await makeProject({ 'e2e.config.ts': CONFIG(cart.url), 'tests/cart.e2e.ts': TEST });
  return { cart, project };
}

const LINE = ['run', 'tests/cart.e2e.ts:3', '--retries', '0'];

describe('the test of the framework spec', () => {
  test('R1 R8 R15 R36: it records on run 1, and on run 2 is replayed with 0 model calls and no executor', async () => {
    const { cart, project } = await cartProject();
    const first = await project.run(LINE);
    expect(first.exitCode, first.output).toBe(0);
    expect(stepsOf(await project.report(), 'adds an item')[0]?.cache).toMatchObject({
      mode: 'missed',
      reason: 'no-entry',
      write: 'saved',
    });
    expect(await project.list('.e2e/cache')).toHaveLength(1);

    await project.write({ 'e2e.config.ts': CONFIG(cart.url, THROWING) });
    const second = await project.run(LINE);
    expect(second.exitCode, second.output).toBe(0);
    expect(second.stdout).toMatch(/^ +AI {2}0 model calls$/m);
    expect(second.stdout).toMatch(/^ +Cache {2}1 replayed$/m);
    expect(stepsOf(await project.report(), 'adds an item')[0]).toMatchObject({
      api: 'agent.act',
      modelCalls: 0,
      cache: { mode: 'self-finalized', write: 'kept', recordedBy: { executor: 'offline' } },
    });
    expect(cart.added()).toBe(2);
    expect((await project.report()).tests).toHaveLength(1);
  });

  test('R18 R34 R38: a renamed button is handed off naming action and control, and replays again on the run after', async () => {
    const { cart, project } = await cartProject();
    await project.run(LINE);
    cart.button = 'Put item in';
    const healing = `scripted({ 'add one item to the cart': async (step) => {
      await step.perform({ kind: 'tap', target: find(step.screen, { role: 'button', name: 'Put item in' }).id });
    } })`;
    await project.write({ 'e2e.config.ts': CONFIG(cart.url, healing) });
    const healed = await project.run(LINE);
    expect(healed.exitCode, healed.output).toBe(0);
    expect(healed.stdout).toMatch(/^ +Cache {2}1 handed off$/m);
    expect(stepsOf(await project.report(), 'adds an item')[0]?.cache).toMatchObject({
      mode: 'agent-concluded',
      reason: 'target-not-found',
      detail: 'at action 1 of 1, tap button "Add item": the screen has button "Put item in"',
      write: 'saved',
    });

    await project.write({ 'e2e.config.ts': CONFIG(cart.url, THROWING) });
    const after = await project.run(LINE);
    expect(after.stdout).toMatch(/^ +Cache {2}1 replayed$/m);
    expect(cart.added()).toBe(3);
  });

  test('S102 R43: with --strict-cache a renamed button is REPLAY_STALE, exit 2, without executor, write or retry, in CI too', async () => {
    const { cart, project } = await cartProject();
    await project.run(LINE);
    const [file] = await project.list('.e2e/cache');
    const before = await project.read(`.e2e/cache/${file}`);
    cart.button = 'Put item in';
    await project.write({ 'e2e.config.ts': CONFIG(cart.url, THROWING) });
    const strict = await project.run(['run', 'tests/cart.e2e.ts:3', '--retries', '2', '--strict-cache'], {
      env: { CI: 'true' },
    });
    expect(strict.exitCode, strict.output).toBe(2);
    const report = await project.report();
    const [failed] = report.tests;
    expect(failed?.attempts).toHaveLength(1);
    expect(failed?.attempts[0]?.error?.code).toBe('REPLAY_STALE');
    expect(strict.output).toContain('tap button "Add item"');
    expect(strict.output).not.toContain('the executor was called');
    expect(await project.list('.e2e/cache')).toEqual([file]);
    expect(await project.read(`.e2e/cache/${file}`)).toBe(before);
    expect(cart.added()).toBe(1);
  });

  test('R27 R32: an effect that does not come is an end-mismatch and fails the test; it is never called replayed', async () => {
    const { cart, project } = await cartProject();
    await project.run(LINE);
    cart.drop = true;
    const dropped = await project.run(LINE);
    expect(dropped.exitCode, dropped.output).toBe(1);
    expect(dropped.stdout).toMatch(/^ +Cache {2}1 handed off$/m);
    const [step] = stepsOf(await project.report(), 'adds an item');
    expect(step?.cache).toMatchObject({ mode: 'agent-concluded', reason: 'end-mismatch', write: 'evicted' });
    expect(step?.cache?.detail).toContain('status "1 item"');
    expect((await project.list('.e2e/cache')).filter((name) => name.endsWith('.json'))).toEqual([]);
  });

  test('S099 R8: with the cache committed, a second run leaves the work tree clean', async () => {
    const { project } = await cartProject();
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@e.test', ...args], {
        cwd: project.dir,
        encoding: 'utf8',
      });
    await project.write({ '.gitignore': 'node_modules\n.e2e/*\n!.e2e/cache\n' });
    await project.run(LINE);
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'recorded');
    const second = await project.run(LINE);
    expect(second.stdout).toMatch(/^ +Cache {2}1 replayed$/m);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('ls-files', '.e2e/cache').trim().split('\n')).toHaveLength(1);
  });
});

describe('modes and places', () => {
  test('R39: in CI the cache is read and never written', async () => {
    const { project } = await cartProject();
    const first = await project.run(LINE, { env: { CI: 'true' } });
    expect(first.exitCode, first.output).toBe(0);
    expect(await project.list('.e2e/cache')).toEqual([]);
    await project.run(LINE);
    const replayed = await project.run(LINE, { env: { CI: 'true' } });
    expect(replayed.stdout).toMatch(/^ +Cache {2}1 replayed$/m);
  });

  test('R34 R39: --no-cache runs live and says nothing of the cache', async () => {
    const { project } = await cartProject();
    await project.run(LINE);
    const off = await project.run([...LINE, '--no-cache']);
    expect(off.exitCode, off.output).toBe(0);
    expect(off.stdout).not.toContain('Cache');
    expect(stepsOf(await project.report(), 'adds an item')[0]?.cache).toBeUndefined();
  });

  test('R40: E2E_CACHE_DIR and --cache-dir replace the directory', async () => {
    const { project } = await cartProject();
    await project.run(LINE, { env: { E2E_CACHE_DIR: 'one' } });
    await project.run([...LINE, '--cache-dir', 'two']);
    expect(await project.list('one')).toHaveLength(1);
    expect(await project.list('two')).toEqual(await project.list('one'));
    expect(await project.list('.e2e/cache')).toEqual([]);
  });

  test('R47: --no-model passes on a recorded step, and names the step that would need a model', async () => {
    const { project } = await cartProject();
    const fresh = await project.run([...LINE, '--no-model']);
    expect(fresh.exitCode).toBe(3);
    expect(fresh.output).toContain('add one item to the cart');
    expect(fresh.output).toContain('--no-model');
    await project.run(LINE);
    const recorded = await project.run([...LINE, '--no-model']);
    expect(recorded.exitCode, recorded.output).toBe(0);
  });
});

describe('entries that can’t be trusted', () => {
  test.each([
    ['truncated', (text: string) => text.slice(0, 400)],
    ['spliced', (text: string) => text + text],
    ['edited by hand', (text: string) => text.replace('"Add item"', '"Buy everything"')],
    ['of a foreign schema', () => '{ "schema": 99, "actions": [] }'],
    ['oversized', (text: string) => text + ' '.repeat(1024 * 1024)],
    ['binary', () => '\u0000\u0001\u0002'],
  ])(
    'R16: an entry that is %s is invalid-entry; the step runs live and is recorded anew',
    async (_what, spoil) => {
      const { project } = await cartProject();
      await project.run(LINE);
      const [file] = await project.list('.e2e/cache');
      const before = await project.read(`.e2e/cache/${file}`);
      await project.write({ [`.e2e/cache/${file}`]: spoil(before) });
      const live = await project.run(LINE);
      expect(live.exitCode, live.output).toBe(0);
      expect(stepsOf(await project.report(), 'adds an item')[0]?.cache).toMatchObject({
        mode: 'missed',
        reason: 'invalid-entry',
        write: 'saved',
      });
      const again = await project.run(LINE);
      expect(again.stdout).toMatch(/^ +Cache {2}1 replayed$/m);
    },
  );

  test('R3 R16: a cache directory that can’t be written costs the recording, not the test', async () => {
    const { project } = await cartProject();
    await project.write({ blocked: 'a file where the directory belongs' });
    const { exitCode, output } = await project.run([...LINE, '--cache-dir', 'blocked']);
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/^ +Cache {2}1 missed · 1 not saved$/m);
    const [step] = stepsOf(await project.report(), 'adds an item');
    expect(step?.cache).toMatchObject({ write: 'not-written' });
    expect(step?.cache?.detail).toContain('blocked');
  });

  test('R44: a recording of the same step under another project id is stale under strict, and the message names it', async () => {
    const { cart, project } = await cartProject();
    await project.run(LINE);
    const [file] = await project.list('.e2e/cache');
    await project.write({
      'e2e.config.ts': CONFIG(cart.url, THROWING).replace('targets:', "projectId: 'renamed', targets:"),
    });
    const strict = await project.run([...LINE, '--strict-cache']);
    expect(strict.exitCode, strict.output).toBe(2);
    expect(strict.output).toContain(file);
    expect(strict.output).toContain('project id ("project" → "renamed")');
  });
});
