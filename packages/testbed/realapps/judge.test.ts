import { describe, expect, test } from 'vitest';
import { isRight, judge, type Outcome, sayOutcome } from './judge.ts';

const REPLAYED = { mode: 'self-finalized' } as const;
const HANDED_OFF = { mode: 'agent-concluded', reason: 'target-not-found', detail: 'it is gone' } as const;

function outcome(more: Partial<Outcome> = {}, kind: Outcome['round']['kind'] = 'replay'): Outcome {
  return {
    app: { name: 'wiki' },
    goal: { id: 'add' },
    round: { kind, version: '1.0.0', turn: 1 },
    cache: REPLAYED,
    begun: true,
    unfinished: false,
    changed: true,
    durationMs: 1,
    ...more,
  };
}

describe('the judge of real applications', () => {
  test('calls a whole replay without its end wrong, on an older release too', () => {
    const failure = 'the row is not there';
    expect(judge(outcome({ failure }))).toBe('wrong');
    expect(isRight(outcome({ failure }, 'older'))).toBe(false);
  });

  test('calls a hand-off wrong when the server changed and the goal was not reached', () => {
    const failure = 'blocked';
    expect(judge(outcome({ cache: HANDED_OFF, failure, unfinished: true, changed: true }))).toBe('wrong');
    expect(judge(outcome({ cache: HANDED_OFF, failure, unfinished: true, changed: false }))).toBe(
      'handed off',
    );
  });

  test('takes a hand-off on an older release, and not on the recorded one', () => {
    expect(isRight(outcome({ cache: HANDED_OFF }, 'older'))).toBe(true);
    expect(isRight(outcome({ cache: HANDED_OFF }))).toBe(false);
    expect(isRight(outcome({ cache: HANDED_OFF, goal: { id: 'add', limit: 'a gap' } }))).toBe(true);
  });

  test('calls a goal that could not be begun or recorded broken', () => {
    expect(judge(outcome({ begun: false, failure: 'no such field' }))).toBe('broken');
    expect(judge(outcome({ failure: 'no such field' }, 'record'))).toBe('broken');
  });

  test('tells a recording that was kept from one that was not', () => {
    expect(judge(outcome({ cache: { mode: 'missed', write: 'saved' } }, 'record'))).toBe('recorded');
    expect(sayOutcome(outcome({ cache: { mode: 'missed', write: 'no-change' } }, 'record'))).toBe(
      'not recorded (no-change)',
    );
    expect(sayOutcome(outcome({ cache: HANDED_OFF }))).toBe('handed off (target-not-found) ← it is gone');
  });
});
