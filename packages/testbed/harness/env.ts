// The environment of a command as a user's shell would have it, not as a test or a benchmark has it.

const TAKEN_OUT = [
  'CI',
  'E2E_CACHE_DIR',
  'NO_COLOR',
  'FORCE_COLOR',
  'VITEST',
  'VITEST_MODE',
  'VITEST_POOL_ID',
  'VITEST_WORKER_ID',
  'NODE_ENV',
  'TEST',
];

/** This process's environment, as a user's shell would have it. */
export function userEnv(): Record<string, string | undefined> {
  const env = { ...process.env };
  for (const name of TAKEN_OUT) delete env[name];
  return env;
}
