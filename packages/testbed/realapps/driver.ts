// Records the goals of an application, then replays them after a fresh start with fresh data, and on older releases. One browser for all,
// one session per attempt, the web engine and the cache from the source. It asserts nothing; judge.ts does. $REALAPPS_SHOW prints the screen
// on which an attempt failed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../e2e/src/base/error.ts';
import type { RunningEngine, Session } from '../../e2e/src/engine/contract.ts';
import { web } from '../../e2e/src/engines/web/index.ts';
import { toScreen } from '../../e2e/src/screen/view.ts';
import { scripted } from '../../e2e/src/testing/scripted.ts';
import { type MemoryStore, memoryStore } from '../../e2e/src/testing/store.ts';
import { awaitElements } from '../drift/checker.ts';
import { openAttempt } from '../harness/attempt.ts';
import type { App, Goal, Running } from './app.ts';
import type { Outcome, Round } from './judge.ts';
import { play } from './play.ts';

/** How often a recording is replayed on the release that it was made on. */
const REPLAYS = 2;

/** A launched browser that applications are driven in. */
export interface Driver {
  /** Records and replays every goal of an application; calls back as each attempt ends. */
  run(app: App, wanted: (goal: Goal) => boolean, report: (outcome: Outcome) => void): Promise<void>;
  close(): Promise<void>;
}

/** Launches the browser. */
export async function launchDriver(): Promise<Driver> {
  const rootDir = await mkdtemp(join(tmpdir(), 'realapps-'));
  const engine = await web().launch({ rootDir });
  return {
    async run(app, wanted, report) {
      const [recorded, ...older] = app.versions;
      const store = memoryStore();
      const rounds: readonly Round[] = [
        { kind: 'record', version: recorded, turn: 1 },
        ...Array.from(
          { length: REPLAYS },
          (_one, turn): Round => ({ kind: 'replay', version: recorded, turn: turn + 1 }),
        ),
        ...older.map((version): Round => ({ kind: 'older', version, turn: 1 })),
      ];
      for (const round of rounds) {
        const running = await (await app.install(round.version)).start();
        try {
          for (const goal of app.goals) {
            // A goal that is not wanted is still done: a later one may need what it leaves behind.
            const outcome = await attemptGoal({ engine, rootDir, app, running, store, round }, goal);
            if (wanted(goal)) report(outcome);
          }
        } finally {
          await running.stop();
        }
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
  readonly app: App;
  readonly running: Running;
  readonly store: MemoryStore;
  readonly round: Round;
}

async function attemptGoal(rig: Rig, goal: Goal): Promise<Outcome> {
  const { app, running, round } = rig;
  const session = await rig.engine.startAttempt({ appUrl: running.url });
  let failure: string | undefined;
  let unfinished = false;
  let begun = false;
  let truthBefore: string | undefined;
  const attempt = openAttempt({
    project: 'realapps',
    file: `${app.name}.e2e.ts`,
    title: goal.id,
    rootDir: rig.rootDir,
    appUrl: running.url,
    session,
    store: rig.store,
    hasFailed: () => failure !== undefined,
  });
  const executor = scripted([[/^/, (step) => play(goal.actions, step)]]);
  try {
    await goal.prepare?.(session);
    await session.open(goal.start ?? '/');
    await checkBefore(session, goal);
    truthBefore = await askTruth(running, goal);
    begun = true;
    await attempt
      .agent({ name: 'default', executor })
      .act(goal.goal)
      .catch((thrown: unknown) => {
        unfinished = true;
        throw thrown;
      });
    await checkAfter(session, goal, running);
    attempt.verified();
  } catch (thrown) {
    failure = messageOf(thrown);
    if (process.env.REALAPPS_SHOW) console.log(toScreen(await session.read()).text);
  }
  const truthAfter = begun ? await askTruth(running, goal) : undefined;
  await attempt.end({
    status: failure === undefined ? 'passed' : 'failed',
    failures: failure === undefined ? [] : [undefined],
  });
  await session.end();
  return {
    app,
    goal,
    round,
    cache: attempt.steps[0]?.cache,
    begun,
    unfinished,
    changed: truthBefore !== truthAfter,
    durationMs: attempt.steps[0]?.durationMs ?? 0,
    ...(failure === undefined ? {} : { failure }),
  };
}

/** What must appear is absent, what must go is there: else what is seen afterwards would prove nothing. */
async function checkBefore(session: Session, goal: Goal): Promise<void> {
  for (const query of goal.vanish ?? []) await awaitElements(session, query);
  await session.steady({ timeoutMs: 5_000, signal: new AbortController().signal });
  for (const query of goal.appear ?? []) await awaitElements(session, query, { count: 0 });
}

async function checkAfter(session: Session, goal: Goal, running: Running): Promise<void> {
  for (const query of goal.appear ?? []) await awaitElements(session, query);
  for (const query of goal.vanish ?? []) await awaitElements(session, query, { count: 0 });
  const at = (session.browser?.url() ?? '').slice(running.url.length);
  if (goal.route !== undefined && !goal.route.test(at)) throw new Error(`it ended on ${at}`);
  const { truth } = goal;
  if (truth === undefined) return;
  const answer = await running.ask(truth.question);
  if (!truth.answer.test(answer)) throw new Error(`the server says ${JSON.stringify(answer)}`);
}

async function askTruth(running: Running, { truth }: Goal): Promise<string | undefined> {
  return truth === undefined ? undefined : await running.ask(truth.question);
}
