// The end of an attempt: which staged recordings a later check confirmed, and what becomes of each. First a pure plan, then the I/O.
import { type ErrorCode, messageOf } from '../base/error.ts';
import { unreachable } from '../base/result.ts';
import type { Write } from './outcome.ts';
import type { Stage } from './record.ts';
import { type CacheStore, MAX_ENTRY_BYTES, paceMarkOf } from './store.ts';

/** How an attempt ended. */
export interface AttemptOutcome {
  readonly status: 'passed' | 'failed' | 'cancelled';
  /** The code of every error, `undefined` for errors that are not the product's own. */
  readonly failures: readonly (ErrorCode | undefined)[];
}

/** One step's recording, waiting. */
export interface Staged {
  readonly key: string;
  readonly stage: Stage;
  /** A verification passed after the step and before the attempt's first failure (spec R1, R4). */
  readonly verified: boolean;
}

/** What to do with one staged recording. `report: undefined` says nothing in the report (spec R5). */
export interface Plan {
  readonly io: 'write' | 'delete' | 'none';
  /** The next recording of this step is to be paced (spec R49). */
  readonly pace?: boolean;
  readonly report: Write | undefined;
}

/** Failures in which no model answered: the flow was not proven wrong. Source: spec R6. */
const NO_ANSWER: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode | undefined>([
  'MODEL_UNAVAILABLE',
  'MODEL_PROVIDER_FAILED',
]);

/** Decides what becomes of a staged recording. `writable`: the mode is `read-write` and not strict. Source: spec R1–R7. */
export function planSettle({ stage, verified }: Staged, outcome: AttemptOutcome, writable: boolean): Plan {
  const nothing: Plan = { io: 'none', report: undefined };
  if (outcome.status === 'cancelled') return nothing;
  if (!writable) return stage.kind === 'keep' ? { io: 'none', report: 'kept' } : nothing;
  const failed = outcome.status === 'failed';
  const unanswered =
    failed && outcome.failures.length > 0 && outcome.failures.every((code) => NO_ANSWER.has(code));
  const kept: Plan = { io: 'none', report: 'kept' };
  const evicted: Plan = { io: 'delete', report: 'evicted' };
  switch (stage.kind) {
    case 'keep':
      // A later check failed over what was replayed.
      return !failed || verified || unanswered ? kept : { ...evicted, pace: true };
    case 'write':
      if (verified) return { io: 'write', report: 'saved' };
      return failed && stage.had && !unanswered ? evicted : { io: 'none', report: 'unconfirmed' };
    case 'evict':
      return unanswered ? kept : { ...evicted, pace: stage.pace };
    case 'no-change':
      return { io: 'none', report: 'no-change' };
    default:
      return unreachable(stage);
  }
}

/** What became of one recording; `detail` says why something could not be done. */
export interface Settled {
  readonly write: Write | undefined;
  readonly detail?: string;
}

/** Carries out a plan. A store that fails costs the recording, never the test. */
export async function settle(store: CacheStore, staged: Staged, plan: Plan): Promise<Settled> {
  try {
    switch (plan.io) {
      case 'write': {
        const text = staged.stage.kind === 'write' ? staged.stage.text : '';
        if (Buffer.byteLength(text, 'utf8') > MAX_ENTRY_BYTES) {
          return { write: 'not-written', detail: 'not written: the recording is over 1 MiB' };
        }
        await store.write(staged.key, text);
        if (staged.stage.kind === 'write' && staged.stage.paced) await unmark(store, staged.key);
        return { write: plan.report };
      }
      case 'delete':
        if (store.delete === undefined) {
          return { write: 'kept', detail: 'not evicted: the cache store has no delete' };
        }
        await store.delete(staged.key);
        if (plan.pace) await mark(store, staged.key);
        return { write: plan.report };
      case 'none':
        return { write: plan.report };
      default:
        return unreachable(plan.io);
    }
  } catch (thrown) {
    const what = plan.io === 'write' ? 'not written' : 'not evicted';
    return {
      write: 'not-written',
      detail: `${what}: ${messageOf(thrown)}; check that the cache directory (or the store in cache.store) is there and can be written`,
    };
  }
}

/** A mark that can't be set or taken away costs a replay its pace: what became of the recording stays true. */
async function mark(store: CacheStore, key: string): Promise<void> {
  try {
    await store.write(paceMarkOf(key), '{ "paced": true }\n');
  } catch {}
}

async function unmark(store: CacheStore, key: string): Promise<void> {
  try {
    await store.delete?.(paceMarkOf(key));
  } catch {}
}
