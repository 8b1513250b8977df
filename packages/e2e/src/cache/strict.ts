// Strict mode: does a recording that exists and did not replay fail the step? And is there a recording of the same step under another
// key, which would otherwise look like a step that was never recorded?
import { canonicalJson, type Json } from '../base/digest.ts';
import { E2EError } from '../base/error.ts';
import { parseEntry } from './entry.ts';
import type { EntryKey, StepIdentity } from './key.ts';
import type { Reason } from './outcome.ts';
import type { CacheStore } from './store.ts';

/** Whether a reason means "recorded, and stale". Source: spec R43. */
const STALE: Readonly<Record<Reason, boolean>> = {
  'no-entry': false,
  retry: false,
  'invalid-entry': true,
  truncated: false,
  'wrong-context': true,
  'target-not-found': true,
  'target-ambiguous': true,
  gap: false,
  'action-failed': true,
  'action-uncertain': true,
  'viewport-changed': true,
  'end-mismatch': true,
};

/** Whether a step that missed or was handed off for this reason has a recording that no longer fits. */
export function isStale(reason: Reason): boolean {
  return STALE[reason];
}

/** Facts under which the same step may be stored under another key, and how a person calls them. Source: spec R44. */
const MOVABLE: readonly (readonly [keyof StepIdentity, string])[] = [
  ['matching', 'matching version'],
  ['project', 'project id'],
  ['app', 'app identity'],
  ['engine', 'engine'],
  ['agentContext', 'agent context'],
];

/** The error that strict mode ends a stale step with; `undefined` when the step may run live. */
export function staleError(goal: string, reason: Reason, detail: string, key: string): E2EError | undefined {
  if (!isStale(reason)) return undefined;
  return new E2EError(
    'REPLAY_STALE',
    `the recording of ${JSON.stringify(goal)} is stale (${reason}): ${detail}. Strict mode calls no agent: run without --strict-cache to heal and re-record it, then commit the change (entry ${key}).`,
    { data: { reason, entry: key } },
  );
}

/** The error for a step that is recorded under another key; `undefined` when no such entry is found. */
export async function otherKeyError(
  store: CacheStore,
  identity: StepIdentity,
  goal: string,
): Promise<E2EError | undefined> {
  // A directory that can't be listed has nothing to say: reading never fails a step (spec R16).
  for (const key of (await store.list?.().catch(() => [])) ?? []) {
    const text = await store.read(key).catch(() => undefined);
    const parsed = text === undefined ? undefined : parseEntry(text, key as EntryKey);
    if (parsed === undefined || !parsed.ok || !isSameStep(parsed.value.step, identity)) continue;
    const changed = MOVABLE.flatMap(([fact, name]) => {
      const [was, is] = [parsed.value.step[fact], identity[fact]];
      if (was === is) return [];
      return [fact === 'agentContext' ? name : `${name} (${JSON.stringify(was)} → ${JSON.stringify(is)})`];
    });
    return new E2EError(
      'REPLAY_STALE',
      `${JSON.stringify(goal)} is recorded in ${key}.json under another key: ${changed.join(', ') || 'what changed is not known'}. Run without --strict-cache to record it anew, then commit the change.`,
      { data: { reason: 'no-entry', entry: key } },
    );
  }
  return undefined;
}

function isSameStep(stored: StepIdentity, own: StepIdentity): boolean {
  const essence = (identity: StepIdentity): string =>
    canonicalJson([
      identity.file,
      identity.titlePath,
      identity.target,
      identity.instruction,
      identity.params,
      identity.occurrence,
      identity.agent,
    ] as unknown as Json);
  return essence(stored) === essence(own);
}
