// Many processes on one directory: each reads whole recordings, and finds what it was told is kept.
import type { ChildProcess } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryDir } from '../../e2e/src/base/temporary.fixture.ts';
import { startWorker } from './process.ts';

const PROCESSES = 8;
const OPERATIONS = 2_600;

interface Result {
  readonly operations: number;
  readonly torn: number;
  readonly lost: number;
  readonly faults: readonly string[];
}

async function runCrowd(child: ChildProcess, dir: string, seed: number): Promise<Result> {
  const answer = new Promise<Result>((resolve, reject) => {
    child.once('message', ({ done }: { done: Result }) => resolve(done));
    child.once('exit', (code, signal) => reject(new Error(`a process ended with ${code ?? signal}`)));
  });
  child.send({ task: 'runCrowd', dir, seed, operations: OPERATIONS });
  return answer;
}

test(`R41: ${PROCESSES} processes, ${PROCESSES * OPERATIONS} operations on one directory: nothing torn, nothing lost, no fault`, {
  timeout: 300_000,
}, async () => {
  const dir = await temporaryDir();
  const children = await Promise.all(Array.from({ length: PROCESSES }, startWorker));
  const results = await Promise.all(children.map((child, index) => runCrowd(child, dir, 1 + index)));
  const sum = (pick: (result: Result) => number): number =>
    results.reduce((total, result) => total + pick(result), 0);
  const operations = sum((result) => result.operations);
  const faults = results.flatMap((result) => result.faults);
  console.log(
    `${PROCESSES} processes, ${operations} operations: ${sum(({ torn }) => torn)} torn, ${sum(({ lost }) => lost)} lost, ${faults.length} faults`,
  );
  expect(faults).toEqual([]);
  expect(operations).toBeGreaterThanOrEqual(20_000);
  expect([sum(({ torn }) => torn), sum(({ lost }) => lost)]).toEqual([0, 0]);
  expect((await readdir(dir)).filter((name) => !/^[0-9a-f]{64}\.json$/.test(name))).toEqual([]);
});
