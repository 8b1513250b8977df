import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secret, unique } from './params.ts';
import { createSlots } from './slots.ts';

const fold = (value: string, text: string): string => createSlots({ name: unique(value) }).fold(text);

test('R12: a unique value becomes a slot in each of its spellings', () => {
  expect(fold('Acme & Söns 7', 'created Acme & Söns 7.')).toBe('created {{name}}.');
  expect(fold('Acme Sons', '/find?q=Acme%20Sons')).toBe('/find?q={{name|url}}');
  expect(fold('Acme Sons', '/find?q=Acme+Sons')).toBe('/find?q={{name|form}}');
  expect(fold('Acme & Söns', '/c/acme-sons')).toBe('/c/{{name|slug}}');
  expect(fold('line one\nline two', 'note: line one line two')).toBe('note: {{name|line}}');
});

test('R12: the value inside a longer word is not the value', () => {
  expect(fold('Ann', 'Annual report of Ann')).toBe('Annual report of {{name}}');
});

test('R12: the next run’s value stands where the slot is, in the same spelling', () => {
  const text = createSlots({ name: unique('Acme Sons') }).fold('Acme Sons at /c/acme-sons');
  expect(createSlots({ name: unique('Blue Moon') }).fill(text)).toBe('Blue Moon at /c/blue-moon');
});

test('R12: a unique value that equals or lies inside another param collides', () => {
  expect(createSlots({ title: unique('Daily'), frequency: 'Daily' }).collision).toBe('title');
  expect(createSlots({ title: unique('Daily'), frequency: 'Twice daily' }).collision).toBe('title');
  expect(
    createSlots({ title: unique('Daily'), frequency: 'Weekly', key: secret('daily') }).collision,
  ).toBeUndefined();
});

test('a slot that this step does not give can’t be filled', () => {
  expect(createSlots({}).fill('hello {{name}}')).toBeUndefined();
});

test('R12: folding and filling with the same values gives back any text', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1 }),
      fc.array(fc.oneof(fc.string(), fc.constantFrom('{{', '}}', '{{name}}', '{{{{'))),
      (value, parts) => {
        const slots = createSlots({ name: unique(value) });
        const text = parts.join(value);
        expect(slots.fill(slots.fold(text))).toBe(text);
      },
    ),
    { numRuns: 2000 },
  );
});

/** How an app may show a value; the slot remembers which. */
const SHOWN: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => encodeURIComponent(value),
  (value) => encodeURIComponent(value).replaceAll('%20', '+'),
  (value) => value.toLowerCase().replaceAll(' ', '-'),
];

/** Values of two words, so that each way to show one is another text. */
const twoWords = fc.stringMatching(/^[A-Z][a-z]{2,8} [A-Z][a-z]{2,8}$/);

test('R12: a recording of one run’s values is that of the next run’s, wherever and however they are shown', () => {
  const part = fc.oneof(
    fc.record({ text: fc.constantFrom('created', '/c/', '?q=', '(', ')', '"', '{{', '7', '') }),
    fc.record({ param: fc.constantFrom('one', 'two'), shown: fc.nat({ max: SHOWN.length - 1 }) }),
  );
  const four = fc.uniqueArray(twoWords, {
    minLength: 4,
    maxLength: 4,
    selector: (value) => value.toLowerCase(),
  });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), four, (parts, [a = '', b = '', c = '', d = '']) => {
      const textOf = (values: Readonly<Record<string, string>>): string =>
        parts
          .map((one) => ('text' in one ? one.text : (SHOWN[one.shown]?.(values[one.param] ?? '') ?? '')))
          .join(' ');
      const recorded = createSlots({ one: unique(a), two: unique(b) }).fold(textOf({ one: a, two: b }));
      for (const value of [a, b]) expect(recorded).not.toContain(value);
      expect(createSlots({ one: unique(c), two: unique(d) }).fill(recorded)).toBe(textOf({ one: c, two: d }));
    }),
    { numRuns: 2000 },
  );
});

test('R12: a slot of another step makes any text unfillable, and filling never throws', () => {
  const parts = fc.array(
    fc.oneof(fc.string(), fc.constantFrom('{{', '}}', '{{name}}', '{{name|url}}', '{{{{')),
  );
  fc.assert(
    fc.property(parts, fc.constantFrom('{{other}}', '{{other|url}}', '{{name|no}}'), (some, foreign) => {
      const { fill } = createSlots({ name: unique('Ann Lee') });
      expect(['string', 'undefined']).toContain(typeof fill(some.join('')));
      expect(fill(`${some.filter((part) => !part.includes('{')).join('')}${foreign}`)).toBeUndefined();
    }),
  );
});
