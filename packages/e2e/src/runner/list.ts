// Collects without running: what a run with the same arguments would be about.
import { E2EError } from '../base/error.ts';
import type { ErrorRecord } from '../report/record.ts';
import { type CollectedTest, Collector } from './collector.ts';
import { type FileArgument, makeSelection } from './files.ts';
import { chooseFiles, defaultAgent, nothingChosen } from './run.ts';
import { resolveSecrets } from './secrets.ts';
import type { RunSettings } from './settings.ts';
import { closeRunner, createRunner } from './vitest.ts';

const NO_EVENTS = {
  runStarted: (): void => {},
  runEnded: (): void => {},
  testStarted: (): void => {},
  stepStarted: (): void => {},
  testEnded: (): void => {},
  output: (): void => {},
  secret: (): void => {},
  fatal: (): void => {},
};

/**
 * The chosen tests, per target and in file order.
 * @throws E2EError NO_TESTS
 */
export async function listTests(
  settings: RunSettings,
  args: readonly FileArgument[],
  grep: string | undefined,
): Promise<{ readonly tests: readonly CollectedTest[]; readonly errors: readonly ErrorRecord[] }> {
  const selection = await makeSelection(args, grep);
  const secrets = await resolveSecrets(settings.config.secrets);
  const collector = new Collector({
    rootDir: settings.rootDir,
    selection,
    defaultAgent: defaultAgent(settings),
    redact: secrets.redactor.text,
    events: NO_EVENTS,
  });
  const vitest = await createRunner({ ...settings, watch: false }, selection, secrets, collector);
  try {
    const specifications = await chooseFiles(vitest, args, settings);
    const { testModules, unhandledErrors } = await vitest.collectTests([...specifications]);
    for (const module of testModules) collector.onTestModuleEnd(module);
    await collector.onTestRunEnd([], unhandledErrors as never);
    const tests = testModules.flatMap((module) => collector.chosenTests(module));
    const isPart = settings.shard !== undefined && collector.emptyLines.length === 0;
    if (tests.length === 0 && collector.errors.length === 0 && !isPart)
      throw nothingChosen(collector, selection, args);
    return { tests, errors: collector.errors };
  } catch (thrown) {
    throw thrown instanceof E2EError ? thrown : new E2EError('INTERNAL', String(thrown), { cause: thrown });
  } finally {
    await closeRunner(vitest);
  }
}
