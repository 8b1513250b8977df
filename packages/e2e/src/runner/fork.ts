// What a spare worker runs: it loads what every worker needs, starts what an engine can start ahead of the first test, and is a worker of the
// runner underneath from then on. It ends with the process that began it.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AheadModule } from '../engine/contract.ts';
import type { Preparation } from './spare.ts';

// Tests may replace it, and so does the runner underneath while they run.
const exit = process.exit.bind(process);
/** What is begun ahead of the tests: left half-way, a browser would leave files behind. */
let beginning: Promise<void> = Promise.resolve();
// Leaving by itself ends a browser that no test asked for, and removes what it keeps in the temporary directory.
const leave = (): void => void beginning.finally(() => exit());
process.once('disconnect', leave);
// A terminal sends its interrupt, and its end, to every process of the command: the one that began this one ends the run in order.
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});
process.once('SIGTERM', leave);

function isPreparation(message: unknown): message is Preparation {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'prepare';
}

const hear = (message: unknown): void => {
  if (!isPreparation(message)) return;
  process.off('message', hear);
  beginning = prepare(message);
};
process.on('message', hear);

async function prepare({ env, engine, headed }: Preparation): Promise<void> {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  Object.assign(process.env, env);
  if (engine === undefined) return;
  try {
    const module = (await import(engine.module)) as AheadModule;
    await module.prepare(engine.data, { ...(headed === undefined ? {} : { headed }) });
  } catch {
    // Whatever it is, the launch meets it too, and says so.
  }
}

// The runner underneath has no name for this file of its own: it starts it by its path too.
const underneath = dirname(createRequire(import.meta.url).resolve('vitest/package.json'));
await import(pathToFileURL(join(underneath, 'dist/workers/forks.js')).href);
await import('./worker.ts');
