// Anthropic's Messages API, as a scripted model server speaks it. Source: Anthropic's API reference, "Messages".
import {
  ANSWER_TOKENS,
  callsOf,
  type Dialect,
  type ModelRequest,
  type SpokenAnswer,
} from './model-dialect.ts';

/** A part of a message; a text stands for one part of text. */
interface Block {
  readonly type: string;
  readonly content?: unknown;
}

interface Asked {
  readonly model: string;
  readonly system?: unknown;
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
  readonly tools?: readonly { readonly name: string }[];
}

const { input, cached, output } = ANSWER_TOKENS;

const USAGE = {
  input_tokens: input - cached,
  output_tokens: output,
  cache_read_input_tokens: cached,
  cache_creation_input_tokens: 0,
};

/** OpenAI's words for why an answer ended, and those of this API; `tool_use` and `end_turn` are the default. */
const STOP_REASONS: Readonly<Record<string, string>> = { content_filter: 'refusal', length: 'max_tokens' };

/** Anthropic's Messages API. */
export const MESSAGES: Dialect = {
  read(body, key) {
    const { model, system, messages, tools = [] } = body as Asked;
    return {
      authorization: key,
      model,
      messages: [
        ...(system === undefined ? [] : [{ role: 'system', content: system }]),
        ...messages.flatMap(turnsOf),
      ],
      tools: tools.map((tool) => ({ function: tool })),
      body,
    };
  },
  answer(answer, model, index) {
    const finish = 'finish' in answer ? answer.finish : undefined;
    const own = callsOf(answer, index).length > 0 ? 'tool_use' : 'refusal' in answer ? 'refusal' : 'end_turn';
    return {
      id: `answer-${index}`,
      type: 'message',
      role: 'assistant',
      model,
      content: contentOf(answer, index),
      stop_reason: finish === undefined ? own : (STOP_REASONS[finish] ?? finish),
      stop_sequence: null,
      ...('refusal' in answer
        ? { stop_details: { type: 'refusal', category: null, explanation: answer.refusal } }
        : {}),
      usage: USAGE,
    };
  },
  fault: (message) => ({ type: 'error', error: { type: 'scripted', message } }),
};

/** Results of tools are parts of a user's message here; elsewhere each is a message of its own. */
function turnsOf({ role, content }: Asked['messages'][number]): ModelRequest['messages'] {
  if (typeof content === 'string' || role !== 'user') return [{ role, content }];
  const turns: { role: string; content: unknown }[] = [];
  let said: Block[] | undefined;
  for (const block of content) {
    if (block.type === 'tool_result') {
      turns.push({ role: 'tool', content: block.content });
      said = undefined;
    } else if (said === undefined) {
      said = [block];
      turns.push({ role, content: said });
    } else said.push(block);
  }
  return turns;
}

function contentOf(answer: SpokenAnswer, index: number): readonly unknown[] {
  if ('refusal' in answer) return [];
  if ('text' in answer) return [{ type: 'text', text: answer.text }];
  return callsOf(answer, index).map(({ tool, input: given, id }) => ({
    type: 'tool_use',
    id,
    name: tool,
    input: given,
  }));
}
