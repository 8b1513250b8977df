// OpenAI's chat completions, as a scripted model server speaks them. Source: OpenAI's API reference, "Chat Completions".
import {
  ANSWER_TOKENS,
  callsOf,
  type Dialect,
  type ModelRequest,
  type SpokenAnswer,
} from './model-dialect.ts';

const { input, cached, output } = ANSWER_TOKENS;

const USAGE = {
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cached },
};

/** OpenAI's chat completions. */
export const CHAT: Dialect = {
  read: (body, key) => ({ ...(body as Omit<ModelRequest, 'authorization'>), authorization: key }),
  answer(answer, model, index) {
    const hasCalls = callsOf(answer, index).length > 0;
    const finish = ('finish' in answer && answer.finish) || (hasCalls ? 'tool_calls' : 'stop');
    return {
      id: `answer-${index}`,
      object: 'chat.completion',
      created: 0,
      model,
      choices: [{ index: 0, message: messageOf(answer, index), finish_reason: finish }],
      usage: USAGE,
    };
  },
  fault: (message) => ({ error: { message, type: 'scripted' } }),
};

function messageOf(answer: SpokenAnswer, index: number): unknown {
  const role = 'assistant';
  if ('refusal' in answer) return { role, content: null, refusal: answer.refusal };
  if ('text' in answer) return { role, content: answer.text };
  return {
    role,
    content: null,
    tool_calls: callsOf(answer, index).map(({ tool, input: given, id }) => ({
      id,
      type: 'function',
      function: { name: tool, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
    })),
  };
}
