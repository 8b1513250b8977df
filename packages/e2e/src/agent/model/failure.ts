// What a provider's failure means: one code of the closed list, what to do about it, and whether asking again may help. It asks nothing.
import { E2EError, type ErrorCode, messageOf } from '../../base/error.ts';
import { isRecord } from './language.ts';

/** A failed call, understood. */
export interface Failure {
  readonly error: E2EError;
  /** In a few words, for the report. */
  readonly reason: string;
  /** Whether the same request may be answered later. */
  readonly retryable: boolean;
  /** How long the provider asks to wait, in ms, when it says. Source: RFC 9110 §10.2.3 (Retry-After). */
  readonly retryAfterMs?: number;
  /** The server knows no `tool_choice: required`. */
  readonly refusesToolChoice: boolean;
}

interface Meaning {
  readonly code: ErrorCode;
  readonly advice: string;
  readonly retryable?: boolean;
}

/**
 * Reads what a call threw. AI SDK errors are told by their fields, so that any version of the SDK fits.
 * @param model provider and model, as messages name them.
 * @param hasPicture whether one was sent.
 * @param withoutKey takes the key that was sent out of what the provider said: some say it back.
 */
export function failureOf(
  thrown: unknown,
  model: string,
  withoutKey: (text: string) => string,
  hasPicture = false,
): Failure {
  const fields = isRecord(thrown) ? thrown : {};
  const status = typeof fields.statusCode === 'number' ? fields.statusCode : undefined;
  const body = typeof fields.responseBody === 'string' ? fields.responseBody : '';
  const said = `${body} ${messageOf(thrown)}`;
  const meaning = hasPicture && isAboutPictures(status, said) ? BLIND : meaningOf(status, said, thrown);
  const host = typeof fields.url === 'string' ? hostOf(fields.url) : undefined;
  const where = host === undefined || model.includes(host) ? '' : ` at ${host}`;
  const answered = status === undefined ? '' : ` answered ${status}`;
  const reason = reasonOf(thrown, withoutKey);
  const error = new E2EError(meaning.code, `${model}${where}${answered}: ${reason}. ${meaning.advice}`, {
    // An SDK's error carries the whole request: too much for any report.
    ...(isProgramFault(thrown) && !saysKey(thrown, withoutKey) ? { cause: thrown } : {}),
    data: { model, ...(status === undefined ? {} : { status }) },
  });
  const retryAfterMs = retryAfter(fields.responseHeaders);
  return {
    error,
    reason: status === undefined ? shortened(reason, 80) : `status ${status}`,
    retryable: meaning.retryable === true,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    refusesToolChoice: status === 400 && /tool_choice|tool choice/iu.test(said),
  };
}

const OVERFLOW =
  /context.{0,3}length|maximum context|context limit|context window|too many tokens|prompt is too long|input is too long|request too large/iu;
const NO_SUCH_MODEL =
  /model_not_found|(?:no such|unknown|invalid) model|model\b.{0,80}(?:does not exist|not found|not available|no access|have access)|access to model/iu;
const NO_CREDIT = /insufficient_quota|insufficient.{0,12}(?:credit|balance|funds)|billing|payment required/iu;
/** Anthropic answers so with a status that stands for a wrong request elsewhere. */
const LOW_CREDIT = /credit balance is too low/iu;
const FILTERED = /content_filter|content_policy|content management policy|safety system/iu;

const provider = (advice: string, retryable = false): Meaning => ({
  code: 'MODEL_PROVIDER_FAILED',
  advice,
  retryable,
});
const UNAVAILABLE: Meaning = {
  code: 'MODEL_UNAVAILABLE',
  advice: 'Check the model id and the base URL; the account may not have this model',
};
const OVERFLOWN: Meaning = {
  code: 'CONTEXT_OVERFLOW',
  advice:
    'The screen and the conversation are too large for this model: use one with a larger context, or split the goal',
};

const BLIND: Meaning = {
  code: 'MODEL_UNAVAILABLE',
  advice: "It takes no pictures: use a model that does, or leave out the agent's vision",
};

/** Whether a provider does not take a request for the picture in it. */
function isAboutPictures(status: number | undefined, text: string): boolean {
  const isRefused = status === 400 || status === 404 || status === 415 || status === 422 || status === 501;
  return isRefused && /\bimages?\b|image_url|\bvision\b|multi-?modal/iu.test(text) && !OVERFLOW.test(text);
}

function meaningOf(status: number | undefined, text: string, thrown: unknown): Meaning {
  if (status === undefined) {
    return isProgramFault(thrown)
      ? provider('That is no answer of a provider: look at the model object of the config')
      : provider('Check that the base URL can be reached from here', isPassing(text, thrown));
  }
  if (status >= 200 && status < 300) {
    return provider('That is no answer of a model server: check the base URL', isPassing(text, thrown));
  }
  if (status === 413 || (status < 500 && OVERFLOW.test(text))) return OVERFLOWN;
  if (status === 404 || ((status === 400 || status === 403) && NO_SUCH_MODEL.test(text))) return UNAVAILABLE;
  if (
    status === 402 ||
    (status === 429 && NO_CREDIT.test(text)) ||
    (status === 400 && LOW_CREDIT.test(text))
  ) {
    return provider("The account has no credit left: top it up, or use another provider's key");
  }
  if (status < 500 && FILTERED.test(text)) {
    return {
      code: 'MODEL_REFUSED',
      advice: 'Its content filter took offence: word the goal another way, or use another model',
    };
  }
  return otherMeaning(status);
}

/** A model that had no room left for the rest of its answer. @param model provider and model, as messages name them. */
export function overflown(model: string): E2EError {
  return new E2EError(
    OVERFLOWN.code,
    `${model} ran out of room in the middle of its answer. ${OVERFLOWN.advice}`,
    {
      data: { model },
    },
  );
}

/** Whether a broken connection or answer may be whole the next time: not where nothing listens, nor where a web page answers. */
function isPassing(text: string, thrown: unknown): boolean {
  return !/ECONNREFUSED|ENOTFOUND|^\s*</u.test(`${text} ${causeText(thrown)}`);
}

function otherMeaning(status: number): Meaning {
  switch (status) {
    case 401:
    case 403:
      return provider('Check the key, and that the account may use this model');
    case 429:
      return provider(
        'The rate limit or the quota is used up: wait, run with fewer workers, or raise the limit',
        true,
      );
    case 408:
    case 409:
    case 425:
      return provider('The provider was not ready: try again later', true);
    default:
      return status >= 500
        ? provider('The provider has a fault: try again later', true)
        : provider('The provider did not take the request: check the model id and the base URL');
  }
}

/** A mistake in code (a TypeError that is no network's), rather than something that a provider said. */
function isProgramFault(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return true;
  const isOfNetwork = /fetch failed|terminated|network|socket|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT/iu.test(
    `${thrown.message} ${causeText(thrown)}`,
  );
  return ['TypeError', 'ReferenceError', 'SyntaxError', 'RangeError'].includes(thrown.name) && !isOfNetwork;
}

function causeText(thrown: unknown): string {
  const cause = isRecord(thrown) ? thrown.cause : undefined;
  if (!(cause instanceof Error)) return '';
  const inner = isRecord(cause) && cause.cause instanceof Error ? cause.cause.message : '';
  return cause.message || inner;
}

const MOST_REASON_CHARS = 300;

/** The failure in the provider's own words, with the cause that a bare "fetch failed" hides; never a key. */
function reasonOf(thrown: unknown, withoutKey: (text: string) => string): string {
  const inner = causeText(thrown);
  const own = messageOf(thrown);
  const text = withoutKey(inner === '' || own.includes(inner) ? own : `${own} (${inner})`)
    .replace(/\s+/gu, ' ')
    .replace(/\b(?:sk|pk|key|gsk|xai)-[\w*-]{4,}/gu, '<key>')
    .replace(/\bBearer [^\s"']+/gu, 'Bearer <key>')
    .trim();
  return shortened(text, MOST_REASON_CHARS).replace(/[.\s]+$/u, '') || 'it gave no reason';
}

/** A header that cannot be sent is quoted by the error that says so. */
function saysKey(thrown: unknown, withoutKey: (text: string) => string): boolean {
  const text = `${messageOf(thrown)} ${causeText(thrown)}`;
  return withoutKey(text) !== text || /\bBearer /u.test(text);
}

function shortened(text: string, mostChars: number): string {
  return text.length > mostChars ? `${text.slice(0, mostChars)}…` : text;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an unreadable address';
}

/** `retry-after-ms`, or `retry-after` as seconds or a date. */
function retryAfter(headers: unknown): number | undefined {
  if (!isRecord(headers)) return undefined;
  const inMs = Number(headers['retry-after-ms']);
  if (headers['retry-after-ms'] !== undefined && Number.isFinite(inMs) && inMs >= 0) return inMs;
  const value = headers['retry-after'];
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const seconds = Number(value);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}
