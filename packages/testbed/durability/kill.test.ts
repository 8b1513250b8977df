// A process that is killed while it writes recordings, again and again: what it was told is kept is there, and what is there is whole.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDir } from '../../e2e/src/base/temporary.fixture.ts';
import { createFileStore } from '../../e2e/src/cache/store.ts';
import { startWorker } from './process.ts';
import { type Random, seeded } from './random.ts';

/** So many at the same time, each in a directory of its own: a process that starts waits more than it computes. */
const LANES = 4;
const KILLS_PER_LANE = 52;
const KILLS = LANES * KILLS_PER_LANE;
const SEED = 20_261_130;
const CHAINS = ['a', 'b', 'c', 'd'];

/** Lets it write until it was told so often that something is kept, and a moment more; then kills it. */
async function writeAndKill(child: ChildProcess, task: object, random: Random): Promise<void> {
  let left = 1 + random(24);
  const more = random(40);
  const ended = once(child, 'exit');
  child.on('message', () => {
    left -= 1;
    if (left !== 0) return;
    let turns = more;
    const wait = (): void => {
      turns -= 1;
      if (turns < 0) child.kill('SIGKILL');
      else setImmediate(wait);
    };
    wait();
  });
  child.send({ task: 'runChains', ...task });
  const [code, signal] = await ended;
  // Nothing but the kill may end it: a crash of its own would be one of the store's.
  expect([code, signal]).toEqual([null, 'SIGKILL']);
}

interface Tally {
  kills: number;
  kept: number;
  torn: number;
  lost: number;
}

/** The versions that are there, read by a process that wrote none of them. */
async function found(child: ChildProcess, dir: string): Promise<readonly number[]> {
  child.send({ task: 'readChains', dir, chains: CHAINS });
  const [{ done }] = (await once(child, 'message')) as [{ done: readonly number[] }];
  return done;
}

/** What of one chain is there after a kill: the last version that was kept, or the one after it, done and not yet told. */
function checkChain(
  told: readonly string[],
  before: number,
  there: number | undefined,
  tally: Tally,
): number {
  const kept = told.length === 0 ? before : Number(told.at(-1)?.split(' ')[1]);
  tally.kept += told.length;
  // Every fifth version is that there is none.
  const version = [kept, kept + 1].find((one) => (one % 5 === 0 ? 0 : one) === there);
  if (there === -1) tally.torn += 1;
  else if (version === undefined) tally.lost += 1;
  return version ?? kept;
}

/** Each process first says what the one before it left, then writes until it is killed. */
async function killAgainAndAgain(dir: string, notesDir: string, random: Random, tally: Tally): Promise<void> {
  let at: readonly number[] = CHAINS.map(() => 0);
  let child = await startWorker();
  for (let kill = 0; kill < KILLS_PER_LANE; kill += 1) {
    const next = startWorker();
    const notes = join(notesDir, String(kill));
    const chains = CHAINS.map((name, index) => ({ name, from: at[index] ?? 0 }));
    await writeAndKill(child, { dir, notes, chains }, random);
    tally.kills += 1;
    child = await next;
    const there = await found(child, dir);
    const lines = (await readFile(notes, 'utf8')).split('\n');
    at = CHAINS.map((name, index) => {
      const told = lines.filter((line) => line.startsWith(`${name} `));
      return checkChain(told, at[index] ?? 0, there[index], tally);
    });
  }
  child.kill('SIGKILL');
}

/** What killed processes left is no entry, and the first write of a later one takes it away. */
async function sweep(dir: string): Promise<number> {
  const temporary = async (): Promise<readonly string[]> =>
    (await readdir(dir)).filter((name) => name.endsWith('.tmp'));
  const store = createFileStore(dir);
  const left = await temporary();
  expect((await store.list()).every((key) => /^[0-9a-f]{64}$/.test(key))).toBe(true);
  for (const name of left) await utimes(join(dir, name), 0, 0);
  await store.write('f'.repeat(64), '{}');
  expect(await temporary()).toEqual([]);
  return left.length;
}

test(`R41: ${KILLS} times killed while it writes: nothing torn, nothing lost that was kept`, {
  timeout: 300_000,
}, async () => {
  const tally: Tally = { kills: 0, kept: 0, torn: 0, lost: 0 };
  const lanes = await Promise.all(
    Array.from({ length: LANES }, async () => ({ dir: await temporaryDir(), notes: await temporaryDir() })),
  );
  await Promise.all(
    lanes.map(({ dir, notes }, lane) => killAgainAndAgain(dir, notes, seeded(SEED + lane), tally)),
  );
  let left = 0;
  for (const { dir } of lanes) left += await sweep(dir);
  console.log(
    `killed ${tally.kills} times: ${tally.kept} kept, ${tally.torn} torn, ${tally.lost} lost, ${left} temporary files left and swept`,
  );
  expect(tally).toMatchObject({ kills: KILLS, torn: 0, lost: 0 });
  expect(tally.kept).toBeGreaterThan(KILLS);
});
