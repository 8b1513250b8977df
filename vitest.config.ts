// The repository's own tests: decisions on plain values and real browsers beside the sources, whole runs of the real CLI in
// packages/testbed. Users' projects never see this file.
import { defineConfig } from 'vitest/config';

/** Whole runs and browsers wait more than they compute. Chosen: three at a time keep two cores busy. */
const WORKERS = 3;

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/e2e/src/**/*.test.ts', 'examples/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'whole-run',
          include: ['packages/testbed/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
