// A recorded route as an address to go to, and as what the address must be. A placeholder stands for an id that the recording does not hold.
import { escapeRegExp } from '../../base/pattern.ts';
import { quote, textCode } from './words.ts';

const PLACEHOLDER = ':id';

/** A segment, or a value of the query, with a secret in it, which is in no recording. */
const SECRET_PART = /[^/?&=#]*<secret:[^<>]+>[^/?&=#]*/gu;

interface Parts {
  /** Empty on the app's own. */
  readonly origin: string;
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** With its `#`; empty unless it is a router's. */
  readonly fragment: string;
}

function partsOf(route: string): Parts {
  const match = /^(https?:\/\/[^/?#]+)?([^?#]*)(?:\?([^#]*))?(#.*)?$/su.exec(route);
  const [, origin = '', path = '', query = '', fragment = ''] = match ?? [];
  const pairs = query === '' ? [] : query.split('&');
  return {
    origin,
    path,
    fragment,
    query: pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
    }),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function hasPlaceholder(text: string): boolean {
  return text.split(/[/?&=#]/).includes(PLACEHOLDER);
}

/** The route as an expression to go to; `undefined` when it holds an id of the recorded run, or a secret. */
export function addressCode(recorded: string): string | undefined {
  const route = recorded.replace(SECRET_PART, PLACEHOLDER);
  return hasPlaceholder(route) ? undefined : textCode(route);
}

/** The line that expects the page to be there. */
export function urlLine(route: string, page: string): string {
  return `await expect(${page}).toHaveURL(${urlCode(route.replace(SECRET_PART, PLACEHOLDER))});`;
}

function urlCode(route: string): string {
  const { origin, path, query, fragment } = partsOf(route);
  const plain = query.length === 0 && !route.includes('{{');
  if (plain && !hasPlaceholder(route)) return quote(route);
  if (plain && origin === '' && fragment === '') return pathPattern(path);
  const conditions = [
    ...(origin === '' ? [] : [`url.origin === ${quote(origin)}`]),
    hasPlaceholder(path)
      ? `${pathPattern(path, '^')}.test(url.pathname)`
      : `url.pathname === ${textCode(path)}`,
    ...query.map(([name, value]) =>
      value === PLACEHOLDER
        ? `url.searchParams.has(${quote(name)})`
        : `url.searchParams.get(${quote(name)}) === ${textCode(plainSlots(value))}`,
    ),
    ...fragmentConditions(fragment),
  ];
  return `(url) => ${conditions.join(' && ')}`;
}

function fragmentConditions(fragment: string): readonly string[] {
  if (fragment === '') return [];
  return hasPlaceholder(fragment)
    ? [`${pathPattern(fragment, '^')}.test(url.hash)`]
    : [`url.hash === ${textCode(fragment)}`];
}

/** Search params are compared decoded, so a value stands there as it is. */
function plainSlots(value: string): string {
  return value.replace(/\|(?:url|form)\}\}/g, '}}');
}

function pathPattern(path: string, start = ''): string {
  const source = path
    .split(/(\/)/)
    .map((piece) => (piece === PLACEHOLDER || piece.includes('{{') ? '[^/?#]+' : escapeRegExp(piece)))
    .join('');
  return `/${start}${source}$/`;
}
