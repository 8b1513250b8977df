// A Redis server of a test's own: Debian's redis-server on a loopback port, nothing kept on disk, ended by its process id.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from './server.ts';

/** A running server. */
export interface Redis {
  readonly host: string;
  readonly port: number;
  /** Ends it at once, as a crash does; what it held is gone. */
  stop(): Promise<void>;
}

/** Where redis-server is on this machine; `undefined` without one. */
export function findRedis(): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).filter((dir) => dir !== '');
  return places.map((dir) => join(dir, 'redis-server')).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts one. `dir`: its working directory, in which it writes nothing. @throws Error with what it printed, when it does not start. */
export async function startRedis(path: string, dir: string): Promise<Redis> {
  const port = await freePort();
  const host = '127.0.0.1';
  const args = ['--bind', host, '--port', String(port), '--save', '', '--appendonly', 'no', '--dir', dir];
  const server = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = (): void => void server.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let printed = '';
    const heard = (text: string): void => {
      printed += text;
      if (printed.includes('Ready to accept connections')) resolve();
    };
    server.stdout.setEncoding('utf8').on('data', heard);
    server.stderr.setEncoding('utf8').on('data', heard);
    server.once('error', reject);
    void ended.then(() => reject(new Error(`redis-server ended before it was ready:\n${printed}`)));
  });
  return {
    host,
    port,
    async stop() {
      process.off('exit', kill);
      kill();
      await ended;
    },
  };
}
