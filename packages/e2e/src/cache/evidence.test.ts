import { expect, test } from 'vitest';
import { createRedactor } from '../base/redact.ts';
import { effectOf } from '../screen/effect.ts';
import type { Reading } from '../screen/node.ts';
import { readingOf, type Spec } from '../screen/reading.fixture.ts';
import type { EntryEnd } from './entry.ts';
import { collectEvidence, type Evidence } from './evidence.ts';
import { nameSecrets } from './named.ts';

const toast: Spec = { role: 'status', text: 'Saved' };
const row: Spec = { role: 'listitem', text: 'Oslo' };

/** Evidence for what appeared, and a switch for whether the server has answered. */
function evidenceOf(...appeared: readonly Spec[]): { readonly evidence: Evidence; answer(): void } {
  const [before, after] = [readingOf(), readingOf(...appeared)];
  const end: EntryEnd = {
    route: '/' as EntryEnd['route'],
    ...effectOf(before, after, { goal: '', moved: false, acted: [] }),
    alerts: [],
    waitMs: 0,
    requests: [],
  };
  let answered = true;
  const evidence = collectEvidence(end, nameSecrets(createRedactor(), undefined), () => answered);
  evidence.begin(before);
  answered = false;
  return {
    evidence,
    answer() {
      answered = true;
    },
  };
}

const see = (evidence: Evidence, ...specs: readonly Spec[]): Reading => {
  const reading = readingOf(...specs);
  evidence.see(reading);
  return reading;
};

test('R27: what came ahead of the answer and is gone after it was taken back', () => {
  const { evidence, answer } = evidenceOf(toast);
  see(evidence, toast);
  expect(evidence.isEarly()).toBe(false);
  answer();
  see(evidence, toast);
  expect(evidence.isEarly()).toBe(true);
  evidence.confirm(see(evidence));
  expect(evidence.verdict()).toMatchObject({ takenBack: [{ descriptor: { text: 'Saved' } }], missing: [] });
  expect(evidence.verdict().held).toBe(false);
  expect(evidence.isEarly()).toBe(false);
});

test('R27: what came ahead of the answer and outlives it counts, and may leave then', () => {
  const { evidence, answer } = evidenceOf(toast, row);
  see(evidence, toast);
  answer();
  evidence.confirm(see(evidence, toast));
  see(evidence, row);
  expect(evidence.isEarly()).toBe(false);
  expect(evidence.verdict().takenBack).toEqual([]);
  expect(evidence.verdict().missing).toEqual([]);
});

test('R27: a toast that left by itself before the answer stays seen', () => {
  const { evidence, answer } = evidenceOf(toast, row);
  see(evidence, toast);
  see(evidence);
  answer();
  expect(evidence.isEarly()).toBe(false);
  see(evidence, row);
  expect(evidence.verdict().missing).toEqual([]);
});

test('R27: what comes after the answer is not waited for twice', () => {
  const { evidence, answer } = evidenceOf(toast);
  see(evidence);
  answer();
  see(evidence, toast);
  expect(evidence.isEarly()).toBe(false);
  expect(evidence.verdict().missing).toEqual([]);
});
