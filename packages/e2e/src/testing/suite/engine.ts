// The contract of an engine as a suite: any engine runs it against itself, over one fixture app that each serves its own way.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { declareActing, declareRefusals } from './acting.ts';
import { declareFields } from './fields.ts';
import { FIXTURE_PAGES, type FixturePage } from './pages.ts';
import { declarePointer } from './pointer.ts';
import { declareReading, declareWaiting } from './reading.ts';
import { Bench, CALL_MS, type Declare, type EngineUnderTest, NOTE } from './rig.ts';
import { runnerOr, type SuiteRunner } from './runner.ts';
import { declareCapabilities, declareLocators, declareSessions } from './session.ts';

/** How a suite runs. */
export interface DescribeEngineOptions {
  /** Default: Vitest. */
  readonly runner?: SuiteRunner;
  /** How long an effect may take to show, in ms. Default: 10,000. */
  readonly waitMs?: number;
}

/**
 * Declares the suite. Await it at the top of a test file. `make` is called once; it serves the pages (`servePages` does, for
 * a browser) or the same screens in its own terms, and gives the engine.
 * What the engine does not declare (a capability, a kind of action) is not tried.
 */
export async function describeEngine(
  name: string,
  make: (pages: readonly FixturePage[]) => Promise<EngineUnderTest> | EngineUnderTest,
  options: DescribeEngineOptions = {},
): Promise<void> {
  const runner = await runnerOr(options.runner);
  runner.describe(`${name} keeps the contract of an engine:`, () => {
    let root = '';
    const bench = new Bench(
      async () => make(FIXTURE_PAGES),
      () => root,
      options.waitMs ?? CALL_MS,
    );
    runner.beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'e2e-engine-'));
      await writeFile(join(root, NOTE), 'a note\n');
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
      declareFields,
      declarePointer,
      declareRefusals,
      declareCapabilities,
      declareLocators,
      declareSessions,
    ]) {
      part(bench, declare);
    }
  });
}
