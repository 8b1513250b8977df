// The repository's own tests: decisions on plain values and real browsers beside the sources, whole runs of the real CLI in
// packages/testbed. Users' projects never see this file.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Whole runs and browsers wait more than they compute. Chosen: three at a time keep two cores busy. */
const WORKERS = 3;

/** Files that take minutes, the longest first: begun last, one of them is waited for alone. */
const LONG: readonly string[] = [
  'packages/testbed/drift/drift.test.ts',
  'packages/testbed/tests/replay.test.ts',
  'packages/testbed/tests/tools.test.ts',
  'packages/testbed/tests/canary.test.ts',
  'packages/testbed/tests/no-phone.test.ts',
  'packages/testbed/tests/prove.test.ts',
  'packages/testbed/tests/shop-model.test.ts',
  'packages/e2e/src/agent/offline/pages.test.ts',
  'packages/testbed/tests/eleven.test.ts',
  'packages/testbed/tests/export.test.ts',
].map(absolute);

/** Races the machine, and has it to itself: a project of a later group begins when all earlier ones have ended. */
const RACING = 'packages/testbed/drift/racing.test.ts';

/** @throws Error for a name that is no file: it would be ranked nowhere, without a word. */
function absolute(name: string): string {
  const path = fileURLToPath(new URL(name, import.meta.url));
  if (!existsSync(path)) throw new Error(`vitest.config.ts names ${name}, and there is no such file`);
  return path;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.indexOf(moduleId);
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** How long a whole run may take, in ms. Chosen: several times what it takes on a busy machine. */
const WHOLE_RUN = { testTimeout: 180_000, hookTimeout: 120_000 } as const;

absolute(RACING);

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
          ...WHOLE_RUN,
          name: 'whole-run',
          include: ['packages/testbed/**/*.test.ts'],
          exclude: [...configDefaults.exclude, RACING],
        },
      },
      { test: { ...WHOLE_RUN, name: 'racing', include: [RACING], sequence: { groupOrder: 1 } } },
    ],
  },
});
