// Entry files that something happened to: none makes a read throw, and none gives an entry that says anything else than was recorded.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canonicalJson, type Json, sha256 } from '../../e2e/src/base/digest.ts';
import { temporaryDir } from '../../e2e/src/base/temporary.fixture.ts';
import { FULL, SMALL } from '../../e2e/src/cache/entry.fixture.ts';
import { type Entry, parseEntry, printEntry } from '../../e2e/src/cache/entry.ts';
import { unique } from '../../e2e/src/cache/params.ts';
import { readRecording } from '../../e2e/src/cache/read.ts';
import { sayRecorded } from '../../e2e/src/cache/replay.ts';
import { createSlots } from '../../e2e/src/cache/slots.ts';
import { createFileStore } from '../../e2e/src/cache/store.ts';
import { BYTE_CHANGES, type Mutation, onValue, VALUE_CHANGES } from './mutate.ts';
import { seeded } from './random.ts';

const FILES = 50_000;
/** Of these so many lie on the disk; the others are given as the file store gives them, which spares the disk. */
const ON_DISK = 5_000;
const SIGNED_FILES = 2_000;
const SEED = 20_261_130;

const canonical = (value: unknown): string => canonicalJson(value as Json);

test(`R16: of ${FILES} damaged files none throws, and none is read as another recording`, {
  timeout: 300_000,
}, async () => {
  const dir = await temporaryDir();
  const files = createFileStore(dir);
  const slots = createSlots({ name: unique('Ann') });
  const random = seeded(SEED);
  const values = Object.entries(VALUE_CHANGES).map(([what, change]): [string, Mutation] => [
    what,
    onValue(change),
  ]);
  const mutations = [...Object.entries(BYTE_CHANGES), ...values];
  const originals = [...Array.from({ length: 15 }, () => SMALL), FULL].map((entry) => ({
    bytes: Buffer.from(printEntry(entry)),
    meaning: canonical(entry),
  }));
  const path = join(dir, `${SMALL.key}.json`);
  const counts = { same: 0, missed: 0 };
  const unequal: string[] = [];
  for (let file = 0; file < FILES; file += 1) {
    const original = originals[file % originals.length];
    const [what, mutate] = mutations[random(mutations.length)] ?? [];
    if (original === undefined || mutate === undefined) throw new Error('nothing to do');
    const bytes = mutate(original.bytes, random);
    if (file < ON_DISK) writeFileSync(path, bytes);
    const store = file < ON_DISK ? files : { ...files, read: async () => bytes.toString('utf8') };
    const read = await readRecording(store, SMALL.key, slots);
    if (read.kind === 'miss') counts.missed += 1;
    else if (canonical(read.stored) === original.meaning) counts.same += 1;
    else unequal.push(`file ${file}: ${what}`);
  }
  console.log(
    `${FILES} damaged files, ${mutations.length} kinds of damage: ${counts.missed} missed, ${counts.same} equal in meaning, ${unequal.length} other`,
  );
  expect(unequal).toEqual([]);
  expect(counts.missed + counts.same).toBe(FILES);
  // Both happen: files that are only written another way are read, and nearly all others are not.
  expect(counts.same).toBeGreaterThan(FILES / 100);
  expect(counts.missed).toBeGreaterThan(FILES / 2);
});

test(`R16: of ${SIGNED_FILES} entries that were changed and signed anew none is read with a field that the format does not have`, () => {
  const random = seeded(SEED);
  const sign = (root: unknown): unknown => {
    const { digest: _digest, ...body } = root as Record<string, unknown>;
    return { ...body, digest: sha256(canonical(body)) };
  };
  const mutations = Object.values(VALUE_CHANGES).map((change) => onValue(change, sign));
  const bytes = Buffer.from(printEntry(FULL));
  const faults: string[] = [];
  let read = 0;
  for (let file = 0; file < SIGNED_FILES; file += 1) {
    const text = mutations[file % mutations.length]?.(bytes, random).toString('utf8') ?? '';
    const parsed = parseEntry(text, FULL.key);
    if (!parsed.ok) continue;
    read += 1;
    const entry: Entry = parsed.value;
    // Whoever writes a whole entry may say what he likes: it can be told, printed and read as what it is.
    const again = parseEntry(printEntry(entry), entry.key);
    if (!again.ok || canonical(again.value) !== canonical(entry))
      faults.push(`file ${file} is read another way`);
    if (entry.actions.map(sayRecorded).some((sentence) => sentence === ''))
      faults.push(`file ${file} says nothing`);
  }
  expect(faults).toEqual([]);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(SIGNED_FILES / 2);
});
