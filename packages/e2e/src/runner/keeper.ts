// A process of its own: runs the app's command in this process group, and ends the whole group when the command ends or when the product's
// process goes away, however it does. Started with the command as its one argument.
import { spawn } from 'node:child_process';

/** Milliseconds that an app may take to end itself after SIGTERM. Source: chosen. */
const GRACE_MS = 5_000;

const child = spawn(process.argv[2] ?? '', { shell: true, stdio: ['ignore', 'inherit', 'inherit'] });

// The keeper is in the group that it signals, and must outlive the first signal.
process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});

function endGroup(): void {
  if (isEnding) return;
  isEnding = true;
  process.kill(-process.pid, 'SIGTERM');
  // Kills the keeper too, which closes its output: that is how its starter knows that all is over.
  setTimeout(() => process.kill(-process.pid, 'SIGKILL'), GRACE_MS).unref();
}
let isEnding = false;

function report(how: string): void {
  if (process.connected) process.send?.(how, undefined, {}, () => finish());
  else finish();
}

function finish(): void {
  // Children that the command left behind go with it.
  process.kill(-process.pid, 'SIGKILL');
}

child.once('error', (error) => report(error.message));
child.once('exit', (code, signal) => report(signal === null ? `exit code ${code}` : `killed by ${signal}`));

// Both ends are closed by the starter's death, whatever its cause.
process.once('disconnect', endGroup);
process.stdin.once('end', endGroup);
process.stdin.once('close', endGroup);
process.stdin.resume();
