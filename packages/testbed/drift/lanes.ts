// Lets so many tasks of each lane run at once, in the order they came; a task that must be alone starts when nothing runs, and keeps all
// others waiting until it is done.

/** Lanes by name, with how many tasks each may run at once. */
export interface Lanes<Lane extends string> {
  run<Value>(lane: Lane, task: () => Promise<Value>): Promise<Value>;
  alone<Value>(task: () => Promise<Value>): Promise<Value>;
}

/** Lanes of these widths. Tasks that must be alone come after all that have been asked for in lanes. */
export function limitTo<Lane extends string>(widths: Readonly<Record<Lane, number>>): Lanes<Lane> {
  const names = Object.keys(widths) as Lane[];
  const queues = new Map<Lane | undefined, (() => Promise<void>)[]>();
  const running = new Map<Lane | undefined, number>();
  const count = (lane: Lane | undefined): number => running.get(lane) ?? 0;
  const total = (): number => [...running.values()].reduce((sum, each) => sum + each, 0);

  const start = (lane: Lane | undefined, task: () => Promise<void>): void => {
    running.set(lane, count(lane) + 1);
    void task().finally(() => {
      running.set(lane, count(lane) - 1);
      next();
    });
  };
  const next = (): void => {
    if (count(undefined) > 0) return;
    for (const name of names) {
      const queue = queues.get(name) ?? [];
      while (count(name) < widths[name]) {
        const task = queue.shift();
        if (task === undefined) break;
        start(name, task);
      }
    }
    const lone = total() === 0 ? queues.get(undefined)?.shift() : undefined;
    if (lone !== undefined) start(undefined, lone);
  };
  const add = <Value>(lane: Lane | undefined, task: () => Promise<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(lane) ?? [];
      queues.set(lane, queue);
      queue.push(() => task().then(resolve, reject));
      // Not at once: what is asked for in one go is weighed together.
      queueMicrotask(next);
    });
  return { run: add, alone: (task) => add(undefined, task) };
}
