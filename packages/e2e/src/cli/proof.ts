// A proof in words, for `e2e cache prove`: what survived and what to do about it; of what did not, the count only.

import { sayAnchor } from '../cache/postcondition.ts';
import { anchorsOf, type EntryProof, isLoose, sayExcuse, type Verdict } from '../cache/proof.ts';
import { sayRecorded } from '../cache/replay.ts';
import { counted, duration, oneLine } from '../report/text.ts';
import type { ProofResult, ProvenRecording } from '../runner/prove.ts';
import { sayOwner } from './owner.ts';

const INDENT = ' '.repeat(4);
const DEEPER = ' '.repeat(8);

/** Whether something survived that is neither excused nor noticed by a check of the test. */
export function hasSurvivor({ proof }: Pick<ProvenRecording, 'proof'>): boolean {
  return proof.actions.some(isLoose) || idleAnchors(proof).length > 0;
}

/** Whether some recording could not be proven for a reason that is to be mended. */
export function isTroubled({ proven, unproven }: ProofResult): boolean {
  return (
    unproven.some(({ trouble }) => trouble) || proven.some(({ proof }) => proof.actions.some(isUndecided))
  );
}

/** The report as a person reads it. No line holds a control character. */
export function sayProof(result: ProofResult): string {
  const { proven, unproven } = result;
  const blocks: (readonly string[])[] = [
    ...proven.map(sayRecording),
    ...unproven.map(({ test, why }) => [titleOf(test), `  not proven  ${oneLine(why)}`]),
  ].filter((lines) => lines.length > 0);
  return [...blocks.map((lines) => `${lines.join('\n')}\n\n`), `${sayTotals(result)}\n`].join('');
}

/** A recording of which something survived, or is undecided; nothing of one that holds. */
function sayRecording(proven: ProvenRecording): readonly string[] {
  const { test, key, entry, proof, completed } = proven;
  const count = entry.actions.length;
  const lines = entry.actions.flatMap((recorded, index) => {
    const verdict = proof.actions[index];
    if (verdict === undefined || verdict.kind === 'noticed') return [];
    const what = oneLine(sayRecorded(recorded));
    const advice = adviceOn(verdict, completed, key).map((line) => `${DEEPER}${oneLine(line)}`);
    return [`${INDENT}${wordOf(verdict)}  action ${index + 1} of ${count}, ${what}`, ...advice];
  });
  const anchors = anchorsOf(entry);
  const idle = idleAnchors(proof).flatMap((index) => {
    const anchor = anchors[index];
    const change = index < entry.end.appeared.length ? 'must show' : 'must go';
    if (anchor === undefined) return [];
    return [
      `${INDENT}survived  ${change}: ${oneLine(sayAnchor(anchor))}`,
      `${DEEPER}It came in every run, whatever was left out: it proves nothing, and can stop a replay when it differs.`,
    ];
  });
  if (lines.length + idle.length === 0) return [];
  const call = entry.step.occurrence > 1 ? ` (call ${entry.step.occurrence})` : '';
  return [
    titleOf(test),
    `  ${oneLine(entry.step.instruction)}${call}  (entry ${key.slice(0, 8)})`,
    ...lines,
    ...idle,
  ];
}

function titleOf(test: ProvenRecording['test']): string {
  return oneLine(sayOwner(test));
}

/** Anchors that nothing depends on. Where nothing was noticed at all, the actions say so already. */
function idleAnchors({ actions, anchors }: EntryProof): readonly number[] {
  if (!actions.some(({ kind }) => kind === 'noticed')) return [];
  return anchors.flatMap((role, index) => (role === 'idle' ? [index] : []));
}

function isUndecided({ kind }: Verdict): boolean {
  return kind === 'undecided';
}

function wordOf(verdict: Verdict): string {
  if (verdict.kind !== 'survived') return 'undecided';
  if (verdict.excuse !== undefined) return 'needless';
  return verdict.caughtBy === undefined ? 'survived' : 'checked by the test';
}

function adviceOn(verdict: Verdict, completed: boolean, key: string): readonly string[] {
  if (verdict.kind === 'noticed') return [];
  if (verdict.kind === 'undecided') return [verdict.why];
  if (verdict.excuse !== undefined) return [sayExcuse(verdict.excuse)];
  const guard =
    verdict.guard === undefined
      ? []
      : [
          verdict.guard === 'value'
            ? 'A replay sees that the field takes the text, but nothing later shows it.'
            : 'A replay sees its own change come, but nothing later depends on it.',
        ];
  if (verdict.caughtBy !== undefined) {
    return [...guard, `The step's effect shows without it; the test fails further on: ${verdict.caughtBy}`];
  }
  const after = completed
    ? 'no check of the test fails'
    : 'the checks of the test could not be run, for it needs the agent further on';
  return [
    ...guard,
    `The step's effect shows without it, and ${after}. Add a check of what it is for; if it is for nothing, delete ${key.slice(0, 8)}….json and record the step anew.`,
  ];
}

function sayTotals({ proven, runs, durationMs }: ProofResult): string {
  const verdicts = proven.flatMap(({ proof }) => proof.actions);
  const roles = proven.flatMap(({ proof }) => proof.anchors);
  const of = (word: string): number => verdicts.filter((verdict) => wordOf(verdict) === word).length;
  const survived = verdicts.filter(isLoose).length;
  const idle = proven.flatMap(({ proof }) => idleAnchors(proof)).length;
  const also: readonly (readonly [number, string])[] = [
    [of('checked by the test'), 'checked by the test only'],
    [of('needless'), 'needless'],
    [verdicts.filter(isUndecided).length, 'undecided'],
  ];
  const others = also.flatMap(([count, word]) => (count === 0 ? [] : [`, ${count} ${word}`])).join('');
  return [
    `${counted(proven.length, 'recording')}, ${counted(runs, 'run')} of the suite, ${duration(durationMs)}, no model calls.`,
    `${counted(verdicts.length, 'action')} left out: ${verdicts.filter(({ kind }) => kind === 'noticed').length} noticed, ${survived} survived${others}.`,
    `${counted(roles.length, 'anchor')} left out: ${roles.length - idle} load-bearing, ${idle} survived.`,
  ].join('\n');
}
