// The shop's eleven drifts, through their own command: one recording of thirteen actions, replayed on each by the real CLI. What was sold is
// read from the shop's file, and what must come stands here once more, so that the command's own judgement is judged too.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { userEnv } from '../harness/env.ts';

const COMMAND = fileURLToPath(new URL('../../../examples/shop/drifts/main.mjs', import.meta.url));

/** One run of the flow. */
interface Row {
  readonly variant: string;
  readonly exitCode: number;
  readonly verdict: string;
  readonly reason: string;
  readonly detail?: string;
  readonly steps: number;
  readonly replayed: number;
  readonly modelCalls: number;
  /** What the shop wrote down as sold. */
  readonly order: string;
  /** Changes of each kind that the shop accepted. */
  readonly accepted: Readonly<Record<string, number>>;
  readonly output: string;
}

interface Drifts {
  readonly exitCode: number;
  readonly actions: number;
  readonly replays: readonly Row[];
  readonly byPlace: readonly Row[];
}

let drifts: Drifts;
beforeAll(async () => {
  const run = promisify(execFile)(process.execPath, [COMMAND, '--json'], {
    env: userEnv(),
    maxBuffer: 64 * 1024 * 1024,
  });
  const { stdout, stderr } = await run.catch(
    (failed: { readonly stdout: string; readonly stderr: string }) => failed,
  );
  const exitCode = run.child.exitCode ?? -1;
  if (!stdout.startsWith('{')) throw new Error(`the command gave no rows:\n${stdout}\n${stderr}`);
  drifts = { exitCode, ...(JSON.parse(stdout) as Omit<Drifts, 'exitCode'>) };
}, 900_000);

function row(variant: string): Row {
  const found = drifts.replays.find((one) => one.variant === variant);
  if (found === undefined) throw new Error(`there is no drift "${variant}"`);
  return found;
}

const DESK = '1 × Walnut Desk';

describe('the flow of thirteen actions', () => {
  test('is judged right by its own command', () => {
    expect({ exitCode: drifts.exitCode, actions: drifts.actions }).toEqual({ exitCode: 0, actions: 13 });
    expect(drifts.replays).toHaveLength(11);
  });

  for (const variant of ['none', 'twin-before', 'twin-after', 'shuffled', 'inserted', 'wrapped', 'late']) {
    test(`R18: ${variant}: is replayed whole, without an agent, and buys the desk and nothing else`, () => {
      const { output, ...got } = row(variant);
      expect(got, output).toMatchObject({
        exitCode: 0,
        verdict: 'passed',
        steps: 4,
        replayed: 4,
        modelCalls: 0,
        order: DESK,
        accepted: { signIn: 1, addToCart: 1, order: 1, sampleBox: 0, signOut: 0 },
      });
    });
  }

  test('R27 R32: order-dropped: is not believed, and the test fails', () => {
    const { output, ...got } = row('order-dropped');
    expect(got, output).toMatchObject({
      exitCode: 1,
      verdict: 'failed',
      reason: 'end-mismatch',
      order: 'none',
      accepted: { addToCart: 1, order: 0 },
    });
  });

  test('R27 R33: order-fails: the alert is seen, and the test fails', () => {
    const { output, ...got } = row('order-fails');
    expect(got, output).toMatchObject({
      exitCode: 1,
      verdict: 'failed',
      reason: 'end-mismatch',
      order: 'none',
      accepted: { addToCart: 1, order: 0 },
    });
    expect(got.detail).toContain('Your order could not be placed');
  });

  test('R18 R38: renamed: the agent presses the button under its new name, once', () => {
    const { output, ...got } = row('renamed');
    expect(got, output).toMatchObject({
      exitCode: 0,
      verdict: 'passed',
      reason: 'target-not-found',
      replayed: 3,
      order: DESK,
      accepted: { order: 1, sampleBox: 0 },
    });
  });

  test('R18: submit-removed: nothing stands in for the button, and the test fails', () => {
    const { output, ...got } = row('submit-removed');
    expect(got, output).toMatchObject({
      exitCode: 1,
      verdict: 'failed',
      reason: 'target-not-found',
      order: 'none',
      accepted: { order: 0, sampleBox: 0 },
    });
    expect(got.detail).toContain('button "Place order"');
  });
});

test('the same check after the same actions by place is green with another product bought', () => {
  expect(drifts.byPlace.map(({ variant, exitCode, order }) => ({ variant, exitCode, order }))).toEqual([
    { variant: 'none', exitCode: 0, order: DESK },
    { variant: 'shuffled', exitCode: 0, order: '1 × Walnut Chair' },
    { variant: 'inserted', exitCode: 0, order: '1 × Oak Desk' },
    { variant: 'twin-before', exitCode: 0, order: '1 × Sample box' },
  ]);
});
