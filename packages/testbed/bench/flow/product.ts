// A flow in the product, in this process: the web engine, the agent, the cache on files and the matchers of `expect`, from the source. It is
// recorded once; each run after that is an attempt of its own in a browser that stays. A run that was not a whole replay is an error: it
// would be the time of something else.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Attempt } from '../../../e2e/src/agent/attempt.ts';
import { startAttempt } from '../../../e2e/src/agent/steps.ts';
import type { LiveTest } from '../../../e2e/src/api/live.ts';
import { createScreen, type Screen } from '../../../e2e/src/api/locator.ts';
import { RAW_MATCHERS } from '../../../e2e/src/api/matchers.ts';
import { now } from '../../../e2e/src/base/clock.ts';
import { createRedactor } from '../../../e2e/src/base/redact.ts';
import type { Entry } from '../../../e2e/src/cache/entry.ts';
import { guardStore } from '../../../e2e/src/cache/guard.ts';
import { readStored } from '../../../e2e/src/cache/read.ts';
import { type CacheStore, createFileStore } from '../../../e2e/src/cache/store.ts';
import type { RunningEngine, Session } from '../../../e2e/src/engine/contract.ts';
import { web } from '../../../e2e/src/engines/web/index.ts';
import { type ScriptedExecutor, scripted } from '../../../e2e/src/testing/scripted.ts';
import type { Flow } from './flow.ts';
import { CUSTOMER, type Shop } from './shop.ts';

/** One way to run a flow, its browser launched. */
export interface Side {
  /** Runs the flow once in a fresh context. @returns ms from before the page is opened to after the last check. */
  run(): Promise<number>;
  close(): Promise<void>;
}

/** Runs of a recording until one replays whole: a recording that was too fast for itself is recorded a second time. Source: chosen. */
const MOST_RECORDINGS = 3;

/** Longest time of one run, in ms: one that waits for what does not come is an error. Source: chosen, a test's own limit. */
const ATTEMPT_MS = 60_000;

/** The product's side. */
export interface Product extends Side {
  /** Its recordings, as they are stored. */
  recordings(): Promise<readonly Entry[]>;
}

/** The flow in the product, recorded. @throws Error when it does not come to replay. */
export async function product(flow: Flow, shop: Shop, executablePath: string): Promise<Product> {
  const dir = await mkdtemp(join(tmpdir(), 'e2e-bench-'));
  const engine = await web({ executablePath }).launch({ rootDir: dir });
  const close = async (): Promise<void> => {
    await engine.close();
    await rm(dir, { recursive: true, force: true });
  };
  const store = guardStore(createFileStore(join(dir, 'cache')));
  const executor = scripted(
    flow.acts.map(({ goal, act }) => [goal.replace(/\{(\w+)\}/gu, '<secret:$1>'), act]),
  );
  const attempt = (): Promise<Ran> => runOnce({ flow, shop, engine, store, executor, dir });
  try {
    let told = await attempt();
    for (let tries = 0; told.notReplayed.length > 0; tries += 1) {
      if (tries === MOST_RECORDINGS) throw new Error(`it does not replay: ${told.notReplayed.join('; ')}`);
      told = await attempt();
    }
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return {
    async run() {
      const { ms, notReplayed } = await attempt();
      if (notReplayed.length > 0) throw new Error(`no whole replay: ${notReplayed.join('; ')}`);
      return ms;
    },
    async recordings() {
      const keys = (await store.list?.()) ?? [];
      return await Promise.all(
        keys.map(async (key) => {
          const stored = await readStored(store, key);
          if (stored.kind !== 'entry') throw new Error(`no recording under ${key}: ${stored.kind}`);
          return stored.entry;
        }),
      );
    },
    close,
  };
}

interface Rig {
  readonly flow: Flow;
  readonly shop: Shop;
  readonly engine: RunningEngine;
  readonly store: CacheStore;
  readonly executor: ScriptedExecutor;
  readonly dir: string;
}

/** One run. `notReplayed`: sentences; empty when every step was a whole replay and nobody was asked. */
interface Ran {
  readonly ms: number;
  readonly notReplayed: readonly string[];
}

async function runOnce(rig: Rig): Promise<Ran> {
  const { flow, shop, engine, executor } = rig;
  executor.reset();
  const session = await engine.startAttempt({ appUrl: shop.url });
  try {
    const { attempt, screen } = open(rig, session);
    const agent = attempt.agent({ name: 'default', executor });
    const startedAt = now();
    await session.open(flow.start);
    for (const { goal, options } of flow.acts) await agent.act(goal, options);
    for (const locator of flow.checks(screen)) await RAW_MATCHERS.toBeVisible?.call({}, locator);
    const ms = now() - startedAt;
    await attempt.end({ status: 'passed', failures: [] });
    return {
      ms,
      notReplayed: [...notReplayed(attempt), ...executor.calls.map((goal) => `the agent was asked: ${goal}`)],
    };
  } finally {
    await session.end();
  }
}

function notReplayed({ steps }: Attempt): readonly string[] {
  return steps.flatMap(({ label, cache }) =>
    cache?.mode === 'self-finalized'
      ? []
      : `${label}: ${cache?.detail ?? cache?.mode ?? 'no cache'} ${cache?.write ?? ''}`,
  );
}

function open(
  { shop, store, dir }: Rig,
  session: Session,
): { readonly attempt: Attempt; readonly screen: Screen } {
  const signal = AbortSignal.timeout(ATTEMPT_MS);
  const redactor = createRedactor();
  const attempt = startAttempt({
    identity: {
      project: 'bench',
      file: 'flow.e2e.ts',
      titlePath: ['flow'],
      target: 'web',
      engine: 'web',
      app: 'shop',
    },
    number: 1,
    rootDir: dir,
    appUrl: shop.url,
    session,
    cache: { mode: 'read-write', strict: false, update: false, store, dir: join(dir, 'cache') },
    noModel: false,
    redactor,
    secret: async (name) => {
      redactor.add(name, CUSTOMER.password);
      return CUSTOMER.password;
    },
    signal,
    hasFailed: () => false,
  });
  const live: LiveTest = {
    session,
    attempt,
    agent: attempt.agent({ name: 'none' }),
    target: 'web',
    engine: 'web',
    outputDir: dir,
    appUrl: shop.url,
    appHint: '',
    picture: () => session.screenshot(),
    redact: (text) => text,
    call: (timeoutMs) => ({ timeoutMs, signal }),
    begin: () => () => {},
    watch: (_call, run) => run(),
  };
  return { attempt, screen: createScreen(live) };
}
