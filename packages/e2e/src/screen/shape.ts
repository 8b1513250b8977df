// Tells text that identifies something from text that differs every run: dates, times, durations, ids, counts. Pure; it decides
// nothing about what to do with either.

/** What a text is as evidence. `count`: a number that names what it counts; `number`: digits alone, such as a badge. */
export type TextKind = 'stable' | 'volatile' | 'count' | 'number';

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const TIME_UNIT =
  '(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|months?|yrs?|years?)';

/** Texts about this very moment: they change while nothing else does. */
const RELATIVE: readonly RegExp[] = [
  new RegExp(
    `\\b(?:about |over |almost |less than )?(?:\\d+|an?|a few|few)\\s*${TIME_UNIT}\\s+(?:ago|from now)\\b`,
    'giu',
  ),
  new RegExp(`\\bin\\s+(?:about )?(?:\\d+|an?|a few)\\s*${TIME_UNIT}\\b`, 'giu'),
  /\b(?:just now|moments? ago)\b/giu,
];

/**
 * A service on this machine: which port it got today is no place in the app, and no name. Seen in redis-commander, whose paths name its
 * connection.
 */
export const LOCAL_SERVICE: RegExp = /(?<![\w.])(?:127(?:\.\d{1,3}){3}|localhost|\[::1\]):\d{2,5}(?!\d)/giu;

/** Everything else that differs every run, most specific first. Source: spec R29. */
const VOLATILE: readonly RegExp[] = [
  ...RELATIVE,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/giu,
  LOCAL_SERVICE,
  /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?\b/gu,
  new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)?\\.?\\s+${MONTH}\\b\\.?(?:,?\\s+\\d{4})?`, 'giu'),
  new RegExp(`\\b${MONTH}\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?\\b(?:,?\\s+\\d{4})?`, 'giu'),
  /\b\d{1,4}[/.]\d{1,2}[/.]\d{2,4}\b/gu,
  /\b\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b\.?)?/giu,
  /\b(?:today|yesterday|tomorrow)\b/giu,
  new RegExp(`\\b\\d+(?:[.,]\\d+)?\\s?${TIME_UNIT}\\b(?:\\s?\\d+\\s?${TIME_UNIT}\\b)*`, 'giu'),
  /\b[A-Za-z]{1,8}-\d{2,}\b/gu,
  /#\s?\d+\b/gu,
  /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}\b/giu,
  /\b(?=[\w-]*[A-Za-z])(?=[\w-]*\d[\w-]*\d)[A-Za-z0-9_-]{12,}\b/gu,
  /\b\d{7,}\b/gu,
];

const CURRENCY = '[$€£¥₹₽₩₺₴฿]|\\b(?:usd|eur|gbp|jpy|nok|sek|dkk|chf|cad|aud|inr|cny|pln|kr)\\b';
const UNIT =
  '(?:%|°[cf]?|kg|g|mg|lbs?|oz|km|m²|cm|mm|mi|ft|in|px|l|ml|[kmgt]i?b|kwh?|mbit|mbps|hz|[kmg]hz)(?![\\p{L}\\d])';
const AMOUNT = new RegExp(
  `(?:${CURRENCY})\\s?\\d[\\d.,\\s]*\\d|(?:${CURRENCY})\\s?\\d|\\d[\\d.,]*\\s?(?:${CURRENCY}|${UNIT})`,
  'giu',
);

const COUNT =
  /(?:^|[^\p{L}\d.,])\d[\d.,]*\+?\s+\(?\p{L}{2,}|\p{L}\s*(?::|\()\s*\d[\d.,]*\+?\)?(?:$|[^\p{L}\d])|\bof\s+\d+\b/u;
const NUMBER = /^[^\p{L}\d]*\d[\d.,\s]*\+?[^\p{L}\d]*$/u;

/** What a text is as evidence; an amount with a currency or unit is plain text. Source: spec R29. */
export function textKind(text: string): TextKind {
  if (shapeOf(text) !== text) return 'volatile';
  const rest = text.replace(AMOUNT, '¤');
  if (NUMBER.test(rest)) return 'number';
  return COUNT.test(rest) ? 'count' : 'stable';
}

/** The text with each part that differs every run replaced by `…`; amounts and counts stay. */
export function shapeOf(text: string): string {
  return replaceOutsideAmounts(text, VOLATILE);
}

/** The text with numbers as well replaced: two texts that differ only in a moved count have one such form. */
export function countlessOf(text: string): string {
  return shapeOf(text).replace(/\d[\d.,]*/gu, '#');
}

/** The text without what it says about "how long ago". Used where an absolute date still identifies. */
export function timelessOf(text: string): string {
  return replaceOutsideAmounts(text, RELATIVE);
}

function replaceOutsideAmounts(text: string, patterns: readonly RegExp[]): string {
  const amounts: string[] = [];
  // Amounts are set aside first: `$12.50.2024`-like look-alikes and `12 m²` are not dates or durations.
  let shaped = text.replace(AMOUNT, (amount) => {
    amounts.push(amount);
    return '\u0000';
  });
  for (const pattern of patterns) shaped = shaped.replace(pattern, '…');
  return shaped.replaceAll('\u0000', () => amounts.shift() ?? '');
}
