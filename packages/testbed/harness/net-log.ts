// What a Chromium did on the network by its own log (`--log-net-log`): connections, datagrams, look-ups and requests, those that failed too.
// Source: chromium.org, "NetLog: Chrome's network logging system"; event types by the names in the log's own constants.
import { readFile } from 'node:fs/promises';

/** One thing that the network service did or tried. */
export interface NetEvent {
  /** `TCP_CONNECT_ATTEMPT`, … */
  readonly type: string;
  /** An address, a host or a URL. */
  readonly what: string;
}

/** Types that name whom it concerns, and the field that does. */
const TOLD_BY: Readonly<Record<string, string>> = {
  TCP_CONNECT_ATTEMPT: 'address',
  // Not UDP_CONNECT: it asks the system for a route, as Chromium does to see whether there is IPv6, and sends nothing.
  UDP_BYTES_SENT: 'address',
  HOST_RESOLVER_MANAGER_REQUEST: 'host',
  HOST_RESOLVER_MANAGER_JOB: 'host',
  URL_REQUEST_START_JOB: 'url',
};

/** Reads a log. A browser that was killed left it without an end, so it is read line by line. @throws Error when it is no such log. */
export async function readNetLog(path: string): Promise<readonly NetEvent[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  const types = namesOf(lines[0] ?? '');
  return lines.flatMap((line) => {
    const [, params = '', type = ''] = /"params":(\{.*\}),"phase".*"type":(\d+)\}/u.exec(line) ?? [];
    const name = types.get(type);
    const field = name === undefined ? undefined : TOLD_BY[name];
    if (name === undefined || field === undefined) return [];
    const what = new RegExp(`"${field}":"([^"]*)"`, 'u').exec(params)?.[1];
    // The end of an event says less than its beginning. A datagram names no address where its socket is connected to one.
    if (what === undefined && name !== 'UDP_BYTES_SENT') return [];
    return [{ type: name, what: what ?? '(the address of its socket)' }];
  });
}

/** Type numbers of the types above, by the log's constants. */
function namesOf(head: string): ReadonlyMap<string, string> {
  const types = /"logEventTypes":\{([^}]*)\}/u.exec(head)?.[1] ?? '';
  const found = [...types.matchAll(/"(\w+)":(\d+)/gu)].map(
    ([, name = '', type = '']) => [type, name] as const,
  );
  const named = new Map(found.filter(([, name]) => Object.hasOwn(TOLD_BY, name)));
  if (!Object.keys(TOLD_BY).every((name) => [...named.values()].includes(name)))
    throw new Error(
      `the log names only ${[...named.values()].join(', ') || 'none'} of the events that are looked for`,
    );
  return named;
}
