// `agent.act`: fills the goal, takes the step through the cache, and runs the executor where there is nothing to replay.

import { withSignal } from '../base/clock.ts';
import { sha256 } from '../base/digest.ts';
import { E2EError, messageOf } from '../base/error.ts';
import { VERSION } from '../base/version.ts';
import { MATCHING_VERSION, normaliseInstruction, type StepIdentity } from '../cache/key.ts';
import { nameSecrets } from '../cache/named.ts';
import type { Provenance } from '../cache/outcome.ts';
import { fillGoal, isSecret, isUnique, keyParams, type Params, paramText } from '../cache/params.ts';
import { openPort, type StepPort } from '../cache/port.ts';
import { createSlots } from '../cache/slots.ts';
import { type HandOff, runStep, type StepEnd } from '../cache/step.ts';
import { toScreen } from '../screen/view.ts';
import type { ActOptions, ActResult, AgentDefinition, StepToolCall } from './attempt.ts';
import { endOfThrown, stepSignal } from './ending.ts';
import type { ActStep, Executor, Verdict } from './executor.ts';
import { hideFromActor } from './hidden.ts';
import { actionBudget, performFor } from './perform.ts';
import { type Pictures, takePictures } from './pictures.ts';
import type { AttemptState, StepScope } from './steps.ts';
import { timeActor, timePort, timeSession } from './timing.ts';
import { type CallContext, callerFor, toolFinder, toolInfos } from './tool/call.ts';
import { endOfVerdict } from './verdict.ts';
import { aimOf, controlAt, visionOf } from './vision.ts';

/** Most actions of one step when neither the call nor the config says. Source: issue "The agent", budgets; chosen. */
const DEFAULT_MAX_STEPS = 25;

/** Runs one `agent.act` call. @throws E2EError with the code that ended it. */
export async function runAct(
  state: AttemptState,
  definition: AgentDefinition,
  step: StepScope,
  goal: string,
  options: ActOptions,
): Promise<ActResult> {
  const { setup } = state;
  const params: Params = options.params ?? {};
  const filled = fillGoal(goal, params);
  const deadline = stepSignal(setup.signal, options.timeout, goal);
  const pictures = picturesOf(state);
  const toolCalls: StepToolCall[] = [];
  const named = nameSecrets(setup.redactor, setup.appUrl);
  const opened = openPort({
    session: timeSession(setup.session, step.clock),
    goal: filled,
    given: Object.values(params).map(paramText),
    named,
    signal: deadline.signal,
    ...(setup.secretRule === undefined ? {} : { secretRule: setup.secretRule }),
    called: ({ action: { name, input }, ...call }) => void toolCalls.push({ name, input, ...call }),
    ...(pictures === undefined ? {} : { picture: pictures.before }),
  });
  const port = timePort(opened, step.clock);
  const endOf = (thrown: unknown): StepEnd => endOfThrown(thrown, setup.signal);
  const live = (handOff?: HandOff): Promise<StepEnd> =>
    runLive({
      state,
      definition,
      step,
      goal: filled,
      params,
      options,
      port,
      signal: deadline.signal,
      handOff,
    }).catch(endOf);
  try {
    const cache = options.cache === 'off' ? undefined : setup.cache;
    if (cache === undefined || cache.mode === 'off') return finish(await live(), step);
    const run = await runStep({
      identity: identify(state, definition, goal, params),
      goal: filled,
      slots: createSlots(params),
      port,
      settings: cache,
      attempt: setup.number,
      named,
      redactor: setup.redactor,
      recorder: recorderOf(definition.executor),
      secret: (name) => setup.secret(name),
      findTool: toolFinder(toolContext(state, definition, step, deadline.signal)),
      endOf,
      runLive: live,
    });
    step.note({ cache: run.cache, ...(run.trial === undefined ? {} : { trial: run.trial }) });
    if (run.stage !== undefined) step.stage(run.key, run.stage);
    return { ...finish(run.end, step), cache: setup.redactor.deep(run.cache) };
  } finally {
    deadline.stop();
    if (toolCalls.length > 0) step.note({ toolCalls });
    if (pictures !== undefined) {
      // An attempt that is over waits for nothing: its step has to be in the report.
      await withSignal(pictures.after(), setup.signal).catch(() => {});
      step.note({ pictures: [...pictures.taken] });
    }
  }
}

function toolContext(
  { setup }: AttemptState,
  { tools = [] }: AgentDefinition,
  { clock }: StepScope,
  signal: AbortSignal,
): CallContext {
  return { tools, setup, clock, signal };
}

/** Pictures are for runs that keep them, of engines that paint. */
function picturesOf({ setup }: AttemptState): Pictures | undefined {
  const { session, redactor, keepPicture } = setup;
  return keepPicture === undefined ? undefined : takePictures({ session, redactor, keep: keepPicture });
}

function finish(end: StepEnd, step: StepScope): ActResult {
  if (end.kind !== 'passed') throw end.error;
  step.note({ summary: end.summary });
  return { summary: end.summary, usage: step.usage() };
}

function identify(
  state: AttemptState,
  definition: AgentDefinition,
  goal: string,
  params: Params,
): StepIdentity {
  const { identity } = state.setup;
  const instruction = normaliseInstruction(goal);
  const keyed = keyParams(params);
  const context = contextOf(state, definition);
  return {
    project: identity.project,
    file: identity.file,
    titlePath: identity.titlePath,
    target: identity.target,
    engine: identity.engine,
    app: identity.app,
    agent: definition.name,
    agentContext: context === '' ? '' : sha256(state.setup.redactor.text(context)),
    instruction,
    params: keyed,
    occurrence: state.occurrences.claim(definition.name, instruction, keyed),
    matching: MATCHING_VERSION,
  };
}

/** The config's context and the test's, joined. */
export function contextOf(state: AttemptState, definition: AgentDefinition): string {
  return [definition.context, state.setup.identity.agentContext].filter((part) => part).join('\n\n');
}

function recorderOf(executor: Executor | undefined): Provenance {
  return {
    executor: executor?.name ?? 'none',
    ...(executor?.model === undefined ? {} : { model: executor.model }),
    version: VERSION,
  };
}

/** The definition's executor. @throws E2EError MODEL_UNAVAILABLE when there is none, or when this run may not call it. @param instead what to do under `--no-model`. */
export function liveExecutor(
  state: AttemptState,
  definition: AgentDefinition,
  what: string,
  why: string,
  instead = 'Record it in a run without --no-model, and commit the recording',
): Executor {
  if (state.setup.cache?.proof !== undefined) {
    throw new E2EError('MODEL_UNAVAILABLE', `a proof calls no agent, and ${what} would need it (${why})`);
  }
  if (state.setup.noModel) {
    throw new E2EError(
      'MODEL_UNAVAILABLE',
      `--no-model: ${what} would have to run live (${why}). ${instead}`,
    );
  }
  if (definition.executor === undefined) {
    throw new E2EError(
      'MODEL_UNAVAILABLE',
      `${what} has to run live (${why}), and agent ${JSON.stringify(definition.name)} has no model: set agents.${definition.name}.model or .executor in the config`,
    );
  }
  return definition.executor;
}

interface LiveRun {
  readonly state: AttemptState;
  readonly definition: AgentDefinition;
  readonly step: StepScope;
  readonly goal: string;
  readonly params: Params;
  readonly options: ActOptions;
  readonly port: StepPort;
  readonly signal: AbortSignal;
  readonly handOff: HandOff | undefined;
}

async function runLive(run: LiveRun): Promise<StepEnd> {
  const { state, definition, step, goal, options, port, signal, handOff } = run;
  const why = handOff === undefined ? 'nothing was replayed' : handOff.detail;
  const executor = liveExecutor(state, definition, `step ${JSON.stringify(goal)}`, why);
  const vision = visionOf(state.setup, definition, `step ${JSON.stringify(goal)}`);
  const maxSteps = options.maxSteps ?? definition.maxSteps ?? DEFAULT_MAX_STEPS;
  const count = actionBudget(maxSteps);
  const tools = toolContext(state, definition, step, signal);
  const request: ActStep = {
    instruction: goal,
    params: publicParams(run.params),
    context: contextOf(state, definition),
    ...(handOff === undefined ? {} : { handOff }),
    screen: toScreen(await port.look()),
    look: async () => toScreen(await port.look()),
    ...(vision === undefined
      ? {}
      : {
          vision: {
            ...vision,
            picture: async () => {
              port.noteSight();
              return await vision.picture();
            },
            controlAt: async (point, kind) =>
              await controlAt(state.setup, await port.read(), point, aimOf(kind)),
          },
        }),
    perform: performFor({ port, setup: state.setup, count }),
    tools: toolInfos(tools.tools),
    callTool: callerFor(tools, port, count),
    countModelCall: (call) => step.countModelCall(call),
    maxSteps,
    ...(state.setup.actions === undefined ? {} : { actions: state.setup.actions }),
    signal,
  };
  const shown = timeActor(hideFromActor(request, executor, state.setup.redactor), step.clock);
  const verdict = await step.clock.during('model', () =>
    withSignal(callExecutor(executor, goal, shown), signal),
  );
  return endOfVerdict(verdict, executor, goal, executor.callsNoTools === true ? tools.tools : []);
}

/** Params as an executor may see them: a unique value is this run's, a secret stands by its name. */
function publicParams(params: Params): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      isSecret(value) || isUnique(value) ? paramText(value) : value,
    ]),
  );
}

/** Calls the executor; what it throws itself is said to be its fault, by name. */
async function callExecutor(executor: Executor, goal: string, request: ActStep): Promise<Verdict> {
  try {
    return await executor.act(request);
  } catch (thrown) {
    if (thrown instanceof E2EError || request.signal.aborted) throw thrown;
    throw new E2EError(
      'ACTION_FAILED',
      `executor ${JSON.stringify(executor.name)} threw while doing ${JSON.stringify(goal)}: ${messageOf(thrown)}`,
      { cause: thrown },
    );
  }
}
