// What the app's requests tell: which are in flight and worth waiting for, and which changed state on the server.
import type { BrowserContext, Frame, Page, Request } from 'playwright-core';
import { now } from '../../base/clock.ts';
import type { SeenRequest } from '../../engine/contract.ts';
import { watchDocuments } from './asked.ts';
import { nextSignal, type Signals } from './signals.ts';
import { isSameSite } from './site.ts';

/** An answer that is still streaming this long after its headers is a stream, not a load, in ms. Source: chosen. */
const STREAM_MS = 1_000;

/** A request without an answer for this long is a long poll or lost, in ms. Source: chosen; slow pages answer within it. */
const UNANSWERED_MS = 8_000;

/** A read of a path that was read before, this often since the last action, is a long poll: it is waited for no longer than this, in ms. Source: chosen. */
const POLL_MS = 1_000;
const POLL_TIMES = 3;

/** How long after a page asked for another page that is waited for, in ms; what is sent for it is waited for on its own. Source: chosen. */
const PAGE_MS = 2_000;

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
  /**
   * Resolves once no new document is on its way into the frame or into one around it, and no script that the frame asked for: until that has
   * run, a control may do something else than what it is there for, such as a form that is sent without it. After 8 s at most, or `waitMs`.
   */
  settled(frame: Frame, waitMs: number): Promise<void>;
  /** An action begins: what it makes the app read again is no polling. */
  forgetPolls(): void;
}

/** Starts watching the requests of a context; `siteUrl` tells whose site counts. */
export function watchTraffic(context: BrowserContext, signals: Signals, siteUrl: () => string): Traffic {
  const flights = new Map<Request, Flight>();
  const asked = new Map<string, number>();
  const seen: (SeenRequest & { status?: number })[] = [];
  const seenBy = new WeakMap<Request, SeenRequest & { status?: number }>();

  /** Documents on their way, by the frame that they will replace the content of. */
  const arriving = new Map<Frame, Request>();

  /** Main frames that are to get another document, sent for or not, by when that was last told. */
  const leaving = new Map<Frame, number>();

  /** When pages asked for another page that is not there yet, the oldest first. */
  const opening: number[] = [];

  const count = (key: string): number => {
    const times = (asked.get(key) ?? 0) + 1;
    asked.set(key, times);
    return times;
  };
  const patienceWith = (request: Request): number => {
    const type = request.resourceType();
    if (type === 'document') return Number.POSITIVE_INFINITY;
    if (request.method() !== 'GET' || (type !== 'fetch' && type !== 'xhr')) return UNANSWERED_MS;
    // The very same address again and again is polling, cache busters aside.
    const url = request.url().replace(/\d{9,}/g, '#');
    const sameUrl = count(`url ${url}`);
    const samePath = count(`path ${url.split(/[?#]/, 1)[0]}`);
    if (sameUrl > POLL_TIMES) return 0;
    return samePath > 2 * POLL_TIMES ? POLL_MS : UNANSWERED_MS;
  };

  context.on('request', (request) => {
    const url = request.url();
    if (!/^https?:/.test(url)) return;
    const frame = navigatedFrame(request);
    if (frame !== undefined) {
      arriving.set(frame, request);
      if (frame.parentFrame() === null) leaving.set(frame, now());
    }
    const type = request.resourceType();
    const isOwn = isSameSite(url, siteUrl());
    // A page that leaves for another site, such as a sign-in, is waited for as well.
    if ((isOwn && CONTENT_TYPES.has(type)) || isPageLoad(request)) {
      const patienceMs = patienceWith(request);
      if (patienceMs > 0) {
        flights.set(request, { startedAt: now(), patienceMs });
        signals.emit('request');
      }
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
  // A download or an empty answer replaces nothing, and fails as a load. One that finished may be shown only after that.
  const fail = (request: Request): void => {
    const replaced = [...arriving].find(([, coming]) => coming === request)?.[0];
    if (replaced !== undefined) {
      arriving.delete(replaced);
      leaving.delete(replaced);
    }
    if (flights.delete(request) || replaced !== undefined) signals.emit('request');
  };
  const follow = (page: Page): void => {
    const main = page.mainFrame();
    const forget = (frame: Frame): void => {
      const wasLeaving = leaving.delete(frame);
      if (arriving.delete(frame) || wasLeaving) signals.emit('request');
    };
    page.on('framenavigated', forget);
    page.on('framedetached', forget);
    page.on('close', () => forget(main));
    const listener = {
      asked: () => {
        leaving.set(main, now());
        signals.emit('request');
      },
      askedForPage: () => {
        opening.push(now());
        signals.emit('request');
      },
      stopped: () => {
        if (leaving.delete(main)) signals.emit('request');
      },
    };
    // A page that is gone before anybody listens asks for nothing.
    watchDocuments(page, listener).catch(() => {});
  };
  context.on('page', (page) => {
    follow(page);
    if (opening.shift() !== undefined) signals.emit('request');
  });
  context.on('requestfinished', land);
  context.on('requestfailed', fail);

  const patience = (flight: Flight): number =>
    flight.answeredAt === undefined
      ? flight.startedAt + flight.patienceMs - now()
      : flight.answeredAt + STREAM_MS - now();
  const patienceMs = (): number =>
    Math.max(
      0,
      ...[...flights.values()].map(patience),
      ...[...leaving.values()].map((askedAt) => askedAt + UNANSWERED_MS - now()),
      ...opening.map((askedAt) => askedAt + PAGE_MS - now()),
    );
  const isAwaitingScript = (frame: Frame): boolean =>
    [...flights].some(
      ([request, flight]) =>
        request.resourceType() === 'script' && frameOf(request) === frame && patience(flight) > 0,
    );
  return {
    isBusy: () => patienceMs() > 0,
    patienceMs,
    seen: () => seen.map((entry) => ({ ...entry })),
    async settled(frame, waitMs) {
      const deadline = now() + Math.min(waitMs, UNANSWERED_MS);
      while ((isBeingReplaced(frame, arriving, leaving) || isAwaitingScript(frame)) && now() < deadline) {
        await nextSignal(signals, deadline - now());
      }
    },
    forgetPolls: () => asked.clear(),
  };
}

function isBeingReplaced(frame: Frame, ...coming: readonly ReadonlyMap<Frame, unknown>[]): boolean {
  for (let outer: Frame | null = frame; outer; outer = outer.parentFrame()) {
    const replaced = outer;
    if (coming.some((each) => each.has(replaced))) return true;
  }
  return false;
}

/** The frame that a request brings a new document into; `undefined` for other requests, and where the frame is not there yet. */
function navigatedFrame(request: Request): Frame | undefined {
  return request.isNavigationRequest() ? frameOf(request) : undefined;
}

/** The frame that asked; `undefined` for a worker's request, and where the frame is not there yet. */
function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}

function isPageLoad(request: Request): boolean {
  // A page that was just opened has no frame yet.
  return request.isNavigationRequest() && !frameOf(request)?.parentFrame();
}
