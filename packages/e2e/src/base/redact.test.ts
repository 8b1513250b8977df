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
