// Builds the package: the reader that runs inside pages is bundled to one string, the rest is compiled as it is.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const entry = here('src/engines/web/injected/main.ts');
if (existsSync(entry)) {
  const bundle = await build({
    entryPoints: [entry],
    // What scripts build on, as it was before the page's ran.
    inject: [here('src/engines/web/injected/own.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
  });
  writeFileSync(
    here('src/engines/web/bundle.gen.ts'),
    `// Made by build.mjs from injected/main.ts; not in git.\n/** The page-side reader, as one script. */\nexport const INJECTED_SOURCE: string = ${JSON.stringify(bundle.outputFiles[0].text)};\n`,
  );
}
// The package exports no path to its binary, so it is found beside its package.json.
const tscPath = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
rmSync(here('dist'), { recursive: true, force: true });
const tsc = spawnSync(process.execPath, [tscPath, '-p', here('tsconfig.build.json')], {
  stdio: 'inherit',
});
if (tsc.status !== 0) process.exit(tsc.status ?? 1);
const bin = here('dist/cli/bin.js');
if (existsSync(bin)) chmodSync(bin, 0o755);
