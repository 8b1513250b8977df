// The size of what a model reads, held to its aims on every page of the benchmark.
import { expect, test } from 'vitest';
import { MOST_CHARS, MOST_SHARE, measurePrompts, promptTable } from '../bench/prompt.ts';
import { actTable, MOST_ACT_SHARE, measureActs } from '../bench/prompt-acts.ts';

test("a screen takes at most 60 % of Playwright's AI snapshot, with every control in it or behind a fold", async () => {
  const measured = await measurePrompts();
  console.log(promptTable(measured).join('\n'));
  expect(measured.length).toBeGreaterThanOrEqual(8);
  expect(Math.max(...measured.map(({ elements }) => elements))).toBeGreaterThanOrEqual(10_000);
  for (const { name, ourChars, theirChars, controls, lost, unread } of measured) {
    expect({ name, lost, unread }).toEqual({ name, lost: [], unread: [] });
    expect(controls, name).toBeGreaterThan(2);
    expect(ourChars / theirChars, name).toBeLessThanOrEqual(MOST_SHARE);
    expect(ourChars, name).toBeLessThan(MOST_CHARS);
  }
});

test('an act of ten actions shows at most 40 % of what ten whole screens would', async () => {
  const measured = await measureActs();
  console.log(actTable(measured).join('\n'));
  expect(measured.length).toBeGreaterThanOrEqual(3);
  for (const { name, shownChars, wholeChars } of measured) {
    expect(wholeChars, name).toBeGreaterThan(10_000);
    expect(shownChars / wholeChars, name).toBeLessThanOrEqual(MOST_ACT_SHARE);
  }
});
