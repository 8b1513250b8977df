// The contract of an engine as a suite: any engine runs it against itself, over one fixture app that each serves its own way.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { declareActing, declareRefusals } from './acting.ts';
import { FIXTURE_PAGES, type FixturePage } from './pages.ts';
import { declareReading, declareWaiting } from './reading.ts';
import { Bench, type Declare, type EngineUnderTest } from './rig.ts';
import { runnerOr, type SuiteRunner } from './runner.ts';
import { declareCapabilities, declareLocators, declareSessions } from './session.ts';

/**
 * Declares the suite. Await it at the top of a test file. `make` is called once; it serves the pages (`servePages` does, for
 * a browser) or the same screens in its own terms, and gives the engine.
 * What the engine does not declare (a capability, a kind of action) is not tried.
 */
export async function describeEngine(
  name: string,
  make: (pages: readonly FixturePage[]) => Promise<EngineUnderTest> | EngineUnderTest,
  options: { readonly runner?: SuiteRunner } = {},
): Promise<void> {
  const runner = await runnerOr(options.runner);
  runner.describe(`${name} keeps the contract of an engine:`, () => {
    let root = '';
    const bench = new Bench(
      async () => make(FIXTURE_PAGES),
      () => root,
    );
    runner.beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'e2e-engine-'));
      await bench.launch();
    });
    runner.afterAll(async () => {
      await bench.close();
      await rm(root, { recursive: true, force: true });
    });
    const declare: Declare = (title, body, needs = []) => {
      runner.test(title, async (context) => {
        const missing = needs.find((need) => !bench.has(need));
        if (missing !== undefined) context.skip(`${name} declares no ${missing}`);
        else await body();
      });
    };
    for (const part of [
      declareReading,
      declareWaiting,
      declareActing,
      declareRefusals,
      declareCapabilities,
      declareLocators,
      declareSessions,
    ]) {
      part(bench, declare);
    }
  });
}
