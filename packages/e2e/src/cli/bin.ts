#!/usr/bin/env node
// The command `e2e`. Only reads the arguments and sets the exit code; each command is a file of its own, loaded when it is called.
import { failed } from './failed.ts';
import { main } from './program.ts';

// A promise that nobody awaited is a fault of the product. Leaving ends the workers and the apps too: they hang on this process.
process.on('unhandledRejection', (thrown) => {
  void failed(thrown).then((code) => process.exit(code));
});

process.exitCode = await main(process.argv.slice(2));
