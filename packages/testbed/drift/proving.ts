// The load-bearing proof over the recordings of one situation: each replayed whole, then with one action left out at a time.
import type { AttemptStep } from '../../e2e/src/agent/attempt.ts';
import type { Entry } from '../../e2e/src/cache/entry.ts';
import { type EntryProof, type Proof, proveEntry, type Run } from '../../e2e/src/cache/proof.ts';
import type { Outcome } from './situation.ts';

/** One recording of a situation and its proof; `undefined` for one that is not replayed whole. */
export interface ProvenStep {
  readonly entry: Entry;
  readonly proof: EntryProof | undefined;
}

/** One replay: how it ended, and its steps. */
interface Replayed {
  readonly outcome: Outcome;
  readonly steps: readonly AttemptStep[];
}

/** Proves each of the recordings. */
export async function proveRecordings(
  entries: readonly Entry[],
  replay: (leaveOut: Proof['leaveOut']) => Promise<Replayed>,
): Promise<readonly ProvenStep[]> {
  const { steps: whole } = await replay({});
  const proven: ProvenStep[] = [];
  for (const entry of entries) {
    const own = whole.find(({ cache }) => cache?.entry === entry.key);
    const runs: Run[] = [];
    if (own?.cache?.mode === 'self-finalized') {
      for (const index of entry.actions.keys()) {
        const { steps, outcome } = await replay({ [entry.key]: index });
        const step = steps.find(({ cache }) => cache?.entry === entry.key);
        runs.push({ cache: step?.cache, trial: step?.trial, failure: outcome.failure });
      }
    }
    const proof = own?.trial && runs.length > 0 ? proveEntry(entry, own.trial, runs) : undefined;
    proven.push({ entry, proof });
  }
  return proven;
}
