import { describe, expect, test } from 'vitest';
import {
  allEndings,
  attempt,
  handedOff,
  pictures,
  record,
  replayed,
  report,
  step,
} from '../record.fixture.ts';
import { pictureName } from './picture.ts';
import { pagesOf } from './reporter.ts';

/** The text of a page as a person reads it, tags aside. */
function wordsOf(markup: string): string {
  return markup
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ');
}

describe('the pages of a run', () => {
  const run = report(allEndings, { errors: [{ code: 'APP_UNREACHABLE', message: 'no answer' }] });
  const pages = pagesOf(run);

  test('are one for the run and one for each test, each reached from the first', () => {
    expect([...pages.keys()]).toEqual([
      'index.html',
      ...run.tests.map((_, index) => `test-${index + 1}.html`),
    ]);
    const index = pages.get('index.html') ?? '';
    for (const name of pages.keys()) if (name !== 'index.html') expect(index).toContain(`href="${name}"`);
    expect(wordsOf(index)).toContain('Errors of the run no answer');
    for (const [name, text] of pages) {
      if (name !== 'index.html') expect(text).toContain('<a href="index.html">All tests</a>');
    }
  });

  test('list failed tests first', () => {
    const order = [...(pages.get('index.html') ?? '').matchAll(/<td><span class="word (\w+)/g)].map(
      (match) => match[1],
    );
    expect(order).toEqual([...order].sort((a, b) => rank(a) - rank(b)));
    expect(new Set(order).size).toBeGreaterThan(2);
  });

  const rank = (status: string | undefined): number =>
    ['failed', 'flaky', 'passed', 'skipped'].indexOf(status ?? '');

  test('run nothing and load nothing from elsewhere', () => {
    for (const text of pages.values()) {
      expect(text).not.toMatch(/<script|<link|https?:\/\//);
      expect(text).toContain("default-src 'none'");
      expect(text.match(/<h1>/g)).toHaveLength(1);
    }
  });
});

test('R48: a test page says of each step how its recording fared, why, where, and what became of it', () => {
  const pages = pagesOf(
    report([
      record('shops', {
        attempts: [attempt([replayed, { ...handedOff, pictures }])],
      }),
    ]),
  );
  const text = pages.get('test-1.html') ?? '';
  const words = wordsOf(text);
  expect(words).toContain(
    'add one item to the cart agent.act Step passed in 120ms Time app 40ms · waiting 20ms · product 60ms · model 0ms Recording replayed',
  );
  expect(words).toContain(
    'Recording handed off Reason target-not-found Detail at action 2 of 3, tap button "Apply":',
  );
  expect(words).toContain('Afterwards saved');
  expect(words).toContain('e2e cache show bbbbbbbb');
  expect(text).toContain(
    '<img src="pictures/0123456789abcdef-1.png" alt="The screen. Before: tap button &quot;Apply&quot;"',
  );
  expect(text).toContain('left:10.00%;top:10.00%;width:5.00%;height:5.00%');
  expect(words).toContain('After the step. No picture: the screen shows a secret.');
});

test('a test page lists the calls of tools, with who made them and what came of them', () => {
  const call = {
    name: 'create_user',
    input: { name: 'Ann' },
    by: 'agent',
    outcome: 'returned',
    recorded: true,
  } as const;
  const toolCalls = [call, { ...call, by: 'replay' }, { ...call, by: 'replay', outcome: 'failed' }] as const;
  const pages = pagesOf(report([record('tools', { attempts: [attempt([step('add Ann', { toolCalls })])] })]));
  const said = 'create_user {"name":"Ann"}';
  expect(wordsOf(pages.get('test-1.html') ?? '')).toContain(
    `Tools ${said}; ${said} (repeated); ${said} (repeated, failed)`,
  );
});

test('a test page names the calls that nobody awaited, and where they are', () => {
  const forgotten = { call: "getByRole('button').tap()", location: 'tests/cart.e2e.ts:7:3' };
  const pages = pagesOf(
    report([record('hurries', { attempts: [attempt([], { notAwaited: [forgotten] })] })]),
  );
  expect(wordsOf(pages.get('test-1.html') ?? '')).toContain(
    'not awaited getByRole(&#39;button&#39;).tap() at tests/cart.e2e.ts:7:3: the test went on beside it; put await before it.',
  );
});

test('what an app says stays text', () => {
  const evil = `<img src=x onerror="alert(1)">&'\u0000`;
  const pages = pagesOf(
    report(
      [
        record(evil, {
          status: 'failed',
          attempts: [
            attempt([step(evil, { summary: evil, error: { message: evil } })], {
              status: 'failed',
              error: { message: evil, frame: evil, location: evil },
            }),
          ],
        }),
      ],
      { errors: [{ message: evil }] },
    ),
  );
  for (const text of pages.values()) {
    expect(text).not.toContain('<img');
    expect(text).not.toContain('\u0000');
    expect(text).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;');
  }
});

test('a picture is named by digits alone', () => {
  expect(pictureName('0123456789abcdef0123', 12)).toBe('0123456789abcdef-12.png');
});
