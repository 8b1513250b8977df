import { expect, test } from 'vitest';
import type { ErrorCode } from '../base/error.ts';
import type { ErrorRecord, TestRecord } from '../report/record.ts';
import { testStatus } from './collector.ts';
import { runExitCode } from './exit-code.ts';

const usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0, models: [] };
const error = (code?: ErrorCode): ErrorRecord => ({ ...(code === undefined ? {} : { code }), message: 'x' });

function record(status: TestRecord['status'], ...codes: readonly (ErrorCode | undefined)[]): TestRecord {
  const errors = codes.map((code) => error(code));
  return {
    id: '1',
    titlePath: ['t'],
    file: 'a.e2e.ts',
    line: 1,
    target: 'web',
    agent: 'default',
    status,
    attempts: [
      {
        status: errors.length > 0 ? 'failed' : 'passed',
        durationMs: 0,
        error: errors[0] ?? null,
        errors,
        steps: [],
        usage,
      },
    ],
  };
}

test('the exit code is the highest that applies', () => {
  expect(runExitCode([record('passed')], [], false)).toBe(0);
  expect(runExitCode([record('skipped')], [], false)).toBe(0);
  expect(runExitCode([record('failed', undefined)], [], false)).toBe(1);
  expect(runExitCode([record('failed', 'ASSERTION_FAILED')], [], false)).toBe(1);
  expect(runExitCode([record('failed', 'REPLAY_STALE'), record('failed', 'ACTION_FAILED')], [], false)).toBe(
    2,
  );
  expect(runExitCode([record('failed', 'ASSERTION_FAILED', 'MODEL_PROVIDER_FAILED')], [], false)).toBe(3);
  expect(runExitCode([record('passed')], [error('APP_UNREACHABLE')], false)).toBe(3);
  expect(runExitCode([record('failed', 'REPLAY_STALE')], [error('INTERNAL')], false)).toBe(4);
  expect(runExitCode([record('passed')], [error()], false)).toBe(1);
});

test('errors of attempts that a flaky test got over do not count', () => {
  expect(runExitCode([record('flaky', 'MODEL_PROVIDER_FAILED')], [], false)).toBe(0);
});

test('an interrupted run ends with 130, whatever else happened', () => {
  expect(runExitCode([record('failed', 'INTERNAL')], [error('APP_UNREACHABLE')], true)).toBe(130);
});

test('a test’s status adds up its attempts', () => {
  const of = (...statuses: readonly ('passed' | 'failed' | 'cancelled')[]): TestRecord['status'] =>
    testStatus(
      statuses.map((status) => ({ status })),
      'passed',
    );
  expect(of('passed')).toBe('passed');
  expect(of('failed')).toBe('failed');
  expect(of('failed', 'passed')).toBe('flaky');
  expect(of('failed', 'failed')).toBe('failed');
  expect(of('cancelled')).toBe('failed');
  expect(testStatus([{ status: 'cancelled' }], 'skipped')).toBe('skipped');
  expect(
    testStatus([{ status: 'cancelled', fatal: { code: 'ENGINE_FAILED', message: 'none' } }], 'failed'),
  ).toBe('skipped');
  expect(of('failed', 'cancelled')).toBe('failed');
  expect(testStatus([], 'skipped')).toBe('skipped');
  expect(testStatus([], 'failed')).toBe('failed');
});
