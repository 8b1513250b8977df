// The server of one situation on a loopback port: it answers from the situation's table with the world of the run at hand.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { listen } from '../harness/listen.ts';
import type { Answer, Situation, World } from './situation.ts';

/** A running server. */
export interface Served {
  readonly url: string;
  /** The world that answers from now on. */
  use(world: World): void;
  close(): Promise<void>;
}

/** A fresh world for one run. `folder`: where its upload is, in the project. */
export function createWorld(change: string, run: number, folder = ''): World {
  const counts: Record<string, number> = {};
  return {
    change,
    run,
    folder,
    counts,
    data: {},
    count(name) {
      counts[name] = (counts[name] ?? 0) + 1;
    },
  };
}

/** Serves a situation until closed. */
export async function serveSituation(situation: Pick<Situation, 'serve'>): Promise<Served> {
  let world = createWorld('', 1);
  const server = createServer((request, response) => {
    // A late request of a run that is over belongs to that run.
    const own = world;
    void respond(situation, own, request, response).catch(() => response.destroy());
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    use(next) {
      world = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  situation: Pick<Situation, 'serve'>,
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const method = request.method ?? 'GET';
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const answerer =
    situation.serve[`${method} ${url.pathname}`] ??
    (method === 'GET' ? situation.serve[url.pathname] : undefined);
  const answer: Answer =
    answerer === undefined
      ? { status: 404, body: 'Not found', type: 'text/plain' }
      : answerer(world, {
          path: url.pathname,
          query: url.searchParams,
          body: Buffer.concat(chunks).toString('utf8'),
        });
  const { status, body, headers, type, delayMs } =
    typeof answer === 'string' ? ({ body: page(answer) } as Exclude<Answer, string>) : answer;
  if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs));
  response.writeHead(status ?? 200, { 'content-type': `${type ?? 'text/html'}; charset=utf-8`, ...headers });
  response.end(body ?? '');
}

/** A body as a whole document. */
function page(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Drift</title></head><body>${body}</body></html>`;
}
