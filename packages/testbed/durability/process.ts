// Starts worker.mjs, which does what it is sent.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const WORKER = fileURLToPath(new URL('worker.mjs', import.meta.url));

/** A process with everything loaded, waiting for what to do. It is gone when the test is over. */
export async function startWorker(): Promise<ChildProcess> {
  const child = fork(WORKER, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}
