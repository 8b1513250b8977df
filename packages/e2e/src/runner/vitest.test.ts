import { expect, test } from 'vitest';
import { createRedactor } from '../base/redact.ts';
import { temporaryDir } from '../base/temporary.fixture.ts';
import { runSettings } from './settings.ts';
import { closeRunner, createRunner } from './vitest.ts';

test('a runner that is closed leaves no listener on the process', async () => {
  const rootDir = await temporaryDir();
  const config = { targets: [{ name: 'web', engine: { name: 'fake' } as never }] };
  const settings = runSettings({ file: `${rootDir}/e2e.config.ts`, rootDir, config }, {}, {}, rootDir);
  const count = (): readonly number[] =>
    ['exit', 'SIGINT', 'SIGTERM', 'unhandledRejection'].map((event) => process.listenerCount(event));
  const before = count();
  const runner = await createRunner(
    settings,
    { grep: undefined, files: [] } as never,
    { redactor: createRedactor(), resolved: [] },
    {},
  );
  expect(process.listenerCount('exit')).toBeGreaterThan(before[0] ?? 0);
  await closeRunner(runner);
  expect(count()).toEqual(before);
});
