// The one adapter between the product and AI SDK language models of spec v2, v3 and v4: what is sent, and what comes back in one shape.
// Structural on purpose: no SDK is imported for its types, so a user's own version of it fits.

/** A language model of the AI SDK, as far as it is driven here. */
export interface LanguageModel {
  /** `v2`, `v3` or `v4`. */
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: never): PromiseLike<unknown>;
}

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
}

/** One message of a conversation. */
export type Message =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly call: ToolCall; readonly text: string };

/** What a model answered. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** `stop`, `length`, `content-filter`, `tool-calls`, `error`, `other`, `unknown`. */
  readonly finish: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cachedTokens?: number;
}

/** Whether a value is a model that can be driven. */
export function isLanguageModel(value: unknown): value is LanguageModel {
  return isRecord(value) && typeof value.doGenerate === 'function' && typeof value.modelId === 'string';
}

/** Asks once. @throws whatever the model's provider throws. */
export async function generate(
  model: LanguageModel,
  messages: readonly Message[],
  tools: readonly Tool[],
  signal: AbortSignal,
): Promise<Reply> {
  const options = {
    prompt: messages.map(wire),
    tools: tools.map((tool) => ({ type: 'function', ...tool })),
    toolChoice: { type: 'required' },
    abortSignal: signal,
  };
  // The three spec versions agree on these fields; each narrows the options in its own type.
  return replyOf(await model.doGenerate(options as never));
}

function wire(message: Message): unknown {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text };
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }] };
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...(message.text === '' ? [] : [{ type: 'text', text: message.text }]),
          ...message.calls.map(wireCall),
        ],
      };
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

function wireCall(call: ToolCall): unknown {
  return { type: 'tool-call', toolCallId: call.id, toolName: call.name, input: parseInput(call.input) ?? {} };
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
  const parts = Array.isArray(answer.content) ? answer.content.filter(isRecord) : [];
  const finish = isRecord(answer.finishReason) ? answer.finishReason.unified : answer.finishReason;
  const usage = isRecord(answer.usage) ? answer.usage : {};
  return {
    text: parts
      .flatMap((part) => (part.type === 'text' && typeof part.text === 'string' ? [part.text] : []))
      .join(''),
    calls: parts.flatMap(callOf),
    finish: typeof finish === 'string' ? finish : 'unknown',
    ...count('inputTokens', usage.inputTokens, 'total'),
    ...count('outputTokens', usage.outputTokens, 'total'),
    ...(isRecord(usage.inputTokens)
      ? count('cachedTokens', usage.inputTokens, 'cacheRead')
      : count('cachedTokens', usage.cachedInputTokens, 'total')),
  };
}

function callOf(part: Readonly<Record<string, unknown>>): readonly ToolCall[] {
  if (part.type !== 'tool-call' || typeof part.toolName !== 'string') return [];
  const input = typeof part.input === 'string' ? part.input : JSON.stringify(part.input ?? {});
  return [{ id: String(part.toolCallId ?? ''), name: part.toolName, input }];
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

/** Whether a value is a plain object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
