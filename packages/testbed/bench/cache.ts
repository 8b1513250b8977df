// What it costs to look up, read and keep a recording among ten thousand, against among ten.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { now } from '../../e2e/src/base/clock.ts';
import { guardStore } from '../../e2e/src/cache/guard.ts';
import { readRecording } from '../../e2e/src/cache/read.ts';
import { planSettle, type Staged, settle } from '../../e2e/src/cache/settle.ts';
import { createSlots } from '../../e2e/src/cache/slots.ts';
import { type CacheStore, createFileStore } from '../../e2e/src/cache/store.ts';
import { measureTurns } from './pairs.ts';
import { type Recording, recordMany } from './recordings.ts';
import { type Row, ratiosOf } from './rows.ts';

/** Source: issue "As fast as the page", targets. */
const MOST_LOOKUP = 1.2;

const [FEW, MANY] = [10, 10_000];

/** How often each is done in one round: what takes a fraction of a millisecond is no figure by itself. Source: chosen. */
const READS = 500;
const WRITES = 50;

/** A store with recordings in it. */
interface Filled {
  readonly store: CacheStore;
  readonly recordings: readonly Recording[];
}

export async function benchCache(rounds: number): Promise<readonly Row[]> {
  const dir = await mkdtemp(join(tmpdir(), 'e2e-bench-'));
  try {
    const recordings = await recordMany(MANY);
    const few = await fill(join(dir, 'few'), recordings.slice(0, FEW));
    const many = await fill(join(dir, 'many'), recordings);
    const compare = async (what: string, run: (filled: Filled) => Promise<void>): Promise<Row> => {
      const took = (filled: Filled) => async (): Promise<number> => {
        const startedAt = now();
        await run(filled);
        return now() - startedAt;
      };
      await took(few)();
      await took(many)();
      return {
        what: `${what}, ${MANY.toLocaleString('en')} entries ÷ ${FEW}`,
        ...ratiosOf(await measureTurns(rounds, [took(few), took(many)])),
      };
    };
    return [
      { ...(await compare('looking a recording up', lookUp)), target: MOST_LOOKUP },
      await compare('looking for one that is not there', miss),
      await compare('reading its text', readText),
      await compare('writing one', write),
      await compare('settling one at the end of an attempt', settleOne),
    ];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function fill(dir: string, recordings: readonly Recording[]): Promise<Filled> {
  const store = guardStore(createFileStore(dir));
  for (const { key, text } of recordings) await store.write(key, text);
  return { store, recordings };
}

/** One recording after the other, spread over all of them. */
async function each(
  { recordings }: Filled,
  count: number,
  run: (recording: Recording) => Promise<void>,
): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    const recording = recordings[(turn * 7_919) % recordings.length];
    if (recording !== undefined) await run(recording);
  }
}

async function lookUp(filled: Filled): Promise<void> {
  const slots = createSlots({});
  await each(filled, READS, async ({ key }) => {
    const read = await readRecording(filled.store, key, slots);
    if (read.kind !== 'hit') throw new Error(`${key}: ${read.detail}`);
  });
}

async function miss(filled: Filled): Promise<void> {
  await each(filled, READS, async ({ key }) => {
    const read = await filled.store.read([...key].reverse().join(''));
    if (read !== undefined) throw new Error(`${key} backwards is there`);
  });
}

async function readText(filled: Filled): Promise<void> {
  await each(filled, READS, async ({ key, text }) => {
    if ((await filled.store.read(key)) !== text) throw new Error(`${key} reads otherwise`);
  });
}

async function write(filled: Filled): Promise<void> {
  await each(filled, WRITES, ({ key, text }) => filled.store.write(key, text));
}

async function settleOne(filled: Filled): Promise<void> {
  await each(filled, WRITES, async ({ key, text }) => {
    const staged: Staged = { key, stage: { kind: 'write', text, had: true, paced: false }, verified: true };
    const plan = planSettle(staged, { status: 'passed', failures: [] }, true);
    const { write: became, detail } = await settle(filled.store, staged, plan);
    if (became !== 'saved') throw new Error(`${key}: ${detail ?? became}`);
  });
}
