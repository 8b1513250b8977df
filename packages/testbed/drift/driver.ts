// Runs situations in this process: the web engine and attempts from the source, one browser for all, one session per attempt. A
// record and replay pair takes about a second, and several can be under way at once. It asserts nothing; judge.ts does.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Attempt, AttemptStep } from '../../e2e/src/agent/attempt.ts';
import type { ErrorCode } from '../../e2e/src/base/error.ts';
import { type Entry, parseEntry } from '../../e2e/src/cache/entry.ts';
import type { Proof } from '../../e2e/src/cache/proof.ts';
import type { RunningEngine, Session } from '../../e2e/src/engine/contract.ts';
import { web } from '../../e2e/src/engines/web/index.ts';
import { type MemoryStore, memoryStore } from '../../e2e/src/testing/store.ts';
import { openAttempt } from '../harness/attempt.ts';
import { type Brain, startBrain } from './brain.ts';
import { createChecker, pageOf } from './checker.ts';
import { type ProvenStep, proveRecordings } from './proving.ts';
import { createWorld, type Served, serveSituation } from './server.ts';
import type { Change, Outcome, Situation, World } from './situation.ts';

/** The file that uploads use. */
const UPLOAD = 'fixture.png';

/** The name of the run in which nothing differs. */
export const UNCHANGED = 'unchanged';

/** A launched browser that situations run in. */
export interface Driver {
  /**
   * Records the situation.
   * @throws RecordingFault when the fixture could not be recorded.
   */
  record(situation: Situation): Promise<Recorded>;
  /**
   * Records the situation, then replays each of its recordings unchanged, whole and with one action left out at a time.
   * @throws RecordingFault when the fixture could not be recorded.
   */
  prove(situation: Situation): Promise<readonly ProvenStep[]>;
  close(): Promise<void>;
}

/** A situation with its recordings, and its app still served. */
interface Recorded {
  /** Replays under the change, so many times; one outcome per replay. */
  replay(change: string, times: number): Promise<readonly Outcome[]>;
  end(): Promise<void>;
}

/** A recording that did not come about: the fixture itself is at fault. */
export class RecordingFault extends Error {}

/** Launches the browser. */
export async function launchDriver(): Promise<Driver> {
  const scratch = await mkdtemp(join(tmpdir(), 'drift-'));
  const engine = await web().launch({ rootDir: scratch });
  let runs = 0;
  const serve = async (situation: Situation): Promise<Rig> => {
    runs += 1;
    const served = await serveSituation(situation);
    return { engine, situation, served, store: memoryStore(), folder: `run-${runs}`, scratch };
  };
  return {
    async record(situation) {
      const rig = await serve(situation);
      try {
        const { upload, recordingMs } = await record(rig);
        return {
          replay: (change, times) => replayAll(rig, { upload, recordingMs }, change, times),
          end: () => rig.served.close(),
        };
      } catch (thrown) {
        await rig.served.close();
        throw thrown;
      }
    },
    async prove(situation) {
      const rig = await serve(situation);
      try {
        return await proveAll(rig);
      } finally {
        await rig.served.close();
      }
    },
    async close() {
      await engine.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

interface Rig {
  readonly engine: RunningEngine;
  readonly situation: Situation;
  readonly served: Served;
  readonly store: MemoryStore;
  readonly scratch: string;
  /** Of the scratch folder, this run's own. */
  readonly folder: string;
}

/** One attempt: in which world, on what terms. */
interface Terms {
  readonly world: World;
  readonly change: Change | undefined;
  /** Another test than the one that recorded, ending so. */
  readonly neighbour?: 'passed' | 'failed' | 'cancelled';
  readonly recordingMs: number;
  /** The replay leaves out what this says, and calls no agent. */
  readonly proof?: Proof;
}

/** What came of the recording. */
interface First {
  /** The file that uploads use. */
  readonly upload: string;
  readonly recordingMs: number;
}

async function replayAll(
  rig: Rig,
  { upload, recordingMs }: First,
  name: string,
  times: number,
): Promise<readonly Outcome[]> {
  const { situation, store } = rig;
  const change = name === UNCHANGED ? undefined : situation.changes?.[name];
  if (name !== UNCHANGED && change === undefined) throw new Error(`${situation.id} has no change "${name}"`);
  if (change?.spoil !== undefined) {
    for (const [key, text] of store.entries) store.entries.set(key, change.spoil(text));
  }
  if (change?.removeFile) await rm(upload);
  if (change?.neighbour !== undefined) {
    const world = createWorld('', 1, rig.folder);
    await runAttempt(rig, { world, change: undefined, neighbour: change.neighbour, recordingMs });
  }
  const outcomes: Outcome[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const world = createWorld(change === undefined ? '' : name, turn + 2, rig.folder);
    outcomes.push((await runAttempt(rig, { world, change, recordingMs })).outcome);
  }
  return outcomes;
}

async function record(rig: Rig): Promise<First> {
  const upload = join(rig.scratch, rig.folder, UPLOAD);
  await mkdir(dirname(upload), { recursive: true });
  await writeFile(upload, 'png');
  const first: Terms = { world: createWorld('', 1, rig.folder), change: undefined, recordingMs: 0 };
  const { outcome } = await runAttempt(rig, first);
  checkRecording(rig.situation, outcome, rig.store);
  return { upload, recordingMs: outcome.durationMs };
}

async function proveAll(rig: Rig): Promise<readonly ProvenStep[]> {
  const { recordingMs } = await record(rig);
  let run = 1;
  return await proveRecordings(entriesOf(rig.store), (leaveOut) => {
    run += 1;
    const world = createWorld('', run, rig.folder);
    return runAttempt(rig, { world, change: undefined, recordingMs, proof: { leaveOut } });
  });
}

function checkRecording(
  situation: Situation,
  { attempt, cache, failure }: Outcome,
  store: MemoryStore,
): void {
  const wanted = situation.recorded ?? 'saved';
  const got = cache?.write ?? cache?.notRecorded ?? 'nothing staged';
  if (attempt !== 'passed' || got !== wanted) {
    const why = [failure, cache?.detail].filter((part) => part !== undefined).join('; ');
    throw new RecordingFault(
      `${situation.id}: the recording ended ${attempt}, ${got} instead of ${wanted}: ${why}`,
    );
  }
  try {
    situation.stored?.(entriesOf(store));
  } catch (thrown) {
    throw new RecordingFault(`${situation.id}: the entry is not as it must be: ${String(thrown)}`);
  }
}

function entriesOf(store: MemoryStore): readonly Entry[] {
  return [...store.entries].flatMap(([key, text]) => {
    const parsed = parseEntry(text, key);
    return parsed.ok ? [parsed.value] : [];
  });
}

interface Attempted {
  readonly outcome: Outcome;
  readonly steps: readonly AttemptStep[];
}

async function runAttempt(rig: Rig, terms: Terms): Promise<Attempted> {
  const { engine, situation, served, store } = rig;
  const { world, change } = terms;
  served.use(world);
  const before = new Map(store.entries);
  const session = await engine.startAttempt({ appUrl: served.url });
  const brain = await startBrain(situation, world, change);
  let failure: string | undefined;
  const attempt = openOf(rig, terms, session, () => failure !== undefined);
  try {
    await visit(rig, terms, session, attempt, brain);
    await situation.check(createChecker(session, world));
    attempt.verified();
    if (terms.neighbour === 'failed') throw new Error('the other test fails after its check');
  } catch (thrown) {
    failure = thrown instanceof Error ? thrown.message : String(thrown);
  }
  const code = attempt.steps.at(-1)?.error?.code;
  await attempt.end({
    status: terms.neighbour ?? (failure === undefined ? 'passed' : 'failed'),
    failures: failure === undefined ? [] : [code],
  });
  await session.end();
  await brain.close();
  const steps = attempt.steps.slice(situation.before === undefined ? 0 : 1);
  const untouched = sameEntries(before, store.entries);
  return { outcome: { ...outcomeOf(steps, terms, failure, code), untouched }, steps: attempt.steps };
}

/** Opens the page and lets the agent act, as the test's body does. */
async function visit(
  rig: Rig,
  terms: Terms,
  session: Session,
  attempt: Attempt,
  brain: Brain,
): Promise<void> {
  const { situation } = rig;
  const { change } = terms;
  const viewport = change?.viewport ?? situation.viewport;
  if (viewport !== undefined) await pageOf(session).setViewportSize(viewport);
  if (change?.pixelRatio !== undefined) await setPixelRatio(session, change.pixelRatio);
  await session.open(change?.start ?? situation.start ?? '/');
  const agent = attempt.agent({ name: 'default', executor: brain.executor });
  const params = typeof situation.params === 'function' ? situation.params(terms.world) : situation.params;
  if (situation.before !== undefined) await agent.act(situation.before.goal);
  for (let turn = 0; turn < (situation.repeat ?? 1); turn += 1) {
    await agent.act(situation.goal, params === undefined ? {} : { params });
  }
}

/** As a screen of another density would have it; the page's size in CSS pixels stays. */
async function setPixelRatio(session: Session, deviceScaleFactor: number): Promise<void> {
  const page = pageOf(session);
  const protocol = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await protocol.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor,
    mobile: false,
  });
}

function openOf(rig: Rig, terms: Terms, session: Session, hasFailed: () => boolean): Attempt {
  const { situation, served, scratch, store } = rig;
  return openAttempt({
    project: 'drift',
    file: `${situation.id}.e2e.ts`,
    title: terms.neighbour === undefined ? situation.title : `${situation.title}, once more`,
    rootDir: scratch,
    appUrl: served.url,
    session,
    store,
    strict: terms.change?.strict ?? false,
    ...(terms.proof === undefined ? {} : { proof: terms.proof }),
    hasFailed,
  });
}

function outcomeOf(
  steps: readonly AttemptStep[],
  { world, recordingMs }: Terms,
  failure: string | undefined,
  code: ErrorCode | undefined,
): Omit<Outcome, 'untouched'> {
  // Of several calls, the one that did worst speaks for all; else the last.
  const step = steps.find((one) => one.cache?.mode !== 'self-finalized' && world.run > 1) ?? steps.at(-1);
  return {
    cache: step?.cache,
    attempt: failure === undefined ? 'passed' : 'failed',
    ...(failure === undefined ? {} : { failure }),
    ...(code === undefined ? {} : { code }),
    counts: { ...world.counts },
    modelCalls: steps.reduce((sum, { modelCalls }) => sum + modelCalls, 0),
    durationMs: step?.durationMs ?? 0,
    recordingMs,
  };
}

function sameEntries(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([key, text]) => b.get(key) === text);
}
