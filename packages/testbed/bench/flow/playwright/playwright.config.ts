// Playwright Test as a benchmark runs it: one worker, nothing kept, the browser that the other sides have. A failed round ends it.
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';

const { BENCH_BROWSER: executablePath = '', BENCH_OUTPUT: outputDir = '' } = process.env;

const config: PlaywrightTestConfig = defineConfig({
  testDir: '.',
  testMatch: 'flow.spec.ts',
  workers: 1,
  maxFailures: 1,
  reporter: 'line',
  timeout: 0,
  outputDir,
  use: { launchOptions: { executablePath } },
});

export default config;
