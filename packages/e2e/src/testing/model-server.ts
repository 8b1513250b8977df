// A language model's server on this machine: it speaks OpenAI's chat completions, answers from a script, and keeps what it was asked.
// For tests of anything that asks a model; it thinks nothing.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One tool call; a text stands for its arguments as they are, valid or not. */
export interface ScriptedCall {
  readonly tool: string;
  readonly input: unknown;
}

/** One answer of the script. */
export type ModelAnswer =
  | ScriptedCall
  /** Several calls in one turn. */
  | { readonly calls: readonly ScriptedCall[] }
  | { readonly text: string; readonly finish?: string }
  /** The model declines, in the field that OpenAI has for it. */
  | { readonly refusal: string }
  /** An HTTP failure, with a message in OpenAI's form. */
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
export type ModelScript =
  | readonly ModelAnswer[]
  | ((request: ModelRequest, index: number) => ModelAnswer | Promise<ModelAnswer>);

/** Starts a server on a free port of 127.0.0.1. A request past the end of the script, or one that the script throws on, is answered with status 500, saying so. */
export async function startModelServer(script: ModelScript): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server: Server = createServer((request, response) => {
    serve(request, response, requests, script).catch((thrown: unknown) => {
      // A script that throws, or a request that is no JSON: told to whoever asked, never to the whole process.
      if (response.headersSent || response.destroyed) response.destroy();
      else send(response, 500, { error: { message: `the model server failed: ${String(thrown)}` } });
    });
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
  const answer = typeof script === 'function' ? await script(asked, index) : script[index];
  if (answer === undefined)
    send(response, 500, { error: { message: `the script has no answer number ${index + 1}` } });
  else if ('silent' in answer) return;
  else if ('body' in answer) response.writeHead(200, { 'content-type': 'application/json' }).end(answer.body);
  else if ('reset' in answer) cut(response);
  else if ('status' in answer)
    send(response, answer.status, { error: { message: answer.message, type: 'scripted' } }, answer.headers);
  else send(response, 200, completion(answer, asked.model, index));
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function cut(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"id":', () => response.destroy());
}

/** Tokens of each answer: fixed, so that tests can count them. */
const USAGE = {
  prompt_tokens: 100,
  completion_tokens: 10,
  total_tokens: 110,
  prompt_tokens_details: { cached_tokens: 40 },
};

function completion(
  answer: Extract<ModelAnswer, ScriptedCall | { calls: unknown } | { text: string } | { refusal: string }>,
  model: string,
  index: number,
): unknown {
  const calls = 'calls' in answer ? answer.calls : 'tool' in answer ? [answer] : [];
  const finish = calls.length > 0 ? 'tool_calls' : ('finish' in answer && answer.finish) || 'stop';
  return {
    id: `answer-${index}`,
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message: messageOf(answer, calls, index), finish_reason: finish }],
    usage: USAGE,
  };
}

function messageOf(answer: ModelAnswer, calls: readonly ScriptedCall[], index: number): unknown {
  const role = 'assistant';
  if ('refusal' in answer) return { role, content: null, refusal: answer.refusal };
  if ('text' in answer) return { role, content: answer.text };
  return {
    role,
    content: null,
    tool_calls: calls.map(({ tool, input }, at) => ({
      id: `call-${index}${at === 0 ? '' : `-${at}`}`,
      type: 'function',
      function: { name: tool, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
    })),
  };
}
