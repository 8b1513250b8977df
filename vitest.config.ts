// The repository's own tests: decisions on plain values and real browsers beside the sources, whole runs of the real CLI in
// packages/testbed. Users' projects never see this file.
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Whole runs and browsers wait more than they compute. Chosen: three at a time keep two cores busy. */
const WORKERS = 3;

/** Files that take minutes, the longest first: begun last, one of them is waited for alone. */
const LONG: readonly string[] = [
  'drift/drift',
  'tests/replay',
  'web/contract',
  'tests/eleven',
  'tests/export',
  'tests/prove',
];

/** Files that race the machine, and want it to themselves. */
const RACING: readonly string[] = ['drift/racing'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = (names: readonly string[]): number =>
        names.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      if (at(RACING) >= 0) return LONG.length + 1;
      return at(LONG) >= 0 ? at(LONG) : LONG.length;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
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
