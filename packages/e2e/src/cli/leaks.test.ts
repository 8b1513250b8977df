import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDir } from '../base/temporary.fixture.ts';
import { leaksIn, leaksInFile, searchFor } from './leaks.ts';

const VALUE = 'p\u00e4ss "w/rd" + 7?>~';
const search = searchFor([
  ['login', VALUE],
  ['other', 'never written'],
]);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

test.each([
  ['as written', VALUE],
  ['in JSON', JSON.stringify({ text: VALUE })],
  ['in JSON of ASCII only', JSON.stringify(VALUE).replace('\u00e4', '\\u00e4')],
  ['in JSON that escapes slashes', JSON.stringify(VALUE).replace('/', '\\/')],
  ['in JSON in JSON', JSON.stringify({ body: JSON.stringify({ text: VALUE }) })],
  ['in a path of a URL', `/a/${encodeURIComponent(VALUE)}`],
  ['in a URL of small letters', encodeURIComponent(VALUE).toLowerCase()],
  ['in a form', new URLSearchParams({ password: VALUE }).toString()],
  ['in base64', base64(VALUE)],
  ['in base64 after one byte', base64(`:${VALUE}`)],
  ['in base64 after two bytes', base64(`a:${VALUE}`)],
  ['in base64 of more', base64(`user:${VALUE}:and more`)],
  ['in base64 for URLs', Buffer.from(`x${VALUE}y`).toString('base64url')],
])('R46: finds a secret %s', (_, text) => {
  expect(leaksIn(`before ${text} after`, search)).toEqual(['login']);
});

test('finds nothing in a text without a secret, nor in its half', () => {
  expect(leaksIn(`${VALUE.slice(0, -1)} ${base64(VALUE.slice(2, 8))}`, search)).toEqual([]);
});

test('says which values are too short to be looked for', () => {
  expect(
    searchFor([
      ['empty', ''],
      ['short', 'abc'],
      ['long', 'abcd'],
    ]),
  ).toMatchObject({ tooShort: ['empty', 'short'] });
});

test('finds a secret where one piece of a large file ends and the next begins', async () => {
  const file = join(await temporaryDir(), 'large');
  await writeFile(file, `${'-'.repeat((1 << 20) - 5)}${VALUE}${'-'.repeat(1 << 20)}`);
  expect(await leaksInFile(file, search)).toEqual(['login']);
  await writeFile(file, '-'.repeat(3 << 20));
  expect(await leaksInFile(file, search)).toEqual([]);
});
