// Hand-made records for the tests of this folder: one test per way of ending, so that each reporter shows each. Not part of the package.
import type {
  AttemptRecord,
  Reporter,
  RunReport,
  StepRecord,
  TestRecord,
  TestRef,
  UsageRecord,
} from './record.ts';
import { summarize } from './summary.ts';

const NO_USAGE: UsageRecord = { modelCalls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0, models: [] };

/** A passed `agent.act` step. */
export function step(label: string, more: Partial<StepRecord> = {}): StepRecord {
  const { durationMs = 120 } = more;
  return {
    api: 'agent.act',
    label,
    status: 'passed',
    durationMs,
    timings: { app: 40, waiting: 20, product: durationMs - 60, model: 0 },
    modelCalls: 0,
    ...more,
  };
}

/** A passed attempt. */
export function attempt(steps: readonly StepRecord[], more: Partial<AttemptRecord> = {}): AttemptRecord {
  return { status: 'passed', durationMs: 1240, error: null, steps, usage: NO_USAGE, ...more };
}

/** A passed test. */
export function record(title: string, more: Partial<TestRecord> = {}): TestRecord {
  return {
    id: title.replaceAll(' ', '-'),
    titlePath: ['cart', title],
    file: 'tests/cart.e2e.ts',
    line: 3,
    target: 'web',
    agent: 'default',
    status: 'passed',
    attempts: [attempt([])],
    ...more,
  };
}

/** A report whose sums are taken from its tests. */
export function report(tests: readonly TestRecord[], run: Partial<RunReport['run']> = {}): RunReport {
  const failed = tests.some((test) => test.status === 'failed');
  return {
    schemaVersion: 1,
    run: {
      status: failed ? 'failed' : 'passed',
      exitCode: failed ? 1 : 0,
      startedAt: '2026-01-02T03:04:05.678Z',
      durationMs: 12_345,
      version: '0.1.0',
      ...summarize(tests),
      errors: [],
      ...run,
    },
    tests,
  };
}

/** A step that replayed whole. */
export const replayed: StepRecord = step('add one item to the cart', {
  cache: { mode: 'self-finalized', entry: 'a'.repeat(64), write: 'kept' },
});

/** A step that the agent finished. */
export const handedOff: StepRecord = step('apply the coupon SAVE10', {
  durationMs: 2310,
  modelCalls: 2,
  cache: {
    mode: 'agent-concluded',
    reason: 'target-not-found',
    detail: 'at action 2 of 3, tap button "Apply": no button with this name in region "Coupon"',
    entry: 'b'.repeat(64),
    write: 'saved',
  },
});

/** A picture with a mark, and one that may not be kept. */
export const pictures: NonNullable<StepRecord['pictures']> = [
  {
    moment: 'before',
    action: 'tap button "Apply"',
    file: 'html/pictures/0123456789abcdef-1.png',
    box: { x: 128, y: 72, width: 64, height: 36 },
    viewport: { width: 1280, height: 720 },
  },
  {
    moment: 'after',
    withheld: 'the screen shows a secret',
    viewport: { width: 1280, height: 720 },
  },
];

/** A first recording that no check confirmed. */
export const unconfirmed: StepRecord = step('open the orders page', {
  cache: {
    mode: 'missed',
    reason: 'no-entry',
    detail: 'no recording of this step',
    entry: 'c'.repeat(64),
    write: 'unconfirmed',
  },
});

const failedError = {
  code: 'ASSERTION_FAILED',
  message: 'expected status to have text "1 item"\nreceived "2 items"',
  location: 'tests/cart.e2e.ts:12:9',
  frame:
    '  11 |   await agent.act("add one item");\n> 12 |   await expect(status).toHaveText("1 item");\n     |         ^',
} as const;

/** One test per way of ending. */
export const allEndings: readonly TestRecord[] = [
  record('adds an item', { attempts: [attempt([replayed])] }),
  record('applies a coupon', {
    line: 8,
    attempts: [
      attempt([replayed, handedOff, unconfirmed], {
        durationMs: 3550,
        usage: {
          modelCalls: 2,
          inputTokens: 3900,
          outputTokens: 211,
          cachedTokens: 1200,
          models: ['openai/gpt-6-luna-fast'],
        },
      }),
    ],
  }),
  record('keeps one item', {
    line: 10,
    status: 'failed',
    tags: ['smoke', 'cart'],
    attempts: [
      attempt(
        [
          replayed,
          step('pay the order', {
            status: 'failed',
            error: { code: 'STEP_TIMEOUT', message: 'no verdict within 60s' },
            cache: { mode: 'missed', reason: 'wrong-context', detail: 'on /login, recorded on /cart' },
          }),
        ],
        { status: 'failed', durationMs: 5000, error: failedError },
      ),
    ],
  }),
  record('empties the cart', {
    line: 20,
    status: 'flaky',
    agent: 'buyer',
    attempts: [
      attempt([replayed], {
        status: 'failed',
        error: { message: 'socket hang up', location: 'tests/cart.e2e.ts:22:3' },
      }),
      attempt([
        step('empty the cart', {
          cache: {
            mode: 'missed',
            reason: 'retry',
            detail: 'a retry runs live',
            entry: 'd'.repeat(64),
            write: 'no-change',
          },
        }),
      ]),
    ],
  }),
  record('waits for stock', { line: 30, status: 'skipped', attempts: [] }),
];

/** The reference that events carry. */
export function refOf(test: TestRecord): TestRef {
  const { id, titlePath, file, line, target, agent } = test;
  return { id, titlePath, file, line, target, agent };
}

/** Plays a run through a reporter as the runner does. */
export async function play(
  reporter: Reporter,
  run: RunReport,
  targets: readonly string[] = ['web'],
): Promise<void> {
  reporter.runStarted?.({ files: run.tests.length, workers: 1, targets });
  for (const test of run.tests) {
    reporter.testStarted?.(refOf(test));
    for (const one of test.attempts.flatMap(({ steps }) => steps)) {
      reporter.stepStarted?.(refOf(test), { api: one.api, label: one.label });
    }
    reporter.testEnded?.(test);
  }
  await reporter.runEnded?.(run);
}
