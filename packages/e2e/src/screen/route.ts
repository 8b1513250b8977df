// Where the app is, as far as it counts: origin, path and query with ids and tokens read as placeholders. Pure.
import { LOCAL_SERVICE } from './shape.ts';

/** A normalised place in an app, such as `/orders/:id?tab=notes`. Two readings are at the same place when these are equal. */
export type Route = string & { readonly __brand: 'Route' };

const PLACEHOLDER = ':id';

const SHAPES: readonly RegExp[] = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu,
  /^[0-9a-f]{8,}$/iu,
  /^\d+$/u,
  /^(?=.*[A-Za-z])(?=.*\d.*\d)[A-Za-z0-9_~.-]{12,}$/u,
  /^[A-Za-z]+-\d{2,}$/u,
  /\s/u,
];

const QUERY_SHAPES: readonly RegExp[] = [
  ...SHAPES,
  /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/u,
  // A signed token: two or three base64url parts, a cookie signature, or padded base64 with digits.
  /^[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?$/u,
  /^(?=.*\d)[A-Za-z0-9+/_-]{12,}={1,2}$/u,
];

/**
 * The route of a URL. On the app's own origin the origin does not count; a fragment counts only when it is a router's (`#/…`,
 * `#!…`). Query parameters keep their names; their order does not count.
 * @param appUrl base URL of the app; `undefined` makes every origin count.
 * Source: spec R14.
 */
export function routeOf(location: string, appUrl?: string): Route {
  const url = parse(location);
  if (url === null || url.origin === 'null') return titleRoute(location);
  const own = appUrl === undefined ? null : parse(appUrl);
  const origin = own !== null && own.origin === url.origin ? '' : url.origin;
  const routed = /^#(?:\/|!)/u.test(url.hash);
  return `${origin}${pathShape(url.pathname)}${queryShape(url.search)}${routed ? fragmentShape(url.hash) : ''}` as Route;
}

/** The route of a screen that has only a title (a device): the same rules, word by word. Source: spec R13, R14. */
export function titleRoute(title: string): Route {
  return title
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => (matches(word, SHAPES) ? PLACEHOLDER : word))
    .join(' ') as Route;
}

function fragmentShape(hash: string): string {
  const question = hash.indexOf('?');
  const path = question < 0 ? hash : hash.slice(0, question);
  return pathShape(path) + (question < 0 ? '' : queryShape(hash.slice(question)));
}

function pathShape(path: string): string {
  return path
    .split('/')
    .map((segment) => {
      const plain = decode(segment);
      if (matches(plain, SHAPES)) return PLACEHOLDER;
      return withoutService(plain) !== plain ? encodeURIComponent(withoutService(plain)) : segment;
    })
    .join('/');
}

function queryShape(search: string): string {
  const pairs = [...new URLSearchParams(search)].map(([name, value]) => {
    const shown = matches(value, QUERY_SHAPES) ? PLACEHOLDER : encodeURIComponent(withoutService(value));
    return `${encodeURIComponent(name)}=${shown}`;
  });
  return pairs.length === 0 ? '' : `?${pairs.sort().join('&')}`;
}

function withoutService(text: string): string {
  return text.replace(LOCAL_SERVICE, PLACEHOLDER);
}

function matches(text: string, shapes: readonly RegExp[]): boolean {
  return text !== '' && shapes.some((shape) => shape.test(text));
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
