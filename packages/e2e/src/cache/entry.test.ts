import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Route } from '../screen/route.ts';
import { ENTRY_SCHEMA, type Entry, mapEntryTexts, parseEntry, printEntry } from './entry.ts';
import { keyOf, MATCHING_VERSION, type StepIdentity } from './key.ts';

const step: StepIdentity = {
  project: 'shop',
  file: 'tests/cart.e2e.ts',
  titlePath: ['cart', 'adds an item'],
  target: 'web',
  engine: 'web',
  app: 'http://localhost:3000',
  agent: 'default',
  agentContext: '',
  instruction: 'add one item to the cart',
  params: { name: { $unique: true }, count: 3 },
  occurrence: 1,
  matching: MATCHING_VERSION,
};

const entry: Entry = {
  schema: ENTRY_SCHEMA,
  key: keyOf(step),
  step,
  recordedBy: { executor: 'offline', version: '0.1.0' },
  recordedAt: '2026-11-30T12:00:00.000Z',
  summary: 'added {{name}}',
  start: { route: '/cart' as Route },
  actions: [
    {
      action: {
        kind: 'tap',
        target: {
          role: 'button',
          name: 'Add item',
          within: [{ role: 'row', by: 'leaf', label: 'B', place: 0 }],
          twin: { index: 1, of: 2 },
          state: { pressed: false },
        },
      },
      page: 0,
      gapMs: 12,
    },
    {
      action: { kind: 'type', target: { role: 'textbox', placeholder: 'Name' }, text: '{{name}}' },
      page: 0,
      shows: '{{name}}',
      gapMs: 5,
    },
    {
      action: { kind: 'press', key: 'Enter' },
      page: 0,
      focus: { role: 'textbox', placeholder: 'Name' },
      gapMs: 5,
    },
  ],
  end: {
    route: '/cart' as Route,
    appeared: [{ descriptor: { role: 'status', name: '1 item' }, shown: { checked: 'mixed' }, count: 1 }],
    gone: [{ descriptor: { role: 'dialog', name: 'Cookies' }, count: 0 }],
    alerts: [],
    waitMs: 40,
    requests: [{ method: 'POST', route: '/api/cart' as Route, statusClass: 2 }],
  },
};

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
    { matching: 2 },
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

test('R16: every mutation of an entry’s text is a miss or means the same', () => {
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
      if (parsed.ok) expect(parsed.value).toEqual(entry);
    }),
    { numRuns: 3000 },
  );
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
