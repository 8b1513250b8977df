// A language model's server on this machine: it speaks OpenAI's chat completions, answers from a script, and keeps what it was asked.
// For tests of anything that asks a model; it thinks nothing.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One answer of the script. */
export type ModelAnswer =
  /** A tool call; a text stands for its arguments as they are, valid or not. */
  | { readonly tool: string; readonly input: unknown }
  | { readonly text: string; readonly finish?: string }
  /** An HTTP failure, with a message in OpenAI's form. */
  | { readonly status: number; readonly message: string }
  /** A body sent as it is, with status 200. */
  | { readonly body: string }
  /** Takes the request and never answers. */
  | { readonly silent: true };

/** One request as it came. */
export interface ModelRequest {
  readonly authorization: string | undefined;
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly tools: readonly { readonly function: { readonly name: string } }[];
}

/** A running server. */
export interface ModelServer {
  /** For `{ baseURL, model }`. */
  readonly baseURL: string;
  readonly requests: readonly ModelRequest[];
  close(): Promise<void>;
}

/** Answers in order, or whatever a function makes of a request. */
export type ModelScript = readonly ModelAnswer[] | ((request: ModelRequest, index: number) => ModelAnswer);

/** Starts a server on a free port of 127.0.0.1. A request past the end of the script is answered with status 500, saying so. */
export async function startModelServer(script: ModelScript): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server: Server = createServer((request, response) => {
    void serve(request, response, requests, script);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  requests: ModelRequest[],
  script: ModelScript,
): Promise<void> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const asked = {
    ...(JSON.parse(text) as Omit<ModelRequest, 'authorization'>),
    authorization: request.headers.authorization,
  };
  const index = requests.push(asked) - 1;
  const answer = typeof script === 'function' ? script(asked, index) : script[index];
  if (answer === undefined)
    send(response, 500, { error: { message: `the script has no answer number ${index + 1}` } });
  else if ('silent' in answer) return;
  else if ('body' in answer) response.writeHead(200, { 'content-type': 'application/json' }).end(answer.body);
  else if ('status' in answer)
    send(response, answer.status, { error: { message: answer.message, type: 'scripted' } });
  else send(response, 200, completion(answer, asked.model, index));
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Tokens of each answer: fixed, so that tests can count them. */
const USAGE = {
  prompt_tokens: 100,
  completion_tokens: 10,
  total_tokens: 110,
  prompt_tokens_details: { cached_tokens: 40 },
};

function completion(
  answer: Extract<ModelAnswer, { tool: string } | { text: string }>,
  model: string,
  index: number,
): unknown {
  const isCall = 'tool' in answer;
  const message = isCall
    ? {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: `call-${index}`,
            type: 'function',
            function: {
              name: answer.tool,
              arguments: typeof answer.input === 'string' ? answer.input : JSON.stringify(answer.input),
            },
          },
        ],
      }
    : { role: 'assistant', content: answer.text };
  const finish = isCall ? 'tool_calls' : (answer.finish ?? 'stop');
  return {
    id: `answer-${index}`,
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: USAGE,
  };
}
