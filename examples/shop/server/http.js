// Requests in, answers out: the parts of HTTP that have nothing to do with shopping.

/** @typedef {{ status: number, headers?: Record<string, string>, body?: string | Buffer }} Answer */

const MAX_BODY_BYTES = 64 * 1024;

/**
 * The form in a request's body; undefined when it is larger than any form of the shop.
 * @param {import('node:http').IncomingMessage} request
 */
export async function readForm(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

/**
 * @param {unknown} value
 * @param {number} [status]
 * @returns {Answer}
 */
export function json(value, status = 200) {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/**
 * @param {string} location
 * @returns {Answer}
 */
export function seeOther(location) {
  return { status: 303, headers: { location } };
}

/**
 * Where to go after signing in: a path of this shop, never another site.
 * @param {string | null} path
 */
export function localPath(path) {
  return path !== null && /^\/(?![/\\])/.test(path) ? path : '/products';
}
