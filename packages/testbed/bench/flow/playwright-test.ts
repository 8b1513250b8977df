// The same by hand in Playwright Test: one run of it with a test for each round, each of which waits for its turn. So its worker and its
// browser stay, as those of the other sides do, and the rounds of all sides alternate.
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { listen } from '../../harness/listen.ts';
import type { Flow } from './flow.ts';
import type { Side } from './product.ts';
import type { Shop } from './shop.ts';

const CLI: string = createRequire(import.meta.url).resolve('@playwright/test/cli');
const CONFIG: string = fileURLToPath(new URL('playwright/playwright.config.ts', import.meta.url));

/** The flow in Playwright Test. `rounds`: how often it can be run. */
export async function playwrightTest(
  { byHand }: Flow,
  shop: Shop,
  executablePath: string,
  rounds: number,
): Promise<Side> {
  const output = await mkdtemp(join(tmpdir(), 'e2e-bench-'));
  const turns = await serveTurns();
  const child = spawn(process.execPath, [CLI, 'test', '--config', CONFIG], {
    env: {
      ...process.env,
      BENCH_TURNS: turns.url,
      BENCH_SHOP: shop.url,
      BENCH_FLOW: byHand,
      BENCH_ROUNDS: String(rounds),
      BENCH_BROWSER: executablePath,
      BENCH_OUTPUT: output,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'close').then(async ([code]) => {
    throw new Error(`Playwright Test ended with ${code} before its last round:\n${(await printed).join('')}`);
  });
  ended.catch(() => {});
  return {
    run: () => Promise.race([turns.give(), ended]),
    async close() {
      child.kill();
      await ended.catch(() => {});
      turns.close();
      await rm(output, { recursive: true, force: true });
    },
  };
}

/** Where a test asks for its turn, and says what it took. */
async function serveTurns(): Promise<{
  readonly url: string;
  /** Gives the turn to who asks for it, or is the next to. @returns the ms that it took. */
  give(): Promise<number>;
  close(): void;
}> {
  const events = new EventEmitter();
  let asking: ServerResponse | undefined;
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      asking = response;
      events.emit('asked');
    } else {
      void text(request).then((ms) => {
        response.end();
        events.emit('done', Number(ms));
      });
    }
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    async give() {
      if (asking === undefined) await once(events, 'asked');
      const done = once(events, 'done');
      asking?.end();
      asking = undefined;
      const [ms] = await done;
      return ms as number;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
