// One `act` step from key to record, in order: key → read → start check → each action → end check → done, or the agent takes over from
// the current screen. Read this first. The agent comes in as `runLive`; this folder never imports it.
import { now } from '../base/clock.ts';
import type { E2EError } from '../base/error.ts';
import type { Redactor } from '../base/redact.ts';
import type { Entry } from './entry.ts';
import { collectEvidence } from './evidence.ts';
import { type EntryKey, keyOf, type StepIdentity } from './key.ts';
import type { Named } from './named.ts';
import type { CacheMode, Provenance, Reason, StepCache } from './outcome.ts';
import type { StepPort } from './port.ts';
import { checkEnd } from './postcondition.ts';
import { checkStart } from './precondition.ts';
import { beginTrial, type Proof, type Trial } from './proof.ts';
import { readRecording } from './read.ts';
import { makeEntry, type Stage, stageRecording } from './record.ts';
import { replayActions, sayRecorded } from './replay.ts';
import { withoutRequestsOf } from './requests.ts';
import type { Slots } from './slots.ts';
import { type CacheStore, paceMarkOf } from './store.ts';
import { otherKeyError, staleError } from './strict.ts';
import type { FindTool } from './tool.ts';

/** The cache as one run uses it. */
export interface CacheSettings {
  readonly mode: CacheMode;
  readonly strict: boolean;
  /** `--update-cache`: re-record what missed, was handed off or relocated. */
  readonly update: boolean;
  readonly store: CacheStore;
  /** Absolute directory of the file store; `undefined` with a custom store. */
  readonly dir?: string;
  /** Set in a proof; the mode is `read-only` then. */
  readonly proof?: Proof;
}

/** What replay had done when it handed the step over. Source: spec R38. */
export interface HandOff {
  /** Sentences, in order. */
  readonly performed: readonly string[];
  readonly remaining: readonly string[];
  readonly reason: Reason;
  readonly detail: string;
}

/** How a step, or its live part, ended. `unanswered`: no model answered. */
export type StepEnd =
  | { readonly kind: 'passed'; readonly summary: string }
  | { readonly kind: 'failed'; readonly error: E2EError }
  | { readonly kind: 'unanswered'; readonly error: E2EError }
  | { readonly kind: 'cancelled'; readonly error: E2EError };

/** One step as the cache takes it. */
export interface StepRequest {
  readonly identity: StepIdentity;
  /** The instruction with its params filled in. */
  readonly goal: string;
  readonly slots: Slots;
  readonly port: StepPort;
  readonly settings: CacheSettings;
  /** 1 for the attempt's first run; later ones are retries (spec R37). */
  readonly attempt: number;
  readonly named: Named;
  readonly redactor: Redactor;
  /** Who records, if the step runs live. */
  readonly recorder: Provenance;
  secret(name: string): Promise<string>;
  readonly findTool: FindTool;
  /** What an error that was thrown on the way means for the step: a deadline, a cancelled run, a crashed browser. */
  endOf(thrown: unknown): StepEnd;
  /** Runs the agent from the current screen. Never throws. */
  runLive(handOff: HandOff | undefined): Promise<StepEnd>;
}

/** A finished step. */
export interface StepRun {
  readonly end: StepEnd;
  readonly key: EntryKey;
  /** As in the report, `write` aside. */
  readonly cache: StepCache;
  /** What waits for the end of the attempt. */
  readonly stage: Stage | undefined;
  /** In a proof, once the replay has begun. */
  readonly trial?: Trial;
}

/** How the replay part went. */
type Replay =
  | {
      readonly kind: 'finished';
      readonly stored: Entry;
      readonly summary: string;
      readonly report: Partial<StepCache>;
      readonly trial?: Trial;
    }
  | {
      readonly kind: 'live';
      readonly mode: 'missed' | 'agent-concluded';
      readonly reason: Reason;
      readonly detail: string;
      readonly report: Partial<StepCache>;
      readonly stored?: Entry;
      readonly handOff?: HandOff;
      /** Recorded actions that ran. */
      readonly performed: number;
      /** The store itself could not be read: not stale even under strict (spec R43). */
      readonly unreadable?: boolean;
      readonly trial?: Trial;
    };

/** Runs one step through the cache. Source: spec R15. */
export async function runStep(request: StepRequest): Promise<StepRun> {
  const key = keyOf(request.identity);
  let replay: Replay;
  try {
    replay = await tryReplay(request, key);
  } catch (thrown) {
    return brokenOff(request, key, request.endOf(thrown));
  }
  const trial = replay.trial === undefined ? {} : { trial: replay.trial };
  if (replay.kind === 'finished') {
    const cache: StepCache = { mode: 'self-finalized', entry: key, ...replay.report };
    const end: StepEnd = { kind: 'passed', summary: replay.summary };
    return { end, key, cache, stage: await stageReplayed(request, key, replay.stored, cache), ...trial };
  }
  const { mode, reason, detail } = replay;
  const cache: StepCache = {
    mode,
    reason,
    detail,
    entry: key,
    ...replay.report,
    ...(request.slots.collision === undefined ? {} : { notRecorded: 'param-collision' }),
  };
  const stale =
    request.settings.strict && !replay.unreadable ? await staleOf(request, key, reason, detail) : undefined;
  if (stale !== undefined) return { end: { kind: 'failed', error: stale }, key, cache, stage: undefined };

  const liveFrom = request.port.tape.actions.length;
  const end = await request.runLive(replay.handOff);
  const acted = request.port.tape.actions.length > liveFrom;
  return { end, key, cache, stage: await stageLive(request, key, replay, end, acted), ...trial };
}

/** The replay itself was cut short, by the step's deadline or by a fault of the engine. Source: spec R7. */
function brokenOff(request: StepRequest, key: EntryKey, end: StepEnd): StepRun {
  const performed = request.port.tape.actions.length;
  const why = end.kind === 'passed' ? end.summary : end.error.message;
  return {
    end,
    key,
    cache: {
      mode: 'agent-concluded',
      reason: 'action-failed',
      detail: `the replay was cut short after ${performed} actions: ${why}`,
      entry: key,
    },
    stage: end.kind === 'failed' && performed > 0 ? { kind: 'evict', pace: false } : undefined,
  };
}

async function staleOf(
  request: StepRequest,
  key: EntryKey,
  reason: Reason,
  detail: string,
): Promise<E2EError | undefined> {
  const { settings, identity, goal } = request;
  if (reason !== 'no-entry') return staleError(goal, reason, detail, key);
  // Spec R44: not for custom stores.
  return settings.dir === undefined ? undefined : await otherKeyError(settings.store, identity, goal);
}

async function tryReplay(request: StepRequest, key: EntryKey): Promise<Replay> {
  const { settings, slots, port, named } = request;
  const missed = (
    reason: Reason,
    detail: string,
    more: { stored?: Entry; unreadable?: boolean } = {},
  ): Replay => ({
    kind: 'live',
    mode: 'missed',
    reason,
    detail,
    report: more.stored === undefined ? {} : { recordedBy: more.stored.recordedBy },
    performed: 0,
    ...more,
  });
  if (request.attempt > 1 && !settings.strict) {
    return missed('retry', 'a retry runs live, so that it does not repeat what failed');
  }
  const read = await readRecording(settings.store, key, slots);
  if (read.kind === 'miss') {
    return missed(read.reason, read.detail, read.unreadable ? { unreadable: true } : {});
  }
  const { filled: entry, stored } = read;
  const start = await checkStart(entry, port, named);
  if (start.kind === 'refused') return missed(start.reason, start.detail, { stored });

  const evidence = collectEvidence(entry.end, named, () =>
    port.tape.requests().every(({ status }) => status !== undefined),
  );
  const trial = settings.proof === undefined ? undefined : beginTrial(settings.proof, key);
  const tried = (stoppedAt?: number): { readonly trial?: Trial } =>
    trial === undefined ? {} : { trial: trial.close(evidence.weigh().absent, stoppedAt) };
  port.watch((reading) => evidence.see(reading));
  const replayed = await replayActions(entry, {
    port,
    evidence,
    named,
    renew: settings.update,
    ...(trial?.leftOut === undefined ? {} : { leftOut: trial.leftOut }),
    secret: (name) => request.secret(name),
    findTool: request.findTool,
  });
  const isSkipped = (_recorded: unknown, index: number): boolean => replayed.skipped.includes(index);
  const skipped = entry.actions.filter(isSkipped).map(sayRecorded);
  const report: Partial<StepCache> = {
    recordedBy: stored.recordedBy,
    ...(replayed.relocated.length === 0 ? {} : { relocated: replayed.relocated }),
    ...(skipped.length === 0 ? {} : { skipped }),
    ...(replayed.kind === 'stopped' && replayed.derived !== undefined ? { derived: replayed.derived } : {}),
  };
  const handOver = (performed: number, reason: Reason, detail: string): Replay => ({
    kind: 'live',
    mode: 'agent-concluded',
    reason,
    detail,
    report,
    stored,
    performed,
    ...tried(replayed.kind === 'stopped' ? performed : undefined),
    handOff: {
      // A dismissal that was left out did not run (spec R38, R50).
      performed: entry.actions.slice(0, performed).flatMap((recorded, index) => {
        if (isSkipped(recorded, index)) return [];
        // What a tool gave back this time is all that the agent will know of it.
        const result = replayed.results.get(index);
        return [`${sayRecorded(recorded)}${result === undefined ? '' : `, which gave ${result}`}`];
      }),
      remaining: entry.actions.slice(performed).map(sayRecorded),
      reason,
      detail,
    },
  });
  if (replayed.kind === 'stopped') return handOver(replayed.performed, replayed.reason, replayed.detail);
  const end = await checkEnd(
    withoutRequestsOf(entry, replayed.skipped),
    port,
    evidence,
    named,
    trial?.pivotal,
  );
  if (end.kind === 'end-mismatch') {
    const count = entry.actions.length;
    return handOver(count, 'end-mismatch', `after ${count} of ${count} actions: ${end.detail}`);
  }
  return {
    kind: 'finished',
    stored,
    // It tells of the recorded run; numbers that the app gave out then are not those of this one.
    summary: `replayed: ${entry.summary}`,
    report: { ...report, evidence: { caused: end.caused, recorded: end.recorded } },
    ...tried(),
  };
}

/** A whole replay keeps its entry; only `--update-cache` replaces one whose control was found under a new label. Spec R8, R47. */
async function stageReplayed(
  request: StepRequest,
  key: EntryKey,
  stored: Entry,
  cache: StepCache,
): Promise<Stage> {
  if (!request.settings.update || cache.relocated === undefined) return { kind: 'keep' };
  const made = await record(request, key, stored.summary, stored);
  return stageRecording(made, stored) ?? { kind: 'keep' };
}

/** What a step that ran live, or was finished by the agent, stages. Source: spec R7. */
async function stageLive(
  request: StepRequest,
  key: EntryKey,
  replay: Extract<Replay, { readonly kind: 'live' }>,
  end: StepEnd,
  acted: boolean,
): Promise<Stage | undefined> {
  switch (end.kind) {
    case 'unanswered':
    case 'cancelled':
      return undefined;
    case 'failed':
      return replay.performed > 0 ? { kind: 'evict', pace: replay.reason === 'end-mismatch' } : undefined;
    case 'passed': {
      if (replay.reason === 'end-mismatch' && acted) return { kind: 'evict', pace: true };
      if (request.slots.collision !== undefined) return undefined;
      return stageRecording(await record(request, key, end.summary, replay.stored), replay.stored);
    }
  }
}

async function record(
  request: StepRequest,
  key: EntryKey,
  summary: string,
  stored: Entry | undefined,
): Promise<ReturnType<typeof makeEntry>> {
  const { port, identity, goal, named, slots, redactor, recorder } = request;
  const passing = await port.look();
  return makeEntry({
    tape: port.tape,
    passing,
    waitMs: now() - (port.tape.lastActionAt ?? now()),
    key,
    identity,
    goal,
    summary,
    recordedBy: recorder,
    recordedAt: new Date().toISOString(),
    named,
    slots,
    paced: await isToBePaced(request, key, stored),
    redactor,
  });
}

/** A step is paced once its replay was too fast, and stays so. Source: spec R49. */
async function isToBePaced(
  { settings }: StepRequest,
  key: EntryKey,
  stored: Entry | undefined,
): Promise<boolean> {
  if (stored !== undefined) return stored.paced === true;
  try {
    return typeof (await settings.store.read(paceMarkOf(key))) === 'string';
  } catch {
    // A store that can't be read has nothing to say, as in read.ts.
    return false;
  }
}
