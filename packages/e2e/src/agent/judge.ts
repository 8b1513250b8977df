// `agent.assert`, `agent.waitFor` and `agent.extract`: judged live by the executor on the current screen, never from a recording.
import { now, withSignal } from '../base/clock.ts';
import { E2EError, messageOf } from '../base/error.ts';
import { nameSecrets } from '../cache/named.ts';
import { openPort, type StepPort } from '../cache/port.ts';
import type { Screen } from '../screen/node.ts';
import { screenWords, toScreen } from '../screen/view.ts';
import { contextOf, liveExecutor } from './act.ts';
import type { AgentDefinition } from './attempt.ts';
import { stepSignal } from './ending.ts';
import type { Executor, JudgeStep, Judgment, Picture, Vision } from './executor.ts';
import { hideFromJudge } from './hidden.ts';
import { fitTo, jsonSchemaOf, type StandardSchema } from './standard-schema.ts';
import type { AttemptState, StepScope } from './steps.ts';
import { timeSession } from './timing.ts';
import { isSamePicture, visionOf } from './vision.ts';

/** How long `waitFor` waits when the call does not say, in ms. Chosen: the wait of one control. */
const WAIT_FOR_MS = 15_000;

/** How often a screen is looked at whose picture counts, in ms. Source: chosen: a drawing tells nobody that it changed. */
const LOOK_EVERY_MS = 1_000;

/** Least time between two pictures, in ms. Source: chosen: a page that never rests is not photographed without a pause. */
const PICTURE_REST_MS = 250;

/** What to do about a judged step under `--no-model`: no recording can stand for it. */
const INSTEAD_OF_JUDGING = 'Check it with expect(), or leave it to runs with a model';

interface JudgeCall {
  readonly state: AttemptState;
  readonly definition: AgentDefinition;
  readonly step: StepScope;
  readonly kind: JudgeStep['kind'];
  readonly statement: string;
  readonly signal: AbortSignal;
  readonly schema?: unknown;
  readonly repair?: JudgeStep['repair'];
}

/** Runs one `agent.assert`. @throws E2EError ASSERTION_FAILED or ASSERTION_INCONCLUSIVE. */
export async function judgeClaim(
  state: AttemptState,
  definition: AgentDefinition,
  step: StepScope,
  claim: string,
  options: { readonly timeout?: number },
): Promise<void> {
  await judged(state, step, options.timeout, claim, async (port, signal) => {
    const judgment = await judgeOnce(
      { state, definition, step, kind: 'assert', statement: claim, signal },
      toScreen(await port.look()),
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
  await judged(state, step, undefined, condition, async (port, signal) => {
    const deadline = now() + timeoutMs;
    const eyes = eyesOf(state, definition, 'waitFor', condition);
    let judgedWords: string | undefined;
    let judgedPicture: Picture | undefined;
    let last: Judgment | undefined;
    for (;;) {
      // The screen that is judged is the one that is compared: a page on its way must not be paid for twice.
      const screen = toScreen(await port.look());
      const words = screenWords(screen);
      const picture = await eyes?.picture();
      if (words !== judgedWords || !isSamePicture(picture, judgedPicture)) {
        judgedWords = words;
        judgedPicture = picture;
        last = await judgeOnce(
          { state, definition, step, kind: 'waitFor', statement: condition, signal },
          screen,
          picture,
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
      // What is only drawn, as on a canvas, changes without a word of the page.
      await port.changed(eyes === undefined ? leftMs : Math.min(leftMs, LOOK_EVERY_MS));
      if (eyes !== undefined) await port.pause(Math.min(PICTURE_REST_MS, Math.max(0, deadline - now())));
    }
  });
}

/**
 * Runs one `agent.extract`: a value that does not fit its schema is asked for once more, on the same screen.
 * @throws E2EError ASSERTION_INCONCLUSIVE when the screen does not have it, MODEL_OUTPUT_INVALID when the value does not fit.
 */
export async function extractValue<Output>(
  state: AttemptState,
  definition: AgentDefinition,
  step: StepScope,
  what: string,
  options: { readonly schema?: StandardSchema<Output>; readonly timeout?: number },
): Promise<Output> {
  return await judged(state, step, options.timeout, what, async (port, signal) => {
    const screen = toScreen(await port.look());
    const schema = jsonSchemaOf(options.schema);
    const call: JudgeCall = { state, definition, step, kind: 'extract', statement: what, signal, schema };
    const first = await found(call, screen);
    // Without a schema the caller's type is a claim that nothing checks, as with JSON.parse.
    if (options.schema === undefined) return first as Output;
    const fit = await fitTo(options.schema, first);
    if (fit.issues === undefined) return fit.value;
    const second = await found({ ...call, repair: { value: first, issues: fit.issues } }, screen);
    const repaired = await fitTo(options.schema, second);
    if (repaired.issues === undefined) return repaired.value;
    throw new E2EError(
      'MODEL_OUTPUT_INVALID',
      `${JSON.stringify(what)} gave a value that does not fit the schema, twice: ${repaired.issues.join('; ')}. Check that the screen has it, and that the schema asks for it as the screen shows it`,
    );
  });
}

/** The value that the screen has. @throws E2EError when it does not have it. */
async function found(call: JudgeCall, screen: Screen): Promise<unknown> {
  const judgment = await judgeOnce(call, screen);
  call.step.note({ summary: judgment.reason });
  if (judgment.status !== 'holds') throw assertionError(call.statement, judgment);
  return judgment.value;
}

async function judged<Value>(
  state: AttemptState,
  step: StepScope,
  timeoutMs: number | undefined,
  statement: string,
  body: (port: StepPort, signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const deadline = stepSignal(state.setup.signal, timeoutMs, statement);
  const { signal } = deadline;
  try {
    return await body(
      openPort({
        session: timeSession(state.setup.session, step.clock),
        goal: statement,
        given: [],
        named: nameSecrets(state.setup.redactor, state.setup.appUrl),
        signal,
      }),
      signal,
    );
  } finally {
    deadline.stop();
  }
}

/** How the judge sees, where it is asked at all. @throws E2EError INVALID_CONFIG when the engine takes no pictures. */
function eyesOf(
  { setup }: AttemptState,
  definition: AgentDefinition,
  kind: JudgeStep['kind'],
  statement: string,
): Vision | undefined {
  const isAsked =
    !setup.noModel && setup.cache?.proof === undefined && definition.executor?.judge !== undefined;
  return isAsked ? visionOf(setup, definition, `agent.${kind} ${JSON.stringify(statement)}`) : undefined;
}

async function judgeOnce(call: JudgeCall, screen: Screen, taken?: Picture): Promise<Judgment> {
  const { state, definition, step, kind, statement, signal } = call;
  const what = `agent.${kind} ${JSON.stringify(statement)}`;
  const inProof = state.setup.cache?.proof !== undefined;
  const free = inProof && definition.executor?.callsNoModel === true ? definition.executor : undefined;
  if (inProof && free === undefined && kind !== 'extract') {
    return { status: 'holds', reason: 'not asked: a proof calls no model' };
  }
  const executor =
    free ?? liveExecutor(state, definition, what, 'judged steps are never replayed', INSTEAD_OF_JUDGING);
  if (executor.judge === undefined) {
    throw new E2EError(
      'AUTOMATION_UNSUPPORTED',
      `${what} needs an executor with a judge, and ${JSON.stringify(executor.name)} has none: check with expect(), or set a model`,
    );
  }
  const eyes = eyesOf(state, definition, kind, statement);
  const picture = taken ?? (await eyes?.picture());
  const request: JudgeStep = {
    kind,
    statement,
    context: contextOf(state, definition),
    screen,
    ...(eyes === undefined || picture === undefined
      ? {}
      : { vision: { mode: eyes.mode, picture: async () => picture } }),
    ...(call.schema === undefined ? {} : { schema: call.schema }),
    ...(call.repair === undefined ? {} : { repair: call.repair }),
    countModelCall: (used) => step.countModelCall(used),
    signal,
  };
  const shown = hideFromJudge(request, executor, state.setup.redactor);
  const judgment = await step.clock.during('model', () =>
    withSignal(callJudge(executor, shown, what), signal),
  );
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
