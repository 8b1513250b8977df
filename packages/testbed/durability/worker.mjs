// A process that writes, reads and deletes recordings through the built file store, and says what it was told. Its parent kills it, or runs
// many of it at once. Plain JavaScript on the built package: what a user's process runs.
import { openSync, writeSync } from 'node:fs';
import { ENTRY_SCHEMA, parseEntry, printEntry } from '../../e2e/dist/cache/entry.js';
import { keyOf, MATCHING_VERSION } from '../../e2e/dist/cache/key.js';
import { readRecording } from '../../e2e/dist/cache/read.js';
import { settle } from '../../e2e/dist/cache/settle.js';
import { createSlots } from '../../e2e/dist/cache/slots.js';
import { createFileStore } from '../../e2e/dist/cache/store.js';

/** The key of a numbered recording, and the text of its n-th version; the longest has about 40 kB. */
const identity = (name) => ({
  project: 'durability',
  file: 'tests/a.e2e.ts',
  titlePath: [name],
  target: 'web',
  engine: 'web',
  app: 'app',
  agent: 'default',
  agentContext: '',
  instruction: name,
  params: {},
  occurrence: 1,
  matching: MATCHING_VERSION,
});
const keyFor = (name) => keyOf(identity(name));
const textFor = (name, version) =>
  printEntry({
    schema: ENTRY_SCHEMA,
    key: keyFor(name),
    step: identity(name),
    recordedBy: { executor: 'worker', version: '0.0.0' },
    recordedAt: '2026-01-01T00:00:00.000Z',
    summary: `${version} ${'.'.repeat((version * 7919) % 40_000)}`,
    start: { route: '/' },
    actions: [{ action: { kind: 'tap', target: { role: 'button', name: 'Add' } }, page: 0, gapMs: 1 }],
    end: { route: '/', appeared: [], gone: [], alerts: [], waitMs: 1, requests: [] },
  });

/** The version in a text: 0 for no text, -1 for one that is torn. */
const versionOf = (name, text) => {
  if (text === undefined) return 0;
  const parsed = parseEntry(text, keyFor(name));
  return parsed.ok ? Number.parseInt(parsed.value.summary, 10) : -1;
};

/** Every fifth version of a chain is that there is none. */
const isDeletion = (version) => version % 5 === 0;

/** Writes each chain's next versions without end, and notes each one once it is told that it is kept. */
async function runChains({ dir, notes, chains }) {
  const store = createFileStore(dir);
  const file = openSync(notes, 'a');
  const run = async ({ name, from }) => {
    for (let version = from + 1; ; version += 1) {
      if (isDeletion(version)) await store.delete(keyFor(name));
      else await store.write(keyFor(name), textFor(name, version));
      writeSync(file, `${name} ${version}\n`);
      process.send('kept');
    }
  };
  await Promise.all(chains.map(run));
}

/** The versions of chains, as they are in the directory. */
async function readChains({ dir, chains }) {
  const store = createFileStore(dir);
  return Promise.all(chains.map(async (name) => versionOf(name, await store.read(keyFor(name)))));
}

const SHARED = Array.from({ length: 8 }, (_, index) => `shared ${index}`);
/** Of these nobody ever deletes: once there, they stay. */
const LASTING = new Set(SHARED.slice(0, 4));

/** One of many on a directory: so many operations, and what was wrong with their results. */
async function runCrowd({ dir, seed, operations }) {
  const store = createFileStore(dir);
  const own = Array.from({ length: 4 }, (_, index) => `own ${seed} ${index}`);
  const kept = new Map();
  const seen = new Set();
  const result = { operations: 0, torn: 0, lost: 0, faults: [] };
  let state = seed;
  const below = (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % limit;
  };
  const read = async (name) => {
    const before = kept.get(name);
    const wasSeen = seen.has(name);
    const version = versionOf(name, await store.read(keyFor(name)));
    if (version === -1) result.torn += 1;
    else if (before !== undefined && version !== before) result.lost += 1;
    else if (wasSeen && LASTING.has(name) && version === 0) result.lost += 1;
    if (version > 0) seen.add(name);
  };
  const operate = async (lane) => {
    const mine = own[lane];
    const shared = SHARED[below(SHARED.length)];
    const dice = below(100);
    if (dice < 12) {
      const version = below(1_000_000) + 1;
      await store.write(keyFor(mine), textFor(mine, version));
      kept.set(mine, version);
    } else if (dice < 30) {
      await store.write(keyFor(shared), textFor(shared, below(1_000_000) + 1));
      if (LASTING.has(shared)) seen.add(shared);
    } else if (dice < 34) {
      if (!LASTING.has(shared)) await store.delete(keyFor(shared));
    } else if (dice < 36) {
      // What other lanes write while the list is read may be in it or not.
      const before = [...kept.keys()];
      const keys = new Set(await store.list());
      if (before.some((name) => !keys.has(keyFor(name)))) result.lost += 1;
    } else await read(dice < 60 ? mine : shared);
  };
  // Each lane has its own recording, so that it knows what must be there.
  const run = async (lane) => {
    for (let count = 0; count < operations / own.length; count += 1) {
      result.operations += 1;
      await operate(lane).catch((fault) => result.faults.push(String(fault?.stack ?? fault)));
    }
  };
  await Promise.all(own.map((_, lane) => run(lane)));
  for (const name of [...own, ...SHARED]) await read(name);
  return result;
}

/** What becomes of one recording at an attempt's end, and of reading it, for a user who may have no right to the directory. */
async function settleOne({ dir, uid, bytes }) {
  if (uid !== undefined) {
    process.setgroups([]);
    process.setgid(uid);
    process.setuid(uid);
  }
  const store = createFileStore(dir);
  const key = keyFor('one');
  const text = textFor('one', 1).padEnd(bytes ?? 0);
  const stage = { kind: 'write', text, had: false, paced: false };
  const settled = await settle(store, { key, stage, verified: true }, { io: 'write', report: 'saved' });
  const read = await readRecording(store, key, createSlots({}));
  return { settled, read: read.kind === 'hit' ? 'hit' : `${read.reason}: ${read.detail}` };
}

const TASKS = { runChains, readChains, runCrowd, settleOne };
process.on('disconnect', () => process.exit());
process.on('message', async ({ task, ...input }) => {
  process.send({ done: await TASKS[task](input) });
});
process.send('ready');
