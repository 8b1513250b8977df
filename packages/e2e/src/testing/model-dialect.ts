// How an API words what a scripted model server is asked and answers. One shape inside, so that one script serves every API.

/** One tool call; a text stands for its arguments as they are, valid or not. */
export interface ScriptedCall {
  readonly tool: string;
  readonly input: unknown;
}

/** One answer of the script. */
export type ModelAnswer =
  | ScriptedCall
  /** Several calls in one turn. `finish`: why the answer ended, in OpenAI's words; default: for the calls. */
  | { readonly calls: readonly ScriptedCall[]; readonly finish?: string }
  | { readonly text: string; readonly finish?: string }
  /** The model declines, in the field that the API has for it. */
  | { readonly refusal: string }
  /** An HTTP failure, with a message in the API's form. */
  | {
      readonly status: number;
      readonly message: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** A body sent as it is, with status 200. */
  | { readonly body: string }
  /** Breaks the connection in the middle of an answer. */
  | { readonly reset: true }
  /** Takes the request and never answers. */
  | { readonly silent: true };

/** An answer that says something. */
export type SpokenAnswer = Extract<
  ModelAnswer,
  ScriptedCall | { calls: unknown } | { text: string } | { refusal: string }
>;

/** One request as it came; one to the Messages API worded as OpenAI would. */
export interface ModelRequest {
  /** The header that holds the key: `Authorization`, or `x-api-key` of the Messages API. */
  readonly authorization: string | undefined;
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly tools: readonly { readonly function: { readonly name: string } }[];
  /** The request's own words, where they were others. */
  readonly body?: unknown;
}

/** One API. */
export interface Dialect {
  read(body: unknown, key: string | undefined): ModelRequest;
  answer(answer: SpokenAnswer, model: string, index: number): unknown;
  fault(message: string): unknown;
}

/** Tokens of each answer: fixed, so that tests can count them. Of the input so many were in the provider's prompt cache. */
export const ANSWER_TOKENS = { input: 100, cached: 40, output: 10 } as const;

/** The calls of an answer, each with an id of its own. */
export function callsOf(
  answer: SpokenAnswer,
  index: number,
): readonly (ScriptedCall & { readonly id: string })[] {
  const calls = 'calls' in answer ? answer.calls : 'tool' in answer ? [answer] : [];
  return calls.map((call, at) => ({ ...call, id: `call-${index}${at === 0 ? '' : `-${at}`}` }));
}
