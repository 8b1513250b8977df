// `--watch`: a change of a file runs what depends on it again.
import { expect, test } from 'vitest';
import { FAKE_CONFIG } from '../harness/files.ts';
import { makeProject } from '../harness/project.ts';

const file = (title: string): string => `import { test } from 'e2e';\n\ntest('${title}', () => {});\n`;

test('a changed file is run again, until an interrupt', { timeout: 90_000 }, async () => {
  const project = await makeProject({ 'e2e.config.ts': FAKE_CONFIG, 'tests/a.e2e.ts': file('before') });
  const cli = project.start(['run', '--watch']);
  await cli.printed(/before[\s\S]*1 passed/);
  await project.write({ 'tests/a.e2e.ts': file('after') });
  await cli.printed(/after[\s\S]*1 passed/);
  await expect
    .poll(async () => (await project.report()).tests.map(({ titlePath }) => titlePath))
    .toEqual([['after']]);
  cli.process.kill('SIGINT');
  expect(await cli.ended).toMatchObject({ exitCode: 130 });
  expect(await project.processes()).toEqual([]);
});
