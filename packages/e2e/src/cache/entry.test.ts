import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, type Json } from '../base/digest.ts';
import { FULL, SMALL, STEP as step } from './entry.fixture.ts';
import { type Entry, mapEntryTexts, parseEntry, printEntry } from './entry.ts';
import { keyOf, MATCHING_VERSION, type StepIdentity } from './key.ts';
import { unique } from './params.ts';
import { createSlots } from './slots.ts';

const entry = SMALL;
const text = printEntry(entry);

test('R45: an entry is line-oriented JSON that reads back as it was', () => {
  expect(parseEntry(text, entry.key)).toEqual({ ok: true, value: entry });
  expect(text.split('\n').length).toBeGreaterThan(60);
  expect(text.endsWith('}\n')).toBe(true);
});

test('R9: each fact of a step makes another key, the order of params does not', () => {
  const changes: readonly Partial<StepIdentity>[] = [
    { project: 'x' },
    { file: 'x' },
    { titlePath: ['adds an item'] },
    { target: 'x' },
    { engine: 'x' },
    { app: 'x' },
    { agent: 'x' },
    { agentContext: 'x' },
    { instruction: 'x' },
    { params: {} },
    { occurrence: 2 },
    { matching: MATCHING_VERSION + 1 },
  ];
  const keys = changes.map((change) => keyOf({ ...step, ...change }));
  expect(new Set([...keys, keyOf(step)]).size).toBe(changes.length + 1);
  expect(keyOf({ ...step, params: { count: 3, name: { $unique: true } } })).toBe(keyOf(step));
});

test('R16: a foreign schema, another key and an oversized text are no entries', () => {
  const faults = [
    parseEntry(text.replace('"schema": 1', '"schema": 2'), entry.key),
    parseEntry(text, 'f'.repeat(64)),
    parseEntry(`${text}${' '.repeat(1024 * 1024)}`, entry.key),
    parseEntry('[]', entry.key),
    parseEntry('{}', entry.key),
  ];
  expect(faults.map((fault) => (fault.ok ? 'parsed' : fault.error))).toMatchInlineSnapshot(`
    [
      "its schema is 2, and this version reads 1",
      "it belongs to another key",
      "it is over 1 MiB",
      "it is not a JSON object",
      "its schema is missing, and this version reads 1",
    ]
  `);
});

test('R16: one bad action makes the whole entry invalid', () => {
  const bad = text.replace('"kind": "tap"', '"kind": "smash"');
  expect(parseEntry(bad, entry.key)).toEqual({ ok: false, error: 'entry.actions[0].action.kind is "smash"' });
});

/** The same facts, however they are written: `-0` is 0, and the order of fields says nothing. */
const meaningOf = (value: Entry): string => canonicalJson(value as unknown as Json);

test.each([
  ['small', SMALL],
  ['full', FULL],
])('R16: every mutation of a %s entry’s text is a miss or means the same', (_, entry) => {
  const text = printEntry(entry);
  const at = fc.nat({ max: text.length - 1 });
  const mutation = fc.oneof(
    fc
      .tuple(at, fc.nat({ max: 40 }))
      .map(([from, length]) => text.slice(0, from) + text.slice(from + length)),
    fc
      .tuple(at, fc.string({ minLength: 1, maxLength: 8 }))
      .map(([from, more]) => text.slice(0, from) + more + text.slice(from)),
    fc
      .tuple(at, fc.integer({ min: 32, max: 126 }))
      .map(([from, code]) => text.slice(0, from) + String.fromCharCode(code) + text.slice(from + 1)),
    fc.tuple(at, at).map(([from, to]) => text.slice(0, from) + text.slice(to)),
  );
  fc.assert(
    fc.property(mutation, (mutated) => {
      const parsed = parseEntry(mutated, entry.key);
      if (parsed.ok) expect(meaningOf(parsed.value)).toBe(meaningOf(entry));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['nested without end', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['a number over all limits', '1e999'],
])('R16: params that are %s make no entry, with a digest or without', (_, params) => {
  const spoilt = printEntry(SMALL).replace('"count": 3', `"count": ${params}`);
  for (const one of [spoilt, spoilt.replace(/,\s+"digest": "\w+"/u, '')]) {
    expect(parseEntry(one, SMALL.key)).toMatchObject({ ok: false });
  }
});

/** Any text that a page or a person can bring, half characters and our own signs included. */
const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom('{{name}}', '{{{{', '{{', '\ud800', '__proto__', '\u2028', '<secret:x>'),
);

/** Entries of any texts and numbers: `FULL` with each of them replaced. */
const anyEntry: fc.Arbitrary<Entry> = fc
  .tuple(
    fc.array(anyText, { minLength: 30, maxLength: 30 }),
    fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  )
  .map(([texts, number]) => {
    let count = 0;
    const withTexts = mapEntryTexts(FULL, () => {
      count += 1;
      return texts[count % texts.length] ?? '';
    });
    if (withTexts === undefined) throw new Error('every text has an image');
    return { ...withTexts, actions: withTexts.actions.map((recorded) => ({ ...recorded, gapMs: number })) };
  });

test('R45: any entry reads back as it was printed', () => {
  fc.assert(
    fc.property(anyEntry, (any) => {
      expect(parseEntry(printEntry(any), any.key)).toEqual({ ok: true, value: any });
    }),
    { numRuns: 100 },
  );
});

test('R12: any entry, folded into slots and printed, is filled again to what it was', () => {
  fc.assert(
    fc.property(anyEntry, fc.string({ minLength: 1 }), (any, value) => {
      const slots = createSlots({ name: unique(value) });
      const folded = mapEntryTexts(any, slots.fold) ?? any;
      const read = parseEntry(printEntry(folded), any.key);
      expect(read.ok && mapEntryTexts(read.value, slots.fill)).toEqual(any);
    }),
    { numRuns: 100 },
  );
});

test('R12: every text of a tool’s input is mapped, whatever its key is called, and its name is not', () => {
  const input = { key: 'Ann', kind: 'tool', name: 'Bob', input: { role: ['Cleo', 1, null] } };
  const call = {
    action: { kind: 'tool', name: 'create', input },
    result: 'text',
    page: 0,
    gapMs: 1,
  } as const;
  const mapped = mapEntryTexts({ ...entry, actions: [call] }, (value) => `<${value}>`);
  expect(mapped?.actions).toEqual([
    {
      ...call,
      action: {
        kind: 'tool',
        name: 'create',
        input: { key: '<Ann>', kind: '<tool>', name: '<Bob>', input: { role: ['<Cleo>', 1, null] } },
      },
    },
  ]);
});

test('texts of the app are mapped, words of the format are not', () => {
  const mapped = mapEntryTexts(entry, (value) => `<${value}>`);
  expect(mapped?.actions[0]?.action).toMatchObject({
    kind: 'tap',
    target: { role: 'button', name: '<Add item>', within: [{ role: 'row', by: 'leaf', label: '<B>' }] },
  });
  expect(mapped?.actions[2]?.action).toMatchObject({ kind: 'press', key: 'Enter' });
  expect(mapped?.end.requests[0]?.method).toBe('POST');
  expect(mapEntryTexts(entry, () => undefined)).toBeUndefined();
});
