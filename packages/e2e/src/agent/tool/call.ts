// One call of a tool of the project: its input checked and its secrets filled in, its time and what it gives back bounded, its words redacted.
// A tool that fails is told of, it ends no step.
import { withSignal } from '../../base/clock.ts';
import type { Json } from '../../base/digest.ts';
import { messageOf } from '../../base/error.ts';
import { nearest } from '../../base/nearest.ts';
import { SECRET_HANDLE, secretsIn } from '../../cache/params.ts';
import type { StepPort } from '../../cache/port.ts';
import type { FindTool, ResultKind, ToolEnd } from '../../cache/tool.ts';
import { toScreen } from '../../screen/view.ts';
import type { AttemptSetup } from '../attempt.ts';
import type { ActStep, ToolInfo } from '../executor.ts';
import { fitTo, jsonSchemaOf } from '../standard-schema.ts';
import type { StepClock } from '../timing.ts';
import type { ProjectTool } from './define.ts';

/** How long a call may take when the tool does not say, in ms. Chosen: twice the wait for a control. */
const CALL_WAIT_MS = 30_000;

/** Characters of a result when the tool does not say. Chosen: a screen takes up to 24,000. */
const MAX_CHARS = 8_000;

/** What a call needs to know of its step. */
export interface CallContext {
  readonly tools: readonly ProjectTool[];
  readonly setup: Pick<AttemptSetup, 'redactor' | 'secret' | 'appUrl'>;
  /** A tool's time is the app's. */
  readonly clock: StepClock;
  readonly signal: AbortSignal;
}

/** The tools as an executor is told of them, by name: the same in every prompt, in whatever order the config has them. */
export function toolInfos(tools: readonly ProjectTool[]): readonly ToolInfo[] {
  const infos = tools.map(({ name, description, input }) => ({
    name,
    description,
    inputSchema: shapeOf(input),
  }));
  return infos.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function shapeOf(input: ProjectTool['input']): ToolInfo['inputSchema'] {
  const known = jsonSchemaOf(input);
  // Nothing is known of it: what does not fit is told to the model when it calls.
  if (typeof known !== 'object' || known === null) return { type: 'object' };
  const { $schema: _dialect, ...schema } = known as Readonly<Record<string, unknown>>;
  return schema;
}

/** Today's tools, for calls from a recording and for those of an executor. */
export function toolFinder(context: CallContext): FindTool {
  return ({ name, input }) => {
    const tool = context.tools.find((candidate) => candidate.name === name);
    if (tool === undefined) return undefined;
    const { replay } = tool;
    return { ...(replay === undefined ? {} : { replay }), run: () => runTool(tool, input, context) };
  };
}

/** `callTool` for one step. @param count counts an action against the step's budget, and throws past it. */
export function callerFor(context: CallContext, port: StepPort, count: () => void): ActStep['callTool'] {
  const find = toolFinder(context);
  return async (name, input) => {
    count();
    const end = await callOnce(name, input, context, port, find);
    const screen = toScreen(await port.look());
    switch (end.kind) {
      case 'returned':
        return { ok: true, result: end.text, screen };
      case 'failed':
        return {
          ok: false,
          code: end.isLate ? 'ACTION_UNCERTAIN' : 'ACTION_FAILED',
          message: end.message,
          screen,
        };
      case 'refused':
        return { ok: false, code: end.code, message: end.message, screen };
    }
  };
}

async function callOnce(
  name: string,
  input: unknown,
  { tools }: CallContext,
  port: StepPort,
  find: FindTool,
): Promise<ToolEnd> {
  const plain = plainObject(input);
  if (plain === undefined)
    return refused('MODEL_OUTPUT_INVALID', `the arguments of ${name} are no JSON object`);
  const action = { kind: 'tool', name, input: plain } as const;
  const tool = find(action);
  if (tool !== undefined) return await port.call(action, tool);
  const known = tools.map((each) => each.name);
  const near = nearest(String(name), known);
  const hint = near === undefined ? '' : `, did you mean ${JSON.stringify(near)}`;
  const list = known.length === 0 ? 'the agent has none' : `it has ${known.join(', ')}`;
  return refused('MODEL_OUTPUT_INVALID', `there is no tool ${JSON.stringify(name)}${hint}; ${list}`);
}

async function runTool(
  tool: ProjectTool,
  input: Json,
  { setup, clock, signal }: CallContext,
): Promise<ToolEnd> {
  const { redactor } = setup;
  const { maxChars = MAX_CHARS, timeout = CALL_WAIT_MS } = tool;
  const said = (text: string): string => cut(redactor.text(text), maxChars);
  const denied = secretsIn(JSON.stringify(input)).find((name) => !(tool.secrets ?? []).includes(name));
  if (denied !== undefined) {
    return refused(
      'POLICY_DENIED',
      `tool ${tool.name} may not be given the secret ${JSON.stringify(denied)}: list it under the tool's secrets if it is to have it`,
    );
  }
  const filled = await fillSecrets(input, (name) => setup.secret(name));
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('its time is up')), timeout);
  const over = AbortSignal.any([signal, late.signal]);
  let begun = false;
  try {
    const fit = await withSignal(fitTo(tool.input, filled), over);
    if (fit.issues !== undefined) {
      return refused(
        'MODEL_OUTPUT_INVALID',
        said(`the arguments of ${tool.name} do not fit: ${fit.issues.join('; ')}`),
      );
    }
    begun = true;
    const context = { signal: over, ...(setup.appUrl === undefined ? {} : { appUrl: setup.appUrl }) };
    const value = await clock.during('app', () =>
      withSignal((async () => await tool.execute(fit.value, context))(), over),
    );
    return { kind: 'returned', result: kindOf(value), text: said(textOf(value)) };
  } catch (thrown) {
    // The step is over: nobody is left to be told.
    signal.throwIfAborted();
    if (!begun)
      return refused(
        'MODEL_OUTPUT_INVALID',
        said(`the arguments of ${tool.name} could not be checked: ${messageOf(thrown)}`),
      );
    const isLate = late.signal.aborted;
    const what = isLate
      ? `gave no answer within ${timeout} ms; what it was asked for may still happen`
      : `failed: ${messageOf(thrown)}`;
    return { kind: 'failed', isLate, message: said(`tool ${tool.name} ${what}`) };
  } finally {
    clearTimeout(timer);
  }
}

function refused(code: Extract<ToolEnd, { kind: 'refused' }>['code'], message: string): ToolEnd {
  return { kind: 'refused', code, message };
}

/** Plain data as JSON has it; executors of users are plain JavaScript at run time. */
function plainObject(input: unknown): { readonly [key: string]: Json } | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  try {
    return JSON.parse(JSON.stringify(input)) as { readonly [key: string]: Json };
  } catch {
    return undefined;
  }
}

async function fillSecrets(input: Json, secret: (name: string) => Promise<string>): Promise<Json> {
  const values = new Map<string, string>();
  for (const name of secretsIn(JSON.stringify(input))) values.set(name, await secret(name));
  const fill = (value: Json | undefined): Json => {
    if (typeof value === 'string')
      return value.replaceAll(SECRET_HANDLE, (written, name: string) => values.get(name) ?? written);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value ?? null;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item as Json)]));
  };
  return values.size === 0 ? input : fill(input);
}

function kindOf(value: unknown): ResultKind {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'object';
  }
}

/** @throws Error for a value that JSON cannot hold, such as a circle: the tool is told to be at fault. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'string') return value;
  const text = JSON.stringify(value);
  if (text === undefined) throw new Error(`it gave a ${typeof value}, which is no JSON`);
  return text;
}

/** What was redacted is cut, so that no secret is cut in two before it is seen. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most)}… (${most} of ${text.length} characters)`;
}
