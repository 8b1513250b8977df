// The time that a part of an attempt has: its body with the hooks before it, then the hooks after. It ends what waits, and nothing else.
import { now } from '../base/clock.ts';
import type { E2EError } from '../base/error.ts';

/** What a phase without a limit has, in ms: the longest that a timer takes. */
const UNLIMITED_MS = 2 ** 31 - 1;

/** A part of an attempt under way. */
export interface Phase {
  readonly signal: AbortSignal;
  /** On the monotonic clock. */
  readonly endsAt: number;
  abort(reason: Error): void;
  stop(): void;
}

/** Begins one. @param timeoutMs 0 for no limit. @param error what it ends with when its time is up. */
export function startPhase(timeoutMs: number, error: () => E2EError): Phase {
  const controller = new AbortController();
  const allowedMs = timeoutMs === 0 ? UNLIMITED_MS : Math.max(timeoutMs, 1);
  const timer = setTimeout(() => controller.abort(error()), allowedMs);
  timer.unref();
  return {
    signal: controller.signal,
    endsAt: now() + allowedMs,
    abort: (reason) => controller.abort(reason),
    stop: () => clearTimeout(timer),
  };
}
