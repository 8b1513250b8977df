// Everything that a change must hold before its tests are run: format, lint, layers, types, dead exports, a test for every rule, a word in
// its layer's README for every file. `npm run check` comes here.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));

const steps = [
  ['set-up', process.execPath, ['scripts/setup.mjs']],
  ['format, lint and layers', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['types of the package', bin('tsc'), ['-p', 'packages/e2e', '--noEmit']],
  ['types of the testbed', bin('tsc'), ['-p', 'packages/testbed', '--noEmit']],
  ['types of the shop', bin('tsc'), ['-p', 'examples/shop', '--noEmit']],
  ['dead exports and dependencies', bin('knip'), []],
  ['a test for every rule', process.execPath, ['scripts/rules.mjs']],
  ['a word for every file', process.execPath, ['scripts/readmes.mjs']],
];

let failed = 0;
for (const [name, command, args] of steps) {
  if (name.startsWith('types') && !existsSync(`${root}/${args[1]}/tsconfig.json`)) continue;
  const run = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  const ok = run.status === 0;
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name}`);
  if (ok) continue;
  failed += 1;
  console.log(run.stdout, run.stderr);
}
process.exit(failed === 0 ? 0 : 1);
