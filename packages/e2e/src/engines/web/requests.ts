// What the app's requests tell: which are in flight and worth waiting for, and which changed state on the server.
import type { BrowserContext, Request } from 'playwright-core';
import { now } from '../../base/clock.ts';
import type { SeenRequest } from '../../engine/contract.ts';
import type { Signals } from './signals.ts';
import { isSameSite } from './site.ts';

/** An answer that is still streaming this long after its headers is a stream, not a load, in ms. Source: chosen. */
const STREAM_MS = 1_000;

/** A request without an answer for this long is a long poll or lost, in ms. Source: chosen; slow pages answer within it. */
const UNANSWERED_MS = 8_000;

/** A request to an address asked before is polling; it is waited for no longer than this, in ms. Source: chosen. */
const POLL_MS = 1_000;

const STATE_CHANGING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Kinds of requests that a page's content comes from. */
const CONTENT_TYPES: ReadonlySet<string> = new Set(['document', 'fetch', 'xhr', 'script', 'stylesheet']);

interface Flight {
  readonly startedAt: number;
  readonly patienceMs: number;
  answeredAt?: number;
}

/** The traffic of one session. */
export interface Traffic {
  /** Whether a same-site request that the screen may depend on is in flight. */
  isBusy(): boolean;
  /** Milliseconds until the youngest such request stops counting; 0 when none is in flight. */
  patienceMs(): number;
  seen(): readonly SeenRequest[];
}

/** Starts watching the requests of a context; `siteUrl` tells whose site counts. */
export function watchTraffic(context: BrowserContext, signals: Signals, siteUrl: () => string): Traffic {
  const flights = new Map<Request, Flight>();
  const asked = new Map<string, number>();
  const seen: (SeenRequest & { status?: number })[] = [];
  const seenBy = new WeakMap<Request, SeenRequest & { status?: number }>();

  context.on('request', (request) => {
    const url = request.url();
    if (!/^https?:/.test(url)) return;
    const type = request.resourceType();
    const isOwn = isSameSite(url, siteUrl());
    // A page that leaves for another site, such as a sign-in, is waited for as well.
    if ((isOwn && CONTENT_TYPES.has(type)) || isPageLoad(request)) {
      const key = `${request.method()} ${url.split(/[?#]/, 1)[0]}`;
      const times = (asked.get(key) ?? 0) + 1;
      asked.set(key, times);
      const patienceMs = type === 'document' ? Number.POSITIVE_INFINITY : times > 3 ? POLL_MS : UNANSWERED_MS;
      flights.set(request, { startedAt: now(), patienceMs });
      signals.emit('request');
    }
    // A redirect is a request of its own to Playwright; only where it began did the app ask for anything.
    if (isOwn && STATE_CHANGING.has(request.method()) && type !== 'ping' && !request.redirectedFrom()) {
      const entry: SeenRequest & { status?: number } = { method: request.method(), url };
      seen.push(entry);
      seenBy.set(request, entry);
    }
  });
  context.on('response', (response) => {
    const request = response.request();
    const flight = flights.get(request);
    if (flight) flight.answeredAt = now();
    const entry = seenBy.get(request);
    if (entry) entry.status = response.status();
  });
  const land = (request: Request): void => {
    if (flights.delete(request)) signals.emit('request');
  };
  context.on('requestfinished', land);
  context.on('requestfailed', land);

  const patience = (flight: Flight): number =>
    flight.answeredAt === undefined
      ? flight.startedAt + flight.patienceMs - now()
      : flight.answeredAt + STREAM_MS - now();
  const patienceMs = (): number => Math.max(0, ...[...flights.values()].map(patience));
  return { isBusy: () => patienceMs() > 0, patienceMs, seen: () => seen.map((entry) => ({ ...entry })) };
}

function isPageLoad(request: Request): boolean {
  return request.isNavigationRequest() && request.frame().parentFrame() === null;
}
