// One model call: asked, timed, counted, and every way it can fail turned into one code with what to do about it.
import { E2EError, type ErrorCode, messageOf } from '../../base/error.ts';
import type { ModelCall } from '../executor.ts';
import { generate, isRecord, type LanguageModel, type Message, type Reply, type Tool } from './language.ts';

/** How long a model may take to answer, in ms. Source: spec R6. */
export const ANSWER_WAIT_MS = 120_000;

/** What one call is made with. */
export interface Asking {
  readonly model: LanguageModel;
  /** As reports name it. */
  readonly name: string;
  readonly messages: readonly Message[];
  readonly tools: readonly Tool[];
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  countModelCall(call: ModelCall): void;
}

/** Asks once. @throws E2EError with a model code, or the signal's reason. */
export async function ask(asking: Asking): Promise<Reply> {
  const { model, name, signal } = asking;
  signal.throwIfAborted();
  const late = AbortSignal.timeout(asking.timeoutMs);
  let reply: Reply;
  try {
    reply = await generate(model, asking.messages, asking.tools, AbortSignal.any([signal, late]));
  } catch (thrown) {
    asking.countModelCall({ model: name });
    if (signal.aborted) throw signal.reason;
    throw late.aborted ? tooLate(name, asking.timeoutMs) : failureOf(thrown, name);
  }
  asking.countModelCall({ model: name, ...tokensOf(reply) });
  if (reply.calls.length === 0 && reply.finish === 'content-filter') {
    throw new E2EError(
      'MODEL_REFUSED',
      `${name} refused to answer (its content filter). Word the goal another way, or use another model`,
      { data: { model: name } },
    );
  }
  return reply;
}

function tokensOf({ inputTokens, outputTokens, cachedTokens }: Reply): Omit<ModelCall, 'model'> {
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    ...(cachedTokens === undefined ? {} : { cachedTokens }),
  };
}

function tooLate(name: string, timeoutMs: number): E2EError {
  return new E2EError(
    'MODEL_PROVIDER_FAILED',
    `${name} did not answer within ${timeoutMs / 1000} s. Try again, or use a faster model`,
    { data: { model: name } },
  );
}

const OVERFLOW =
  /context.{0,3}length|maximum context|context window|too many tokens|prompt is too long|input is too long|request too large/iu;

/** What a provider's failure means. AI SDK errors are told by their fields, so that any version of the SDK fits. */
function failureOf(thrown: unknown, name: string): E2EError {
  const fields = isRecord(thrown) ? thrown : {};
  const status = typeof fields.statusCode === 'number' ? fields.statusCode : undefined;
  const body = typeof fields.responseBody === 'string' ? fields.responseBody : '';
  const where = typeof fields.url === 'string' ? ` at ${hostOf(fields.url)}` : '';
  const [code, advice] = meaningOf(status, `${body} ${messageOf(thrown)}`);
  const answered = status === undefined ? '' : ` answered ${status}`;
  return new E2EError(code, `${name}${where}${answered}: ${reasonOf(thrown)}. ${advice}`, {
    cause: thrown,
    data: { model: name, ...(status === undefined ? {} : { status }) },
  });
}

function meaningOf(status: number | undefined, text: string): readonly [ErrorCode, string] {
  if (status !== undefined && status >= 400 && status < 500 && OVERFLOW.test(text)) {
    return [
      'CONTEXT_OVERFLOW',
      'The screen is too large for this model: use one with a larger context, or split the goal',
    ];
  }
  switch (status) {
    case 401:
    case 403:
      return ['MODEL_PROVIDER_FAILED', 'Check the key, and that the account may use this model'];
    case 404:
      return [
        'MODEL_UNAVAILABLE',
        'Check the model id and the base URL; the account may not have this model',
      ];
    case 429:
      return [
        'MODEL_PROVIDER_FAILED',
        'The rate limit or the quota is used up: wait, run with fewer workers, or raise the limit',
      ];
    case undefined:
      return ['MODEL_PROVIDER_FAILED', 'Check that the base URL can be reached from here'];
    default:
      if (status >= 200 && status < 300)
        return [
          'MODEL_PROVIDER_FAILED',
          'That is no answer of an OpenAI-compatible server: check the base URL',
        ];
      return [
        'MODEL_PROVIDER_FAILED',
        status >= 500 ? 'The provider has a fault: try again later' : 'The provider did not take the request',
      ];
  }
}

const MOST_REASON_CHARS = 300;

/** The failure in the provider's own words, with the cause that a bare "fetch failed" hides; never a key. */
function reasonOf(thrown: unknown): string {
  const cause = isRecord(thrown) ? thrown.cause : undefined;
  const inner = cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
  const text = `${messageOf(thrown)}${inner}`
    .replace(/\s+/gu, ' ')
    .replace(/\b(?:sk|pk|key)-[\w*-]{4,}/gu, '<key>');
  return text.length > MOST_REASON_CHARS
    ? `${text.slice(0, MOST_REASON_CHARS)}…`
    : text.replace(/[.\s]+$/u, '');
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an unreadable address';
}
