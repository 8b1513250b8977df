#!/usr/bin/env node
// The command `e2e`. Only reads the arguments and sets the exit code; each command is a file of its own, loaded when it is called.
import { main } from './program.ts';

process.exitCode = await main(process.argv.slice(2));
