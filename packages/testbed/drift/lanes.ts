// Lets so many tasks of each lane run at once, in the order they came. Tasks that race the machine run when nothing else does, a few beside
// each other, and keep all others waiting until they are done.

/** Lanes by name, with how many tasks each may run at once. */
export interface Lanes<Lane extends string> {
  run<Value>(lane: Lane, task: () => Promise<Value>): Promise<Value>;
  race<Value>(task: () => Promise<Value>): Promise<Value>;
}

/**
 * Lanes of these widths, and room for so many racing tasks beside each other. These come after all that have been asked for in lanes: none
 * starts while something waits there.
 */
export function limitTo<Lane extends string>(
  widths: Readonly<Record<Lane, number>>,
  racing: number,
): Lanes<Lane> {
  const lanes = Object.fromEntries(
    Object.entries<number>(widths).map(([name, width]) => [name, createQueue(width)]),
  ) as Record<Lane, Queue>;
  const all = Object.values<Queue>(lanes);
  const races = createQueue(racing);

  const next = (): void => {
    if (races.running() === 0) for (const lane of all) lane.start(next);
    if (all.every((lane) => lane.running() + lane.waiting() === 0)) races.start(next);
  };
  const add = <Value>(queue: Queue, task: () => Promise<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      queue.add(() => task().then(resolve, reject));
      // Not at once: what is asked for in one go is weighed together.
      queueMicrotask(next);
    });
  return { run: (name, task) => add(lanes[name], task), race: (task) => add(races, task) };
}

/** Tasks in the order they came, so many at once. */
interface Queue {
  add(task: () => Promise<void>): void;
  running(): number;
  waiting(): number;
  /** Starts as many as there is room for. */
  start(onEnd: () => void): void;
}

function createQueue(width: number): Queue {
  const tasks: (() => Promise<void>)[] = [];
  let running = 0;
  return {
    add: (task) => void tasks.push(task),
    running: () => running,
    waiting: () => tasks.length,
    start(onEnd) {
      while (running < width) {
        const task = tasks.shift();
        if (task === undefined) return;
        running += 1;
        void task().finally(() => {
          running -= 1;
          onEnd();
        });
      }
    },
  };
}
