// The command line: commands, flags, their help, and how a wrong one is answered. What a command does is in its own file.
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { nearest } from '../base/nearest.ts';
import { VERSION } from '../base/version.ts';
import type { RunFlags } from '../runner/settings.ts';
import { registerCache } from './cache.ts';
import { failed } from './failed.ts';
import { list, wholeNumber, withPace, withTests } from './flags.ts';

function shard(text: string): { readonly index: number; readonly count: number } {
  const match = /^(\d+)\/(\d+)$/.exec(text);
  const [index, count] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || index < 1 || index > count) {
    throw new InvalidArgumentError(`expected <index>/<count> such as 1/3, got "${text}".`);
  }
  return { index, count };
}

/** Flags that choose tests; `run` and `list` share them. */
function withSelection(command: Command): Command {
  return withTests(command)
    .option('--config <file>', 'config file (default: e2e.config.* here or above)')
    .option('--shard <index/count>', 'only this part of the files', shard);
}

interface RunOptions {
  readonly config?: string;
  readonly target?: readonly string[];
  readonly grep?: string;
  readonly shard?: { readonly index: number; readonly count: number };
  readonly retries?: number;
  readonly workers?: number;
  readonly timeout?: number;
  readonly headed?: boolean;
  readonly bail?: number | true;
  readonly watch?: boolean;
  readonly cache?: boolean;
  readonly strictCache?: boolean;
  readonly cacheDir?: string;
  readonly updateCache?: boolean;
  readonly model?: boolean;
  readonly reporter?: readonly string[];
  readonly output?: string;
  readonly timings?: boolean;
  readonly json?: boolean;
}

function flagsOf(options: RunOptions): RunFlags {
  const { cache, model, reporter, bail, ...same } = options;
  return {
    ...same,
    ...(cache === false ? { noCache: true } : {}),
    ...(model === false ? { noModel: true } : {}),
    ...(reporter === undefined ? {} : { reporters: reporter }),
    ...(bail === undefined ? {} : { bail: bail === true ? 1 : bail }),
  };
}

function addRun(program: Command, setExit: (code: number) => void): void {
  withPace(
    withSelection(program.command('run').description('run tests')).option(
      '--retries <count>',
      'tries after a failure',
      wholeNumber(0),
    ),
  )
    .option('--headed', 'show the browser')
    .option('--bail [count]', 'stop after this many failures', wholeNumber(1))
    .option('--watch', 'run again when a file changes')
    .option('--no-cache', 'neither replay nor record')
    .option('--strict-cache', 'a recording that does not replay fails the test')
    .option('--cache-dir <dir>', 'directory of recordings')
    .option('--update-cache', 'record again what did not replay')
    .option('--no-model', 'fail a step that would call a model')
    .option('--reporter <names>', 'list, json, junit, github, html; several with commas', list)
    .option('--output <dir>', 'directory of reports and pictures')
    .option('--timings', 'print the slowest steps, and where their time went')
    .action(async (files: string[], options: RunOptions) => {
      const { runCommand } = await import('./run.ts');
      setExit(await runCommand(files, flagsOf(options)));
    });
}

function addList(program: Command, setExit: (code: number) => void): void {
  withSelection(program.command('list').description('list tests without running them'))
    .option('--json', 'as JSON')
    .action(async (files: string[], options: RunOptions) => {
      const { listCommand } = await import('./list.ts');
      setExit(await listCommand(files, flagsOf(options), options.json === true));
    });
}

/**
 * Runs the command line.
 * @returns the exit code.
 */
export async function main(args: readonly string[]): Promise<number> {
  let exit = 0;
  const program = new Command('e2e')
    .description('Agentic end-to-end tests, with a replay cache that only believes what it sees.')
    .version(VERSION, '--version', 'print the version')
    .helpOption('--help', 'print help')
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  const setExit = (code: number): void => {
    exit = code;
  };
  addRun(program, setExit);
  addList(program, setExit);
  registerCache(program, setExit);
  for (const command of program.commands) {
    command
      .exitOverride()
      .helpOption('--help', 'print help')
      .configureOutput({ outputError: () => {} });
  }
  try {
    if (args.length === 0) {
      program.outputHelp();
      return 2;
    }
    await program.parseAsync([...args], { from: 'user' });
    return exit;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return usageError(thrown, program, args);
    return failed(thrown);
  }
}

function usageError(error: CommanderError, program: Command, args: readonly string[]): number {
  if (error.exitCode === 0) return 0;
  // A group without a command has printed its help.
  if (error.code === 'commander.help') return 2;
  const { scope, name } = scopeOf(program, args);
  const flags = scope.options.map(({ long }) => long ?? '').concat('--help');
  // The library words a value it refused twice; ours says what was expected.
  const message = error.message
    .replace(/^error: /, '')
    .replace(/^option '(--[^']+)' argument '.*' is invalid\. /, '$1: ')
    .replace(/^option '(--[^']+)' argument missing/, '$1: a value is missing');
  const unknown = /^unknown (option|command) '([^']+)'/.exec(message);
  const typed = unknown?.[2]?.split('=')[0] ?? '';
  const known = unknown?.[1] === 'option' ? flags : scope.commands.map((item) => item.name());
  const near = unknown === null ? undefined : (meant(typed, known, args) ?? nearest(typed, known));
  const hint = near === undefined ? '' : ` Did you mean ${near.endsWith('.') ? near : `${near}?`}`;
  const help = `See \`${name} --help\`.`;
  process.stderr.write(`e2e: ${message}${/[.?]$/.test(message) ? '' : '.'}${hint} ${help}\n`);
  return 2;
}

/** What flags and commands of Playwright Test and Vitest are called here. */
const MEANT: Readonly<Record<string, string>> = {
  '-g': '--grep',
  '-t': '--grep',
  '--testNamePattern': '--grep',
  '-c': '--config',
  '-j': '--workers',
  '--max-workers': '--workers',
  '-x': '--bail',
  '--max-failures': '--bail',
  '-u': '--update-cache',
  '--update': '--update-cache',
  '--project': '--target',
  '--headless': '--headed',
  '--debug': '--headed',
  '--ui': '--headed',
  '-h': '--help',
  '-v': '--version',
  '-V': '--version',
  test: 'run',
  start: 'run',
};

/** The known word that another tool's word stands for; a path in the place of a command is a file to run. */
function meant(typed: string, known: readonly string[], args: readonly string[]): string | undefined {
  const word = Object.hasOwn(MEANT, typed) ? MEANT[typed] : undefined;
  // Without a window is how a browser runs unless --headed says otherwise.
  if (typed === '--headless' && known.includes('--headed'))
    return '--headed? Without it the browser has no window.';
  if (word !== undefined && (known.includes(word) || word === '--version')) return word;
  return known.includes('run') && /[./]/.test(typed) ? `run ${args.join(' ')}` : undefined;
}

/** The innermost command that the arguments name, and how it is called. */
function scopeOf(
  program: Command,
  args: readonly string[],
): { readonly scope: Command; readonly name: string } {
  let scope = program;
  let name = program.name();
  for (const word of args) {
    const inner = scope.commands.find((candidate) => candidate.name() === word);
    if (inner === undefined) break;
    scope = inner;
    name = `${name} ${word}`;
  }
  return { scope, name };
}
