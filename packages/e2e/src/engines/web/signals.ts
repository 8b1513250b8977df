// Carries what happens in the browser to whoever waits in Node: dialogs, navigations, pages, requests. It keeps a count, so that a
// waiter can tell whether anything happened since it last looked, and the failure that ends a session.

/** What kinds of things happen. */
type SignalKind = 'dialog' | 'page' | 'navigation' | 'request' | 'failure';

/** One session's signals. */
export interface Signals {
  emit(kind: SignalKind): void;
  /** Ends every wait with this error, now and from now on. */
  fail(error: unknown): void;
  /** Throws the failure, if there is one. */
  check(): void;
  /** Number of dialogs, pages and navigations so far: whatever changes the screen by itself. */
  count(): number;
  /** Calls back at each signal until the returned function is called. */
  on(listener: (kind: SignalKind) => void): () => void;
}

/** Signals with nothing happened yet. */
export function createSignals(): Signals {
  const listeners = new Set<(kind: SignalKind) => void>();
  let count = 0;
  let failure: { readonly error: unknown } | undefined;
  const tell = (kind: SignalKind): void => {
    for (const listener of [...listeners]) listener(kind);
  };
  return {
    emit(kind) {
      if (kind !== 'request') count++;
      tell(kind);
    },
    fail(error) {
      failure ??= { error };
      tell('failure');
    },
    check() {
      if (failure) throw failure.error;
    },
    count: () => count,
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Settles with the promise, or with `undefined` as soon as `holds` is true after a signal. The promise goes on unheard.
 * @throws whatever the promise throws first, or the session's failure.
 */
export async function until<Value>(
  promise: Promise<Value>,
  signals: Signals,
  holds: () => boolean,
): Promise<Value | undefined> {
  signals.check();
  if (holds()) {
    promise.catch(() => {});
    return undefined;
  }
  let stop = (): void => {};
  const signalled = new Promise<undefined>((resolve, reject) => {
    stop = signals.on(() => {
      try {
        signals.check();
        if (holds()) resolve(undefined);
      } catch (error) {
        reject(error);
      }
    });
  });
  try {
    return await Promise.race([promise, signalled]);
  } finally {
    stop();
    promise.catch(() => {});
  }
}

/** Resolves at the next signal, or when the time in ms is up. */
export function nextSignal(signals: Signals, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (_kind?: SignalKind): void => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = signals.on(end);
    const timer = setTimeout(() => end(), Math.max(1, Math.min(waitMs, 2 ** 31 - 1)));
  });
}
