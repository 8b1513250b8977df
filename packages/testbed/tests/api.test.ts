// What a test file can do: options, hooks, fixtures of its own, cases, soft and waiting checks, retries, and the errors of each.
import { describe, expect, test } from 'vitest';
import { FAKE_CONFIG } from '../harness/files.ts';
import { makeProject, type Project, testOf } from '../harness/project.ts';

const project = (body: string, config = FAKE_CONFIG): Promise<Project> =>
  makeProject({
    'e2e.config.ts': config,
    'tests/a.e2e.ts': `import { afterEach, beforeEach, describe, expect, test, unique } from 'e2e';\n\n${body}`,
  });

describe('a test file', { timeout: 90_000 }, () => {
  test('R2: hooks, groups, own fixtures and cases share the attempt of their test', async () => {
    const made = await project(`
const log: string[] = [];
const shop = test.extend<{ cart: { add(): Promise<void> } }>({
  cart: async ({ app, screen }, use) => {
    await app.open('/cart');
    await use({ add: () => screen.getByRole('button', { name: 'Add item' }).tap() });
    log.push('cart put away');
  },
});
describe('group', { tags: ['slow'], retries: 2 }, () => {
  beforeEach(async ({ app }) => { await app.open('/cart'); log.push('before'); });
  afterEach(async ({ screen }) => { await expect(screen.getByRole('heading')).toBeVisible(); log.push('after'); });
  shop('uses its own fixture', { tags: ['cart'] }, async ({ cart, screen }) => {
    await cart.add();
    await expect(screen.getByRole('status')).toHaveText('1 item');
  });
  test.each([['a', 1], ['b', 2]] as const)('case %s', async (name, count, { screen }) => {
    expect(await screen.getByRole('button').count()).toBe(1);
    expect(name + count).toMatch(/^[ab][12]$/);
  });
  test.each([{ who: 'Ann' }])('greets $who', ({ who }) => { expect(who).toBe('Ann'); });
});
test('sees what came before', () => {
  expect(log).toEqual(['before', 'after', 'cart put away', 'before', 'after', 'before', 'after', 'before', 'after']);
});
`);
    const { exitCode, output } = await made.run(['run']);
    expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
    const { tests } = await made.report();
    expect(tests.map(({ titlePath, tags }) => [titlePath.join(' › '), tags])).toEqual([
      ['group › uses its own fixture', ['slow', 'cart']],
      ['group › case a', ['slow']],
      ['group › case b', ['slow']],
      ['group › greets Ann', ['slow']],
      ['sees what came before', undefined],
    ]);
  });

  test('a test with several agents runs once per agent', async () => {
    const config = FAKE_CONFIG.replace(
      'agents: { default: { executor } }',
      'agents: { buyer: { executor }, admin: { executor } }',
    );
    const made = await project(
      `test('both', { agent: ['buyer', 'admin'] }, ({ agent }) => { console.log('as ' + agent.name); });
test('one', ({ agent }) => { expect(agent.name).toBe('buyer'); });
`,
      config,
    );
    const { output } = await made.run(['run']);
    expect(output).toMatch(/as buyer[\s\S]*as admin/);
    const { tests } = await made.report();
    expect(tests.map(({ titlePath, agent, status }) => [titlePath[0], agent, status])).toEqual([
      ['both', 'buyer', 'passed'],
      ['both', 'admin', 'passed'],
      ['one', 'buyer', 'passed'],
    ]);
  });

  test('a failed test is retried as often as its options say, and is flaky when it then passes', async () => {
    const made = await project(`
let runs = 0;
test('is flaky', { retries: 2 }, () => { runs += 1; expect(runs).toBe(2); });
test('is not', { retries: 0 }, () => { expect(1).toBe(2); });
test('takes the flag', () => { expect(1).toBe(2); });
`);
    expect(await made.run(['run', '--retries', '1'])).toMatchObject({ exitCode: 1 });
    const report = await made.report();
    expect(testOf(report, 'is flaky').status).toBe('flaky');
    expect(testOf(report, 'is flaky').attempts.map(({ status }) => status)).toEqual(['failed', 'passed']);
    expect(testOf(report, 'is not').attempts).toHaveLength(1);
    expect(testOf(report, 'takes the flag').attempts).toHaveLength(2);
  });

  test('.only, .skip and .todo', async () => {
    const made = await project(`
test('is left out', () => { throw new Error('ran'); });
test.only('is the only one', () => {});
test.skip('is skipped', () => { throw new Error('ran'); });
test.todo('is to be done');
`);
    expect(await made.run(['run'])).toMatchObject({ exitCode: 0 });
    const { tests } = await made.report();
    expect(tests.map(({ titlePath, status }) => [titlePath[0], status])).toEqual([
      ['is left out', 'skipped'],
      ['is the only one', 'passed'],
      ['is skipped', 'skipped'],
      ['is to be done', 'skipped'],
    ]);
  });

  test('an unknown option names the nearest', async () => {
    const made = await project(`test('x', { retrys: 1 } as never, () => {});\n`);
    const { exitCode, output } = await made.run(['run']);
    expect(exitCode).toBe(2);
    expect(output).toContain('Test "x": unknown option "retrys"; did you mean "retries"?');
  });

  test('a file that does not load is an error of the run, and the others still run', async () => {
    const made = await project(`test('passes', () => {});\n`);
    await made.write({ 'tests/b.e2e.ts': "import { nothing } from './gone.ts';\nnothing();\n" });
    const { exitCode } = await made.run(['run']);
    expect(exitCode).toBe(1);
    const { run, tests } = await made.report();
    expect(tests.map(({ status }) => status)).toEqual(['passed']);
    expect(run.errors).toHaveLength(1);
    expect(run.errors[0]?.message).toContain('tests/b.e2e.ts could not be loaded');
  });

  test('the time of a test ends the step that runs, and names it', async () => {
    const config = FAKE_CONFIG.replace(
      'const executor = scripted({',
      "const executor = scripted({\n  'think for ever': () => new Promise(() => {}),",
    );
    const made = await project(
      `
afterEach(async ({ screen }) => { console.log('after: ' + (await screen.getByRole('status').textContent())); });
test('is slow', { timeout: 800 }, async ({ app, agent }) => {
  await app.open('/cart');
  await agent.act('think for ever');
});
`,
      config,
    );
    const { exitCode, output } = await made.run(['run']);
    expect(exitCode).toBe(1);
    expect(output).toContain('after: 0 items');
    const [attempt] = testOf(await made.report(), 'is slow').attempts;
    expect(attempt?.error?.code).toBe('STEP_TIMEOUT');
    expect(attempt?.error?.message).toContain('800 ms during agent.act "think for ever"');
  });

  test('a hook that hangs ends with the time of its test, or its own, and is named', async () => {
    const made = await project(`
const hang = () => new Promise(() => {});
describe('before', () => {
  beforeEach(hang);
  test('before', { timeout: 300 }, () => { throw new Error('ran'); });
});
describe('after', () => {
  afterEach(hang);
  test('after', { timeout: 300 }, () => {});
});
describe('own time', () => {
  beforeEach(hang, 200);
  test('own time', () => { throw new Error('ran'); });
});
describe('step', () => {
  beforeEach(async ({ app, screen }) => { await app.open('/cart'); await screen.getByRole('link').tap({ timeout: 60_000 }); });
  test('step', { timeout: 300 }, () => { throw new Error('ran'); });
});
`);
    const { exitCode, output } = await made.run(['run']);
    expect({ exitCode, output }).toMatchObject({ exitCode: 1 });
    const report = await made.report();
    const said = (title: string): string | undefined =>
      testOf(report, title).attempts[0]?.error?.message.split(' Raise')[0];
    expect(['before', 'after', 'own time', 'step'].map(said)).toEqual([
      'The test ran longer than its 300 ms, in its beforeEach hook.',
      'The afterEach hook ran longer than its 300 ms.',
      'The beforeEach hook ran longer than its 200 ms.',
      'The test ran longer than its 300 ms, in its beforeEach hook.',
    ]);
    expect(report.tests.map((one) => one.attempts[0]?.error?.code)).toEqual(
      report.tests.map(() => 'STEP_TIMEOUT'),
    );
    expect(testOf(report, 'step').attempts[0]?.error?.location).toMatch(/^tests\/a\.e2e\.ts:18:/);
  });

  test('a hook of a group that takes too long is said in our words', async () => {
    const made = await project(`
import { beforeAll } from 'e2e';
beforeAll(() => new Promise(() => {}), 100);
test('is not reached', () => {});
`);
    const { exitCode, output } = await made.run(['run']);
    expect(exitCode).toBe(1);
    expect(output).toContain(
      'A hook ran longer than its 100 ms. Raise the timeout (second argument of the hook',
    );
    expect(output).not.toContain('hookTimeout');
  });
});

describe('checks', { timeout: 90_000 }, () => {
  test('fail with what was expected, what was there, and where', async () => {
    const made = await project(`
beforeEach(({ app }) => app.open('/cart'));
const quick = { timeout: 150 };
test('text', async ({ screen }) => { await expect(screen.getByRole('status')).toHaveText('9 items', quick); });
test('not text', async ({ screen }) => { await expect(screen.getByRole('status')).not.toHaveText('0 items', quick); });
test('missing', async ({ screen }) => { await expect(screen.getByRole('link', { name: 'Pay' })).toBeVisible(quick); });
test('missing, negated', async ({ screen }) => { await expect(screen.getByRole('link')).not.toHaveText('Pay', quick); });
test('count', async ({ screen }) => { await expect(screen.getByRole('button')).toHaveCount(2, quick); });
test('checked', async ({ screen }) => { await expect(screen.getByRole('heading')).not.toBeChecked(quick); });
test('url', async ({ browser }) => { await expect(browser).toHaveURL('/checkout', quick); });
test('value', async () => { await expect('1 item' as never).toHaveText('1 item'); });
test('value', async () => { await expect(Promise.resolve(1) as never).toBeVisible(); });
`);
    expect(await made.run(['run'])).toMatchObject({ exitCode: 1 });
    const { tests } = await made.report();
    const messages = tests.map(({ attempts: [attempt] }) =>
      attempt?.error?.message.replace(/Looked \d+ times? in [\d.]+ s/, 'Looked n times in n s'),
    );
    expect(messages.join('\n\n')).toMatchInlineSnapshot(`
      "Expected getByRole('status') to have text "9 items"
        received: "0 items"
        Looked n times in n s.

      Expected getByRole('status') not to have text "0 items"
        received: "0 items"
        Looked n times in n s.

      Expected getByRole('link', { name: 'Pay' }) to be visible
        received: no such element
        The screen has no link.
        Looked n times in n s.

      Expected getByRole('link') not to have text "Pay"
        received: no such element
        The screen has no link.
        Looked n times in n s.

      Expected getByRole('button') to match 2 elements
        received: 1 element
        Looked n times in n s.

      Expected getByRole('heading') not to be checked
        received: an element that cannot be checked
        Looked n times in n s.

      Expected the page to be at "/checkout"
        received: "http://app.test/cart"
        Looked n times in n s.

      toHaveText() checks a locator such as screen.getByRole(…), and was given a value of type string. For plain values use toBe, toEqual or toContain.

      toBeVisible() checks a locator such as screen.getByRole(…), and was given a promise (is an \`await\` missing?). For plain values use toBe, toEqual or toContain."
    `);
    expect(tests.map(({ attempts: [attempt] }) => attempt?.error?.code)).toEqual(
      tests.map(() => 'ASSERTION_FAILED'),
    );
    expect(tests[0]?.attempts[0]?.error?.location).toBe('tests/a.e2e.ts:6:38');
  });

  test('a call that nobody awaits is named with its line, passed or failed', async () => {
    // The agent is done only after the check: a check that runs beside a step confirms nothing of it.
    const config = FAKE_CONFIG.replace('return undefined;', 'await globalThis.checked;');
    const made = await project(
      `
test('passes', async ({ app, agent, screen }) => {
  app.open('/cart');
  await app.open('/cart');
  expect(screen.getByRole('status')).not.toHaveText('9 items');
  await Promise.all([app.open('/cart'), expect.soft(screen.getByRole('heading')).toBeVisible()]);
  let done = (): void => {};
  Object.assign(globalThis, { checked: new Promise<void>((resolve) => { done = resolve; }) });
  agent.act('add one item to the cart');
  await expect(screen.getByRole('status')).toHaveText('1 item');
  done();
});
test('fails', async ({ app, screen }) => {
  await app.open('/cart');
  screen.getByRole('link', { name: 'Add itms' }).tap({ timeout: 50 });
  await screen.getByRole('heading').textContent();
});
test('reads', async ({ app, screen }) => {
  await app.open('/cart');
  const button = screen.getByRole('button');
  button.textContent();
  button.isVisible();
  button.count();
  await Promise.all([button.count(), button.isVisible()]);
});
`,
      config,
    );
    const { exitCode, output } = await made.run(['run']);
    expect(exitCode).toBe(1);
    const report = await made.report();
    const [passes] = testOf(report, 'passes').attempts;
    expect(passes?.notAwaited).toEqual([
      { call: 'app.open()', location: 'tests/a.e2e.ts:5:7' },
      { call: "expect(getByRole('status')).not.toHaveText()", location: 'tests/a.e2e.ts:7:42' },
      { call: 'agent.act "add one item to the cart"', location: 'tests/a.e2e.ts:11:9' },
    ]);
    expect(passes?.steps).toMatchObject([{ notAwaited: true, cache: { write: 'unconfirmed' } }]);
    expect(output).toContain(
      'not awaited  agent.act "add one item to the cart"  tests/a.e2e.ts:11:9  the test went on beside it; put await before it',
    );
    expect(output).toContain(
      'unconfirmed: the step was not awaited, so the check ran beside it and not after it',
    );
    const [fails] = testOf(report, 'fails').attempts;
    expect(fails?.error).toMatchObject({
      code: 'LOCATOR_NOT_FOUND',
      location: 'tests/a.e2e.ts:17:50',
      message: expect.stringMatching(/within 50 ms\. The screen has no link\.$/),
    });
    expect(fails?.notAwaited).toHaveLength(1);
    const [reads] = testOf(report, 'reads').attempts;
    expect(reads?.notAwaited?.map(({ call }) => call)).toEqual(
      ['textContent', 'isVisible', 'count'].map((call) => `getByRole('button').${call}()`),
    );
  });

  test('a locator that finds nothing says what is there of its kind, nearest first', async () => {
    const made = await project(
      `
test('acts', async ({ app, screen }) => { await app.open('/cart'); await screen.getByRole('button', { name: 'Add itme' }).tap({ timeout: 50 }); });
test('reads', async ({ app, screen }) => { await app.open('/cart'); await screen.getByRole('button', { name: /pay/ }).textContent({ timeout: 50 }); });
test('checks', async ({ app, screen }) => { await app.open('/cart'); await expect(screen.getByText('Carts')).toHaveText('x', { timeout: 50 }); });
`,
      FAKE_CONFIG.replace(
        "node('heading', 'Cart'),",
        "node('heading', 'Cart'), ...'Pay|Cancel|Help|Home|Undo'.split('|').map((name) => node('button', name)),",
      ),
    );
    expect(await made.run(['run'])).toMatchObject({ exitCode: 1 });
    const { tests } = await made.report();
    const messages = tests.map(({ attempts: [attempt] }) => attempt?.error?.message ?? '');
    expect(messages[0]).toContain('The screen has button "Add item", ');
    expect(messages[0]).toMatch(/, …\.$/);
    expect(messages[1]).toContain('The screen has button "Pay", ');
    expect(messages[2]).toContain('  The screen has text "Cart", ');
  });

  test('soft ones let the test go on and fail it; forgotten awaits are waited for', async () => {
    const made = await project(`
test('soft', async ({ app, screen }) => {
  await app.open('/cart');
  await expect.soft(screen.getByRole('status')).toHaveText('a', { timeout: 50 });
  await expect.soft(screen.getByRole('status')).toHaveText('b', { timeout: 50 });
  await screen.getByRole('button').tap();
  await expect(screen.getByRole('status')).toHaveText('1 item');
});
test('not awaited', async ({ app, screen }) => {
  await app.open('/cart');
  expect(screen.getByRole('status')).toHaveText('a', { timeout: 50 });
});
test('polls', async () => { let n = 0; await expect.poll(() => (n += 1), { interval: 5 }).toBe(3); });
test('extends', () => {
  expect.extend({ toBeEven: (n: number) => ({ pass: n % 2 === 0, message: () => n + ' is odd' }) });
  (expect(4) as unknown as { toBeEven(): void }).toBeEven();
});
`);
    expect(await made.run(['run'])).toMatchObject({ exitCode: 1 });
    const report = await made.report();
    expect(testOf(report, 'soft').attempts[0]?.errors).toHaveLength(2);
    expect(testOf(report, 'not awaited').status).toBe('failed');
    expect(testOf(report, 'polls').status).toBe('passed');
    expect(testOf(report, 'extends').status).toBe('passed');
  });
});
