import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mask, written } from './goal.ts';
import { parseGoal } from './plan.ts';

const clauses = (goal: string, params?: Record<string, unknown>): readonly string[] =>
  parseGoal(goal, params).map((clause) => clause.text);

describe('clauses', () => {
  it.each([
    ['check Remember me, then press Continue', ['check Remember me', 'press Continue']],
    [
      'open Settings, turn Weekly report on and press Save settings',
      ['open Settings', 'turn Weekly report on', 'press Save settings'],
    ],
    ['press Save and Close', ['press Save and Close']],
    ['fill A with x, B with y and C with z', ['fill A with x, B with y and C with z']],
    [
      'fill Note with "press Save, then press Close"; press OK',
      ['fill Note with "press Save, then press Close"', 'press OK'],
    ],
    ['Open Settings. Then press Save.', ['Open Settings', 'press Save']],
    ['press Save\npress Close', ['press Save', 'press Close']],
    [
      'sign in as a@b.c with password <secret:p> and open Orders',
      ['sign in as a@b.c with password <secret:p>', 'open Orders'],
    ],
    ['fill Note with now and then', ['fill Note with now and then']],
    ["fill Name with O'Neil and press Save", ["fill Name with O'Neil", 'press Save']],
  ])('parts: %s', (goal, expected) => {
    expect(clauses(goal)).toEqual(expected);
  });

  it('reads several fields of one clause', () => {
    expect(parseGoal('fill Email with a@b.c and Password with <secret:password>')[0]?.readings[0]).toEqual([
      { kind: 'fill', field: { text: 'Email', quoted: false }, value: { kind: 'text', text: 'a@b.c' } },
      {
        kind: 'fill',
        field: { text: 'Password', quoted: false },
        value: { kind: 'secret', name: 'password' },
      },
    ]);
  });

  it('has no reading for what is no instruction', () => {
    expect(parseGoal('the weather is fine')[0]?.readings).toEqual([]);
  });
});

describe('any text', () => {
  const words = fc.constantFrom(
    'press',
    'fill',
    'with',
    'and',
    'then',
    ',',
    ';',
    '"',
    "'",
    '“',
    '”',
    '<secret:x>',
    'to',
    'in',
    'the',
    '\n',
    '\uE000',
    'Save',
    'as',
    '.',
  );
  const anyGoal = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 25 }).map((parts) => parts.join(' ')),
  );

  it('parses without throwing', () => {
    fc.assert(
      fc.property(anyGoal, fc.string(), (goal, param) => {
        expect(Array.isArray(parseGoal(goal, { param }))).toBe(true);
      }),
    );
  });

  it('comes out of the mask as it went in', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => !/[\uE000-\uF8FF]/u.test(text)),
        (text) => {
          const { text: masked, pieces } = mask(text);
          expect(written(masked, pieces)).toBe(text.trim());
        },
      ),
    );
  });

  it('keeps a quoted value verbatim, whatever is in it', () => {
    const quoted = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/["<]/u.test(text));
    fc.assert(
      fc.property(quoted, (text) => {
        expect(parseGoal(`fill Email with "${text}"`)[0]?.readings[0]?.[0]).toMatchObject({
          value: { kind: 'text', text },
        });
      }),
    );
  });

  it('keeps the value of a param verbatim, unless it is a plain word', () => {
    const value = fc
      .array(fc.constantFrom('and', 'press', 'Save', ',', 'then', 'with', 'Ltd.', '"x"', ';'), {
        minLength: 2,
        maxLength: 8,
      })
      .map((parts) => parts.join(' '));
    fc.assert(
      fc.property(value, (text) => {
        expect(
          parseGoal(`create a company named ${text}`, { name: text })[0]?.readings[0]?.[0],
        ).toMatchObject({ kind: 'create', value: { kind: 'text', text } });
      }),
    );
  });
});
