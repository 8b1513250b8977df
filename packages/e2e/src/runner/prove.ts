// Drives the load-bearing proof of recordings: runs the suite whole, then once more for each action of the longest test, leaving one action
// out of one recording per test each time. It calls no agent and writes nothing; what the replays show is judged in the cache layer.
import { E2EError } from '../base/error.ts';
import type { Entry } from '../cache/entry.ts';
import { type EntryProof, type Proof, proveEntry, type Run, type Trial } from '../cache/proof.ts';
import { readStored } from '../cache/read.ts';
import type { CacheStore } from '../cache/store.ts';
import { isStale } from '../cache/strict.ts';
import type {
  AttemptRecord,
  ErrorRecord,
  RunReport,
  StepRecord,
  TestRecord,
  TestRef,
} from '../report/record.ts';
import { openStore } from './cache-store.ts';
import { INTERRUPTED } from './exit-code.ts';
import type { FileArgument } from './files.ts';
import { errorOf } from './record-error.ts';
import { type RunSurroundings, runTests } from './run.ts';
import type { RunSettings } from './settings.ts';

/** What a proof found. */
export interface ProofResult {
  readonly proven: readonly ProvenRecording[];
  readonly unproven: readonly Unproven[];
  /** Runs of the suite, the whole one included. */
  readonly runs: number;
  readonly durationMs: number;
}

/** A recording and its proof. */
export interface ProvenRecording {
  readonly test: Pick<TestRecord, 'file' | 'titlePath' | 'target' | 'agent' | 'line'>;
  readonly key: string;
  readonly entry: Entry;
  readonly proof: EntryProof;
  /** The test went on to its end when nothing was left out, so that its checks count. */
  readonly completed: boolean;
}

/** A test of which some recordings could not be proven. `trouble`: something is wrong, and not only in need of an agent. */
interface Unproven {
  readonly test: ProvenRecording['test'];
  readonly why: string;
  readonly trouble: boolean;
}

/** Told before each run of the suite. `of`: how many there will be; `undefined` before the first. */
export type OnPass = (pass: number, of: number | undefined, tests: number | undefined) => void;

interface Candidate {
  readonly test: TestRecord;
  readonly key: string;
  readonly entry: Entry;
  readonly whole: Trial;
  readonly completed: boolean;
  readonly runs: Run[];
}

/**
 * Proves the recordings that the chosen tests replay.
 * @throws E2EError what a run throws; the error of a run that could not go on; `undefined` when it was interrupted.
 */
export async function proveRecordings(
  settings: RunSettings,
  args: readonly FileArgument[],
  grep: string | undefined,
  around: RunSurroundings,
  onPass: OnPass,
): Promise<ProofResult | undefined> {
  const startedAt = performance.now();
  const pass = async (
    leaveOut: Proof['leaveOut'],
    tests?: readonly TestRef[],
  ): Promise<RunReport | undefined> => await runOnce({ settings, args, grep, around, leaveOut, tests });
  onPass(1, undefined, undefined);
  const first = await pass({});
  if (first === undefined) return undefined;
  const store = await openStore(settings.config, settings.cache.dir);
  const candidates: Candidate[] = [];
  const unproven: Unproven[] = [];
  for (const test of [...first.tests].sort(byPlace)) {
    if (test.status === 'skipped') continue;
    const why = whyNot(test);
    if (why !== undefined) unproven.push({ test, ...why });
    for (const found of await candidatesOf(test, store)) {
      if ('whole' in found) candidates.push(found);
      else unproven.push(found);
    }
  }
  const queues = queuesOf(candidates);
  const count = Math.max(0, ...[...queues.values()].map((queue) => queue.length));
  for (let turn = 0; turn < count; turn += 1) {
    const now = [...queues].flatMap(([id, queue]) => {
      const next = queue[turn];
      return next === undefined ? [] : [{ id, ...next }];
    });
    onPass(turn + 2, count + 1, now.length);
    const leaveOut = Object.fromEntries(now.map(({ candidate, index }) => [candidate.key, index]));
    const report = await pass(
      leaveOut,
      now.map(({ candidate }) => candidate.test),
    );
    if (report === undefined) return undefined;
    for (const { id, candidate } of now) candidate.runs.push(runOf(report, id, candidate));
  }
  return {
    proven: candidates.map(({ test, key, entry, whole, runs, completed }) => ({
      test,
      key,
      entry,
      completed,
      proof: proveEntry(entry, whole, runs),
    })),
    unproven,
    runs: count + 1,
    durationMs: Math.round(performance.now() - startedAt),
  };
}

/** Files load in any order where several run at a time; a report does not. */
function byPlace(a: TestRecord, b: TestRecord): number {
  return a.target.localeCompare(b.target) || a.file.localeCompare(b.file) || a.line - b.line;
}

interface Pass {
  readonly settings: RunSettings;
  readonly args: readonly FileArgument[];
  readonly grep: string | undefined;
  readonly around: RunSurroundings;
  readonly leaveOut: Proof['leaveOut'];
  readonly tests: readonly TestRef[] | undefined;
}

/** One run of the suite; `undefined` when it was interrupted. */
async function runOnce({
  settings,
  args,
  grep,
  around,
  leaveOut,
  tests,
}: Pass): Promise<RunReport | undefined> {
  let report: RunReport | undefined;
  const { dir } = settings.cache;
  const exitCode = await runTests(
    {
      ...settings,
      cache: {
        mode: 'read-only',
        strict: false,
        update: false,
        ...(dir === undefined ? {} : { dir }),
        proof: { leaveOut },
      },
      // Nor are pictures taken for a reporter of the config.
      reporters: [],
      noModel: true,
      retries: 0,
      bail: 0,
      watch: false,
    },
    args,
    grep,
    // A signal of its own for each run: listeners of many runs would add up on one.
    { ...around, interrupted: AbortSignal.any([around.interrupted]) },
    {
      reporters: [
        {
          runEnded(ended) {
            report = ended;
          },
        },
      ],
      ...(tests === undefined ? {} : { tests }),
    },
  );
  if (exitCode === INTERRUPTED) return undefined;
  const error = report?.run.errors[0];
  if (error !== undefined) throw errorOf(error);
  if (report === undefined) throw new E2EError('INTERNAL', 'a run of the proof left no report');
  return report;
}

/** The recordings that a test replayed whole, in the order of its steps. */
async function candidatesOf(test: TestRecord, store: CacheStore): Promise<readonly (Candidate | Unproven)[]> {
  const found: (Candidate | Unproven)[] = [];
  for (const step of lastAttempt(test)?.steps ?? []) {
    const trial = trialOf(step);
    const key = step.cache?.entry;
    if (step.cache?.mode !== 'self-finalized' || trial === undefined || key === undefined) continue;
    const stored = await readStored(store, key);
    if (stored.kind !== 'entry') {
      const why = stored.kind === 'none' ? 'it is not there' : stored.why;
      found.push({ test, why: `its recording ${key} cannot be read here: ${why}`, trouble: true });
      continue;
    }
    found.push({
      test,
      key,
      entry: stored.entry,
      whole: trial,
      completed: test.status === 'passed',
      runs: [],
    });
  }
  return found;
}

/** Why a test did not get to its end when nothing was left out. */
function whyNot(test: TestRecord): { readonly why: string; readonly trouble: boolean } | undefined {
  if (test.status === 'passed') return undefined;
  const attempt = lastAttempt(test);
  const stopped = attempt?.steps.find(({ status }) => status !== 'passed');
  const { cache } = stopped ?? {};
  if (stopped !== undefined && cache?.reason !== undefined) {
    return {
      why: `"${stopped.label}" did not replay (${cache.reason}: ${cache.detail ?? ''})`,
      trouble: isStale(cache.reason),
    };
  }
  const error = attempt?.error;
  // `agent.extract`, or a step without a recording's key, wants the agent: nothing is wrong with that.
  const trouble = error?.code !== 'MODEL_UNAVAILABLE';
  return { why: error ? sayFailure(error) : 'it did not pass', trouble };
}

function sayFailure({ message, location }: ErrorRecord): string {
  const [first = ''] = message.split('\n');
  return location === undefined ? first : `${first} (${location})`;
}

/** What is to be left out, by test: each action of each of its recordings. */
function queuesOf(
  candidates: readonly Candidate[],
): ReadonlyMap<string, readonly { readonly candidate: Candidate; readonly index: number }[]> {
  const queues = new Map<string, { candidate: Candidate; index: number }[]>();
  for (const candidate of candidates) {
    const queue = queues.get(candidate.test.id) ?? [];
    queues.set(candidate.test.id, queue);
    for (const index of candidate.entry.actions.keys()) queue.push({ candidate, index });
  }
  return queues;
}

function runOf(report: RunReport, id: string, { key, completed }: Candidate): Run {
  const test = report.tests.find((one) => one.id === id);
  const attempt = test === undefined ? undefined : lastAttempt(test);
  const step = attempt?.steps.find(({ cache }) => cache?.entry === key);
  // Where the test ends for want of an agent in any case, its end says nothing.
  const failure = test === undefined || !completed ? undefined : whyNot(test)?.why;
  return {
    cache: step?.cache,
    trial: step === undefined ? undefined : trialOf(step),
    failure,
  };
}

function lastAttempt(test: TestRecord): AttemptRecord | undefined {
  return test.attempts.at(-1);
}

/** The steps of a proof carry their trial beside what a report says. */
function trialOf(step: StepRecord): Trial | undefined {
  return (step as StepRecord & { readonly trial?: Trial }).trial;
}
