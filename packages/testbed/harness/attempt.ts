// One attempt of a test without a test runner: the agent and the cache from the source, on a session that is open already. Whoever opens
// it runs its steps, says what was verified, and ends it.
import type { Attempt } from '../../e2e/src/agent/attempt.ts';
import { startAttempt } from '../../e2e/src/agent/steps.ts';
import { createRedactor } from '../../e2e/src/base/redact.ts';
import type { Proof } from '../../e2e/src/cache/proof.ts';
import type { Session } from '../../e2e/src/engine/contract.ts';
import type { MemoryStore } from '../../e2e/src/testing/store.ts';

/** What an attempt is about. */
export interface AttemptPlan {
  readonly project: string;
  readonly file: string;
  readonly title: string;
  readonly rootDir: string;
  readonly appUrl: string;
  readonly session: Session;
  readonly store: MemoryStore;
  /** A recording that does not replay fails its step. Default: no. */
  readonly strict?: boolean;
  /** The replay leaves out what this says, calls no agent and writes nothing. */
  readonly proof?: Proof;
  readonly hasFailed: () => boolean;
}

/** Opens an attempt: the first of its test, reading and writing recordings. */
export function openAttempt(plan: AttemptPlan): Attempt {
  const { project, file, title, rootDir, appUrl, session, store, proof, hasFailed } = plan;
  return startAttempt({
    identity: { project, file, titlePath: [title], target: 'web', engine: 'web', app: project },
    number: 1,
    rootDir,
    appUrl,
    session,
    cache: {
      mode: proof === undefined ? 'read-write' : 'read-only',
      strict: plan.strict ?? false,
      update: false,
      store,
      ...(proof === undefined ? {} : { proof }),
    },
    noModel: proof !== undefined,
    redactor: createRedactor(),
    secret: async () => 'open sesame',
    signal: new AbortController().signal,
    hasFailed,
  });
}
