// Runs whole attempts over the fake engine, as a runner would, for the tests of the cache's rules.
import { E2EError } from '../base/error.ts';
import { createRedactor } from '../base/redact.ts';
import type { AttemptOutcome } from '../cache/settle.ts';
import type { CacheSettings } from '../cache/step.ts';
import type { Session } from '../engine/contract.ts';
import {
  type AppHandle,
  type FakeApp,
  type FakeEngineOptions,
  fakeEngine,
  type MemoryStore,
  memoryStore,
  type PerformedAction,
} from '../testing/index.ts';
import type { Agent, Attempt, AttemptSetup, AttemptStep } from './attempt.ts';
import type { Executor } from './executor.ts';
import { startAttempt } from './steps.ts';
import type { ProjectTool } from './tool/define.ts';

/** One attempt to run. */
export interface RunOptions<State> {
  readonly app: FakeApp<State>;
  /** How the engine shows it. */
  readonly engine?: FakeEngineOptions;
  readonly path?: string;
  readonly executor: Executor;
  readonly settings: CacheSettings;
  readonly number?: number;
  readonly body: (agent: Agent, attempt: Attempt) => Promise<void>;
  readonly outcome?: AttemptOutcome;
  readonly secrets?: Readonly<Record<string, string>>;
  /** Secrets that nobody knows before they are fetched. */
  readonly lateSecrets?: Readonly<Record<string, string>>;
  readonly keepPicture?: AttemptSetup['keepPicture'];
  /** The agent's. */
  readonly maxSteps?: number;
  /** The agent's. */
  readonly vision?: true | 'only';
  /** The agent's; they may reach into the app. */
  readonly tools?: (app: AppHandle<State>) => readonly ProjectTool[];
  /** Stands before the session's own, as an engine that does otherwise. */
  readonly perform?: (own: Session['perform']) => Session['perform'];
  /** The same for what is waited for. */
  readonly steady?: (own: Session['steady']) => Session['steady'];
  /** The attempt's; fires never unless given. */
  readonly signal?: AbortSignal;
}

/** Runs one attempt; a thrown error is its outcome unless the test says otherwise. */
export async function run<State>(
  options: RunOptions<State>,
): Promise<{ steps: readonly AttemptStep[]; thrown: unknown; performed: readonly PerformedAction[] }> {
  const engine = fakeEngine(options.app, options.engine);
  const running = await engine.launch({ rootDir: '/' });
  const session = await running.startAttempt({ appUrl: 'http://app.test' });
  if (options.perform !== undefined) session.perform = options.perform(session.perform.bind(session));
  if (options.steady !== undefined) session.steady = options.steady(session.steady.bind(session));
  const redactor = createRedactor();
  for (const [name, value] of Object.entries(options.secrets ?? {})) redactor.add(name, value);
  const setup: AttemptSetup = {
    identity: { project: 'p', file: 't.e2e.ts', titlePath: ['t'], target: 'web', engine: 'fake', app: 'app' },
    number: options.number ?? 1,
    rootDir: '/',
    appUrl: 'http://app.test',
    session,
    cache: options.settings,
    noModel: false,
    redactor,
    secret: async (name) => {
      const late = options.lateSecrets?.[name];
      if (late !== undefined) redactor.add(name, late);
      return late ?? options.secrets?.[name] ?? '';
    },
    signal: options.signal ?? new AbortController().signal,
    ...(options.keepPicture === undefined ? {} : { keepPicture: options.keepPicture }),
    hasFailed: () => false,
  };
  const attempt = startAttempt(setup);
  await session.open(options.path ?? '/cart');
  let thrown: unknown;
  try {
    const limit = options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps };
    const eyes = options.vision === undefined ? {} : { vision: options.vision };
    const tools = options.tools === undefined ? {} : { tools: options.tools(engine.app) };
    const agent = attempt.agent({ name: 'default', executor: options.executor, ...limit, ...eyes, ...tools });
    await options.body(agent, attempt);
  } catch (error) {
    thrown = error;
  }
  const code = thrown instanceof E2EError ? thrown.code : undefined;
  await attempt.end(
    options.outcome ??
      (thrown === undefined ? { status: 'passed', failures: [] } : { status: 'failed', failures: [code] }),
  );
  await session.end();
  await running.close();
  return { steps: attempt.steps, thrown, performed: engine.performed };
}

/** The cache as a developer has it, in memory. */
export function readWrite(store: MemoryStore = memoryStore()): CacheSettings & { store: MemoryStore } {
  return { mode: 'read-write', strict: false, update: false, store };
}
/** A test body of one verified step. */
export const acting =
  (goal: string) =>
  async (agent: Agent, attempt: Attempt): Promise<void> => {
    await agent.act(goal);
    attempt.verified();
  };
