// Goals in plain English over pages of every kind, in Chromium: what the planner says is done is what the page was told, no more and no less;
// what is beyond it ends as blocked, names the words, and has touched nothing that the log shows.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebRig } from '../../engines/web/web.fixture.ts';
import type { Verdict } from '../executor.ts';
import { BLOCKED, DONE, HTML, LOG_LABEL, type PageName } from './goals.fixture.ts';
import { plan } from './planner.fixture.ts';

const rig = new WebRig();
beforeAll(() => rig.start(), 60_000);
afterEach(() => rig.endSessions());
afterAll(() => rig.stop());

async function run(
  page: PageName,
  goal: string,
): Promise<{ readonly verdict: Verdict; readonly log: string }> {
  const { session } = await rig.on(HTML[page] ?? '');
  const verdict = await plan(session, goal);
  const [log] = await session.locator([{ by: 'label', text: LOG_LABEL }]).snapshot();
  return { verdict, log: (log?.text ?? '').replace(/;$/, '') };
}

test('there are at least 60 goals over 12 pages, and 50 of them are done', () => {
  const goals = [...DONE, ...BLOCKED].map(([page, goal]) => `${page}: ${goal}`);
  expect(new Set(goals).size).toBe(goals.length);
  expect(goals.length).toBeGreaterThanOrEqual(60);
  expect(DONE.length).toBeGreaterThanOrEqual(50);
  expect(new Set(DONE.map(([page]) => page)).size).toBeGreaterThanOrEqual(12);
});

describe('is done', () => {
  test.each(DONE)('%s: %s', { timeout: 30_000 }, async (page, goal, expected) => {
    const { verdict, log } = await run(page, goal);
    expect([verdict.status, verdict.summary, log]).toEqual(['passed', verdict.summary, expected]);
  });
});

describe('is blocked, and says at which words', () => {
  test.each(BLOCKED)('%s: %s', { timeout: 30_000 }, async (page, goal, words) => {
    const { verdict, log } = await run(page, goal);
    expect([verdict.status, log, verdict.summary]).toEqual(['blocked', '', verdict.summary]);
    expect(verdict.code).toBe('AUTOMATION_UNSUPPORTED');
    for (const word of words) expect(verdict.summary).toContain(word);
    expect(verdict.summary).toContain('set a model');
  });
});
