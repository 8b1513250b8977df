// One question to a model: asked, timed, counted, asked again where waiting may help. Every way it can fail ends as one code.
import { sleep } from '../../base/clock.ts';
import { E2EError } from '../../base/error.ts';
import type { ModelCall } from '../executor.ts';
import type { LanguageModel } from './choice.ts';
import { type Failure, failureOf, overflown } from './failure.ts';
import { generate, type Message, type Prompt, type Reply, type Tool } from './language.ts';

/** How long a model may take to answer, in ms. Source: spec R6. */
export const ANSWER_WAIT_MS = 120_000;

/**
 * How long to wait before each further try, in ms, when the provider does not say. Source: chosen: four tries in 13 s ride out a rate limit of
 * seconds and a server that restarts; a longer outage is for the next run.
 */
export const RETRY_WAITS_MS: readonly number[] = [1_000, 3_000, 9_000];

/** The longest wait that a provider may ask for, in ms; beyond it the step ends and says so. Source: chosen, below an attempt's 60 s. */
const LONGEST_WAIT_MS = 30_000;

/** A model that can be asked. */
export interface Connection {
  readonly model: LanguageModel;
  /** As reports name it. */
  readonly name: string;
  /** As messages name it: with where it answers. */
  readonly label: string;
  /** Takes the key that the model is asked with out of a text. Everything that a provider says passes it before it leaves. */
  withoutKey(text: string): string;
  readonly answerWaitMs: number;
  readonly retryWaitsMs: readonly number[];
}

/** What is asked. */
export interface Question {
  readonly messages: readonly Message[];
  readonly tools: readonly Tool[];
  readonly signal: AbortSignal;
  countModelCall(call: ModelCall): void;
}

/** Asks, and asks again after a failure that may pass. @throws E2EError with a model code, or the signal's reason. */
export async function ask(connection: Connection, question: Question): Promise<Reply> {
  let toolChoice: Prompt['toolChoice'] = 'required';
  for (let tries = 0; ; ) {
    const answer = await askOnce(connection, question, toolChoice);
    if (!('error' in answer)) return answered(connection, question, answer);
    if (answer.refusesToolChoice && toolChoice === 'required') {
      question.countModelCall({ model: connection.name });
      toolChoice = 'auto';
      continue;
    }
    const waitMs = nextWait(answer, connection.retryWaitsMs[tries]);
    tries += 1;
    if (waitMs === undefined) {
      question.countModelCall({ model: connection.name });
      throw givenUp(answer, tries);
    }
    question.countModelCall({ model: connection.name, retry: { reason: answer.reason, waitMs } });
    await sleep(waitMs, question.signal);
  }
}

/** One request. A failure of the provider is a value; the step's own end throws. */
async function askOnce(
  { model, label, name, answerWaitMs, withoutKey }: Connection,
  { messages, tools, signal, countModelCall }: Question,
  toolChoice: Prompt['toolChoice'],
): Promise<Reply | Failure> {
  signal.throwIfAborted();
  const late = AbortSignal.timeout(answerWaitMs);
  try {
    return await generate(model, {
      messages,
      tools,
      toolChoice,
      signal: AbortSignal.any([signal, late]),
    });
  } catch (thrown) {
    if (signal.aborted) {
      countModelCall({ model: name });
      throw signal.reason;
    }
    return late.aborted
      ? tooLate(label, answerWaitMs)
      : failureOf(
          thrown,
          label,
          withoutKey,
          messages.some((message) => message.role === 'sight' && message.png !== undefined),
        );
  }
}

/** How long to wait before the next try; `undefined` when there is none. */
function nextWait(failure: Failure, ownMs: number | undefined): number | undefined {
  if (!failure.retryable || ownMs === undefined) return undefined;
  const waitMs = failure.retryAfterMs ?? ownMs;
  return waitMs > LONGEST_WAIT_MS ? undefined : Math.round(waitMs);
}

function givenUp({ error, retryAfterMs }: Failure, tries: number): E2EError {
  const asked =
    retryAfterMs !== undefined && retryAfterMs > LONGEST_WAIT_MS
      ? `. It asks to wait ${Math.ceil(retryAfterMs / 1000)} s`
      : '';
  const tried = tries > 1 ? `. Asked ${tries} times` : '';
  return new E2EError(error.code, `${error.message}${asked}${tried}`, {
    cause: error.cause,
    ...(error.data === undefined ? {} : { data: error.data }),
  });
}

function answered({ name, label, withoutKey }: Connection, question: Question, reply: Reply): Reply {
  const { inputTokens, outputTokens, cachedTokens, costUsd } = reply;
  question.countModelCall({
    model: name,
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    ...(cachedTokens === undefined ? {} : { cachedTokens }),
    ...(costUsd === undefined ? {} : { costUsd }),
  });
  if (reply.finish === 'overflow') throw overflown(label);
  const refusal = refusalOf(reply);
  if (refusal === undefined) return reply;
  throw new E2EError(
    'MODEL_REFUSED',
    `${label} refused to answer: ${withoutKey(refusal)}. Word the goal another way, or use another model`,
    { data: { model: name } },
  );
}

/** Words of a refusal, where nothing else says that it is one. Source: chosen; a false hit ends a step that had no call anyway. */
const REFUSING =
  /^\W*(?:(?:i am|i['’]m) )?(?:sorry\b|i (?:can['’]?t|cannot|won['’]?t|am unable|['’]?m unable)).{0,60}\b(?:help|assist|comply|fulfil+|do that|do this|continue)\b/isu;

function refusalOf(reply: Reply): string | undefined {
  // A filter may stop an answer in the middle of a call.
  const isFiltered = reply.finish === 'content-filter';
  if (reply.calls.length > 0 && !isFiltered) return undefined;
  if (reply.refusal !== undefined) return JSON.stringify(reply.refusal.slice(0, 200));
  if (isFiltered) return 'its content filter took offence';
  return REFUSING.test(reply.text) ? JSON.stringify(reply.text.slice(0, 200)) : undefined;
}

function tooLate(label: string, waitMs: number): Failure {
  return {
    error: new E2EError(
      'MODEL_PROVIDER_FAILED',
      `${label} did not answer within ${waitMs / 1000} s. Try again, or use a faster model`,
      { data: { model: label } },
    ),
    reason: `no answer within ${waitMs / 1000} s`,
    retryable: false,
    refusesToolChoice: false,
  };
}
