// `e2e list`: the tests that `e2e run` would run with the same arguments, without starting an app or a browser.
import { counted } from '../report/text.ts';
import { findConfig, loadConfig } from '../runner/config.ts';
import { type FileArgument, parseFileArgument } from '../runner/files.ts';
import { listTests } from '../runner/list.ts';
import { errorOf } from '../runner/record-error.ts';
import { grepPattern } from '../runner/select.ts';
import { type RunFlags, runSettings } from '../runner/settings.ts';
import { endSpare, prepareSpare, startSpare } from '../runner/spare.ts';
import { sayOwner } from './owner.ts';

/**
 * Runs the command.
 * @returns the exit code.
 */
export async function listCommand(
  files: readonly string[],
  flags: RunFlags,
  asJson: boolean,
): Promise<number> {
  const cwd = process.cwd();
  if (flags.grep !== undefined) grepPattern(flags.grep);
  const args = files.map((file) => parseFileArgument(file, cwd));
  const { tests, errors } = await collect(findConfig(cwd, flags.config), flags, args, cwd);
  if (asJson) {
    const plain = tests.map(({ ref, tags }) => ({ ...ref, ...(tags === undefined ? {} : { tags }) }));
    process.stdout.write(`${JSON.stringify({ tests: plain, errors }, null, 2)}\n`);
  } else {
    for (const { ref } of tests) process.stdout.write(`${sayOwner(ref)}\n`);
    process.stdout.write(`${counted(tests.length, 'test')}\n`);
  }
  const [first] = errors;
  if (first === undefined) return 0;
  throw errorOf(first);
}

/** Collects the tests; nothing of an engine is started for it. */
async function collect(
  configFile: string,
  flags: RunFlags,
  args: readonly FileArgument[],
  cwd: string,
): ReturnType<typeof listTests> {
  startSpare();
  try {
    const settings = runSettings(await loadConfig(configFile), flags, process.env, cwd);
    prepareSpare({ ...settings, watch: false }, false);
    return await listTests(settings, args, flags.grep);
  } finally {
    await endSpare();
  }
}
