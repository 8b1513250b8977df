// The one adapter between the product and AI SDK language models of spec v2, v3 and v4: what is sent, and what comes back in one shape.
// Structural on purpose: no SDK is imported for its types, so a user's own version of it fits.
import type { LanguageModel } from './choice.ts';

/** Spec versions that the adapter speaks. Source: AI SDK 5, 6 and 7. */
export const SPEC_VERSIONS: readonly string[] = ['v2', 'v3', 'v4'];

/** One tool as a model is told of it. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** One tool call of a model. `input` is its raw JSON text. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: string;
  /** The answer ended in the middle of it: what there is of `input` may be JSON all the same. */
  readonly isCut?: true;
}

/** One message of a conversation. */
export type Message =
  | { readonly role: 'system' | 'user'; readonly text: string }
  /** The screen as it is at this moment: the last of its prompt, and of no other. */
  | { readonly role: 'sight'; readonly text: string; readonly png?: Uint8Array }
  | { readonly role: 'assistant'; readonly reply: Reply }
  | { readonly role: 'tool'; readonly call: ToolCall; readonly text: string };

/** What a model answered. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** The answer's parts as a later prompt repeats them: some providers refuse a call without the reasoning that led to it. */
  readonly parts: readonly unknown[];
  /** `stop`, `length`, `overflow`, `content-filter`, `tool-calls`, `error`, `other`, `unknown`. */
  readonly finish: string;
  /** The model's own words for declining, where the provider keeps them apart. */
  readonly refusal?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cachedTokens?: number;
  /** US dollars, where the provider says. */
  readonly costUsd?: number;
}

/** What one request is made of. */
export interface Prompt {
  readonly messages: readonly Message[];
  readonly tools: readonly Tool[];
  /** `auto` for servers that know no other. */
  readonly toolChoice: 'required' | 'auto';
  readonly signal: AbortSignal;
}

/** Asks once. @throws whatever the model's provider throws. */
export async function generate(model: LanguageModel, prompt: Prompt): Promise<Reply> {
  // An answer of nothing is refused when it is repeated.
  const messages = prompt.messages.filter(
    (message) => message.role !== 'assistant' || message.reply.parts.length > 0,
  );
  const ends = stableEnds(messages);
  const options = {
    prompt: messages.map((message, index) => ({
      ...wire(message, model.specificationVersion),
      ...(ends.has(index) ? CACHE_HERE : {}),
    })),
    tools: prompt.tools.map((tool) => ({ type: 'function', ...tool })),
    toolChoice: { type: prompt.toolChoice },
    abortSignal: prompt.signal,
  };
  // The three spec versions agree on these fields; each narrows the options in its own type.
  return replyOf(await model.doGenerate(options as never));
}

/**
 * Ends of the prompt's stable parts, for the providers whose prompt cache wants to be told; others have their own keys and read none of this.
 * Source: Anthropic's documentation of prompt caching; the AI SDK's `cacheControl`.
 */
const CACHE_HERE = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } };

/**
 * Where to say so, of at most four places that Anthropic takes: after the rules, which every step shares; at this prompt's end, for the next;
 * and at the end of the prompt before, since from an end Anthropic looks back over 20 blocks only, and a turn may have more.
 */
function stableEnds(messages: readonly Message[]): ReadonlySet<number> {
  const lastReply = messages.findLastIndex(({ role }) => role === 'assistant');
  return new Set([0, lastReply - 1, messages.findLastIndex(({ role }) => role !== 'sight')]);
}

function wire(message: Message, spec: string): Readonly<Record<string, unknown>> {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text };
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }] };
    case 'sight':
      return { role: 'user', content: [{ type: 'text', text: message.text }, ...fileOf(message.png, spec)] };
    case 'assistant':
      return { role: 'assistant', content: message.reply.parts };
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: message.call.id,
            toolName: message.call.name,
            output: { type: 'text', value: message.text },
          },
        ],
      };
  }
}

/** A picture as a part of a prompt. Source: the AI SDK's specs v2 to v4. */
function fileOf(png: Uint8Array | undefined, spec: string): readonly unknown[] {
  if (png === undefined) return [];
  return [{ type: 'file', mediaType: 'image/png', data: spec === 'v4' ? { type: 'data', data: png } : png }];
}

/** A call's arguments; `undefined` when they are no JSON object. */
export function parseInput(input: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = input.trim() === '' ? {} : JSON.parse(input);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function replyOf(result: unknown): Reply {
  const answer = isRecord(result) ? result : {};
  const parts = asList(answer.content).filter(isRecord);
  const finish = finishOf(answer.finishReason);
  const usage = isRecord(answer.usage) ? answer.usage : {};
  const cost = costOf(answer, usage);
  const [choice] = asList(at(answer, 'response', 'body', 'choices'));
  const refusal =
    at(choice, 'message', 'refusal') ??
    at(answer, 'providerMetadata', 'anthropic', 'stopDetails', 'explanation');
  return {
    text: parts
      .flatMap((part) => (part.type === 'text' && typeof part.text === 'string' ? [part.text] : []))
      .join(''),
    calls: parts.flatMap((part, index) => {
      const call = callOf(part);
      if (call === undefined) return [];
      const isCut = index === parts.length - 1 && (finish === 'length' || finish === 'overflow');
      return [isCut ? { ...call, isCut } : call];
    }),
    parts: parts.flatMap(repeated),
    finish,
    ...(typeof refusal === 'string' && refusal !== '' ? { refusal } : {}),
    ...count('inputTokens', usage.inputTokens, 'total'),
    ...count('outputTokens', usage.outputTokens, 'total'),
    ...(isRecord(usage.inputTokens)
      ? count('cachedTokens', usage.inputTokens, 'cacheRead')
      : count('cachedTokens', usage.cachedInputTokens, 'total')),
    ...(cost === undefined ? {} : { costUsd: cost }),
  };
}

/** The word of spec v2; of v3 and v4 the one word that all providers share, unless the provider's own says more. */
function finishOf(reason: unknown): string {
  if (!isRecord(reason)) return typeof reason === 'string' ? reason : 'unknown';
  if (reason.raw === 'model_context_window_exceeded') return 'overflow';
  return typeof reason.unified === 'string' ? reason.unified : 'unknown';
}

function callOf(part: Readonly<Record<string, unknown>>): ToolCall | undefined {
  if (part.type !== 'tool-call' || typeof part.toolName !== 'string') return undefined;
  const input = typeof part.input === 'string' ? part.input : JSON.stringify(part.input ?? {});
  return { id: String(part.toolCallId ?? ''), name: part.toolName, input };
}

/** A part of an answer as a part of the next prompt. */
function repeated(part: Readonly<Record<string, unknown>>): readonly unknown[] {
  const options = isRecord(part.providerMetadata) ? { providerOptions: part.providerMetadata } : {};
  const call = callOf(part);
  if (call !== undefined) {
    const input = parseInput(call.input) ?? {};
    return [{ type: 'tool-call', toolCallId: call.id, toolName: call.name, input, ...options }];
  }
  if ((part.type !== 'text' && part.type !== 'reasoning') || typeof part.text !== 'string') return [];
  // An empty text is refused by some providers, and says nothing; empty reasoning may carry its signature.
  return part.type === 'text' && part.text === '' ? [] : [{ type: part.type, text: part.text, ...options }];
}

/** Spec v2 counts tokens as plain numbers, v3 and v4 as an object of parts. */
function count(
  name: 'inputTokens' | 'outputTokens' | 'cachedTokens',
  value: unknown,
  part: string,
): Partial<Reply> {
  const tokens = isRecord(value) ? value[part] : value;
  return typeof tokens === 'number' ? { [name]: tokens } : {};
}

/** What a call cost, where one of the known places says: the raw usage (OpenRouter's form), or the AI Gateway's metadata. */
function costOf(
  answer: Readonly<Record<string, unknown>>,
  usage: Readonly<Record<string, unknown>>,
): number | undefined {
  const places = [
    at(usage, 'raw', 'cost'),
    at(answer, 'response', 'body', 'usage', 'cost'),
    at(answer, 'providerMetadata', 'gateway', 'cost'),
    at(answer, 'providerMetadata', 'openrouter', 'usage', 'cost'),
  ];
  const found = places.find((value) => value !== undefined && value !== null && value !== '');
  const cost = found === undefined ? Number.NaN : Number(found);
  return Number.isFinite(cost) && cost >= 0 ? cost : undefined;
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Whether a value is an object with keys, and no array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
