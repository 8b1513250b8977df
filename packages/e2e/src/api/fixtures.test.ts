// Which names of a body are taken for fixtures, and what is said of one that is none.
import { describe, expect, test } from 'vitest';
import { E2EError } from '../base/error.ts';
import { checkFixtures, checkNoFixtures } from './fixtures.ts';

function said(check: () => void): string {
  try {
    check();
  } catch (thrown) {
    if (thrown instanceof E2EError && thrown.code === 'INVALID_CONFIG') return thrown.message;
    throw thrown;
  }
  return 'taken';
}
const of = (body: unknown, own: readonly string[] = [], position = 0): string =>
  said(() => checkFixtures('Test "x"', body, own, position));

describe('an unknown fixture', () => {
  test('names the known ones, and where the page of Playwright is', () => {
    expect(of(async ({ page }: { page: unknown }) => page)).toBe(
      `Test "x": there is no fixture "page". Playwright's page is \`browser.page\`: async ({ browser }) => { await browser.page.… }. Fixtures: app, agent, screen, browser, device.`,
    );
  });

  test('names the nearest, those of test.extend included', () => {
    expect(of(({ scren }: { scren: unknown }) => scren)).toContain('Did you mean "screen"?');
    expect(of(({ basket }: { basket: unknown }) => basket, ['cart', 'baskets'])).toContain(
      'Did you mean "baskets"? Fixtures: app, agent, screen, browser, device, cart, baskets.',
    );
  });
});

test('what is there, has a default, belongs to the runner or is not taken apart is let be', () => {
  const bodies: readonly unknown[] = [
    () => {},
    async () => {},
    async ({ app, agent: buyer }: Record<string, unknown>) => [app, buyer],
    async function named({ screen, task, expect: own }: Record<string, unknown>): Promise<unknown> {
      return [screen, task, own];
    },
    async ({ /* the app */ app, page = 1 }: Record<string, unknown>) => [app, page],
    async (fixtures: unknown) => fixtures,
    (fixtures: unknown): unknown => ({
      fixtures,
      page: (({ other }: { other: number }) => other)({ other: 1 }),
    }),
    undefined,
  ];
  for (const body of bodies) expect(of(body), String(body)).toBe('taken');
});

/** A body as Node gives its source where nothing has taken the comments out. */
const written = (source: string): unknown => Object.assign(() => {}, { toString: () => source });

test('comments and texts in the list of fixtures are no fixtures, and hide none', () => {
  expect(of(written('async ({ app, // its page, and (more\n agent }) => {}'))).toBe('taken');
  expect(of(written("async ({ app, url = 'http://x/{', // there\n agent }) => {}"))).toBe('taken');
  expect(of(written('async ({ app, // the app\n page }) => {}'))).toContain('no fixture "page"');
  expect(of(written("async ({ app, at = '// , ', page }) => {}"))).toContain('no fixture "page"');
});

test('of a case, the parameter after the values is the one with the fixtures', () => {
  expect(of((_value: number, { page }: { page: unknown }) => page, [], 1)).toContain('no fixture "page"');
  expect(of(({ size }: { size: number }, { app }: { app: unknown }) => [size, app], [], 1)).toBe('taken');
});

test('a hook of a whole group that asks for a fixture says which hook has them', () => {
  const body = async ({ app }: { app: unknown }): Promise<unknown> => app;
  expect(said(() => checkNoFixtures('beforeAll', body))).toBe(
    'beforeAll() has no fixtures, and this one asks for "app": a browser session belongs to one attempt of one test. Use beforeEach, which gets them.',
  );
  expect(said(() => checkNoFixtures('afterAll', () => {}))).toBe('taken');
});
