// The few functions of a test runner that the contract suites stand on, so that they run under the Vitest a project has, or any
// runner of the same shape. Assertions are Node's own: no suite depends on the version of a matcher library.

/** What a suite needs of a test runner; Vitest's and `node:test`'s exports both fit. */
export interface SuiteRunner {
  describe(name: string, body: () => void): unknown;
  test(name: string, body: (context: { skip(note?: string): void }) => Promise<void>): unknown;
  beforeAll(body: () => Promise<void>): unknown;
  afterAll(body: () => Promise<void>): unknown;
}

/** Time for one test under Vitest, in ms: longer than the longest wait inside, so that a failure says what was missing. */
const TEST_MS = 30_000;

/** The given runner, else Vitest, imported only now: a config that uses a script or a store loads no test runner. */
export async function runnerOr(given: SuiteRunner | undefined): Promise<SuiteRunner> {
  if (given !== undefined) return given;
  const { describe, test, beforeAll, afterAll } = await import('vitest');
  return {
    describe: (name, body) => describe(name, body),
    test: (name, body) => test(name, { timeout: TEST_MS }, body),
    beforeAll: (body) => beforeAll(body, TEST_MS),
    afterAll: (body) => afterAll(body, TEST_MS),
  };
}
