// Storages of unstorage over real drivers: files, a server of its own on loopback, Redis. Each is empty, and knows how to go.
import { createServer } from 'node:http';
import { createStorage, type Storage } from 'unstorage';
import fsDriver from 'unstorage/drivers/fs';
import httpDriver from 'unstorage/drivers/http';
import redisDriver from 'unstorage/drivers/redis';
import { createStorageServer } from 'unstorage/server';
import { temporaryDir } from '../../e2e/src/base/temporary.fixture.ts';
import { listen } from './listen.ts';
import type { Redis } from './redis.ts';

/** An empty storage. */
export interface OpenStorage {
  readonly storage: Storage;
  close(): Promise<void>;
}

/** Files in a folder of its own. */
export async function openFiles(): Promise<OpenStorage> {
  let remove = async (): Promise<void> => {};
  const base = await temporaryDir((cleanUp) => {
    remove = cleanUp;
  });
  return { storage: createStorage({ driver: fsDriver({ base }) }), close: () => remove() };
}

/** A storage in this process's memory, served by unstorage's own server. */
export async function serveStorage(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(createStorageServer(createStorage()).handle);
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A server of its own, asked over HTTP. */
export async function openHttp(): Promise<OpenStorage> {
  const { url, close } = await serveStorage();
  return { storage: createStorage({ driver: httpDriver({ base: url }) }), close };
}

let bases = 0;

/** A corner of the server that nobody else uses. */
export async function openRedis({ host, port }: Redis): Promise<OpenStorage> {
  bases += 1;
  const storage = createStorage({ driver: redisDriver({ base: `e2e-${bases}`, host, port }) });
  return { storage, close: () => storage.dispose() };
}
