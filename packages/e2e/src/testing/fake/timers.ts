// The app's clock: real timers by default, or one that a test moves by hand. It never decides how long an engine waits.

/** Runs something later. */
export interface AppClock {
  /** @returns a function that calls it off. */
  after(delayMs: number, run: () => void): () => void;
}

/** Real timers; they keep no process alive. */
export const realClock: AppClock = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** A clock that stands still until it is moved. */
export interface ManualClock extends AppClock {
  /** Milliseconds since it was made. */
  readonly elapsedMs: number;
  /** Runs everything due within that time, in order of time, then of registration; what it starts may be due as well. */
  advance(byMs: number): void;
}

/** A clock for tests that say themselves when time passes. */
export function manualClock(): ManualClock {
  let elapsed = 0;
  let order = 0;
  const due = new Map<number, { readonly at: number; readonly run: () => void }>();
  return {
    get elapsedMs() {
      return elapsed;
    },
    after(delayMs, run) {
      const ticket = order++;
      due.set(ticket, { at: elapsed + Math.max(0, delayMs), run });
      return () => due.delete(ticket);
    },
    advance(byMs) {
      const until = elapsed + byMs;
      for (;;) {
        const [next] = [...due]
          .filter(([, timer]) => timer.at <= until)
          .sort(([a, x], [b, y]) => x.at - y.at || a - b);
        if (next === undefined) break;
        due.delete(next[0]);
        elapsed = next[1].at;
        next[1].run();
      }
      elapsed = until;
    },
  };
}
