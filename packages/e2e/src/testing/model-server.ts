// A language model's server on this machine: it speaks OpenAI's chat completions and Anthropic's Messages API, answers from a script, and
// keeps what it was asked. For tests of anything that asks a model; it thinks nothing.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CHAT } from './model-chat.ts';
import type { Dialect, ModelAnswer, ModelRequest } from './model-dialect.ts';
import { MESSAGES } from './model-messages.ts';

export type { ModelAnswer, ModelRequest, ScriptedCall } from './model-dialect.ts';

/** A running server. */
export interface ModelServer {
  /** For `{ baseURL, model }`, and for `ANTHROPIC_BASE_URL`. */
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
      else send(response, 500, dialectOf(request).fault(`the model server failed: ${String(thrown)}`));
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
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const dialect = dialectOf(request);
  const key = request.headers.authorization ?? request.headers['x-api-key'];
  const asked = dialect.read(
    JSON.parse(Buffer.concat(chunks).toString()),
    typeof key === 'string' ? key : undefined,
  );
  const index = requests.push(asked) - 1;
  const answer = typeof script === 'function' ? await script(asked, index) : script[index];
  if (answer === undefined)
    send(response, 500, dialect.fault(`the script has no answer number ${index + 1}`));
  else if ('silent' in answer) return;
  else if ('body' in answer) response.writeHead(200, { 'content-type': 'application/json' }).end(answer.body);
  else if ('reset' in answer) cut(response);
  else if ('status' in answer) send(response, answer.status, dialect.fault(answer.message), answer.headers);
  else send(response, 200, dialect.answer(answer, asked.model, index));
}

function dialectOf({ url = '' }: IncomingMessage): Dialect {
  return url.endsWith('/messages') ? MESSAGES : CHAT;
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
