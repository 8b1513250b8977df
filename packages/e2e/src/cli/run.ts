// `e2e run`: from flags to a run, and what an interrupt does to it.
import { VERSION } from '../base/version.ts';
import { killChildren, noteChildren } from '../runner/children.ts';
import { findConfig, loadConfig } from '../runner/config.ts';
import { INTERRUPTED } from '../runner/exit-code.ts';
import { parseFileArgument } from '../runner/files.ts';
import { type RunSurroundings, runTests } from '../runner/run.ts';
import { grepPattern } from '../runner/select.ts';
import { type RunFlags, runSettings } from '../runner/settings.ts';
import { endSpare, prepareSpare, startSpare } from '../runner/spare.ts';
import { redactWith } from './failed.ts';

/** Whether output is coloured. Source: no-color.org, force-color.org; then whether it is a terminal. */
function wantsColor(env: NodeJS.ProcessEnv, isTTY: boolean): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') return env.FORCE_COLOR !== '0';
  return isTTY && env.TERM !== 'dumb';
}

/**
 * Runs the command.
 * @returns the exit code.
 */
export async function runCommand(files: readonly string[], flags: RunFlags): Promise<number> {
  const around = surroundings();
  const { cwd } = around;
  if (flags.grep !== undefined) grepPattern(flags.grep);
  const args = files.map((file) => parseFileArgument(file, cwd));
  const configFile = findConfig(cwd, flags.config);
  startSpare();
  try {
    const settings = runSettings(await loadConfig(configFile), flags, process.env, cwd);
    prepareSpare(settings, true);
    return await runTests(settings, args, flags.grep, around);
  } finally {
    await endSpare();
  }
}

/** What surrounds a run of this process. From now on the first interrupt ends it in order. */
export function surroundings(): RunSurroundings {
  return {
    stdout: process.stdout,
    color: wantsColor(process.env, process.stdout.isTTY === true),
    env: process.env,
    cwd: process.cwd(),
    version: VERSION,
    interrupted: onInterrupt(),
    onSecrets: redactWith,
  };
}

/** The first interrupt ends the run in order; the second ends the process at once. */
function onInterrupt(): AbortSignal {
  const controller = new AbortController();
  noteChildren();
  const handle = (): void => {
    if (controller.signal.aborted) {
      killChildren();
      process.exit(INTERRUPTED);
    }
    controller.abort();
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
  process.on('SIGHUP', handle);
  return controller.signal;
}
