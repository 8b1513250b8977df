import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryDir } from '../base/temporary.fixture.ts';
import { callsAround } from './calls.ts';
import { type Choosable, chosen, emptyLines, grepPattern, grepText } from './select.ts';

const SOURCE = `import { test } from 'e2e';

test('one', async () => {
  await step('inner', () => {
    work();
  });
});

describe('group', () => {
  test.each([
    1,
  ])('two %s', () => {
  });
  test
    .only('three', () => {});
});
`;
const file = join(await temporaryDir(afterAll), 'a.e2e.ts');
writeFileSync(file, SOURCE);

const tests: readonly Choosable[] = [
  { id: '1', line: 3, groupLines: [], text: 'a.e2e.ts › one' },
  { id: '2', line: 10, groupLines: [9], text: 'a.e2e.ts › group › two 1 @slow' },
  { id: '3', line: 15, groupLines: [9], text: 'a.e2e.ts › group › three' },
];

async function at(
  line: number,
): Promise<{ readonly picked: readonly boolean[]; readonly empty: readonly number[] }> {
  const selection = { lines: { [file]: [{ line, calls: await callsAround(file, line) }] } };
  return { picked: chosen(file, tests, selection), empty: emptyLines(file, tests, selection) };
}

describe('a chosen line', () => {
  test('is any line of the test’s call, a call inside it included', async () => {
    for (const line of [3, 4, 5, 6, 7])
      expect((await at(line)).picked, `line ${line}`).toEqual([true, false, false]);
  });

  test('picks a whole group on the group’s own lines', async () => {
    for (const line of [9, 16]) expect((await at(line)).picked, `line ${line}`).toEqual([false, true, true]);
  });

  test('picks the inner test where a group holds it', async () => {
    for (const line of [10, 11, 12, 13])
      expect((await at(line)).picked, `line ${line}`).toEqual([false, true, false]);
    for (const line of [14, 15])
      expect((await at(line)).picked, `line ${line}`).toEqual([false, false, true]);
  });

  test('outside of every test picks nothing and is reported', async () => {
    for (const line of [1, 2, 8, 99])
      expect(await at(line), `line ${line}`).toEqual({ picked: [false, false, false], empty: [line] });
  });
});

describe('a pattern', () => {
  test('is tried on file, titles and tags, without regard to case', () => {
    const picked = (grep: string): readonly boolean[] => chosen(file, tests, { grep, lines: {} });
    expect(picked('ONE$')).toEqual([true, false, false]);
    expect(picked('group › t')).toEqual([false, true, true]);
    expect(picked('@slow')).toEqual([false, true, false]);
    expect(picked('nothing')).toEqual([false, false, false]);
  });

  test('and lines both have to hold', async () => {
    const lines = { [file]: [{ line: 9, calls: await callsAround(file, 9) }] };
    expect(chosen(file, tests, { grep: 'three', lines })).toEqual([false, false, true]);
  });

  test('that is no regular expression is refused', () => {
    expect(() => grepPattern('[')).toThrowError(/--grep expects a regular expression/);
  });

  test('sees tags with one @, however they were written', () => {
    expect(grepText('a.ts', ['x', 'y'], ['slow', '@fast'])).toBe('a.ts › x › y @slow @fast');
  });
});
