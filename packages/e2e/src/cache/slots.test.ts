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
