import { describe, expect, test } from 'vitest';
import { WRITES } from '../cache/outcome.ts';
import {
  allEndings,
  attempt,
  handedOff,
  record,
  replayed,
  report,
  step,
  unconfirmed,
} from './record.fixture.ts';
import type { ReadOnlyCause, StepRecord, TestRecord } from './record.ts';
import { aiText, cacheText, modesPhrase, summarize, summaryLines, testsText } from './summary.ts';

const usage = { modelCalls: 2, inputTokens: 3900, outputTokens: 211, cachedTokens: 1200, models: ['a/one'] };

test('R36: writes the two lines as the spec shows them', () => {
  const steps = [replayed, replayed, replayed, replayed, handedOff, unconfirmed];
  const one = record('one', {
    attempts: [attempt(steps, { usage: { ...usage, models: ['openai/gpt-6-luna-fast'] } })],
  });
  const lines = summaryLines(report([one])).slice(-2);
  expect(lines.map(({ label, text }) => `${label.padStart(13)}  ${text}`)).toEqual([
    '           AI  4.1k tokens · 2 model calls · 1.2k tokens cached · openai/gpt-6-luna-fast',
    '        Cache  4 replayed · 1 handed off · 1 missed · 1 not saved',
  ]);
});

test('R36: says `0 model calls` when agent steps ran without a model, and nothing when none ran', () => {
  const none = { modelCalls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0, models: [] };
  expect(aiText(none, [record('one', { attempts: [attempt([replayed])] })])).toBe('0 model calls');
  expect(aiText(none, [record('one')])).toBe('');
  expect(aiText({ ...none, modelCalls: 1, models: ['x'] }, [])).toBe('1 model call · x');
});

test('adds up what providers say that it cost, and says nothing where none does', () => {
  const priced = (costUsd: number): TestRecord =>
    record('one', { attempts: [attempt([replayed], { usage: { ...usage, costUsd } })] });
  const { ai } = summarize([priced(0.003), priced(0.0001), record('two')]);
  expect(aiText(ai, [])).toBe('8.2k tokens · 4 model calls · 2.4k tokens cached · $0.0031 · a/one');
  expect(summarize([record('two')]).ai).not.toHaveProperty('costUsd');
});

test('R36: leaves out what is zero, and the line when all is', () => {
  expect(cacheText({ replayed: 1, handedOff: 0, missed: 0, notSaved: 0 })).toBe('1 replayed');
  expect(cacheText({ replayed: 0, handedOff: 0, missed: 2, notSaved: 2 })).toBe('2 missed · 2 not saved');
  expect(cacheText({ replayed: 0, handedOff: 0, missed: 0, notSaved: 0 })).toBe('');
});

test.each(WRITES)('R36: counts `not saved` by the write %s, of passing and flaky tests only', (write) => {
  const missed = step('a', { cache: { mode: 'missed', reason: 'no-entry', detail: 'none', write } });
  const failing = attempt([missed], { status: 'failed', error: { message: 'no' } });
  const counted = ['unconfirmed', 'no-change', 'not-written'].includes(write) ? 1 : 0;
  const notSaved = (tests: Parameters<typeof summarize>[0]): number => summarize(tests).cache.notSaved;
  expect(notSaved([record('one', { attempts: [attempt([missed])] })])).toBe(counted);
  expect(notSaved([record('one', { status: 'failed', attempts: [failing] })])).toBe(0);
  // Only the passing attempt of a flaky test counts.
  expect(notSaved([record('one', { status: 'flaky', attempts: [failing, attempt([missed])] })])).toBe(
    counted,
  );
  expect(notSaved([record('one', { status: 'flaky', attempts: [failing, attempt([replayed])] })])).toBe(0);
});

test('counts cache outcomes in the last attempt, and usage in every attempt', () => {
  const first = attempt([replayed, handedOff], { status: 'failed', error: { message: 'no' }, usage });
  const retry = attempt([step('a', { cache: { mode: 'missed', reason: 'retry', detail: 'live' } })], {
    usage: { ...usage, models: ['b/two', 'a/one'] },
  });
  expect(summarize([record('one', { status: 'flaky', attempts: [first, retry] })])).toEqual({
    ai: {
      modelCalls: 4,
      inputTokens: 7800,
      outputTokens: 422,
      cachedTokens: 2400,
      models: ['a/one', 'b/two'],
    },
    cache: { replayed: 0, handedOff: 0, missed: 1, notSaved: 0 },
  });
});

test('a step with the cache off counts nowhere', () => {
  expect(summarize([record('one', { attempts: [attempt([step('a')])] })]).cache).toEqual({
    replayed: 0,
    handedOff: 0,
    missed: 0,
    notSaved: 0,
  });
  expect(modesPhrase([step('a')])).toBe('');
});

test('counts tests by how they ended, and says that a run was cut short', () => {
  expect(testsText(report(allEndings))).toBe('2 passed | 1 flaky | 1 failed | 1 skipped (5)');
  expect(testsText(report([], { status: 'interrupted' }))).toBe('no tests · interrupted');
});

describe('the hint of a run that records nothing', () => {
  const live = step('pay', { cache: { mode: 'missed', reason: 'no-entry' } });
  const hint = (steps: readonly StepRecord[], readOnly?: readonly ReadOnlyCause[]): string | undefined =>
    summaryLines(
      report([record('one', { attempts: [attempt(steps)] })], readOnly === undefined ? {} : { readOnly }),
    ).find(({ label }) => label === 'Hint')?.text;

  test('names every cause, and the remedy of each', () => {
    expect(hint([live], ['ci'])).toBe(
      '1 step ran live and was not recorded: recordings are read-only here (CI is set). Record it in a local run, and commit the files.',
    );
    expect(hint([live, live], ['ci', 'strict'])).toBe(
      '2 steps ran live and were not recorded: recordings are read-only here (CI is set), and a strict run records nothing. Record them in a local run, without strict, and commit the files.',
    );
    expect(hint([live], ['config', 'strict'])).toBe(
      "1 step ran live and was not recorded: recordings are read-only here (the config says so), and a strict run records nothing. Record it with cache.mode 'read-write', without strict.",
    );
  });

  test('is left out where the run records, and where every live step is recorded already', () => {
    expect(hint([live])).toBeUndefined();
    const gap = step('read the code', { cache: { mode: 'agent-concluded', reason: 'gap' } });
    expect(hint([replayed, gap], ['strict'])).toBeUndefined();
  });
});
