// Loads a config that imports nothing but the product and Node's own modules, as most do: by the compiler that the runner underneath brings
// along, in a fraction of the time that loading jiti and Babel takes. Whatever is not that plain, or does not go well, is left to jiti.
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a module of CommonJS has, what jiti gives `import.meta` beside its place, and exports of others: a word that looks like it is enough. */
const NOT_PLAIN =
  /\b(?:require|module|exports|__dirname|__filename)\b|\bimport\.meta(?!\.(?:url|dirname|filename)\b)|\bexport\s*\*/u;

/** This product, by the name that projects import it by. */
const OWN = /^e2e(?:\/|$)/u;

type Namespace = Readonly<Record<string, unknown>>;

/**
 * What a plain config exports; `undefined` for one that is not plain, or that failed, whose failure jiti then tells with its place.
 * @param importOther for what the config imports later, when a function of it is called.
 */
export async function importPlain(
  file: string,
  importOther: (specifier: string) => Promise<unknown>,
): Promise<Namespace | undefined> {
  try {
    const source = readFileSync(file, 'utf8');
    if (NOT_PLAIN.test(source)) return undefined;
    const { moduleRunnerTransform, transformSync } = await import('rolldown/experimental');
    const plain = transformSync(file, source, { tsconfig: false });
    if (plain.errors.length > 0) return undefined;
    const compiled = await moduleRunnerTransform(file, plain.code);
    if (compiled.errors.length > 0 || !compiled.deps.every(isKnown)) return undefined;
    return await evaluate(file, compiled.code, importOther);
  } catch {
    return undefined;
  }
}

function isKnown(specifier: string): boolean {
  return OWN.test(specifier) || isBuiltin(specifier);
}

/** Runs compiled code with what it calls: the form that Vite gives modules for its module runner. */
async function evaluate(
  file: string,
  code: string,
  importOther: (specifier: string) => Promise<unknown>,
): Promise<Namespace> {
  const resolveFrom = createRequire(file);
  // The product of the project, which need not be the one whose command runs.
  const importKnown = (specifier: string): Promise<unknown> =>
    import(isBuiltin(specifier) ? specifier : pathToFileURL(resolveFrom.resolve(specifier)).href);
  const exported: Namespace = Object.create(null);
  const meta = { url: pathToFileURL(file).href, dirname: dirname(file), filename: file };
  const names = {
    __vite_ssr_exports__: exported,
    __vite_ssr_import_meta__: meta,
    __vite_ssr_import__: importKnown,
    __vite_ssr_dynamic_import__: (specifier: string) =>
      isKnown(specifier) ? importKnown(specifier) : importOther(specifier),
  };
  const run = new AsyncFunction(...Object.keys(names), `'use strict';${code}\n//# sourceURL=${meta.url}`);
  await run(...Object.values(names));
  return exported;
}

const AsyncFunction = (async () => {}).constructor as new (
  ...parts: readonly string[]
) => (...values: readonly unknown[]) => Promise<void>;
