// Says which rules of the replay cache have no test: each of R1 to R50 must stand at the beginning of a test's title, `R12: …` or
// `R3 R35: …`, in a test file or a situation of the drift suite. `npm run check` comes here.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const RULES = Array.from({ length: 50 }, (_, index) => `R${index + 1}`);

/** A quoted text that begins with one rule or more, as a test's title or a situation's. */
const TITLE = /(?:\(|title:|^|\[)\s*['"`]((?:R\d+ )*R\d+): /gm;

/** @param {string} file */
function mayHoldTests(file) {
  return /(?:\.test\.ts|^packages\/testbed\/drift\/.*\.ts)$/.test(file.replaceAll('\\', '/'));
}

const files = ['packages', 'examples'].flatMap((dir) =>
  readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
    .filter((path) => !/(?:^|[\\/])(?:node_modules|dist)[\\/]/.test(path))
    .map((path) => join(dir, path))
    .filter(mayHoldTests),
);
const named = new Set(
  files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(TITLE)].flatMap(([, rules]) => rules.split(' ')),
  ),
);
const untested = RULES.filter((rule) => !named.has(rule));
const unknown = [...named].filter((rule) => !RULES.includes(rule));
if (untested.length > 0) {
  console.error(`No test has ${untested.join(', ')} at the beginning of its title: \`${untested[0]}: …\``);
}
if (unknown.length > 0) console.error(`A test names ${unknown.join(', ')}: there is no such rule`);
process.exit(untested.length + unknown.length > 0 ? 1 : 0);
