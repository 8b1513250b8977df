// Runs the built command as a process of its own, as a user's shell would.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { userEnv } from './env.ts';

const BIN = fileURLToPath(new URL('../../e2e/dist/cli/bin.js', import.meta.url));

/** How a command is run. */
export interface CliOptions {
  /** Besides this process's own, from which `CI`, colours and the cache's variables are taken out. `undefined` takes one out too. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Relative to the project. */
  readonly cwd?: string;
  /** The Node that runs it. Default: this process's own. */
  readonly node?: string;
  /** In a process group of its own, as a terminal's foreground command is. */
  readonly group?: true;
}

/** How a command ended. */
export interface CliResult {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, in the order they came. */
  readonly output: string;
}

/** A running command. */
export interface RunningCli {
  readonly process: ChildProcess;
  readonly ended: Promise<CliResult>;
  /** Resolves once what was printed so far, on either stream, holds the text. @throws Error when the command ends without it. */
  printed(text: string | RegExp): Promise<void>;
}

/** Starts `e2e` with arguments in a directory. Killed when the test ends, if it still runs. */
export function startCli(dir: string, args: readonly string[], options: CliOptions = {}): RunningCli {
  const child = spawn(options.node ?? process.execPath, [BIN, ...args], {
    cwd: options.cwd === undefined ? dir : `${dir}/${options.cwd}`,
    env: Object.fromEntries(
      Object.entries({ ...userEnv(), ...options.env }).filter(([, value]) => value !== undefined),
    ),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.group ?? false,
  });
  let [stdout, stderr, output] = ['', '', ''];
  const listeners = new Set<() => void>();
  const heard = (): void => {
    for (const listener of listeners) listener();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    output += text;
    heard();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    output += text;
    heard();
  });
  const ended = new Promise<CliResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, stdout, stderr, output }));
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  });
  return {
    process: child,
    ended,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (typeof text === 'string' ? !output.includes(text) : !text.test(output)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        ended.then(() => reject(new Error(`e2e ended without printing ${String(text)}:\n${output}`)), reject);
        look();
      }),
  };
}
