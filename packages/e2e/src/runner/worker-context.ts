// What one worker process keeps from test to test: the config, the launched engine, the secrets. Decides nothing about a single attempt.
import type { AgentDefinition } from '../agent/attempt.ts';
import type { Executor } from '../agent/executor.ts';
import { type AgentConfig, type Config, sourceOf, type TargetConfig } from '../api/config.ts';
import { E2EError } from '../base/error.ts';
import { createRedactor, type Redactor } from '../base/redact.ts';
import type { CacheSettings } from '../cache/step.ts';
import type { CacheStore } from '../cache/store.ts';
import type { RunningEngine, SecretRule } from '../engine/contract.ts';
import { openStore } from './cache-store.ts';
import { sayNoSecret } from './no-secret.ts';
import type { WorkerSettings } from './settings.ts';

/** Name of the agent of a test that names none, and of a config that has none. */
const DEFAULT_AGENT = 'default';

/** Names of secrets that are passwords, where the config does not say. Source: chosen; a code or a token has fields of other kinds. */
const PASSWORD_NAME = /pass(?:word|wd|phrase|wort)|kennwort|pwd/iu;

/** One worker's lasting things. */
export class WorkerContext {
  readonly settings: WorkerSettings;
  readonly config: Config;
  readonly target: TargetConfig;
  readonly redactor: Redactor = createRedactor();
  #engine: Promise<RunningEngine> | undefined;
  #store: Promise<CacheStore> | undefined;
  readonly #executors = new Map<string, Executor | undefined>();
  /** Set once the engine could not be had; the run ends on it. */
  launchError: unknown;

  constructor(settings: WorkerSettings, config: Config) {
    const target = config.targets.find(({ name }) => name === settings.target);
    if (target === undefined) throw new Error(`the config lost its target ${settings.target}`);
    this.settings = settings;
    this.config = config;
    this.target = target;
    for (const [name, secret] of Object.entries(config.secrets ?? {})) {
      const source = sourceOf(secret);
      if (typeof source === 'string') this.redactor.add(name, source);
    }
    for (const [name, value] of settings.secrets) this.redactor.add(name, value);
  }

  get agentNames(): readonly string[] {
    const names = Object.keys(this.config.agents ?? {});
    return names.length > 0 ? names : [DEFAULT_AGENT];
  }

  /** The agent of a test; without a name the one called `default`, else the config's first. */
  agentName(wanted: string | undefined): string {
    if (wanted !== undefined) return wanted;
    return this.agentNames.includes(DEFAULT_AGENT) ? DEFAULT_AGENT : (this.agentNames[0] ?? DEFAULT_AGENT);
  }

  async agent(name: string): Promise<AgentDefinition> {
    const own = this.config.agents?.[name];
    if (!this.#executors.has(name)) this.#executors.set(name, await executorOf(own));
    const executor = this.#executors.get(name);
    return {
      name,
      ...(executor === undefined ? {} : { executor }),
      ...(own?.context === undefined ? {} : { context: own.context }),
      ...(own?.maxSteps === undefined ? {} : { maxSteps: own.maxSteps }),
      ...(own?.vision ? { vision: own.vision } : {}),
      ...(own?.tools === undefined ? {} : { tools: own.tools }),
    };
  }

  /** The launched engine; launched once, kept until the worker ends. */
  engine(): Promise<RunningEngine> {
    const { rootDir, headed } = this.settings;
    this.#engine ??= this.target.engine
      .launch({ rootDir, ...(headed === undefined ? {} : { headed }) })
      .catch((thrown: unknown) => {
        this.launchError = thrown;
        throw thrown;
      });
    return this.#engine;
  }

  /** The cache as an attempt uses it; `undefined` when it is off. */
  async cache(): Promise<CacheSettings | undefined> {
    const { mode, strict, update, dir, proof } = this.settings.cache;
    if (mode === 'off') return undefined;
    this.#store ??= openStore(this.config, dir);
    const store = await this.#store;
    return {
      mode,
      strict,
      update,
      store,
      ...(dir === undefined ? {} : { dir }),
      ...(proof === undefined ? {} : { proof }),
    };
  }

  /** A configured secret's value; registers it with the redactor. @throws E2EError INVALID_CONFIG */
  async secret(name: string): Promise<string> {
    const secrets = this.config.secrets ?? {};
    const configured = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    if (configured === undefined) {
      throw new E2EError(
        'INVALID_CONFIG',
        `The ${sayNoSecret(name, Object.keys(secrets))} Add it under secrets.`,
      );
    }
    const source = sourceOf(configured);
    const value = typeof source === 'string' ? source : await source();
    if (typeof value !== 'string' || value === '') {
      throw new E2EError(
        'INVALID_CONFIG',
        `Secret "${name}" has no value: its entry in the config's secrets gave ${value === '' ? 'an empty text' : typeof value}.`,
      );
    }
    this.redactor.add(name, value);
    return value;
  }

  /** Where a secret may be typed. */
  secretRule(name: string): SecretRule {
    const secrets = this.config.secrets ?? {};
    const secret = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    const { sites = [], field = PASSWORD_NAME.test(name) ? 'password' : 'any' } =
      typeof secret === 'object' ? secret : {};
    return { sites, passwordOnly: field === 'password' };
  }

  /** Closes the engine, when one was launched. */
  async close(): Promise<void> {
    const engine = await this.#engine?.catch(() => undefined);
    await engine?.close();
  }
}

/** An agent's brain: its own executor, else its model; a model of its own may judge. `undefined` when the config names neither. */
async function executorOf(agent: AgentConfig | undefined): Promise<Executor | undefined> {
  if (agent?.executor !== undefined) return agent.executor;
  if (agent?.model === undefined) return undefined;
  const { modelExecutor } = await import('../agent/model/executor.ts');
  const acting = modelExecutor({ model: agent.model });
  if (agent.judge === undefined) return acting;
  const judging = modelExecutor({ model: agent.judge });
  return { ...acting, judge: (step) => judging.judge(step) };
}
