#!/usr/bin/env node
// The command `e2e`. Only reads the arguments and sets the exit code; each command is a file of its own, loaded when it is called.
import { failed } from './failed.ts';
import { main } from './program.ts';

// A promise that nobody awaited is a fault of the product. Leaving ends the workers and the apps too: they hang on this process.
process.on('unhandledRejection', (thrown) => {
  void failed(thrown).then((code) => process.exit(code));
});

// Whoever read the output may have seen enough of it, as `head` does: what was begun goes on to its end, and the exit code still tells.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

process.exitCode = await main(process.argv.slice(2));

// A store of the config may hold a connection open (spec R42 has no end of a store): all is done, so all is left.
await Promise.all([process.stdout, process.stderr].map(flushed));
process.exit();

/** Resolves once everything written so far has gone out, or cannot. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableLength === 0 || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => stream.write('', () => resolve()));
}
