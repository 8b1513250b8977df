// Waits for the screen: until it is steady, and until it may have changed. Everything waited for is an event of the browser or of the
// page; time only ends a wait or measures quiet.
import type { Frame, Page } from 'playwright-core';
import { now, sleep, withSignal } from '../../base/clock.ts';
import type { CallOptions, SteadyOptions } from '../../engine/contract.ts';
import type { Reading } from '../../screen/node.ts';
import type { Dialogs } from './dialogs.ts';
import type { Outside } from './outside.ts';
import { callPage, isDocumentGone } from './page-api.ts';
import type { Pages } from './pages.ts';
import { isOwnFrame, type Reader } from './reading.ts';
import type { Traffic } from './requests.ts';
import { nextSignal, type Signals, until } from './signals.ts';

/** How much later than the page's own clock Node gives up on it, in ms. Source: chosen. */
const SLACK_MS = 300;

/** What the waits work with. */
export interface WaitParts {
  readonly pages: Pages;
  readonly dialogs: Dialogs;
  readonly signals: Signals;
  readonly traffic: Traffic;
  readonly reader: Reader;
  readonly outside: Outside;
  /** Milliseconds since the last action of the session ended; endless before the first. */
  sinceActionMs(): number;
}

/** Resolves when the screen is steady, a dialog is open, or the time is up. A known screen (`isKnown`) is given as it was read. */
export async function waitUntilSteady(
  parts: WaitParts,
  options: SteadyOptions,
): Promise<Reading | undefined> {
  const { signals, dialogs, pages, traffic } = parts;
  const deadline = now() + options.timeoutMs;
  let looks = options.isKnown === undefined ? KNOWN_LOOKS : 0;
  while (now() < deadline && !dialogs.open()) {
    options.signal.throwIfAborted();
    const page = pages.current();
    const count = signals.count();
    if (traffic.isBusy()) {
      await withSignal(nextSignal(signals, Math.min(deadline - now(), traffic.patienceMs())), options.signal);
      continue;
    }
    const stillHere = (): boolean => signals.count() === count;
    if (looks < KNOWN_LOOKS) {
      looks += 1;
      const known = await readKnown(parts, page, options);
      if (known === 'changed') continue;
      if (known === undefined) looks = KNOWN_LOOKS;
      else if (stillHere() && !traffic.isBusy()) return known;
      continue;
    }
    const quiet = await withSignal(
      until(
        within(quietPage(page, deadline - now(), parts.sinceActionMs()), deadline - now() + SLACK_MS, false),
        signals,
        () => !stillHere() || traffic.isBusy(),
      ),
      options.signal,
    );
    if (quiet && stillHere() && !traffic.isBusy()) return undefined;
  }
  return undefined;
}

/** How often a screen is looked at in the hope that it is known, while it changes. Source: chosen; the load event of a document is a change. */
const KNOWN_LOOKS = 3;

/** How long a document may take to say that nothing is about to happen in it, in ms: one that is quiet for so long is at rest anyway. */
const CALM_MS = 80;

/** The screen, where it is known and nothing is about to happen in it; `changed`: not yet. */
async function readKnown(
  { outside, reader, signals }: WaitParts,
  page: Page,
  { isKnown, signal }: SteadyOptions,
): Promise<Reading | 'changed' | undefined> {
  // What a frame, or somebody outside, is about to tell it no page knows.
  if (page.frames().length > 1 || outside.reaches(page)) return undefined;
  const looking = reader.read();
  // Asked for together; by the change count both are told to be of one moment.
  const calming = callPage(page.mainFrame(), 'waitForCalm', CALM_MS).then((at) => at ?? 'restless');
  calming.catch(() => {});
  const reading = await looking;
  const version = reader.versionIn(reading, page.mainFrame());
  if (version === undefined || isKnown?.(reading) !== true) return undefined;
  try {
    const calmAt = await withSignal(
      until(
        within(calming, CALM_MS + SLACK_MS, 'restless'),
        signals,
        () => reader.signalCount() !== signals.count(),
      ),
      signal,
    );
    if (calmAt === 'restless') return undefined;
    return calmAt === version ? reading : 'changed';
  } catch (error) {
    if (!isDocumentGone(error)) throw error;
    return 'changed';
  }
}

/** Resolves to true once the screen may differ from the last look, to false when the time is up first. */
export async function waitForChange(parts: WaitParts, options: CallOptions): Promise<boolean> {
  const { signals, reader, pages } = parts;
  const since = reader.signalCount();
  const happened = (): boolean => signals.count() !== since;
  signals.check();
  if (happened()) return true;
  options.signal.throwIfAborted();
  if (parts.dialogs.open()) {
    return withSignal(
      until(sleep(options.timeoutMs, options.signal), signals, happened).then(happened),
      options.signal,
    );
  }
  const page = pages.current();
  const waits = [...reader.versions()].map(([frame, version]) =>
    frameChange(frame, version, options.timeoutMs),
  );
  if (waits.length === 0) return true;
  const any = within(firstTrue(waits), options.timeoutMs + SLACK_MS, false);
  const changed = await withSignal(until(any, signals, happened), options.signal);
  return changed ?? (happened() || pages.current() !== page);
}

/** The promise, or the other value when the page does not answer in time, as one that is busy with itself. */
function within<Value>(promise: Promise<Value>, waitMs: number, otherwise: Value): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(otherwise), waitMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function frameChange(frame: Frame, version: number, timeoutMs: number): Promise<boolean> {
  try {
    return await callPage(frame, 'waitForChange', version, timeoutMs);
  } catch (error) {
    if (isDocumentGone(error)) return true;
    throw error;
  }
}

function firstTrue(promises: readonly Promise<boolean>[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let left = promises.length;
    for (const promise of promises) {
      promise.then((value) => {
        left--;
        if (value || left === 0) resolve(value);
      }, reject);
    }
  });
}

/** Whether every own frame is loaded and got quiet within the time. */
async function quietPage(page: Page, timeoutMs: number, sinceActionMs: number): Promise<boolean> {
  const frames = page.frames().filter((frame) => isOwnFrame(frame, page));
  const results = await Promise.all(
    frames.map(async (frame) => {
      try {
        return await callPage(frame, 'waitForQuiet', Math.max(1, timeoutMs), sinceActionMs);
      } catch (error) {
        if (!isDocumentGone(error)) throw error;
        // The main document is being replaced: not quiet. A frame that went is no longer part of the screen.
        return frame !== page.mainFrame();
      }
    }),
  );
  return results.every(Boolean);
}
