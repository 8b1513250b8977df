import canonicalize from 'canonicalize';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, type Json, sha256 } from './digest.ts';

/** The library's types claim a default export of a namespace. */
const byLibrary = canonicalize as unknown as (value: unknown) => string;

test('RFC 8785: the example of its section 3.2.2 and the order of 3.2.3', () => {
  const example =
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}';
  expect(canonicalJson(JSON.parse(example))).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const order = '{"\\u20ac":1,"\\r":2,"\\ufb33":3,"1":4,"\\ud83d\\ude00":5,"\\u0080":6,"\\u00f6":7}';
  expect(canonicalJson(JSON.parse(order))).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
});

test('spells every JSON value as the library of the RFC’s author does', () => {
  const value = fc.jsonValue({ maxDepth: 5 });
  // Texts of any code units, with surrogates that stand alone, also as names; more names than are sorted in place.
  const text = fc
    .string({ unit: 'binary' })
    .map((one) => one + String.fromCharCode(0xd800 + (one.length % 2048)));
  const wide = fc.dictionary(fc.oneof(text, fc.nat().map(String)), fc.oneof(text, value), { maxKeys: 60 });
  fc.assert(
    fc.property(fc.oneof(value, wide, fc.array(wide, { maxLength: 3 })), (one) => {
      expect(canonicalJson(one as Json)).toBe(byLibrary(one));
    }),
    { numRuns: 500 },
  );
});

test('leaves out what is undefined, and asks a value that has a JSON form of its own', () => {
  const value = { b: undefined, a: [undefined, new Date(0)], c: -0 };
  expect(canonicalJson(value as unknown as Json)).toBe('{"a":[null,"1970-01-01T00:00:00.000Z"],"c":0}');
});

test.each([[Number.NaN], [Number.POSITIVE_INFINITY], [() => 1], [1n], [Symbol('s')]])(
  'has no form for %s, wherever it stands',
  (value) => {
    for (const whole of [value, [value], { value }, [{ value }]]) {
      expect(() => canonicalJson(whole as unknown as Json)).toThrow('has no JSON form');
    }
  },
);

test('the digest is that of the text in UTF-8', () => {
  expect(sha256('ä€')).toBe('2fb8a79d88df89f8370b312db3ff68fd6aa857549cc41a685b4022e99e5fc5a2');
});
