// What stale recordings cost: one flow of which no recording fits the app any more, against the same flow without a cache. The aim is the
// issue's: at most 1.5 times the time without a cache, plus one target wait per step.
import type { AttemptStep } from '../../e2e/src/agent/attempt.ts';
import { startAttempt } from '../../e2e/src/agent/steps.ts';
import { createRedactor } from '../../e2e/src/base/redact.ts';
import { TARGET_WAIT_MS } from '../../e2e/src/cache/port.ts';
import type { CacheSettings } from '../../e2e/src/cache/step.ts';
import type { RunningEngine } from '../../e2e/src/engine/contract.ts';
import { web } from '../../e2e/src/engines/web/index.ts';
import { scripted } from '../../e2e/src/testing/scripted.ts';
import { type MemoryStore, memoryStore } from '../../e2e/src/testing/store.ts';
import { createWorld, type Served, serveSituation } from '../drift/server.ts';
import { measurePairs, median, printTable, spread } from './pairs.ts';
import type { Row } from './rows.ts';
import { KINDS, NOW, pagesOf } from './stale-app.ts';

/** Source: issue "The whole replay cache", done when. */
const MOST_TIMES = 1.5;

/** Runs the benchmark, and prints what each step took. */
export async function benchStale(rounds: number): Promise<readonly Row[]> {
  const app = await serveSituation({ serve: pagesOf(KINDS) });
  const engine = await web().launch({ rootDir: process.cwd() });
  try {
    const store = memoryStore();
    await flow(engine, app, { mode: 'read-write', strict: false, update: false, store });
    if (store.entries.size !== KINDS.length) throw new Error(`${store.entries.size} recordings were made`);
    await damage(store);
    app.use(createWorld(NOW, 2));
    const live: AttemptStep[][] = [];
    const stale: AttemptStep[][] = [];
    const pairs = await measurePairs(
      rounds,
      async () => total(live, await flow(engine, app, undefined)),
      // Recordings are read and not mended, so that each round meets the same ones.
      async () =>
        total(stale, await flow(engine, app, { mode: 'read-only', strict: false, update: false, store })),
      false,
    );
    return report(pairs, live, stale);
  } finally {
    await engine.close();
    await app.close();
  }
}

function total(all: AttemptStep[][], steps: readonly AttemptStep[]): number {
  all.push([...steps]);
  return steps.reduce((sum, { durationMs }) => sum + durationMs, 0);
}

function report(
  pairs: readonly { readonly base: number; readonly other: number }[],
  live: readonly AttemptStep[][],
  stale: readonly AttemptStep[][],
): readonly Row[] {
  const seconds = (all: readonly AttemptStep[][], index: number): string =>
    spread(all.map((steps) => (steps[index]?.durationMs ?? 0) / 1000));
  printTable([
    ['step', 'without a cache, s', 'stale, s', 'ended'],
    ...KINDS.map(({ title }, index) => {
      const { cache } = stale[0]?.[index] ?? {};
      return [title, seconds(live, index), seconds(stale, index), cache?.reason ?? cache?.mode ?? '?'];
    }),
  ]);
  const allowedMs = (base: number): number => MOST_TIMES * base + KINDS.length * TARGET_WAIT_MS;
  const worst = KINDS.map((_, index) => {
    const of = (all: readonly AttemptStep[][]): number =>
      median(all.map((steps) => steps[index]?.durationMs ?? 0));
    return of(stale) / (MOST_TIMES * of(live) + TARGET_WAIT_MS);
  });
  const shares = pairs.map(({ base, other }) => other / allowedMs(base));
  console.log(`\n${pairs.length} rounds of ${KINDS.length} steps, all of them stale`);
  console.log(`without a cache   ${spread(pairs.map(({ base }) => base / 1000))} s`);
  console.log(`stale             ${spread(pairs.map(({ other }) => other / 1000))} s`);
  console.log(
    `allowed           ${spread(pairs.map(({ base }) => allowedMs(base) / 1000))} s: ${MOST_TIMES} times, and ${TARGET_WAIT_MS / 1000} s a step`,
  );
  console.log(`of the worst single step's allowance ${Math.max(...worst).toFixed(2)}\n`);
  return [{ what: 'stale recordings ÷ what they may cost', ratios: shares, target: 1 }];
}

/** The whole flow once: every step of the app in its own page. */
async function flow(
  engine: RunningEngine,
  app: Served,
  cache: CacheSettings | undefined,
): Promise<readonly AttemptStep[]> {
  const session = await engine.startAttempt({ appUrl: app.url });
  const attempt = startAttempt({
    identity: {
      project: 'bench',
      file: 'stale.e2e.ts',
      titlePath: ['stale'],
      target: 'web',
      engine: 'web',
      app: 'bench',
    },
    number: 1,
    rootDir: process.cwd(),
    appUrl: app.url,
    session,
    ...(cache === undefined ? {} : { cache }),
    noModel: false,
    redactor: createRedactor(),
    secret: async () => '',
    signal: new AbortController().signal,
    hasFailed: () => false,
  });
  const executor = scripted(KINDS.map(({ goal, act }) => [goal, act] as const));
  const agent = attempt.agent({ name: 'default', executor });
  for (const kind of KINDS) {
    await session.open(kind.path);
    await agent.act(kind.goal);
    attempt.verified();
  }
  await attempt.end({ status: 'passed', failures: [] });
  await session.end();
  const replayed = attempt.steps.filter((step) => step.cache?.mode === 'self-finalized');
  if (replayed.length > 0) throw new Error(`not stale: ${replayed.map(({ label }) => label).join(', ')}`);
  return attempt.steps;
}

/** Damages the recordings that are to be damaged. */
async function damage(store: MemoryStore): Promise<void> {
  const goals = KINDS.flatMap(({ damaged, goal }) => (damaged ? [JSON.stringify(goal)] : []));
  for (const [key, text] of store.entries) {
    if (goals.some((goal) => text.includes(goal))) await store.write(key, text.slice(0, -20));
  }
}
