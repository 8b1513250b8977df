// A model's judgment of one statement by one screen: it may look closer, and must quote what it rests on. It sees nothing of what an agent
// did or said before.
import { E2EError } from '../../base/error.ts';
import type { JudgeStep, Judgment } from '../executor.ts';
import { ask, type Connection } from './call.ts';
import { Eyes, type Seeing } from './eyes.ts';
import { isRecord, type Message, parseInput, type Reply, type Tool, type ToolCall } from './language.ts';
import { judgeRequest, judgeSystem, SEE_PICTURE } from './prompt.ts';
import { withProperty } from './schema.ts';
import { Sight } from './sight/sight.ts';
import { LOOK_TOOLS } from './tools.ts';
import { ungrounded } from './value.ts';
import { readLook } from './wish.ts';

/** Unusable answers in a row until the judgment ends. Chosen. */
const MOST_INVALID = 3;
/** Turns that only look, until the model has to judge by what it has seen. Chosen: a long table in pages. */
const MOST_LOOKS = 12;
/** Times that a judgment may quote what is not there. Chosen: a slip is mended, a habit is not believed. */
const MOST_UNFOUNDED = 2;

/** What an answer came to. */
type Answer =
  | { readonly kind: 'judgment'; readonly judgment: Judgment }
  /** It quotes what the screen does not say. */
  | { readonly kind: 'unfounded'; readonly why: string }
  | { readonly kind: 'looked'; readonly texts: readonly string[] }
  | { readonly kind: 'invalid'; readonly why: string };

/** Judges. @throws E2EError MODEL_OUTPUT_INVALID when no answer can be used. */
export async function judge(step: JudgeStep, connection: Connection): Promise<Judgment> {
  const sight = new Sight(step.statement, step.screen);
  const eyes = new Eyes(step.vision);
  const { seeing } = eyes;
  const tools = [...(seeing === 'picture' ? [] : LOOK_TOOLS), verdictTool(step)];
  const messages: Message[] = [
    { role: 'system', text: judgeSystem(seeing) },
    { role: 'user', text: judgeRequest(step, seeing === 'picture' ? SEE_PICTURE : sight.whole()) },
  ];
  let [invalid, unfounded, looks] = [0, 0, 0];
  for (;;) {
    const reply = await ask(connection, {
      messages: [...messages, ...(await eyes.now(step.screen))],
      tools,
      signal: step.signal,
      countModelCall: (call) => step.countModelCall(call),
    });
    const answer = answerOf(reply, step, { sight, seeing });
    if (answer.kind === 'judgment') return answer.judgment;
    messages.push({ role: 'assistant', reply });
    if (answer.kind === 'looked') {
      invalid = 0;
      looks += 1;
      if (looks > MOST_LOOKS) return undecided(`it looked ${looks} times without a verdict`);
      pushResults(messages, reply.calls, answer.texts);
      continue;
    }
    if (answer.kind === 'unfounded') unfounded += 1;
    else invalid += 1;
    if (unfounded >= MOST_UNFOUNDED) return undecided(answer.why);
    if (invalid >= MOST_INVALID) throw unusable(connection.label, answer.why);
    pushResults(
      messages,
      reply.calls,
      reply.calls.map(() => `Not accepted: ${answer.why}.`),
    );
    if (reply.calls.length === 0) messages.push({ role: 'user', text: 'Call verdict.' });
  }
}

function pushResults(messages: Message[], calls: readonly ToolCall[], texts: readonly string[]): void {
  calls.forEach((call, index) => {
    messages.push({ role: 'tool', call, text: texts[index] ?? 'Not done.' });
  });
}

function undecided(why: string): Judgment {
  return { status: 'inconclusive', reason: `the judge cannot be followed: ${why}` };
}

function unusable(label: string, why: string): E2EError {
  return new E2EError(
    'MODEL_OUTPUT_INVALID',
    `${label} gave ${MOST_INVALID} unusable judgments, the last: ${why}. Try again, or use another model`,
    { data: { model: label } },
  );
}

function verdictTool(step: JudgeStep): Tool {
  const properties = {
    seen: {
      type: 'array',
      items: { type: 'string' },
      description: 'Words of the screen that the judgment rests on, exactly as they stand there.',
    },
    reason: { type: 'string', description: 'What on the screen says so, in one sentence.' },
    status: { type: 'string', enum: ['holds', 'fails', 'inconclusive'] },
  };
  const input =
    step.kind === 'extract'
      ? withProperty(properties, 'value', isRecord(step.schema) ? step.schema : {})
      : { type: 'object', properties };
  return {
    name: 'verdict',
    description: 'The judgment.',
    inputSchema: { ...input, required: ['seen', 'reason', 'status'] },
  };
}

/** What the model was shown. */
interface Shown {
  readonly sight: Sight;
  readonly seeing: Seeing;
}

function answerOf(reply: Reply, step: JudgeStep, shown: Shown): Answer {
  const { sight, seeing } = shown;
  const cut = reply.calls.find(({ isCut }) => isCut);
  if (cut !== undefined)
    return { kind: 'invalid', why: `its answer was cut off in the middle of ${cut.name}` };
  const verdict = reply.calls.find(({ name }) => name === 'verdict');
  if (verdict !== undefined) return judgmentOf(verdict, step, shown);
  if (reply.calls.length === 0) return { kind: 'invalid', why: 'it called no tool' };
  const texts: string[] = [];
  for (const call of reply.calls) {
    const input = parseInput(call.input);
    const wish =
      input === undefined || seeing === 'picture'
        ? undefined
        : LOOKS.has(call.name)
          ? readLook(call.name, input)
          : undefined;
    if (wish?.kind !== 'look') {
      const why =
        wish?.kind === 'invalid'
          ? wish.why
          : `it called ${call.name} with unusable arguments, or there is no such tool`;
      return { kind: 'invalid', why };
    }
    const { look } = wish;
    if (look.tool === 'unfold') texts.push(sight.unfold(look.id, look.from));
    else if (look.tool === 'find') texts.push(sight.find(look.text, look.role));
  }
  return { kind: 'looked', texts };
}

const LOOKS: ReadonlySet<string> = new Set(LOOK_TOOLS.map(({ name }) => name));

function judgmentOf(call: ToolCall, step: JudgeStep, { sight, seeing }: Shown): Answer {
  const input = parseInput(call.input);
  if (input === undefined) return { kind: 'invalid', why: 'the arguments of verdict are no JSON object' };
  const { status, reason, value } = input;
  if (status !== 'holds' && status !== 'fails' && status !== 'inconclusive') {
    const said = JSON.stringify(status) ?? 'undefined';
    return { kind: 'invalid', why: `status ${said} is none of holds, fails, inconclusive` };
  }
  if (typeof reason !== 'string') return { kind: 'invalid', why: 'it gave no reason' };
  const seen = Array.isArray(input.seen) ? input.seen.map(String) : [];
  const isFound = step.kind === 'extract' && status === 'holds';
  if (isFound && value === undefined) return { kind: 'invalid', why: 'it gave no value' };
  if (status !== 'inconclusive') {
    const missing = seen.find((words) => !sight.hasSeen(words));
    if (missing !== undefined) return unfoundedWords(missing);
  }
  // What only a picture shows can be neither quoted nor looked up; a stand-in for nothing is none all the same.
  if (isFound && seeing !== 'text' && seen.length === 0) {
    if (isStandIn(value))
      return { kind: 'invalid', why: `${JSON.stringify(value)} stands for no value: say inconclusive` };
  } else if (isFound) {
    if (seen.length === 0) return { kind: 'unfounded', why: 'it quotes nothing of the screen for the value' };
    const isEmpty = step.screen.nodes.some((node) => node.value === '');
    const isSaid = (words: string): boolean => (words === '' ? isEmpty : sight.hasSeen(words));
    const [made] = ungrounded(value, step.schema, { text: step.screen.text, isSaid });
    if (made !== undefined) return unfoundedWords(made);
  }
  return { kind: 'judgment', judgment: { status, reason, ...(value === undefined ? {} : { value }) } };
}

/** Whether a value, or all that is in it, only says that there is none. */
function isStandIn(value: unknown): boolean {
  if (typeof value === 'string')
    return /^[^\p{L}\p{N}]*(?:n\W?a|none|null|nil|unknown|undefined|not (?:found|available|visible|shown|known))?[^\p{L}\p{N}]*$/iu.test(
      value,
    );
  if (Array.isArray(value)) return value.length > 0 && value.every(isStandIn);
  return value === null || (isRecord(value) && Object.values(value).every(isStandIn));
}

function unfoundedWords(words: string): Answer {
  return { kind: 'unfounded', why: `the screen does not say ${JSON.stringify(words)}` };
}
