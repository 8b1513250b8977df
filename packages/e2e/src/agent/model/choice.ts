// What `model` of a config may say, and what it is called. All that a replay loads of models: it asks nothing and reaches nothing.

/** A language model of the AI SDK, as far as it is driven here. */
export interface LanguageModel {
  /** `v2`, `v3` or `v4`. */
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: never): PromiseLike<unknown>;
}

/** Any server that speaks OpenAI's chat completions. */
export interface Endpoint {
  /** Up to and without `/chat/completions`. */
  readonly baseURL: string;
  /** Absent: no Authorization header is sent. */
  readonly apiKey?: string;
  /** The model's id as the server knows it. */
  readonly model: string;
}

/** What `model` may be in a config. */
export type ModelChoice = string | Endpoint | LanguageModel;

/** Whether a choice is a model object that can be driven. */
export function isLanguageModel(choice: Endpoint | LanguageModel): choice is LanguageModel {
  return 'doGenerate' in choice && typeof choice.doGenerate === 'function';
}

/** Provider and model, as reports name them. */
export function modelName(choice: ModelChoice): string {
  if (typeof choice === 'string') return choice;
  if (!isLanguageModel(choice)) return choice.model;
  // `openai.chat` and `openai.responses` are one provider; the gateway's ids begin with theirs.
  const provider = choice.provider.split('.')[0] ?? '';
  return provider === 'gateway' ? choice.modelId : `${provider}/${choice.modelId}`;
}

/** The same as messages name it: an endpoint with its host. */
export function modelLabel(choice: ModelChoice): string {
  const name = modelName(choice);
  if (typeof choice === 'string' || isLanguageModel(choice)) return name;
  return `${name} at ${URL.canParse(choice.baseURL) ? new URL(choice.baseURL).host : choice.baseURL}`;
}
