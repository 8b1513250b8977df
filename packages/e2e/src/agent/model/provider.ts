// From what a config says to a model that can be asked: an AI SDK object as it is, an OpenAI-compatible endpoint, or a string id.
// Each provider's package is imported only when a step is about to ask it; reading a config loads nothing.
import { E2EError } from '../../base/error.ts';
import { type Endpoint, isLanguageModel, type LanguageModel, type ModelChoice, modelName } from './choice.ts';
import { SPEC_VERSIONS } from './language.ts';

/** What a server is spoken to in: OpenAI's chat completions, or Anthropic's Messages API. */
type Protocol = 'chat-completions' | 'messages';

/** Where a string id's provider answers, and which variables hold its key. */
interface Provider {
  /** Default: `chat-completions`. */
  readonly protocol?: Protocol;
  readonly baseURL: string;
  /** Environment variable that replaces `baseURL`. */
  readonly baseURLVariable?: string;
  /** The first that is set is used; empty: none is needed. */
  readonly keys: readonly string[];
}

/**
 * Providers that a string id reaches: by their OpenAI-compatible endpoint, unless that lacks what a step needs.
 * Source: each provider's documentation of that endpoint.
 */
const PROVIDERS: Readonly<Record<string, Provider>> = {
  openai: {
    baseURL: 'https://api.openai.com/v1',
    baseURLVariable: 'OPENAI_BASE_URL',
    keys: ['OPENAI_API_KEY'],
  },
  // Its OpenAI-compatible endpoint has no prompt cache.
  anthropic: {
    protocol: 'messages',
    baseURL: 'https://api.anthropic.com/v1',
    baseURLVariable: 'ANTHROPIC_BASE_URL',
    keys: ['ANTHROPIC_API_KEY'],
  },
  google: {
    baseURL: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
  },
  mistral: { baseURL: 'https://api.mistral.ai/v1', keys: ['MISTRAL_API_KEY'] },
  groq: { baseURL: 'https://api.groq.com/openai/v1', keys: ['GROQ_API_KEY'] },
  deepseek: { baseURL: 'https://api.deepseek.com/v1', keys: ['DEEPSEEK_API_KEY'] },
  xai: { baseURL: 'https://api.x.ai/v1', keys: ['XAI_API_KEY'] },
  openrouter: { baseURL: 'https://openrouter.ai/api/v1', keys: ['OPENROUTER_API_KEY'] },
  ollama: { baseURL: 'http://127.0.0.1:11434/v1', baseURLVariable: 'OLLAMA_BASE_URL', keys: [] },
  lmstudio: { baseURL: 'http://127.0.0.1:1234/v1', baseURLVariable: 'LMSTUDIO_BASE_URL', keys: [] },
};

/** Serves every provider's models under one key. Source: the AI Gateway's documentation. */
const GATEWAY: Provider = {
  baseURL: 'https://ai-gateway.vercel.sh/v1',
  baseURLVariable: 'AI_GATEWAY_BASE_URL',
  keys: ['AI_GATEWAY_API_KEY'],
};

/** A model that can be asked, and the key that it is asked with; a model object keeps its own to itself. */
export interface LoadedModel {
  readonly model: LanguageModel;
  readonly apiKey?: string;
}

/**
 * The model that a choice stands for.
 * @throws E2EError MODEL_UNAVAILABLE for an id that no known provider serves, MODEL_PROVIDER_FAILED for a missing key (spec R6).
 */
export async function loadModel(
  choice: ModelChoice,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<LoadedModel> {
  if (typeof choice === 'string') return await connect(servedBy(choice, env));
  if (!isLanguageModel(choice)) {
    return await connect({ ...choice, provider: 'endpoint', protocol: 'chat-completions' });
  }
  if (SPEC_VERSIONS.includes(choice.specificationVersion)) return { model: choice };
  throw new E2EError(
    'MODEL_UNAVAILABLE',
    `model ${modelName(choice)} is an AI SDK model of spec ${choice.specificationVersion || 'v1'}, and e2e drives ${SPEC_VERSIONS.join(', ')}: update its provider package to one for AI SDK 5 or newer`,
    { data: { model: modelName(choice) } },
  );
}

/** An endpoint, and how it is spoken to. */
interface Served extends Endpoint {
  readonly provider: string;
  readonly protocol: Protocol;
}

async function connect(served: Served): Promise<LoadedModel> {
  const baseURL = served.baseURL.replace(/\/+$/u, '');
  const key = served.apiKey === undefined ? {} : { apiKey: served.apiKey };
  return { model: await CONNECTORS[served.protocol]({ ...served, baseURL }, key), ...key };
}

const CONNECTORS: Readonly<
  Record<Protocol, (served: Served, key: { readonly apiKey?: string }) => Promise<LanguageModel>>
> = {
  async 'chat-completions'({ provider, baseURL, model }, key) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({ name: provider, baseURL, ...key }).chatModel(model);
  },
  async messages({ baseURL, model }, key) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL, ...key }).languageModel(model);
  },
};

function servedBy(id: string, env: Readonly<Record<string, string | undefined>>): Served {
  const slash = id.indexOf('/');
  const name = slash === -1 ? '' : id.slice(0, slash);
  const own = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
  const ownKey = own?.keys.map((key) => env[key]).find((key) => key);
  if (own !== undefined && (ownKey !== undefined || own.keys.length === 0)) {
    return {
      provider: name,
      protocol: own.protocol ?? 'chat-completions',
      baseURL: addressOf(own, env),
      model: id.slice(slash + 1),
      ...(ownKey === undefined ? {} : { apiKey: ownKey }),
    };
  }
  const gatewayKey = GATEWAY.keys.map((key) => env[key]).find((key) => key);
  if (gatewayKey !== undefined && slash > 0) {
    return {
      provider: name,
      protocol: 'chat-completions',
      baseURL: addressOf(GATEWAY, env),
      apiKey: gatewayKey,
      model: id,
    };
  }
  throw own === undefined ? unknownProvider(id) : missingKey(id, own);
}

/** Where a provider answers. Other tools write their variable without the `/v1` that every one of these endpoints has. */
function addressOf(provider: Provider, env: Readonly<Record<string, string | undefined>>): string {
  const own = provider.baseURLVariable === undefined ? undefined : env[provider.baseURLVariable];
  if (!own) return provider.baseURL;
  return URL.canParse(own) && new URL(own).pathname === '/' ? `${own.replace(/\/+$/u, '')}/v1` : own;
}

function unknownProvider(id: string): E2EError {
  return new E2EError(
    'MODEL_UNAVAILABLE',
    `model ${JSON.stringify(id)} names no provider that e2e reaches by itself. Write "provider/model" with one of ${Object.keys(PROVIDERS).join(', ')}; set AI_GATEWAY_API_KEY to reach any other through the AI Gateway; or give the config an AI SDK model object, or { baseURL, apiKey, model } of an OpenAI-compatible server`,
    { data: { model: id } },
  );
}

function missingKey(id: string, provider: Provider): E2EError {
  return new E2EError(
    'MODEL_PROVIDER_FAILED',
    `model ${JSON.stringify(id)} needs a key: set ${provider.keys.join(' or ')}, or AI_GATEWAY_API_KEY, in the environment. For runs without a key use the offline() executor, or replay recordings with --no-model`,
    { data: { model: id } },
  );
}
