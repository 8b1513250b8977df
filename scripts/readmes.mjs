// Says which source file the README of its layer does not name, and which folder docs/architecture.md does not. `npm run check` comes
// here: a file that is added without a word about it is found at once, not at the end of the whole tests.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SRC = 'packages/e2e/src';
/** The layers that have a README with a table of their files. */
const LAYERS = ['agent', 'api', 'cache', 'engine', 'engines/web', 'report', 'runner', 'screen'];

const read = (file) => readFileSync(join(root, file), 'utf8');
const entries = (dir) => readdirSync(join(root, dir), { withFileTypes: true });

const unnamed = LAYERS.flatMap((layer) => {
  const readme = `${SRC}/${layer}/README.md`;
  const named = new Set([...read(readme).matchAll(/`([\w./-]+\.ts)`/g)].map(([, name]) => name));
  return entries(`${SRC}/${layer}`)
    .filter(
      (entry) =>
        entry.isFile() && /\.ts$/.test(entry.name) && !/\.(?:test|fixture|gen)\.ts$/.test(entry.name),
    )
    .filter(({ name }) => !named.has(name))
    .map(({ name }) => `${readme} does not name ${name}`);
});

const architecture = read('docs/architecture.md');
const unexplained = entries(SRC)
  .filter((entry) => entry.isDirectory() && !architecture.includes(`\`${entry.name}/`))
  .map(({ name }) => `docs/architecture.md does not explain ${SRC}/${name}`);

const findings = [...unnamed, ...unexplained];
if (findings.length > 0) console.error(findings.join('\n'));
process.exit(findings.length > 0 ? 1 : 0);
