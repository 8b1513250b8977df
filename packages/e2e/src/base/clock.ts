// Time: one monotonic clock, and waits that end with their signal. Nothing here polls.

/** Milliseconds on the monotonic clock; only differences mean anything. */
export function now(): number {
  return performance.now();
}

/**
 * Waits, or ends early with the signal.
 * @param waitMs milliseconds; 0 or less returns at the next turn of the event loop.
 * @throws the signal's reason, when it fires first.
 */
export function sleep(waitMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      },
      Math.max(0, waitMs),
    );
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * Settles with the promise, or rejects as soon as the signal fires. The promise itself goes on; its late rejection is
 * swallowed, since nobody is left to hear it.
 */
export function withSignal<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  if (signal.aborted) {
    promise.catch(() => {});
    return Promise.reject(signal.reason);
  }
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
