// A real app on a real loopback port: pages by path, and what was asked of it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen } from './listen.ts';

/** A page's HTML, or a function that answers. A path without one gets 404. */
export type Page = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** A running server. */
export interface Served {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** `GET /cart`, in order. */
  readonly requests: readonly string[];
  /** Replaces or adds pages. */
  set(pages: Readonly<Record<string, Page>>): void;
  close(): Promise<void>;
}

/** Serves pages until the test ends. A path is looked up without its query. */
export async function servePages(first: Readonly<Record<string, Page>>): Promise<Served> {
  const pages = new Map(Object.entries(first));
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    requests.push(`${request.method} ${request.url}`);
    const page = pages.get(path);
    if (typeof page === 'function') return page(request, response);
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page ?? '<title>Not found</title><h1>Not found</h1>');
  });
  const port = await listen(server);
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    set(more) {
      for (const [path, page] of Object.entries(more)) pages.set(path, page);
    },
    close,
  };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
