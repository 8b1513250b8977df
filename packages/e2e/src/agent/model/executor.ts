// The built-in model loop behind the executor port: ask, do one action, show what came of it, until the model says done or fail.
// It believes no model further than its arguments check out, and stops one that goes round in circles.
import { E2EError } from '../../base/error.ts';
import type { Screen } from '../../screen/node.ts';
import type { ActStep, Executor, JudgeStep, Judgment, Performed, Verdict } from '../executor.ts';
import { ANSWER_WAIT_MS, ask, type Connection, RETRY_WAITS_MS } from './call.ts';
import { isRecord, type Message, parseInput, type Reply, type Tool, type ToolCall } from './language.ts';
import { ACT_SYSTEM, actRequest, framed, JUDGE_SYSTEM, judgeRequest } from './prompt.ts';
import { loadModel, type ModelChoice, modelLabel, modelName } from './provider.ts';
import { ACT_TOOLS, readCall } from './tools.ts';

/** How a model executor is set up. */
export interface ModelOptions {
  readonly model: ModelChoice;
  /** Most actions of one step; a step's own lower limit counts. */
  readonly maxSteps?: number;
  /** Milliseconds a single answer may take. Default: 120 000 (spec R6). */
  readonly answerTimeout?: number;
  /** Milliseconds before each further try of a failed call; an empty list tries once. Default: 1, 3 and 9 s. */
  readonly retryWaits?: readonly number[];
}

/** Answers in a row that are no usable call before the step ends as MODEL_OUTPUT_INVALID. Source: chosen. */
const MOST_INVALID = 3;
/** Times the same call may leave the same screen. Source: chosen. */
const MOST_REPEATS = 3;
/** Screens that stay in the conversation in full; older ones are only named. Source: chosen, for the size of the prompt. */
const SCREENS_KEPT = 2;

/** An executor that a language model answers for. The model is loaded when the first step runs live. */
export function modelExecutor(options: ModelOptions): Executor {
  const name = modelName(options.model);
  let connecting: Promise<Connection> | undefined;
  const connect = (): Promise<Connection> => {
    connecting ??= loadModel(options.model).then((model) => ({
      model,
      name,
      label: modelLabel(options.model),
      answerWaitMs: options.answerTimeout ?? ANSWER_WAIT_MS,
      retryWaitsMs: options.retryWaits ?? RETRY_WAITS_MS,
    }));
    return connecting;
  };
  return {
    name: 'model',
    model: name,
    act: async (step) =>
      new Act(step, await connect(), Math.min(options.maxSteps ?? step.maxSteps, step.maxSteps)).run(),
    judge: async (step) => judge(step, await connect()),
  };
}

/** One act: the conversation and the counts that guard it. */
class Act {
  readonly #step: ActStep;
  readonly #connection: Connection;
  readonly #name: string;
  readonly #maxSteps: number;
  readonly #secrets: ReadonlySet<string>;
  readonly #messages: Message[];
  #screen: Screen;
  #actions = 0;
  #invalid = 0;
  #repeats = 0;
  #last = '';

  constructor(step: ActStep, connection: Connection, maxSteps: number) {
    this.#step = step;
    this.#connection = connection;
    this.#name = connection.label;
    this.#maxSteps = maxSteps;
    this.#screen = step.screen;
    this.#secrets = new Set(
      [...step.instruction.matchAll(/<secret:([^<>]+)>/gu)].map((match) => match[1] ?? ''),
    );
    this.#messages = [
      { role: 'system', text: ACT_SYSTEM },
      { role: 'user', text: actRequest(step) },
    ];
  }

  async run(): Promise<Verdict> {
    for (;;) {
      const reply = await ask(this.#connection, {
        messages: this.#messages,
        tools: ACT_TOOLS,
        signal: this.#step.signal,
        countModelCall: (call) => this.#step.countModelCall(call),
      });
      const verdict = await this.#take(reply);
      if (verdict !== undefined) return verdict;
    }
  }

  async #take(reply: Reply): Promise<Verdict | undefined> {
    const [call, ...others] = reply.calls;
    this.#messages.push({ role: 'assistant', reply });
    if (call === undefined) {
      this.#refuse(`it called no tool${reply.finish === 'length' ? ' (its answer was cut off)' : ''}`);
      this.#messages.push({ role: 'user', text: 'Call exactly one tool.' });
      return undefined;
    }
    const wish = readCall(call, this.#screen, this.#secrets);
    if (wish.kind === 'end') return wish.verdict;
    if (wish.kind === 'invalid') {
      this.#refuse(wish.why);
      this.#answer(call, `Not done: ${wish.why}.`, others);
      return undefined;
    }
    this.#invalid = 0;
    if (this.#actions >= this.#maxSteps) throw this.#exhausted();
    this.#actions += 1;
    const performed = await this.#step.perform(wish.action);
    const circling = this.#circles(call, performed);
    this.#screen = performed.screen;
    this.#forgetOldScreens();
    const outcome = performed.ok ? 'Done.' : `Not done (${performed.code}): ${performed.message}`;
    this.#answer(call, `${outcome} The screen now:\n${framed(performed.screen)}`, others);
    return circling ? this.#stuck(call) : undefined;
  }

  /** Every call must be answered; only the first is ever carried out. */
  #answer(call: ToolCall, text: string, others: readonly ToolCall[]): void {
    this.#messages.push({ role: 'tool', call, text });
    for (const other of others)
      this.#messages.push({ role: 'tool', call: other, text: 'Not done: one action per turn.' });
  }

  #refuse(why: string): void {
    this.#invalid += 1;
    if (this.#invalid < MOST_INVALID) return;
    throw new E2EError(
      'MODEL_OUTPUT_INVALID',
      `${this.#name} gave ${MOST_INVALID} unusable answers in a row, the last: ${why}. Try again, or use a model that is better at calling tools`,
      { data: { model: this.#name } },
    );
  }

  #circles(call: ToolCall, performed: Performed): boolean {
    const same = `${call.name} ${call.input} ${performed.screen.text}`;
    this.#repeats = same === this.#last ? this.#repeats + 1 : 1;
    this.#last = same;
    return this.#repeats >= MOST_REPEATS;
  }

  #stuck(call: ToolCall): Verdict {
    return {
      status: 'failed',
      code: 'ACTION_FAILED',
      summary: `${this.#name} called ${call.name} ${call.input} ${MOST_REPEATS} times, and the screen stayed the same`,
    };
  }

  #exhausted(): E2EError {
    return new E2EError(
      'STEP_BUDGET_EXHAUSTED',
      `${JSON.stringify(this.#step.instruction)} was not reached in ${this.#maxSteps} actions. Split the goal, or raise maxSteps`,
    );
  }

  #forgetOldScreens(): void {
    const shown = this.#messages.flatMap((message, index) =>
      message.role === 'tool' && message.text.includes('<screen>') ? [index] : [],
    );
    for (const index of shown.slice(0, Math.max(0, shown.length - SCREENS_KEPT + 1))) {
      const message = this.#messages[index];
      if (message?.role === 'tool') {
        this.#messages[index] = {
          ...message,
          text: message.text.replace(/<screen>[\s\S]*<\/screen>/u, '(an older screen, left out)'),
        };
      }
    }
  }
}

async function judge(step: JudgeStep, connection: Connection): Promise<Judgment> {
  const name = connection.label;
  const tool = verdictTool(step);
  const messages: Message[] = [
    { role: 'system', text: JUDGE_SYSTEM },
    { role: 'user', text: judgeRequest(step) },
  ];
  let why = '';
  for (let tries = 0; tries < MOST_INVALID; tries += 1) {
    const reply = await ask(connection, {
      messages,
      tools: [tool],
      signal: step.signal,
      countModelCall: (call) => step.countModelCall(call),
    });
    const judgment = judgmentOf(reply, step);
    if (typeof judgment !== 'string') return judgment;
    why = judgment;
    messages.push({ role: 'user', text: `That was no usable answer: ${why}. Call verdict once.` });
  }
  throw new E2EError(
    'MODEL_OUTPUT_INVALID',
    `${name} gave ${MOST_INVALID} unusable judgments in a row, the last: ${why}. Try again, or use another model`,
    { data: { model: name } },
  );
}

function verdictTool(step: JudgeStep): Tool {
  const value = step.kind === 'extract' ? { value: isRecord(step.schema) ? step.schema : {} } : {};
  return {
    name: 'verdict',
    description: 'The judgment.',
    inputSchema: {
      type: 'object',
      properties: {
        status: { type: 'string', enum: ['holds', 'fails', 'inconclusive'] },
        reason: { type: 'string', description: 'What on the screen says so, in one sentence.' },
        ...value,
      },
      required: ['status', 'reason'],
    },
  };
}

function judgmentOf(reply: Reply, step: JudgeStep): Judgment | string {
  const [call] = reply.calls;
  if (call === undefined) return 'it called no tool';
  const input = call.name === 'verdict' ? parseInput(call.input) : undefined;
  if (input === undefined)
    return `it called ${call.name} with arguments that are no JSON object, or another tool than verdict`;
  const { status, reason, value } = input;
  if (status !== 'holds' && status !== 'fails' && status !== 'inconclusive')
    return `status ${JSON.stringify(status) ?? 'undefined'} is none of holds, fails, inconclusive`;
  if (typeof reason !== 'string') return 'it gave no reason';
  if (step.kind === 'extract' && status === 'holds' && value === undefined) return 'it gave no value';
  return { status, reason, ...(value === undefined ? {} : { value }) };
}
