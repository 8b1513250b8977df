import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from './redact.ts';

const LONG = 'eyJhbGciOiJIUzI1NiJ9.a-long-token-that-messages-cut';

describe('a redactor', () => {
  const redactor = createRedactor();
  redactor.add('token', 'tok en/1"2');
  redactor.add('jwt', LONG);

  test.each([
    'tok en/1"2',
    'tok%20en%2F1%222',
    'tok+en%2F1%222',
    'tok en/1\\"2',
    Buffer.from('tok en/1"2').toString('base64'),
  ])('R45: takes out a value spelled as %s', (spelling) => {
    expect(redactor.text(`a ${spelling} b`)).toBe('a <secret:token> b');
    expect(redactor.holds(spelling)).toBe(true);
  });

  test('R45: takes out a value as a page shows it, on one line', () => {
    const other = createRedactor();
    other.add('key', 'first line\n  second line');
    expect(other.text('shown: first line second line')).toBe('shown: <secret:key>');
  });

  test('R45: takes out the start of a value that a message cut off', () => {
    expect(redactor.text(`expected '${LONG.slice(0, 30)}…' to be 'x…'`)).toBe(
      "expected '<secret:jwt>…' to be 'x…'",
    );
    expect(redactor.text('a tok…')).toBe('a tok…');
  });

  test('tells a part of a value from the whole where two texts are to be compared', () => {
    expect(redactor.comparable(`/a/${LONG}?q=tok%20en%2F1%222`)).toBe('/a/<secret:jwt>?q=<secret:token>');
    expect(redactor.comparable(`/a/${LONG.slice(0, 30)}`)).toBe('/a/<part of secret:jwt>');
  });

  test.each([1, 3, 9, 40])('R45: takes out a value that comes in chunks of %i', (size) => {
    const stream = redactor.stream();
    const text = `one ${LONG} two ${LONG}\nthe end, tok`;
    let out = '';
    for (let at = 0; at < text.length; at += size) out += stream.write(text.slice(at, at + size));
    out += stream.end();
    expect(out).toBe('one <secret:jwt> two <secret:jwt>\nthe end, tok');
    expect(stream.write('en/1"2 ') + stream.end()).toBe('en/1"2 ');
  });
});

/** Eight characters and more, with what each encoding treats in its own way; no white space at its ends. */
const anySecret: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...'abcXYZ0189"\'\\/&<>%+=?#:;.,-_~ \t\n', 'ä', 'é', '日', '🛒', '  '), {
    minLength: 9,
    maxLength: 40,
  })
  .map((characters) => characters.join(''))
  .filter((value) => value.trim() === value && [...value.replace(/\s+/gu, ' ')].length >= 9);

const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const html = (text: string): string => text.replace(/[&<>"']/g, (one) => entities[one] ?? one);

const ENCODINGS: Readonly<Record<string, (value: string) => string>> = {
  'as written': (value) => value,
  'in JSON': json,
  'in JSON in JSON': (value) => json(json(value)),
  'in JSON of ASCII only': (value) =>
    json(value).replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  'in JSON that escapes slashes': (value) => json(value).replaceAll('/', '\\/'),
  'in HTML': html,
  'in HTML by decimal numbers': (value) => value.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`),
  'in HTML by hexadecimal numbers': (value) =>
    value.replace(/[&<>"']/g, (one) => `&#x${one.charCodeAt(0).toString(16).toUpperCase()};`),
  'in a URL': encodeURIComponent,
  'in a URL, in small letters': (value) =>
    encodeURIComponent(value).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  'in a whole URL': encodeURI,
  'in a form': (value) => new URLSearchParams({ '': value }).toString().slice(1),
  'in a URL in JSON': (value) => json(encodeURIComponent(value)),
  'in HTML in JSON': (value) => json(html(value)),
  'in capital letters': (value) => value.toUpperCase(),
  'in small letters': (value) => value.toLowerCase(),
  'with its white space collapsed': (value) => value.replace(/\s+/gu, ' '),
};

describe('whatever the value', () => {
  test.each(Object.entries(ENCODINGS))('R45: it is taken out %s', (_, encode) => {
    fc.assert(
      fc.property(anySecret, (value) => {
        const redactor = createRedactor();
        redactor.add('key', value);
        const written = `[${encode(value)}]`;
        expect(redactor.text(written)).toBe('[<secret:key>]');
        expect(redactor.holds(written)).toBe(true);
        expect(redactor.text(redactor.text(written))).toBe('[<secret:key>]');
      }),
      { numRuns: 200 },
    );
  });

  test.each(Object.entries(ENCODINGS))(
    'R45: its start is taken out %s, where eight characters or more were left of it',
    (_, encode) => {
      fc.assert(
        fc.property(anySecret, fc.nat(), fc.constantFrom('…', '...'), (value, more, mark) => {
          // Nobody can tell where the start of such a value ends: with its own mark, or with the one that cut it.
          fc.pre(!value.includes(mark));
          const redactor = createRedactor();
          redactor.add('key', value);
          // White space counts as one, as do backslashes, and is none at the end of what is left.
          const eight = (value.match(/\s+|\\+|[^\s\\]/gu) ?? []).slice(0, 9).join('').trimEnd();
          const encoded = encode(value);
          const shortest = encode(eight).length;
          const length = shortest + (more % (encoded.length - shortest + 1));
          // Not in the middle of a pair of halves.
          const start = encoded.slice(0, length).replace(/[\ud800-\udbff]$/u, '');
          const clean = redactor.text(`'${start}${mark}'`);
          expect(clean).toMatch(/^'<secret:key>/u);
        }),
        { numRuns: 200 },
      );
    },
  );

  test('R45: it is taken out of base64, alone or within more', () => {
    fc.assert(
      fc.property(
        anySecret,
        fc.string({ maxLength: 5 }),
        fc.string({ maxLength: 5 }),
        (value, before, after) => {
          const redactor = createRedactor();
          redactor.add('key', value);
          const bytes = Buffer.from(`${before}${value}${after}`);
          for (const encoding of ['base64', 'base64url'] as const) {
            const clean = redactor.text(`Basic ${bytes.toString(encoding)}`);
            expect(clean).toContain('<secret:key>');
            // What is left beside it spells at most a neighbour and the edge of the value.
            const left = clean
              .slice('Basic '.length)
              .split('<secret:key>')
              .map((part) => part.replaceAll('=', '').length);
            expect(Math.max(...left)).toBeLessThanOrEqual(
              Math.ceil((Buffer.byteLength(before + after) * 4) / 3) + 4,
            );
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('R45: it is taken out of a text that comes in chunks, wherever they end', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
    const encodings = fc.constantFrom(...Object.values(ENCODINGS));
    fc.assert(
      fc.property(anySecret, anySecret, encodings, sizes, (one, other, encode, chunks) => {
        const redactor = createRedactor();
        redactor.add('one', one);
        redactor.add('other', other);
        const text = `a [${encode(one)}] b [${encode(other)}] c`;
        const stream = redactor.stream();
        let out = '';
        for (let at = 0, turn = 0; at < text.length; turn += 1) {
          const size = chunks[turn % chunks.length] ?? 1;
          out += stream.write(text.slice(at, at + size));
          at += size;
        }
        expect(out + stream.end()).toBe(redactor.text(text));
      }),
      { numRuns: 200 },
    );
  });

  test('ordinary text stays as it is', () => {
    const words = fc.array(
      fc.constantFrom(
        'add',
        'one',
        'item',
        'to',
        'the',
        'cart',
        'Password',
        'https://shop.test',
        '%20',
        '{"a":1}',
        '…',
      ),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{3}\d[A-Z]{3}\d{3}[a-z]{4}$/), words, (value, text) => {
        const redactor = createRedactor();
        redactor.add('key', value);
        expect(redactor.text(text.join(' '))).toBe(text.join(' '));
      }),
    );
  });
});

test.each([
  ['admin', 'Admin of the shop'],
  ['password-123', 'Enter your password'],
  ['https://hooks.test/T0123/B0123/secret', 'see https://hooks.test/'],
  ['ab cd-1234', 'abcd-1234'],
])('R45: the secret %j leaves %j alone', (value, text) => {
  const redactor = createRedactor();
  redactor.add('key', value);
  expect([redactor.text(text), redactor.holds(text)]).toEqual([text, false]);
});

test('R45: of values that overlap nothing is left, and one that was taken out is not looked at again', () => {
  const redactor = createRedactor();
  redactor.add('short', 'abcd-1');
  redactor.add('secret', 'cd-1-long-one');
  expect(redactor.text('x abcd-1-long-one y')).toBe('x <secret:secret> y');
  expect(redactor.text('<secret:secret>')).toBe('<secret:secret>');
  const stream = redactor.stream();
  expect(stream.write('x ab') + stream.write('cd-1') + stream.write('-long-one y') + stream.end()).toBe(
    'x <secret:secret> y',
  );
});
