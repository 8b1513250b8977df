// What really goes over a wire: a relay in front of a loopback server that keeps every byte of those who ask, headers too.
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { listen } from './listen.ts';

/** A relay that runs. */
export interface Wire {
  /** The server's address, by way of the relay. */
  readonly url: string;
  /** All that was sent to the server so far, connection after connection. */
  sent(): Buffer;
}

/** Relays to the server of an `http://127.0.0.1:…` address until the test ends. */
export async function relayTo(address: string): Promise<Wire> {
  const { port, pathname } = new URL(address);
  const connections: Buffer[][] = [];
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const kept: Buffer[] = [];
    connections.push(kept);
    const upstream = connect(Number(port), '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.once('error', () => other.destroy());
      socket.once('close', () => open.delete(socket));
    }
    client.on('data', (bytes) => kept.push(bytes));
    client.pipe(upstream).pipe(client);
  });
  const own = await listen(server);
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${own}${pathname === '/' ? '' : pathname}`,
    sent: () => Buffer.concat(connections.flat()),
  };
}

/** Names of the headers that Node's `fetch` sends with a JSON body, whatever it is asked for. */
export const FETCH_HEADERS: readonly string[] = [
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-length',
  'content-type',
  'host',
  'sec-fetch-mode',
  'user-agent',
];
