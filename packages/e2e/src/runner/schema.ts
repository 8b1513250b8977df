// What a config may hold. The only file that loads zod; it is imported once a config has been read.
import { z } from 'zod';
import type { Config } from '../api/config.ts';
import { E2EError } from '../base/error.ts';
import { nearest } from '../base/nearest.ts';
import { showValue } from '../base/options.ts';
import { CACHE_MODES } from '../cache/outcome.ts';
import { sayNoSecret } from './no-secret.ts';

type Check = (value: unknown) => boolean;
const isFunction: Check = (value) => typeof value === 'function';
const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const text = (expected: string): z.ZodString => z.string({ error: expected }).min(1, { error: expected });
const whole = (min: number, expected: string): z.ZodNumber =>
  z.number({ error: expected }).int({ error: expected }).min(min, { error: expected });
const shaped = (check: Check, expected: string): z.ZodType => z.custom(check, { error: expected });

const isSecretSource: Check = (value) => typeof value === 'string' || isFunction(value);

const isSite: Check = (value) => {
  if (typeof value !== 'string' || value === '' || /[\s*]/.test(value)) return false;
  if (value.includes('://')) return isHttpUrl(value);
  return !/[/?#@]/.test(value) && URL.canParse(`https://${value}`);
};

const isSecretConfig: Check = (secret) => {
  if (!isRecord(secret)) return false;
  const { value, sites, field, ...unknown } = secret;
  return (
    isSecretSource(value) &&
    (sites === undefined || (Array.isArray(sites) && sites.every(isSite))) &&
    (field === undefined || field === 'password' || field === 'any') &&
    Object.keys(unknown).length === 0
  );
};

const isHttpUrl: Check = (value) =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

const httpUrl = (expected: string): z.ZodType => shaped(isHttpUrl, expected);

const app = z.strictObject(
  {
    url: httpUrl('an http or https URL, such as "http://localhost:3000"').optional(),
    identity: text('a non-empty text').optional(),
    command: text('a shell command, such as "npm start"').optional(),
    cwd: text('a directory').optional(),
    env: z.record(z.string(), z.string(), { error: 'an object of texts' }).optional(),
    readyUrl: httpUrl('an http or https URL').optional(),
    readyTimeout: whole(1, 'a whole number of milliseconds above 0').optional(),
  },
  { error: objectError('an object such as { url: "http://localhost:3000", command: "npm start" }') },
);

const engine = shaped(
  (value) => isRecord(value) && isFunction(value.launch) && typeof value.name === 'string',
  "an engine, such as web() from 'e2e/web'",
);

const target = z.strictObject(
  { name: text('a non-empty text'), engine, app: app.optional() },
  { error: objectError('an object such as { name: "web", engine: web() }') },
);

const isEndpoint: Check = (value) =>
  isRecord(value) &&
  isHttpUrl(value.baseURL) &&
  typeof value.model === 'string' &&
  value.model !== '' &&
  (value.apiKey === undefined || typeof value.apiKey === 'string');

const model = shaped(
  (value) =>
    (typeof value === 'string' && value !== '') ||
    (isRecord(value) && isFunction(value.doGenerate)) ||
    isEndpoint(value),
  'a model name such as "openai/gpt-6-luna-fast", an AI SDK model, or { baseURL: "http://…", apiKey, model: "…" }',
);

const ONE_TOOL = 'a tool made with defineTool()';

const agent = z.strictObject(
  {
    model: model.optional(),
    judge: model.optional(),
    context: z.string({ error: 'a text' }).optional(),
    tools: z
      .array(
        shaped((value) => isRecord(value) && value.kind === 'tool' && isFunction(value.execute), ONE_TOOL),
        { error: 'an array of tools, each made with defineTool()' },
      )
      .optional(),
    vision: z.union([z.boolean(), z.literal('only')], { error: 'true, false or "only"' }).optional(),
    maxSteps: whole(1, 'a whole number above 0').optional(),
    executor: shaped(
      (value) => isRecord(value) && isFunction(value.act) && typeof value.name === 'string',
      'an executor: an object with a name and an act function, such as offline()',
    ).optional(),
  },
  { error: objectError('an object such as { model: "openai/gpt-6-luna-fast" }') },
);

const MODES = CACHE_MODES.map((mode) => `"${mode}"`).join(', ');
const cacheMode = z.enum(CACHE_MODES, { error: `one of ${MODES}` });
const cache = z.strictObject(
  {
    mode: cacheMode.optional(),
    dir: text('a directory').optional(),
    strict: z.boolean({ error: 'true or false' }).optional(),
    store: shaped(
      (value) => isRecord(value) && isFunction(value.read) && isFunction(value.write),
      'a store: an object with read and write functions',
    ).optional(),
  },
  { error: objectError(`one of ${MODES}, or an object such as { mode: "read-only" }`) },
);

const globs = shaped(
  (value) =>
    (typeof value === 'string' && value !== '') ||
    (Array.isArray(value) &&
      value.length > 0 &&
      value.every((item) => typeof item === 'string' && item !== '')),
  'a glob such as "tests/**/*.e2e.ts", or an array of globs',
);

const config = z.strictObject(
  {
    projectId: text('a non-empty text').optional(),
    tests: globs.optional(),
    targets: z
      .array(target, { error: 'an array with at least one target' })
      .min(1, { error: 'an array with at least one target' }),
    agents: z.record(z.string(), agent, { error: 'an object: name → agent' }).optional(),
    cache: z.preprocess((value) => (typeof value === 'string' ? { mode: value } : value), cache).optional(),
    retries: whole(0, 'a whole number, 0 or more').optional(),
    timeout: whole(0, 'a whole number of milliseconds, 0 or more').optional(),
    workers: whole(1, 'a whole number above 0').optional(),
    reporters: shaped(
      (value) =>
        typeof value === 'string' ||
        (Array.isArray(value) && value.every((item) => typeof item === 'string')),
      'a reporter name, or an array of names',
    ).optional(),
    output: text('a directory').optional(),
    secrets: z
      .record(
        z.string(),
        shaped(
          (value) => isSecretSource(value) || isSecretConfig(value),
          "a text, a function that gives one, or { value, sites, field }: sites an array of hosts or origins such as 'login.example.com', field 'password' or 'any'",
        ),
        { error: 'an object: name → text, function or { value, sites, field }' },
      )
      .optional(),
  },
  { error: objectError('an object: export default defineConfig({ targets: […] })') },
);

/** A strict object complains of unknown keys under the same `error`; those are worded by `issueLine`. */
function objectError(
  expected: string,
): (issue: { readonly code?: string | undefined }) => string | undefined {
  return (issue) => (issue.code === 'unrecognized_keys' ? undefined : expected);
}

/**
 * The config, when every key and value is right.
 * @param file as shown in messages.
 * @throws E2EError INVALID_CONFIG with one line per fault: key path, what was expected, what was found, the nearest known key.
 */
export function checkConfig(value: unknown, file: string): Config {
  const parsed = config.safeParse(value);
  const lines = parsed.success
    ? [...duplicateTargets(value as Config), ...toolFaults(value as Config)]
    : parsed.error.issues.flatMap((issue) => issueLines(issue, value));
  if (lines.length > 0) {
    throw new E2EError(
      'INVALID_CONFIG',
      [`${file} is not valid:`, ...lines.map((line) => `  ${line}`)].join('\n'),
    );
  }
  return value as Config;
}

function duplicateTargets({ targets }: Config): readonly string[] {
  const names = targets.map(({ name }) => name);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...twice].map((name) => `targets: the name "${name}" stands twice; each target needs its own.`);
}

/** What only the whole config can tell of its tools. */
function toolFaults({ agents = {}, secrets = {} }: Config): readonly string[] {
  const known = Object.keys(secrets);
  return Object.entries(agents).flatMap(([name, { tools = [] }]) =>
    tools.flatMap((tool, index) => {
      const at = `agents.${name}.tools[${index}]`;
      const isTwice = tools.findIndex((other) => other.name === tool.name) < index;
      const unknown = (tool.secrets ?? []).filter((secret) => !known.includes(secret));
      return [
        ...(isTwice
          ? [`${at}: the name "${tool.name}" stands twice; each tool of an agent needs its own.`]
          : []),
        ...unknown.map((secret) => `${at}.secrets: the ${sayNoSecret(secret, known)}`),
      ];
    }),
  );
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((all, part) => {
    if (typeof part === 'number') return `${all}[${part}]`;
    return all === '' ? String(part) : `${all}.${String(part)}`;
  }, '');
}

/** Keys that may stand at a path, by the path's own keys with indexes and agent names left out. */
const KNOWN_KEYS: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(config.shape),
  targets: Object.keys(target.shape),
  'targets.app': Object.keys(app.shape),
  agents: Object.keys(agent.shape),
  cache: Object.keys(cache.shape),
};

function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  const place = path.filter(
    (part, index) => typeof part !== 'number' && !(path[0] === 'agents' && index === 1),
  );
  return KNOWN_KEYS[place.join('.')] ?? [];
}

function issueLines(issue: z.core.$ZodIssue, root: unknown): readonly string[] {
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(issue.path);
    return issue.keys.map((key) => {
      const near = nearest(key, known);
      const hint = near === undefined ? `Known keys: ${known.join(', ')}.` : `Did you mean "${near}"?`;
      return `${pathText([...issue.path, key])}: unknown key. ${hint}`;
    });
  }
  const found = issue.path.reduce<unknown>(
    (at, part) =>
      at !== null && typeof at === 'object' ? (at as Record<PropertyKey, unknown>)[part] : undefined,
    root,
  );
  const path = issue.path.length === 0 ? 'default export' : pathText(issue.path);
  const got = issue.path[0] === 'secrets' ? `a value of type ${typeof found}` : showFound(found);
  return [`${path}: expected ${issue.message}, got ${got}.`];
}

// An object may hold a key or a password (a model's `apiKey`, an app's `env`), so only its kind is said.
function showFound(found: unknown): string {
  if (typeof found === 'object' && found !== null) return Array.isArray(found) ? 'an array' : 'an object';
  return showValue(found);
}
