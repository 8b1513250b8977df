import { setImmediate as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitTo } from './lanes.ts';

/** Tasks that say when they begin and end when told to. */
function createTasks(): {
  readonly running: readonly string[];
  task(name: string): () => Promise<void>;
  end(name: string): Promise<void>;
} {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    running,
    task: (name) => () =>
      new Promise((resolve) => {
        running.push(name);
        ends.set(name, () => {
          running.splice(running.indexOf(name), 1);
          resolve();
        });
      }),
    async end(name) {
      ends.get(name)?.();
      await pause();
    },
  };
}

test('racing tasks run so many beside each other, after all that was asked for in lanes', async () => {
  const lanes = limitTo({ busy: 1, waiting: 2 }, 3);
  const { running, task, end } = createTasks();
  for (const name of ['r1', 'r2', 'r3', 'r4']) void lanes.race(task(name));
  for (const name of ['b1', 'b2']) void lanes.run('busy', task(name));
  void lanes.run('waiting', task('w1'));
  await pause();
  expect(running).toEqual(['b1', 'w1']);
  await end('b1');
  await end('w1');
  expect(running).toEqual(['b2']);
  await end('b2');
  expect(running).toEqual(['r1', 'r2', 'r3']);
  await end('r2');
  expect(running).toEqual(['r1', 'r3', 'r4']);
});

test('what comes for a lane while others race waits until they are done, and no further race begins before it', async () => {
  const lanes = limitTo({ busy: 1 }, 1);
  const { running, task, end } = createTasks();
  for (const name of ['r1', 'r2']) void lanes.race(task(name));
  await pause();
  void lanes.run('busy', task('b1'));
  await pause();
  expect(running).toEqual(['r1']);
  await end('r1');
  expect(running).toEqual(['b1']);
  await end('b1');
  expect(running).toEqual(['r2']);
});

test('a task that throws makes room, and its asker hears of it', async () => {
  const lanes = limitTo({ busy: 1 }, 1);
  const thrown = lanes.run('busy', () => Promise.reject(new Error('broke')));
  await expect(thrown).rejects.toThrow('broke');
  expect(await lanes.race(async () => 'raced')).toBe('raced');
});
