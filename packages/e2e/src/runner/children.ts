// Processes that this one started, so that a second interrupt can end them all at once: an app that ignores signals, a worker in an endless
// loop. In order, each is ended by whoever started it; this is for when there is no order any more.
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';

const living = new Set<number>();

/** Starts noting every process that is started from now on. Source: Node's diagnostics channel `child_process`. */
export function noteChildren(): void {
  subscribe('child_process', (message) => {
    const { process: child } = message as { readonly process: ChildProcess };
    // Its id is known once it runs; the channel tells of it before.
    child.once('spawn', () => {
      const { pid } = child;
      if (pid === undefined) return;
      living.add(pid);
      child.once('exit', () => living.delete(pid));
    });
  });
}

/** Kills every living one, with its group where it leads one. */
export function killChildren(): void {
  for (const pid of living) {
    for (const target of [-pid, pid]) {
      try {
        process.kill(target, 'SIGKILL');
      } catch {
        // No group of its own, or gone meanwhile.
      }
    }
  }
}
