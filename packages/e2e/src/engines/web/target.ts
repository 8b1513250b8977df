// From a node id to a Playwright locator in the right frame, with the time left to act on it.
import type { BrowserContext, Frame, Locator } from 'playwright-core';
import { now } from '../../base/clock.ts';
import type { PerformOptions } from '../../engine/contract.ts';
import type { NodeId, Reading } from '../../screen/node.ts';
import type { Dialogs } from './dialogs.ts';
import { type Aim, labelOf } from './failure.ts';
import { SELECTOR_ENGINE } from './page-api.ts';
import type { Pages } from './pages.ts';
import type { Reader } from './reading.ts';
import type { Traffic } from './requests.ts';
import type { SentInput } from './sent.ts';
import type { Signals } from './signals.ts';

/** What actions work with. */
export interface ActionParts {
  readonly context: BrowserContext;
  readonly pages: Pages;
  readonly dialogs: Dialogs;
  readonly signals: Signals;
  readonly sent: SentInput;
  readonly reader: Reader;
  readonly traffic: Traffic;
  readonly appUrl: string | undefined;
  readonly rootDir: string;
}

/** A control that an action goes to. */
export interface Target extends Aim {
  readonly id: NodeId;
  readonly locator: Locator;
  /** The change count of its document at the look in which it was chosen; set where it is to be left alone if anything changed since. */
  readonly since?: number;
}

/** Least time for one action, in ms: sending input takes some even when nothing is waited for. Source: chosen, 10× a measured tap. */
const SINGLE_TRY_MS = 500;

/** Time and cancellation as Playwright takes them, shared by the parts of one action. */
export interface Budget {
  /** Options for the next Playwright call. */
  next(): { readonly timeout: number; readonly signal: AbortSignal };
  /** Milliseconds left, at least 1. */
  leftMs(): number;
}

/** The budget of one action; `stop` ends it early. */
export function createBudget(options: PerformOptions, stop: AbortSignal): Budget {
  const deadline = now() + Math.max(options.timeoutMs, SINGLE_TRY_MS);
  const signal = AbortSignal.any([options.signal, stop]);
  const leftMs = (): number => Math.max(1, deadline - now());
  return { leftMs, next: () => ({ timeout: leftMs(), signal }) };
}

/** The target of an id; `undefined` when its page is not the current one or was never read. */
export function aimAt(
  parts: ActionParts,
  id: NodeId,
  needsEditing: boolean,
  seen?: Reading,
): Target | undefined {
  const frame = parts.reader.frameOf(id);
  if (!frame || frame.isDetached() || frame.page() !== parts.pages.current()) return undefined;
  const since = seen === undefined ? undefined : parts.reader.versionIn(seen, frame);
  return {
    id,
    frame,
    needsEditing,
    label: labelOf(parts.reader.nodeOf(id)),
    locator: locate(frame, id),
    ...(since === undefined ? {} : { since }),
  };
}

/** The locator of an id in its frame. */
export function locate(frame: Frame, id: string): Locator {
  return frame.locator(`${SELECTOR_ENGINE}=${id}`);
}
