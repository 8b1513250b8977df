// Runs every test of the repository, or those that the arguments name, and says the real counts. `npm test` comes here after set-up.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'e2e-test-'));
const results = join(scratch, 'results.json');
const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));

const run = spawnSync(
  process.execPath,
  [
    vitest,
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...process.argv.slice(2),
  ],
  // CI=true changes what the product does by default; each test sets what it means to test.
  { cwd: root, stdio: 'inherit', env: { ...process.env, CI: '' } },
);

const { passed, failed } = counts();
rmSync(scratch, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(run.status === 0 && failed === 0 && passed > 0 ? 0 : 1);

/** Counts of the run; a run that broke before it could count has failed. */
function counts() {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(results, 'utf8'));
    // A file that does not load has no test that could fail; it counts as one.
    return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
