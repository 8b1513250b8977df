import { PassThrough } from 'node:stream';
import { Terminal as Screen } from '@xterm/headless';
import { describe, expect, test } from 'vitest';
import { E2EError } from '../base/error.ts';
import { createReporters, type ReporterOptions } from './index.ts';
import {
  allEndings,
  attempt,
  handedOff,
  play,
  record,
  refOf,
  replayed,
  report,
  step,
} from './record.fixture.ts';
import type { Reporter, RunReport } from './record.ts';

function listTo(stdout: ReporterOptions['stdout'], more: Partial<ReporterOptions> = {}): Reporter {
  const [list] = createReporters(['list'], {
    rootDir: '/shop',
    cwd: '/shop',
    outputDir: '/shop/.e2e',
    stdout,
    isTTY: false,
    color: false,
    env: {},
    ...more,
  });
  if (list === undefined) throw new Error('no reporter');
  return list;
}

async function piped(
  run: RunReport,
  more: Partial<ReporterOptions> = {},
  targets?: string[],
): Promise<string> {
  const stdout = new PassThrough();
  await play(listTo(stdout, more), run, targets);
  return String(stdout.read());
}

/** A real terminal emulator behind a stream. */
function terminal(columns: number, rows: number) {
  const screen = new Screen({ cols: columns, rows, allowProposedApi: true, convertEol: true });
  const stream = Object.assign(new PassThrough(), { columns, rows });
  const shown = async (): Promise<string> => {
    await new Promise<void>((resolve) => screen.write(stream.read() ?? '', resolve));
    const buffer = screen.buffer.active;
    const lines = Array.from(
      { length: buffer.length },
      (_, y) => buffer.getLine(y)?.translateToString(true) ?? '',
    );
    return lines.join('\n').trimEnd();
  };
  const resize = (to: number): void => {
    screen.resize(to, rows);
    stream.columns = to;
  };
  return { stream, shown, resize };
}

/** Elapsed times are the only thing that differs from run to run. */
function timeless(text: string): string {
  return text.replace(/\b\d+\.\ds\b/g, '0.0s');
}

describe('list in a pipe', () => {
  test('prints one plain line per test, what healed, the failures, and the sums', async () => {
    expect(await piped(report(allEndings))).toMatchInlineSnapshot(`
      " ✓ tests/cart.e2e.ts:3 › cart › adds an item  1.24s  replayed 1
       ✓ tests/cart.e2e.ts:8 › cart › applies a coupon  3.55s  replayed 1 · handed off 1 · missed 1
           handed off  "apply the coupon SAVE10"  target-not-found: at action 2 of 3, tap button "Apply": no button with this name in region "Coupon"
           not saved  "open the orders page"  unconfirmed: no check followed the step, add an expect(…) after it
       ✗ tests/cart.e2e.ts:10 › cart › keeps one item  failed  5.00s  replayed 1 · missed 1
       ~ tests/cart.e2e.ts:20 › cart › empties the cart (buyer)  flaky  2.48s  2 attempts  missed 1
           not saved  "empty the cart"  no-change: nothing on the screen changed, so it runs live every time
       - tests/cart.e2e.ts:30 › cart › waits for stock  skipped

      1 failed of 5

      1) cart › keeps one item
         tests/cart.e2e.ts:10

         ASSERTION_FAILED: expected status to have text "1 item"
         received "2 items"
         at tests/cart.e2e.ts:12:9
             11 |   await agent.act("add one item");
           > 12 |   await expect(status).toHaveText("1 item");
                |         ^

         step passed  agent.act "add one item to the cart"  120ms  replayed
         step failed  agent.act "pay the order"  120ms  missed (wrong-context: on /login, recorded on /cart)
           STEP_TIMEOUT: no verdict within 60s

      Flaky: cart › empties the cart (buyer)
         tests/cart.e2e.ts:20

         Attempt 1 of 2

         socket hang up
         at tests/cart.e2e.ts:22:3

         step passed  agent.act "add one item to the cart"  120ms  replayed

              Tests  2 passed | 1 flaky | 1 failed | 1 skipped (5)
           Duration  12.35s
                 AI  4.1k tokens · 2 model calls · 1.2k tokens cached · openai/gpt-6-luna-fast
              Cache  3 replayed · 1 handed off · 3 missed · 2 not saved
      "
    `);
  });

  test('holds no escape sequence without colour, and tells nothing by colour alone', async () => {
    const plain = await piped(report(allEndings));
    const colored = await piped(report(allEndings), { color: true });
    expect(plain).not.toContain('\u001b');
    expect(colored).toContain('\u001b[');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes
    expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(plain);
  });

  test('never cuts a long title', async () => {
    const title = 'a very long title '.repeat(30).trim();
    expect(await piped(report([record(title)]))).toContain(title);
  });

  test('says a failed step’s long goal and detail once, and cuts its label elsewhere', async () => {
    const goal = `put ${'a very nice thing and '.repeat(12)}nothing else into the cart`;
    const detail = 'after 2 actions: did not show: status "1 item"';
    const message = `step "${goal}" has to run live (${detail}), and agent "default" has no model`;
    const failed = step(goal, {
      status: 'failed',
      error: { code: 'MODEL_UNAVAILABLE', message },
      cache: { mode: 'agent-concluded', reason: 'end-mismatch', detail, write: 'evicted' },
    });
    const error = { code: 'MODEL_UNAVAILABLE', message } as const;
    const text = await piped(
      report([
        record('buys', { status: 'failed', attempts: [attempt([failed], { status: 'failed', error })] }),
      ]),
    );
    expect(text.split(goal)).toHaveLength(2);
    expect(text.split(detail)).toHaveLength(2);
    expect(text).toContain(
      `  step failed  agent.act "${goal.slice(0, 99)}…"  120ms  handed off (end-mismatch)\n`,
    );
    expect(text).toContain('evicted: its replay was part of this failure, so the recording was deleted');
  });

  test('says that there was nothing to run', async () => {
    expect(
      await piped(
        report([], {
          status: 'failed',
          exitCode: 2,
          errors: [{ code: 'NO_TESTS', message: 'No test matches "--grep chekout".' }],
        }),
      ),
    ).toMatchInlineSnapshot(`
      "
      Error
         NO_TESTS: No test matches "--grep chekout".

              Tests  no tests
             Errors  1 error
           Duration  12.35s
      "
    `);
  });

  test('R36: shows replays and zero model calls, and no line when there is nothing to say', async () => {
    expect(await piped(report([record('one', { attempts: [attempt([replayed])] })]))).toMatchInlineSnapshot(`
      " ✓ tests/cart.e2e.ts:3 › cart › one  1.24s  replayed 1

              Tests  1 passed (1)
           Duration  12.35s
                 AI  0 model calls
              Cache  1 replayed
      "
    `);
    const without = await piped(report([record('one')]));
    expect(without).not.toMatch(/ AI | Cache /);
  });

  test('names the target where there are several, and an agent that is not the default', async () => {
    const run = report([record('one', { agent: 'buyer' })]);
    expect(await piped(run, {}, ['web', 'phone'])).toContain('cart › one [web] (buyer)');
    expect(await piped(run)).toContain('cart › one (buyer)');
  });

  test('shows paths as seen from the working directory', async () => {
    const output = await piped(report(allEndings), { cwd: '/shop/tests' });
    expect(output).toContain(' ✓ cart.e2e.ts:3 › ');
    expect(output).toContain('at cart.e2e.ts:12:9');
    expect(output).not.toContain('tests/cart.e2e.ts');
  });

  test('shows each different failure of retries once', async () => {
    const failing = attempt([], { status: 'failed', error: { message: 'socket hang up' } });
    const other = attempt([], { status: 'failed', error: { message: 'gone' } });
    const test = record('one', { status: 'failed', attempts: [failing, failing, other] });
    expect(await piped(report([test]))).toMatchInlineSnapshot(`
      " ✗ tests/cart.e2e.ts:3 › cart › one  failed  3.72s  3 attempts

      1 failed of 1

      1) cart › one
         tests/cart.e2e.ts:3

         Attempt 1 of 3

         socket hang up

         Attempt 2 of 3
         failed the same way

         Attempt 3 of 3

         gone

              Tests  1 failed (1)
           Duration  12.35s
      "
    `);
  });

  test('says relocations, skipped dismissals, evictions and collisions under a passed test', async () => {
    const steps = [
      step('one', {
        cache: { mode: 'self-finalized', relocated: ['button "Add"'], skipped: ['tap button "Accept"'] },
      }),
      step('two', {
        cache: {
          mode: 'missed',
          reason: 'invalid-entry',
          detail: 'not JSON',
          notRecorded: 'param-collision',
        },
      }),
      step('three', { cache: { ...handedOff.cache, mode: 'agent-concluded', write: 'evicted' } }),
      step('four', { cache: { mode: 'missed', reason: 'no-entry', detail: 'none', write: 'not-written' } }),
    ];
    const output = await piped(report([record('heals', { attempts: [attempt(steps)] })]));
    expect(output.split('\n').slice(0, 8).join('\n')).toMatchInlineSnapshot(`
      " ✓ tests/cart.e2e.ts:3 › cart › heals  1.24s  replayed 1 · handed off 1 · missed 2
           relocated  "one"  button "Add", found by its test id
           skipped  "one"  tap button "Accept", what it dismisses is not there
           missed  "two"  invalid-entry: not JSON
           not saved  "two"  param-collision: a unique value equals or lies inside another param's value
           handed off  "three"  target-not-found: at action 2 of 3, tap button "Apply": no button with this name in region "Coupon"
           evicted  "three"  the step no longer does anything that can be recorded, so the recording was deleted, and the next run that passes records it anew
           not saved  "four"  not-written: the store refused the recording"
    `);
  });

  test('lets no text from a page control the terminal', async () => {
    const evil = 'x\u001b]0;owned\u0007\u001b[2J\u202ey\nz';
    const error = { message: evil, location: evil, frame: evil };
    const run = report(
      [
        record(evil, {
          status: 'failed',
          attempts: [
            attempt(
              [
                step(evil, {
                  status: 'failed',
                  error,
                  cache: { mode: 'missed', reason: 'gap', detail: evil },
                }),
              ],
              {
                status: 'failed',
                error,
              },
            ),
          ],
        }),
      ],
      { errors: [error] },
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(await piped(run)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  test('passes on what tests print, line by line, and not what the app prints', async () => {
    const stdout = new PassThrough();
    const list = listTo(stdout);
    list.output?.({ source: 'app', text: 'GET /\n' });
    list.output?.({ source: 'test', text: 'half ' });
    expect(stdout.read()).toBeNull();
    list.output?.({ source: 'test', text: 'a line\nrest' });
    expect(String(stdout.read())).toBe('half a line\n');
    await list.runEnded?.(report([]));
    expect(String(stdout.read())).toMatch(/^rest\n/);
  });
});

describe('list on a terminal', () => {
  test('redraws running tests in place under the finished ones', async () => {
    const { stream, shown } = terminal(90, 20);
    const list = listTo(stream, { isTTY: true });
    const [first, second] = [
      record('adds an item', { attempts: [attempt([replayed])] }),
      record('pays', { line: 9 }),
    ];
    list.runStarted?.({ files: 2, workers: 2, targets: ['web'] });
    list.testStarted?.(refOf(first));
    list.testStarted?.(refOf(second));
    list.stepStarted?.(refOf(first), { api: 'agent.act', label: 'add one item to the cart' });
    expect(timeless(await shown())).toMatchInlineSnapshot(`
      " ▸ 0.0s  cart › adds an item  agent.act "add one item to the cart"
       ▸ 0.0s  cart › pays
       0 done · 0.0s"
    `);
    list.testEnded?.(first);
    list.stepStarted?.(refOf(second), { api: 'agent.assert', label: 'the order is paid' });
    expect(timeless(await shown())).toMatchInlineSnapshot(`
      " ✓ tests/cart.e2e.ts:3 › cart › adds an item  1.24s  replayed 1
       ▸ 0.0s  cart › pays  agent.assert "the order is paid"
       1 done · 0.0s"
    `);
    list.testEnded?.(second);
    await list.runEnded?.(report([first, second]));
    expect(await shown()).toMatchInlineSnapshot(`
      " ✓ tests/cart.e2e.ts:3 › cart › adds an item  1.24s  replayed 1
       ✓ tests/cart.e2e.ts:9 › cart › pays  1.24s

              Tests  2 passed (2)
           Duration  12.35s
                 AI  0 model calls
              Cache  1 replayed"
    `);
  });

  test('keeps every line inside a narrow terminal, wide characters too', async () => {
    const { stream, shown } = terminal(40, 12);
    const list = listTo(stream, { isTTY: true });
    const long = record('カートに商品を一つ追加して、合計金額を確認する 🛒🛒🛒');
    list.runStarted?.({ files: 1, workers: 1, targets: ['web'] });
    list.testStarted?.(refOf(long));
    list.stepStarted?.(refOf(long), {
      api: 'agent.act',
      label: 'add one item to the cart and look at the sum',
    });
    expect(timeless(await shown())).toMatchInlineSnapshot(`
      " ▸ 0.0s  car… 🛒🛒🛒  agent.act "add o…
       0 done · 0.0s"
    `);
    list.testEnded?.(long);
    expect(timeless(await shown())).toMatchInlineSnapshot(`
      " ✓ tests/ca…額を確認する 🛒🛒🛒  1.24s
       1 done · 0.0s"
    `);
    await list.runEnded?.(report([long]));
  });

  test('leaves no trace of drawn lines after the terminal became narrower', async () => {
    const { stream, shown, resize } = terminal(80, 12);
    const list = listTo(stream, { isTTY: true });
    const one = record('a title that needs more than half of this terminal');
    list.runStarted?.({ files: 1, workers: 1, targets: ['web'] });
    list.testStarted?.(refOf(one));
    await shown();
    resize(40);
    list.testEnded?.(one);
    await list.runEnded?.(report([one]));
    expect(await shown()).not.toContain('▸');
  });

  test('never grows past the screen', async () => {
    const { stream, shown } = terminal(60, 6);
    const list = listTo(stream, { isTTY: true });
    list.runStarted?.({ files: 20, workers: 20, targets: ['web'] });
    const tests = Array.from({ length: 20 }, (_, index) => record(`test ${index}`));
    for (const one of tests) list.testStarted?.(refOf(one));
    expect(timeless(await shown())).toMatchInlineSnapshot(`
      " ▸ 0.0s  cart › test 0
       ▸ 0.0s  cart › test 1
       ▸ 0.0s  cart › test 2
       … and 17 more
       0 done · 0.0s"
    `);
    await list.runEnded?.(report([]));
    expect(await shown()).not.toContain('▸');
  });

  test('prints plain lines where the terminal cannot redraw', async () => {
    const { stream, shown } = terminal(90, 20);
    const list = listTo(stream, { isTTY: true, env: { TERM: 'dumb' } });
    await play(list, report([record('one')]));
    expect(await shown()).toContain(' ✓ tests/cart.e2e.ts:3 › cart › one  1.24s');
    expect(String(stream.read() ?? '')).not.toContain('\u001b');
  });
});

test('createReporters always writes json, and names the nearest of an unknown reporter', () => {
  const options = {
    rootDir: '/',
    outputDir: '/',
    stdout: new PassThrough(),
    isTTY: false,
    color: false,
    env: {},
  };
  expect(createReporters([], options)).toHaveLength(1);
  expect(createReporters(['list', 'json', 'list'], options)).toHaveLength(2);
  expect(() => createReporters(['lits'], options)).toThrowErrorMatchingInlineSnapshot(
    `[E2EError: Unknown reporter "lits". Did you mean "list"? Known reporters: list, json, junit, github, html.]`,
  );
  expect(() => createReporters(['allure'], options)).toThrow(E2EError);
});
