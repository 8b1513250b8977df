// `agent.assert`, `agent.waitFor` and `agent.extract`: judged live by the executor on the current screen, never from a recording.
import { now, withSignal } from '../base/clock.ts';
import { E2EError, messageOf } from '../base/error.ts';
import { openPort, type StepPort } from '../cache/port.ts';
import { toScreen } from '../screen/view.ts';
import { contextOf, liveExecutor } from './act.ts';
import type { AgentDefinition, StandardSchema } from './attempt.ts';
import { stepSignal } from './ending.ts';
import type { Executor, JudgeStep, Judgment } from './executor.ts';
import type { AttemptState, StepScope } from './steps.ts';

/** How long `waitFor` waits when the call does not say, in ms. Chosen: the wait of one control. */
const WAIT_FOR_MS = 15_000;

interface JudgeCall {
  readonly state: AttemptState;
  readonly definition: AgentDefinition;
  readonly step: StepScope;
  readonly kind: JudgeStep['kind'];
  readonly statement: string;
  readonly signal: AbortSignal;
  readonly schema?: unknown;
}

/** Runs one `agent.assert`. @throws E2EError ASSERTION_FAILED or ASSERTION_INCONCLUSIVE. */
export async function judgeClaim(
  state: AttemptState,
  definition: AgentDefinition,
  step: StepScope,
  claim: string,
  options: { readonly timeout?: number },
): Promise<void> {
  await judged(state, options.timeout, claim, async (port, signal) => {
    const judgment = await judgeOnce(
      { state, definition, step, kind: 'assert', statement: claim, signal },
      port,
    );
    step.note({ summary: judgment.reason });
    if (judgment.status !== 'holds') throw assertionError(claim, judgment);
  });
}

/** Runs one `agent.waitFor`: judged anew each time the screen changes, never while it stays the same. @throws E2EError ASSERTION_FAILED. */
export async function waitForCondition(
  state: AttemptState,
  definition: AgentDefinition,
  step: StepScope,
  condition: string,
  options: { readonly timeout?: number },
): Promise<void> {
  const timeoutMs = options.timeout ?? WAIT_FOR_MS;
  await judged(state, undefined, condition, async (port, signal) => {
    const deadline = now() + timeoutMs;
    let lastText: string | undefined;
    let last: Judgment | undefined;
    for (;;) {
      const text = toScreen(await port.read()).text;
      if (text !== lastText) {
        lastText = text;
        last = await judgeOnce(
          { state, definition, step, kind: 'waitFor', statement: condition, signal },
          port,
        );
        step.note({ summary: last.reason });
        if (last.status === 'holds') return;
        // What can't be judged at all does not become judgeable by waiting.
        if (last.status === 'inconclusive') throw assertionError(condition, last);
      }
      const leftMs = deadline - now();
      if (leftMs <= 0) {
        throw new E2EError(
          'ASSERTION_FAILED',
          `waited ${timeoutMs} ms for ${JSON.stringify(condition)}: ${last?.reason ?? 'nothing was judged'}`,
        );
      }
      await port.changed(leftMs);
    }
  });
}

/** Runs one `agent.extract`. @throws E2EError MODEL_OUTPUT_INVALID when the value does not fit the schema. */
export async function extractValue<Output>(
  state: AttemptState,
  definition: AgentDefinition,
  step: StepScope,
  what: string,
  options: { readonly schema?: StandardSchema<Output>; readonly timeout?: number },
): Promise<Output> {
  return await judged(state, options.timeout, what, async (port, signal) => {
    const judgment = await judgeOnce(
      {
        state,
        definition,
        step,
        kind: 'extract',
        statement: what,
        signal,
        schema: jsonSchemaOf(options.schema),
      },
      port,
    );
    step.note({ summary: judgment.reason });
    if (judgment.status !== 'holds') throw assertionError(what, judgment);
    // Without a schema the caller's type is a claim that nothing checks, as with JSON.parse.
    if (options.schema === undefined) return judgment.value as Output;
    const result = await options.schema['~standard'].validate(judgment.value);
    if (result.issues === undefined) return result.value;
    throw new E2EError(
      'MODEL_OUTPUT_INVALID',
      `${JSON.stringify(what)} gave a value that does not fit the schema: ${result.issues.map((issue) => issue.message).join('; ')}`,
    );
  });
}

/** The wanted shape as JSON Schema, from schema libraries that can tell it. Source: standardschema.dev, Standard JSON Schema. */
function jsonSchemaOf(schema: StandardSchema<unknown> | undefined): unknown {
  return schema?.['~standard'].jsonSchema?.output({ target: 'draft-2020-12' });
}

async function judged<Value>(
  state: AttemptState,
  timeoutMs: number | undefined,
  statement: string,
  body: (port: StepPort, signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const deadline = stepSignal(state.setup.signal, timeoutMs, statement);
  const { signal } = deadline;
  try {
    return await body(
      openPort({
        session: state.setup.session,
        goal: statement,
        given: [],
        appUrl: state.setup.appUrl,
        signal,
      }),
      signal,
    );
  } finally {
    deadline.stop();
  }
}

async function judgeOnce(call: JudgeCall, port: StepPort): Promise<Judgment> {
  const { state, definition, step, kind, statement, signal } = call;
  const what = `agent.${kind} ${JSON.stringify(statement)}`;
  const executor = liveExecutor(state, definition, what, 'judged steps are never replayed');
  if (executor.judge === undefined) {
    throw new E2EError(
      'AUTOMATION_UNSUPPORTED',
      `${what} needs an executor with a judge, and ${JSON.stringify(executor.name)} has none: check with expect(), or set a model`,
    );
  }
  const request: JudgeStep = {
    kind,
    statement,
    context: contextOf(state, definition),
    screen: toScreen(await port.look()),
    ...(call.schema === undefined ? {} : { schema: call.schema }),
    countModelCall: (used) => step.countModelCall(used),
    signal,
  };
  const judgment = await withSignal(callJudge(executor, request, what), signal);
  const { status, reason } = (judgment ?? {}) as { readonly status?: unknown; readonly reason?: unknown };
  const known = status === 'holds' || status === 'fails' || status === 'inconclusive';
  if (known && typeof reason === 'string') return judgment;
  throw new E2EError(
    'MODEL_OUTPUT_INVALID',
    `executor ${JSON.stringify(executor.name)} judged ${what} with something that is no judgment: ${JSON.stringify(judgment) ?? 'undefined'}. A judgment is { status: 'holds' | 'fails' | 'inconclusive', reason }`,
  );
}

/** Calls the judge; what it throws itself is said to be its fault, by name. */
async function callJudge(executor: Executor, request: JudgeStep, what: string): Promise<Judgment> {
  try {
    // A judge of plain JavaScript may give no promise, or nothing.
    return await (executor.judge?.(request) as Promise<Judgment>);
  } catch (thrown) {
    if (thrown instanceof E2EError || request.signal.aborted) throw thrown;
    throw new E2EError(
      'ACTION_FAILED',
      `executor ${JSON.stringify(executor.name)} threw while judging ${what}: ${messageOf(thrown)}`,
      { cause: thrown },
    );
  }
}

function assertionError(statement: string, judgment: Judgment): E2EError {
  return judgment.status === 'fails'
    ? new E2EError('ASSERTION_FAILED', `${JSON.stringify(statement)} does not hold: ${judgment.reason}`)
    : new E2EError(
        'ASSERTION_INCONCLUSIVE',
        `${JSON.stringify(statement)} could not be judged: ${judgment.reason}`,
      );
}
