// Request evidence: which state-changing requests a step caused, and whether a replay caused the same. Decides nothing about the screen.
import type { SeenRequest } from '../engine/contract.ts';
import type { Entry, RecordedRequest } from './entry.ts';
import type { Named } from './named.ts';
import type { Tape } from './tape.ts';

/** The requests of a step as they are recorded: method, route and status class. Those without an answer are no evidence. */
export function recordRequests(
  tape: Pick<Tape, 'requests' | 'sentBefore'>,
  named: Named,
): readonly RecordedRequest[] {
  return tape.requests().flatMap((request, at) => {
    if (request.status === undefined) return [];
    const by = tape.sentBefore.filter((before) => before <= at).length - 1;
    return [
      {
        method: request.method,
        route: named.routeOf(request.url),
        statusClass: Math.floor(request.status / 100),
        ...(by < 0 ? {} : { by }),
      },
    ];
  });
}

/** The recording as it must show when these actions, by index, were left out: what they sent is not asked for. Source: spec R50. */
export function withoutRequestsOf(entry: Entry, skipped: readonly number[]): Entry {
  if (skipped.length === 0) return entry;
  const requests = entry.end.requests.filter(({ by }) => by === undefined || !skipped.includes(by));
  return { ...entry, end: { ...entry.end, requests } };
}

/**
 * What differs between the recorded and the replayed requests, or `undefined`: each recorded one must have been sent and answered in
 * the same class. More requests of other kinds are no fault: an app may also poll or count visits. Source: spec R33.
 */
export function requestFault(
  recorded: readonly RecordedRequest[],
  seen: readonly SeenRequest[],
  named: Named,
): string | undefined {
  const left = seen.map((request) => ({ ...request, route: named.routeOf(request.url) }));
  for (const wanted of recorded) {
    const like = left.filter((request) => request.method === wanted.method && request.route === wanted.route);
    const said = `${wanted.method} ${wanted.route}`;
    if (like.length === 0) return `the recording sent ${said}, and the replay ${sayOthers(left)}`;
    const match = like.find((request) => classOf(request) === wanted.statusClass);
    if (match === undefined) {
      const [other] = like;
      return other?.status === undefined
        ? `${said} has not been answered`
        : `${said} was answered ${other.status}, and ${wanted.statusClass}xx when it was recorded`;
    }
    left.splice(left.indexOf(match), 1);
  }
  return undefined;
}

/** What was sent instead tells a reader which control was really pressed. */
function sayOthers(left: readonly { readonly method: string; readonly route: string }[]): string {
  const others = [...new Set(left.map(({ method, route }) => `${method} ${route}`))];
  return others.length === 0 ? 'did not' : `sent ${others.slice(0, 3).join(', ')} instead`;
}

function classOf(request: SeenRequest): number {
  return request.status === undefined ? 0 : Math.floor(request.status / 100);
}
