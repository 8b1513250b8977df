// What a tool of the project is: a function of the user's own that an agent may call beside the engine's actions. Here its form is checked;
// call.ts calls it.
import { E2EError } from '../../base/error.ts';
import { checkOptions, type OptionRules, showValue } from '../../base/options.ts';
import { TOOL_REPLAYS, type ToolReplay } from '../../cache/tool.ts';
import { ACTION_KINDS } from '../../screen/action.ts';
import { jsonSchemaOf, type StandardSchema } from '../standard-schema.ts';

/** What a tool knows of the call besides its input. */
export interface ToolContext {
  /** The app's base URL, where the target has one. */
  readonly appUrl?: string;
  /** Fires when the call's time is up, or the step is over. */
  readonly signal: AbortSignal;
}

/** A tool as a project writes it. */
export interface ToolOptions<Input> {
  /** Letters, digits, `_` and `-`, 64 at most. */
  readonly name: string;
  /** What it does and when to use it, for a model. */
  readonly description: string;
  /** The input's shape, an object: any Standard Schema. */
  readonly input: StandardSchema<Input>;
  /** Does it. What it gives back, JSON or nothing, is what the agent is told. */
  execute(input: Input, context: ToolContext): unknown;
  /** What a replay makes of its calls. Absent: it stops there, and the agent goes on. */
  readonly replay?: ToolReplay;
  /** Milliseconds of one call. Default: 30,000. */
  readonly timeout?: number;
  /** Characters of a result that an agent is shown; the rest is cut off. Default: 8,000. */
  readonly maxChars?: number;
  /** Names of secrets that may stand in its input, as `<secret:name>`. Default: none. */
  readonly secrets?: readonly string[];
}

/** A tool of the project, as `defineTool` makes it. */
export interface ProjectTool extends ToolOptions<unknown> {
  readonly kind: 'tool';
}

/** Names of the built-in tools that are no actions. */
const BUILT_IN: ReadonlySet<string> = new Set([
  ...ACTION_KINDS,
  'unfold',
  'find',
  'wait',
  'done',
  'fail',
  'verdict',
]);

/** What every provider takes as the name of a function. Source: OpenAI's and Anthropic's API reference. */
const NAME = /^[A-Za-z_][\w-]{0,63}$/u;

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

const RULES: OptionRules<ToolOptions<unknown>> = {
  name: {
    expected: 'letters, digits, _ and -, 64 at most, and no name of a built-in tool such as "tap"',
    fits: (value) => typeof value === 'string' && NAME.test(value) && !BUILT_IN.has(value),
  },
  description: {
    expected: 'a text that says what it does',
    fits: (value) => typeof value === 'string' && value.trim() !== '',
  },
  input: {
    expected: 'a Standard Schema of an object, such as z.object({ email: z.string() })',
    fits: (value) => isSchema(value) && isOfObject(value),
  },
  execute: { expected: 'a function', fits: (value) => typeof value === 'function' },
  replay: {
    expected: `one of ${TOOL_REPLAYS.map((word) => JSON.stringify(word)).join(', ')}, or nothing`,
    fits: (value) => TOOL_REPLAYS.some((known) => known === value),
    words: Object.fromEntries(TOOL_REPLAYS.map((word) => [word, JSON.stringify(word)])),
  },
  timeout: { expected: 'a whole number of milliseconds above 0', fits: isCount },
  maxChars: { expected: 'a whole number above 0', fits: isCount },
  secrets: {
    expected: 'names of secrets, such as ["password"]',
    fits: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== ''),
  },
};

const NEEDED = ['name', 'description', 'input', 'execute'] as const;

/**
 * Makes a tool, for `agents.<name>.tools` in the config.
 * @throws E2EError INVALID_CONFIG with one line per fault.
 */
export function defineTool<Input>(options: ToolOptions<Input>): ProjectTool {
  checkOptions<ToolOptions<unknown>>('defineTool()', options, RULES);
  const missing = NEEDED.filter((key) => options[key] === undefined);
  if (missing.length > 0) {
    const lines = missing.map(
      (key) => `${key}: expected ${RULES[key].expected}, got ${showValue(undefined)}.`,
    );
    throw new E2EError('INVALID_CONFIG', ['defineTool():', ...lines].join('\n  '));
  }
  // What `execute` takes is what `input` gives: the call passes nothing else to it.
  return Object.freeze({ ...(options as unknown as ToolOptions<unknown>), kind: 'tool' });
}

function isSchema(value: unknown): value is StandardSchema<unknown> {
  // A schema of some libraries is a function.
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  const standard = (value as { readonly '~standard'?: { readonly validate?: unknown } })['~standard'];
  return typeof standard?.validate === 'function';
}

/** A library that cannot tell the shape is believed. */
function isOfObject(schema: StandardSchema<unknown>): boolean {
  const known = jsonSchemaOf(schema);
  return (
    typeof known !== 'object' || known === null || (known as { readonly type?: unknown }).type === 'object'
  );
}
