import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDir } from '../base/temporary.fixture.ts';
import { importPlain } from './plain-config.ts';

/** A project with a product of its own, and what a config in it exports. */
async function load(
  config: string,
  name = 'e2e.config.ts',
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const dir = await temporaryDir();
  const product = join(dir, 'node_modules/e2e');
  await mkdir(product, { recursive: true });
  await writeFile(
    join(product, 'package.json'),
    '{ "name": "e2e", "type": "module", "exports": { ".": "./index.js", "./web": "./web.js" } }',
  );
  await writeFile(join(product, 'index.js'), 'export const defineConfig = (config) => config;\n');
  await writeFile(join(product, 'web.js'), 'export const web = () => "the engine";\n');
  await writeFile(join(dir, 'other.ts'), 'export const other: number = 7;\n');
  const file = join(dir, name);
  await writeFile(file, config);
  return importPlain(file, async (specifier) => `another loader's ${specifier}`);
}

test('runs a config that imports the product and Node: types, enums, awaits, its place', async () => {
  const exported = await load(`
    import { basename } from 'node:path';
    import { type Config, defineConfig } from 'e2e';
    import { web } from 'e2e/web';
    enum Kind { A = 'a' }
    const later: string = await Promise.resolve('awaited');
    export const named = basename(import.meta.url);
    export default defineConfig({ engine: web(), later, kind: Kind.A, in: basename(import.meta.dirname) !== '' } satisfies Config as Config);
  `);
  expect(exported).toMatchObject({
    named: 'e2e.config.ts',
    default: { engine: 'the engine', later: 'awaited', kind: 'a', in: true },
  });
});

test('what a function imports later comes from the product, or from the loader of anything else', async () => {
  const exported = await load(
    "export default { own: async () => Object.keys(await import('e2e')), other: () => import('./other.ts') };",
  );
  const { own, other } = (exported?.default ?? {}) as Record<string, () => Promise<unknown>>;
  expect(await own?.()).toEqual(['defineConfig']);
  expect(await other?.()).toBe("another loader's ./other.ts");
});

test.each([
  ['imports a file of the project', "import { other } from './other.ts';\nexport default { other };"],
  ['imports another package', "import { z } from 'zod';\nexport default { z };"],
  ['imports what the product does not have', "import { no } from 'e2e/no';\nexport default { no };"],
  ['is CommonJS', "const { defineConfig } = require('e2e');\nmodule.exports = defineConfig({});"],
  ['asks for its directory as CommonJS has it', 'export default { dir: __dirname };'],
  ['asks import.meta for more', "export default { at: import.meta.resolve('e2e') };"],
  ['exports all of another', "export * from 'e2e';\nexport default {};"],
  ['does not compile', 'export default {'],
  ['throws', "export default {};\nthrow new Error('broken');"],
])('leaves to the other loader a config that %s', async (_, config) => {
  expect(await load(config)).toBeUndefined();
});
