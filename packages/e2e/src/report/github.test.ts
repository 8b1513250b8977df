import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { temporaryDir } from '../base/temporary.fixture.ts';
import { jobSummary } from './github.ts';
import { createReporters } from './index.ts';
import { allEndings, attempt, handedOff, play, record, report, step } from './record.fixture.ts';
import type { RunReport } from './record.ts';

async function annotated(run: RunReport, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const stdout = new PassThrough();
  const [github] = createReporters(['github'], {
    rootDir: '/repo/shop',
    outputDir: '/unused',
    stdout,
    isTTY: false,
    color: false,
    env,
  }).slice(-1);
  if (github === undefined) throw new Error('no reporter');
  await play(github, run);
  return String(stdout.read() ?? '');
}

test('annotates failures and handed-off steps', async () => {
  expect(await annotated(report(allEndings))).toMatchInlineSnapshot(`
    "::warning file=tests/cart.e2e.ts,line=8,title=handed off%3A cart › applies a coupon::"apply the coupon SAVE10" target-not-found: at action 2 of 3, tap button "Apply": no button with this name in region "Coupon"
    ::error file=tests/cart.e2e.ts,line=12,col=9,title=cart › keeps one item::ASSERTION_FAILED: expected status to have text "1 item"%0Areceived "2 items"%0A  11 |   await agent.act("add one item");%0A> 12 |   await expect(status).toHaveText("1 item");%0A     |         ^
    "
  `);
});

test('finds files from the root of the repository', async () => {
  const output = await annotated(report(allEndings), { GITHUB_WORKSPACE: '/repo' });
  expect(output).toContain('::error file=shop/tests/cart.e2e.ts,line=12,col=9,');
  expect(output).toContain('::warning file=shop/tests/cart.e2e.ts,line=8,');
  expect(await annotated(report(allEndings), { GITHUB_WORKSPACE: '/elsewhere' })).toContain(
    'file=tests/cart',
  );
});

test('lets no title, message or detail issue a command of its own', async () => {
  const evil = 'a,b:c%0A\n::set-output name=x::y\r\n::error::z';
  const failing = attempt([], { status: 'failed', error: { message: evil, frame: evil } });
  const healed = attempt([step(evil, { cache: { mode: 'agent-concluded', reason: 'gap', detail: evil } })]);
  const output = await annotated(
    report([record(evil, { status: 'failed', attempts: [failing] }), record(evil, { attempts: [healed] })], {
      errors: [{ message: evil }],
    }),
  );
  const lines = output.trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines.every((line) => /^::(error|warning) /.test(line))).toBe(true);
  expect(output).not.toContain('\r');
  // A percent sign that was there stays one: `%0A` as text must not turn into a line break.
  expect(lines[0]).toContain(
    'title=cart › a%2Cb%3Ac%250A %3A%3Aset-output name=x%3A%3Ay %3A%3Aerror%3A%3Az::',
  );
  expect(lines[0]).toContain('::a,b:c%250A%0A::set-output name=x::y%0A::error::z');
});

test('prints nothing for a run without failures and hand-offs', async () => {
  expect(await annotated(report([record('one')]))).toBe('');
  expect(await annotated(report([]))).toBe('');
});

test('appends the job summary to the file that GitHub names', async () => {
  const path = join(await temporaryDir(), 'summary.md');
  await writeFile(path, 'before\n');
  await annotated(report(allEndings), { GITHUB_STEP_SUMMARY: path });
  expect(await readFile(path, 'utf8')).toBe(`before\n${jobSummary(report(allEndings))}`);
});

test('a job summary that cannot be written is a warning, not a failed run', async () => {
  const output = await annotated(report([]), { GITHUB_STEP_SUMMARY: '/nowhere/at/all/summary.md' });
  expect(output).toMatch(/^::warning::The job summary was not written: ENOENT/);
});

test('the job summary is Markdown that shows text as it is', () => {
  expect(jobSummary(report(allEndings))).toMatchInlineSnapshot(`
    "## e2e: failed

    | | |
    | --- | --- |
    | Tests | 2 passed \\| 1 flaky \\| 1 failed \\| 1 skipped (5) |
    | Duration | 12.35s |
    | AI | 4.1k tokens · 2 model calls · 1.2k tokens cached · openai/gpt-6-luna-fast |
    | Cache | 3 replayed · 1 handed off · 3 missed · 2 not saved |

    ### Failed

    - **cart › keeps one item (tests/cart.e2e.ts:10)**: ASSERTION\\_FAILED: expected status to have text "1 item" received "2 items"

    ### Flaky

    - **cart › empties the cart (tests/cart.e2e.ts:20)**: socket hang up

    ### Handed off to the agent

    - **cart › applies a coupon (tests/cart.e2e.ts:8)**: apply the coupon SAVE10: target-not-found: at action 2 of 3, tap button "Apply": no button with this name in region "Coupon"
    "
  `);
  const evil = '<img src=x> | [a](b) `c` **d** ~e~';
  const healed = attempt([{ ...handedOff, label: evil }]);
  expect(jobSummary(report([record(evil, { attempts: [healed] })]))).toContain(
    '- **cart › &lt;img src=x&gt; \\| \\[a\\](b) \\`c\\` \\*\\*d\\*\\* \\~e\\~ (tests/cart.e2e.ts:3)**',
  );
});

test('a job summary stays under what GitHub takes', () => {
  const error = { message: 'x'.repeat(10_000) };
  const tests = Array.from({ length: 200 }, (_, index) =>
    record(`t${index}`, { status: 'failed', attempts: [attempt([], { status: 'failed', error })] }),
  );
  expect(jobSummary(report(tests)).length).toBeLessThan(210_000);
});
