// The values of the config's secrets as the main process knows them, so that no text of its own shows one: resolved before anything starts,
// and added to as workers resolve others. A function that fails or takes too long here is no error: the step that needs it will say so.
import { type Config, sourceOf } from '../api/config.ts';
import { sleep } from '../base/clock.ts';
import { createRedactor, type Redactor } from '../base/redact.ts';
import { isNode, nodesIn, parseFile, type SyntaxNode } from './syntax.ts';

/** Milliseconds that a function of the config may take before the run starts without its value. Source: chosen; a vault answers in one or two. */
const RESOLVE_MS = 5_000;

/** What is known of a run's secrets. */
export interface RunSecrets {
  readonly redactor: Redactor;
  /** Name and value of what functions gave, for the redactors of workers. */
  readonly resolved: readonly (readonly [name: string, value: string])[];
}

/** Resolves every secret once. Never throws. */
export async function resolveSecrets(secrets: Config['secrets'] = {}): Promise<RunSecrets> {
  const redactor = createRedactor();
  const stop = new AbortController();
  const tooLong = sleep(RESOLVE_MS, stop.signal).then(
    () => undefined,
    () => undefined,
  );
  const answers = await Promise.all(
    Object.entries(secrets).map(async ([name, secret]) => {
      const source = sourceOf(secret);
      if (typeof source === 'string') {
        redactor.add(name, source);
        return [];
      }
      const value: unknown = await Promise.race([call(source), tooLong]);
      if (typeof value !== 'string') return [];
      redactor.add(name, value);
      return [[name, value] as const];
    }),
  );
  stop.abort();
  return { redactor, resolved: answers.flat() };
}

async function call(source: () => unknown): Promise<unknown> {
  try {
    return await source();
  } catch {
    return undefined;
  }
}

/** A redactor for a config that did not load: it knows the values that are written out in the file under `secrets`. Never throws. */
export async function writtenSecrets(file: string): Promise<Redactor> {
  const redactor = createRedactor();
  try {
    const { program } = await parseFile(file);
    for (const node of nodesIn(program)) {
      if (keyOf(node) !== 'secrets' || !isNode(node.value)) continue;
      const { properties } = node.value;
      for (const property of Array.isArray(properties) ? properties.filter(isNode) : []) {
        const name = keyOf(property);
        if (name === undefined) continue;
        for (const text of textsOf(property.value)) redactor.add(name, text);
      }
    }
  } catch {
    // What can't be read has no lines to show either.
  }
  return redactor;
}

/** The name of a property. */
function keyOf(node: SyntaxNode): string | undefined {
  if (node.type !== 'Property' || !isNode(node.key)) return undefined;
  const name: unknown = node.key.name ?? node.key.value;
  return typeof name === 'string' ? name : undefined;
}

/** The texts that a value may be; not those that it is only worked out from, such as the name of a variable. */
function textsOf(value: unknown): readonly string[] {
  if (!isNode(value)) return [];
  switch (value.type) {
    case 'Literal':
      return typeof value.value === 'string' ? [value.value] : [];
    case 'TemplateLiteral':
      return Array.isArray(value.quasis) ? value.quasis.flatMap(textsOf) : [];
    case 'TemplateElement': {
      const { cooked } = value.value as { readonly cooked?: unknown };
      return typeof cooked === 'string' ? [cooked] : [];
    }
    case 'ObjectExpression': {
      const { properties } = value;
      const own = Array.isArray(properties) ? properties.filter(isNode) : [];
      return own.flatMap((property) => (keyOf(property) === 'value' ? textsOf(property.value) : []));
    }
    case 'ArrowFunctionExpression':
      return textsOf(value.body);
    case 'LogicalExpression':
      return [...textsOf(value.left), ...textsOf(value.right)];
    case 'ConditionalExpression':
      return [...textsOf(value.consequent), ...textsOf(value.alternate)];
    default:
      return [];
  }
}
