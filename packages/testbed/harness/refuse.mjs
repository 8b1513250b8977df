// Loaded before anything else into every Node process of a run (NODE_OPTIONS=--import): refuses each connection that does not stay on this
// machine, and writes a line about it to the file that PHONED names, also when the caller swallows the error. Beneath net.Socket there is
// no other way to a TCP connection for JavaScript: http, https, http2, tls and fetch all come through it.

import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const file = process.env.PHONED;

/** @param {string} kind @param {string} what */
function note(kind, what) {
  const from = new Error().stack?.split('\n').slice(3, 9).join(' ').replace(/\s+/g, ' ');
  appendFileSync(file, `${JSON.stringify({ kind, what, pid: process.pid, main: process.argv[1], from })}\n`);
}

/** @param {unknown} host nothing means this machine */
function isLocal(host) {
  const name = String(host ?? '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
  return (
    ['', 'localhost', '::', '::1', '0.0.0.0'].includes(name) ||
    /^(?:::ffff:)?127\./.test(name) ||
    name.endsWith('.localhost')
  );
}

/** @param {string} what */
function refusal(what) {
  return Object.assign(new Error(`refused by the test: ${what}`), { code: 'ECONNREFUSED' });
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  // What net.connect has sorted already comes as one list.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const options = typeof first === 'object' && first !== null ? first : { port: first, host: second };
  const isPipe = options.path !== undefined || (typeof first === 'string' && !/^\d+$/.test(first));
  if (isPipe || isLocal(typeof options.host === 'function' ? undefined : options.host))
    return connect.apply(this, args);
  const what = `${options.host}:${options.port}`;
  note('connect', what);
  process.nextTick(() => this.destroy(refusal(what)));
  return this;
};

const { send } = dgram.Socket.prototype;
dgram.Socket.prototype.send = function (...args) {
  const host = args.slice(1).find((arg) => typeof arg === 'string');
  if (isLocal(host)) return send.apply(this, args);
  note('datagram', String(host));
  throw refusal(String(host));
};
const connectDatagrams = dgram.Socket.prototype.connect;
dgram.Socket.prototype.connect = function (port, host, ...rest) {
  if (isLocal(typeof host === 'function' ? undefined : host))
    return connectDatagrams.call(this, port, host, ...rest);
  note('datagram', `${host}:${port}`);
  throw refusal(String(host));
};

// Asking for a name is a packet to a stranger, too.
for (const names of [dns, dns.Resolver.prototype]) {
  for (const [key, ask] of functionsOf(names)) {
    names[key] = function (name, ...rest) {
      if (isLocal(name) || net.isIP(String(name)) > 0) return ask.call(this, name, ...rest);
      note('name', String(name));
      const done = rest.at(-1);
      if (typeof done === 'function') process.nextTick(done, refusal(String(name)));
      return undefined;
    };
  }
}
for (const names of [dns.promises, dns.promises.Resolver.prototype]) {
  for (const [key, ask] of functionsOf(names)) {
    names[key] = async function (name, ...rest) {
      if (isLocal(name) || net.isIP(String(name)) > 0) return await ask.call(this, name, ...rest);
      note('name', String(name));
      throw refusal(String(name));
    };
  }
}

/** @param {object} names */
function functionsOf(names) {
  return Object.getOwnPropertyNames(names)
    .filter((key) => /^(?:lookup|resolve|reverse)/.test(key) && typeof names[key] === 'function')
    .map((key) => [key, names[key]]);
}

syncBuiltinESMExports();
note('loaded', '');
