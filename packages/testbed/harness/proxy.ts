// A proxy that lets nothing through and keeps what it was asked for: where a browser goes that has it for everything but this machine.
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen } from './listen.ts';

/** A proxy that runs until the test ends. */
export interface RefusingProxy {
  readonly url: string;
  /** `GET http://example.com/`, `CONNECT example.com:443`, in order. */
  readonly asked: readonly string[];
}

/** Starts one on a free port of 127.0.0.1. */
export async function refuseAll(): Promise<RefusingProxy> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(403).end();
  });
  server.on('connect', (request, socket) => {
    asked.push(`${request.method} ${request.url}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  const port = await listen(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${port}`, asked };
}
