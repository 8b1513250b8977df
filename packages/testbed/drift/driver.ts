// Runs situations in this process: the web engine and `startAttempt` from the source, one browser for all, one session per attempt. A
// record and replay pair takes about a second, and several can be under way at once. It asserts nothing; judge.ts does.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Attempt, AttemptStep } from '../../e2e/src/agent/attempt.ts';
import { startAttempt } from '../../e2e/src/agent/steps.ts';
import { createRedactor } from '../../e2e/src/base/redact.ts';
import type { RunningEngine, Session } from '../../e2e/src/engine/contract.ts';
import { web } from '../../e2e/src/engines/web/index.ts';
import { scripted } from '../../e2e/src/testing/scripted.ts';
import { type MemoryStore, memoryStore } from '../../e2e/src/testing/store.ts';
import { createChecker } from './checker.ts';
import { createWorld, type Served, serveSituation } from './server.ts';
import type { Change, Outcome, Script, Situation, World } from './situation.ts';

/** The file that uploads use, in the folder of its situation. */
const UPLOAD = 'fixture.png';

/** The name of the run in which nothing differs. */
export const UNCHANGED = 'unchanged';

/** A launched browser that situations run in. */
export interface Driver {
  /** Records the situation, then replays it under the change as often as it says; one outcome per replay. */
  run(situation: Situation, change: string): Promise<readonly Outcome[]>;
  close(): Promise<void>;
}

/** A recording that did not come about: the fixture itself is at fault. */
export class RecordingFault extends Error {}

/** Launches the browser. */
export async function launchDriver(): Promise<Driver> {
  const rootDir = await mkdtemp(join(tmpdir(), 'drift-'));
  const engine = await web().launch({ rootDir });
  return {
    async run(situation, name) {
      const served = await serveSituation(situation);
      try {
        return await runPair({ engine, rootDir, situation, served }, name);
      } finally {
        await served.close();
      }
    },
    async close() {
      await engine.close();
      await rm(rootDir, { recursive: true, force: true });
    },
  };
}

interface Rig {
  readonly engine: RunningEngine;
  readonly rootDir: string;
  readonly situation: Situation;
  readonly served: Served;
}

async function runPair(rig: Rig, name: string): Promise<readonly Outcome[]> {
  const { situation } = rig;
  const change: Change | undefined = name === UNCHANGED ? undefined : situation.changes?.[name];
  if (name !== UNCHANGED && change === undefined) throw new Error(`${situation.id} has no change "${name}"`);
  const store = memoryStore();
  const upload = join(rig.rootDir, situation.id, UPLOAD);
  await mkdir(dirname(upload), { recursive: true });
  await writeFile(upload, 'png');
  const recording = await runAttempt(rig, store, createWorld('', 1), undefined);
  const wanted = situation.recorded ?? 'saved';
  if (recording.attempt !== 'passed' || recording.cache?.write !== wanted) {
    throw new RecordingFault(
      `${situation.id}: the recording ended ${recording.attempt}, ${recording.cache?.write ?? 'nothing staged'} instead of ${wanted}${recording.failure === undefined ? '' : `: ${recording.failure}`}${recording.cache?.detail === undefined ? '' : ` (${recording.cache.detail})`}`,
    );
  }
  if (change?.spoil !== undefined) {
    for (const [key, text] of store.entries) store.entries.set(key, change.spoil(text));
  }
  if (change?.removeFile) await rm(upload);
  const outcomes: Outcome[] = [];
  const times = (change === undefined ? situation.times : change.times) ?? 1;
  for (let turn = 0; turn < times; turn += 1) {
    const world = createWorld(change === undefined ? '' : name, turn + 2);
    outcomes.push(await runAttempt(rig, store, world, change));
  }
  if (process.env.DRIFT_ENTRY !== undefined) for (const text of store.entries.values()) console.log(text);
  return outcomes;
}

async function runAttempt(
  rig: Rig,
  store: MemoryStore,
  world: World,
  change: Change | undefined,
): Promise<Outcome> {
  const { engine, situation, served } = rig;
  served.use(world);
  const session = await engine.startAttempt({ appUrl: served.url });
  let failure: string | undefined;
  const attempt = openAttempt(rig, session, store, () => failure !== undefined);
  const finish: Script = change?.finish ?? situation.act;
  const executor = scripted([
    ...(situation.before === undefined ? [] : [[situation.before.goal, situation.before.act] as const]),
    [/^/, world.run === 1 ? situation.act : finish],
  ]);
  try {
    const viewport = change?.viewport ?? situation.viewport;
    if (viewport !== undefined) await pageOf(session).setViewportSize(viewport);
    await session.open(change?.start ?? situation.start ?? '/');
    const agent = attempt.agent({ name: 'default', executor });
    const params = change?.params ?? situation.params;
    if (situation.before !== undefined) await agent.act(situation.before.goal);
    for (let turn = 0; turn < (situation.repeat ?? 1); turn += 1) {
      await agent.act(situation.goal, params === undefined ? {} : { params });
    }
    await situation.check(createChecker(session, world));
    attempt.verified();
  } catch (thrown) {
    failure = thrown instanceof Error ? thrown.message : String(thrown);
  }
  await attempt.end({
    status: failure === undefined ? 'passed' : 'failed',
    failures: failure === undefined ? [] : [undefined],
  });
  await session.end();
  return outcomeOf(attempt.steps.slice(situation.before === undefined ? 0 : 1), world, failure);
}

function openAttempt(rig: Rig, session: Session, store: MemoryStore, hasFailed: () => boolean): Attempt {
  const { situation, served, rootDir } = rig;
  return startAttempt({
    identity: {
      project: 'drift',
      file: `${situation.id}.e2e.ts`,
      titlePath: [situation.title],
      target: 'web',
      engine: 'web',
      app: 'drift',
    },
    number: 1,
    rootDir,
    appUrl: served.url,
    session,
    cache: { mode: 'read-write', strict: false, update: false, store },
    noModel: false,
    redactor: createRedactor(),
    secret: async () => 'open sesame',
    signal: new AbortController().signal,
    hasFailed,
  });
}

function outcomeOf(steps: readonly AttemptStep[], world: World, failure: string | undefined): Outcome {
  // Of several calls, the one that did worst speaks for all; else the last.
  const step = steps.find((one) => one.cache?.mode !== 'self-finalized' && world.run > 1) ?? steps.at(-1);
  return {
    cache: step?.cache,
    attempt: failure === undefined ? 'passed' : 'failed',
    ...(failure === undefined ? {} : { failure }),
    counts: { ...world.counts },
    durationMs: step?.durationMs ?? 0,
  };
}

interface Sizable {
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
}

function pageOf(session: Session): Sizable {
  // The web engine's page is Playwright's own.
  return session.browser?.page as Sizable;
}
