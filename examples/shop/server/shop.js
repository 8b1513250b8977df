// Puts the shop together: a server, its sessions and its routes.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { readForm } from './http.js';
import { notFound, ROUTES } from './routes.js';
import { openStore } from './store.js';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('./http.js').Answer} Answer */
/** @typedef {import('./routes.js').Shop} Shop */
/** @typedef {import('./store.js').Session} Session */
/** @typedef {{ dataPath: string, keep?: boolean, latencyMs?: number, variants?: import('./pages.js').Variants, password?: string }} ShopOptions */

/** Every customer of the demo signs in with it, unless SHOP_PASSWORD says otherwise. */
export const DEMO_PASSWORD = 'walnut-and-brass-42';

/** @type {Readonly<Record<string, Answer>>} */
const FILES = {
  '/style.css': file('style.css', 'text/css; charset=utf-8'),
  '/client.js': file('client.js', 'text/javascript; charset=utf-8'),
};

/**
 * @param {string} name
 * @param {string} type
 * @returns {Answer}
 */
function file(name, type) {
  const body = readFileSync(new URL(`../public/${name}`, import.meta.url));
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-store' }, body };
}

/**
 * A shop that is not open yet.
 * @param {ShopOptions} options `latencyMs`: what every page and change waits before it is answered
 */
export function createShop({
  dataPath,
  keep = false,
  latencyMs = 60,
  variants = new Set(),
  password = DEMO_PASSWORD,
}) {
  const shop = { store: openStore(dataPath, keep), variants, password };
  const server = createServer(async (request, response) => {
    try {
      const { status, headers, body } = await answer(shop, latencyMs, request);
      response.writeHead(status, headers).end(body);
    } catch (error) {
      console.error('shop:', error);
      response.writeHead(500, { 'content-type': 'text/plain' }).end('The shop made a mistake.');
    }
  });
  return {
    /**
     * Opens it on 127.0.0.1 and resolves to its address.
     * @param {number} port 0 lets the system choose
     * @returns {Promise<string>}
     */
    listen: (port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
          const address = /** @type {import('node:net').AddressInfo} */ (server.address());
          resolve(`http://127.0.0.1:${address.port}`);
        });
      }),
    /** @returns {Promise<void>} */
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {Shop} shop
 * @param {number} latencyMs
 * @param {IncomingMessage} request
 * @returns {Promise<Answer>}
 */
async function answer(shop, latencyMs, request) {
  const url = new URL(request.url ?? '/', 'http://shop.test');
  const known = FILES[url.pathname];
  if (known) return known;
  const form = await readForm(request);
  if (!form)
    return { status: 413, headers: { connection: 'close' }, body: 'That is too large for the shop.' };
  if (!url.pathname.startsWith('/api/')) await pause(latencyMs);

  const visit = openVisit(shop, request.headers.cookie ?? '');
  const wantsJson = (request.headers.accept ?? '').includes('application/json');
  const call = { shop, url, form, wantsJson, session: visit.session, open: visit.open, id: '' };
  for (const [method, path, handle] of ROUTES) {
    const match = method === request.method && path.exec(url.pathname);
    if (match) return visit.marked(handle({ ...call, id: match[1] ?? '' }));
  }
  return notFound(call);
}

/**
 * The session a cookie names. A visitor without one gets it with the first change, not before.
 * @param {Shop} shop
 * @param {string} cookie
 */
function openVisit(shop, cookie) {
  const { sessions } = shop.store.state;
  const id = /(?:^|;\s*)shop=([0-9a-f]{32})(?:;|$)/.exec(cookie)?.[1];
  const known = id === undefined ? undefined : sessions[id];
  /** @type {Session} */
  const session = known ?? { user: null, cart: {} };
  /** @type {string | undefined} */
  let opened;
  return {
    session,
    open() {
      if (!known && opened === undefined) {
        opened = randomBytes(16).toString('hex');
        sessions[opened] = session;
      }
      return session;
    },
    /** @param {Answer} result @returns {Answer} */
    marked: (result) =>
      opened === undefined
        ? result
        : {
            ...result,
            headers: { ...result.headers, 'set-cookie': `shop=${opened}; Path=/; HttpOnly; SameSite=Lax` },
          },
  };
}
