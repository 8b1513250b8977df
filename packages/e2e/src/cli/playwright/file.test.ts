import { transformSync } from 'esbuild';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Entry, parseEntry, type RecordedAction } from '../../cache/entry.ts';
import { unique } from '../../cache/params.ts';
import { createSlots } from '../../cache/slots.ts';
import type { RunReport } from '../../report/record.ts';
import type { StepAction } from '../../screen/action.ts';
import type { Anchor } from '../../screen/anchor.ts';
import type { Container } from '../../screen/container.ts';
import type { Descriptor } from '../../screen/descriptor.ts';
import type { Route } from '../../screen/route.ts';
import { sampleEntry } from '../inventory.fixture.ts';
import { writeFile } from './file.ts';
import { flowsOf } from './flow.ts';
import { secretVariable, textCode, variableOf } from './words.ts';

interface Made {
  readonly step?: Partial<Entry['step']>;
  readonly actions?: readonly RecordedAction[];
  readonly end?: Partial<Entry['end']>;
  readonly from?: string;
  readonly to?: string;
  readonly more?: Partial<Entry>;
}

function entryOf({ step = {}, actions, end, from = '/cart', to = from, more = {} }: Made): Entry {
  const { key, text } = sampleEntry({ step });
  const parsed = parseEntry(text, key);
  if (!parsed.ok) throw new Error(parsed.error);
  const entry = parsed.value;
  return {
    ...entry,
    start: { route: from as Route },
    actions: actions ?? entry.actions,
    end: { ...entry.end, route: to as Route, ...end },
    ...more,
  };
}

function did(action: StepAction<Descriptor>, more: Partial<RecordedAction> = {}): RecordedAction {
  return { action, page: 0, gapMs: 10, ...more };
}

function anchor(descriptor: Descriptor, more: Partial<Anchor> = {}): Anchor {
  return { descriptor, count: 1, ...more };
}

/** The body of the one test that the entries make, checked to be a program. */
function bodyLines(entries: readonly Entry[], report?: RunReport): readonly string[] {
  const { code } = writeFile(flowsOf(entries, report), []);
  transformSync(code, { loader: 'ts' });
  const lines = code.split('\n');
  const first = lines.findIndex((line) => /^ *test\(/.test(line));
  return lines.slice(first + 1, lines.lastIndexOf('  });')).map((line) => line.trim());
}

/** The locator of a control, and the places that it names. */
function findOf(target: Descriptor): string {
  const lines = bodyLines([entryOf({ actions: [did({ kind: 'hover', target })] })]);
  return lines.filter((line) => /^const |\.hover\(/.test(line)).join('\n');
}

const add: Descriptor = { role: 'button', name: 'Add' };
const within = (container: Container): Descriptor => ({ ...add, within: [container] });

test('R46: writes a test as a person would: values as variables, secrets from the environment, what came as expectations', () => {
  const name: Descriptor = {
    role: 'textbox',
    name: 'Name',
    within: [{ role: 'dialog', by: 'name', label: 'New' }],
  };
  const entry = entryOf({
    step: {
      instruction: 'create {name} with {password}',
      params: { name: { $unique: true }, password: { $secret: 'adminPassword' } },
    },
    from: '/companies',
    to: '/companies/:id?tab=notes',
    actions: [
      did(
        { kind: 'tap', target: { role: 'button', name: 'New' } },
        { change: { appeared: [anchor({ role: 'dialog', name: 'New' })], gone: [] } },
      ),
      did({ kind: 'type', target: name, text: '{{name}}' }),
      did({
        kind: 'typeSecret',
        target: { role: 'textbox', name: 'Password', purpose: 'current-password' },
        name: 'adminPassword',
      }),
      did({ kind: 'press', key: 'Enter' }, { focus: name }),
    ],
    end: {
      appeared: [
        anchor({ role: 'heading', name: 'Company {{name}}' }),
        anchor({ role: 'status', text: 'Saved' }),
        anchor({ role: 'status', text: 'Saved at 10:42' }, { volatile: true }),
        anchor({ role: 'checkbox', name: 'Active' }, { shown: { checked: true } }),
        anchor({ role: 'tab', name: 'Notes' }, { shown: { selected: true } }),
        anchor({ role: 'row', name: 'x' }, { count: 3 }),
      ],
      gone: [
        anchor({ role: 'dialog', name: 'New' }, { count: 0 }),
        anchor({ role: 'text', text: 'Empty' }, { count: 0 }),
        anchor({ role: 'row', name: 'y' }, { count: 2 }),
      ],
    },
  });
  expect(writeFile(flowsOf([entry], undefined), ['A note.']).code).toMatchInlineSnapshot(`
    "// Written by \`e2e cache export\`.
    // The expect() lines are what the recordings saw come of each step; other checks of the tests are in no recording.
    // A note.
    // Needs in the environment: ADMIN_PASSWORD.
    import { expect, test } from '@playwright/test';

    test.describe('cart', () => {
      test('adds an item', async ({ page }) => {
        const name = \`Name \${Date.now().toString(36)}\`;
        const newDialog = page.getByRole('dialog', { name: 'New', exact: true });

        // create {name} with {password}
        await page.goto('/companies');
        await page.getByRole('button', { name: 'New', exact: true }).click();
        await expect(page.getByRole('dialog', { name: 'New', exact: true })).toBeVisible();
        await newDialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
        await page.getByLabel('Password', { exact: true }).fill(process.env.ADMIN_PASSWORD!);
        await newDialog.getByRole('textbox', { name: 'Name', exact: true }).press('Enter');
        await expect(page).toHaveURL((url) => /^\\/companies\\/[^/?#]+$/.test(url.pathname) && url.searchParams.get('tab') === 'notes');
        await expect(page.getByRole('heading', { name: \`Company \${name}\`, exact: true })).toBeVisible();
        await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
        await expect(page.getByRole('status').filter({ hasText: /Saved\\s+at\\s+.*/ })).toBeVisible();
        await expect(page.getByRole('checkbox', { name: 'Active', exact: true })).toBeChecked();
        await expect(page.getByRole('tab', { name: 'Notes', exact: true, selected: true })).toBeVisible();
        await expect(page.getByRole('row', { name: 'x', exact: true }).nth(2)).toBeVisible();
        await expect(page.getByRole('dialog', { name: 'New', exact: true })).toHaveCount(0);
        await expect(page.getByText('Empty', { exact: true }).filter({ visible: true })).toHaveCount(0);
        await expect.poll(() => page.getByRole('row', { name: 'y', exact: true }).count()).toBeLessThanOrEqual(2);
      });
    });
    "
  `);
});

describe('a control', () => {
  const ways: readonly (readonly [string, Descriptor])[] = [
    ['by role and name', add],
    ['by test id as well', { ...add, testId: 'pay' }],
    ['by test id alone', { role: 'button', testId: 'pay' }],
    ['by placeholder', { role: 'textbox', placeholder: 'Search' }],
    ['by its text', { role: 'link', text: "Ann's" }],
    ['as text', { role: 'text', text: 'Total' }],
    ['by the label of a field without a role', { role: 'textbox', name: 'Day', purpose: 'date' }],
    ['in a named group that counts', within({ role: 'region', by: 'name', label: 'Orders (3)' })],
    ['in a card by its heading', within({ role: 'article', by: 'heading', label: 'Desk' })],
    ['in a wrapper by its heading', within({ role: 'generic', by: 'heading', label: 'Desk' })],
    ['in a row by its header', within({ role: 'row', by: 'header', label: 'Desk' })],
    [
      'in an item by one piece of its text',
      within({ role: 'listitem', by: 'leaf', label: 'Desk', place: 0 }),
    ],
    ['in an item by all of its text', within({ role: 'listitem', by: 'text', label: 'Desk | 3 … left' })],
    ['in a form by its fields', within({ role: 'form', by: 'fields', label: 'Email | Password' })],
    ['in the form', within({ role: 'form', by: 'role' })],
    ['in the dialog', within({ role: 'dialog', by: 'role' })],
    ['in a frame', within({ role: 'iframe', by: 'name', label: 'Editor' })],
    ['as a toggle that is off', { ...add, state: { pressed: false } }],
  ];

  test('is found by what a person would look for', () => {
    const found = ways.map(([way, target]) => `${way}:\n${findOf(target)}`).join('\n');
    expect(found).toMatchInlineSnapshot(`
      "by role and name:
      await page.getByRole('button', { name: 'Add', exact: true }).hover();
      by test id as well:
      await page.getByRole('button', { name: 'Add', exact: true }).and(page.getByTestId('pay')).hover();
      by test id alone:
      await page.getByTestId('pay').hover();
      by placeholder:
      await page.getByPlaceholder('Search', { exact: true }).hover();
      by its text:
      await page.getByRole('link').getByText("Ann's", { exact: true }).hover();
      as text:
      await page.getByText('Total', { exact: true }).hover();
      by the label of a field without a role:
      await page.getByLabel('Day', { exact: true }).hover();
      in a named group that counts:
      await page.getByRole('region', { name: /Orders\\s+\\(.*\\)/ }).getByRole('button', { name: 'Add', exact: true }).hover();
      in a card by its heading:
      const deskArticle = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Desk', exact: true }) });
      await deskArticle.getByRole('button', { name: 'Add', exact: true }).hover();
      in a wrapper by its heading:
      const deskCard = page.locator('*').filter({ has: page.getByRole('heading', { name: 'Desk', exact: true }) }).filter({ has: page.getByRole('button', { name: 'Add', exact: true }) }).last();
      await deskCard.getByRole('button', { name: 'Add', exact: true }).hover();
      in a row by its header:
      const deskRow = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Desk', exact: true }) });
      await deskRow.getByRole('button', { name: 'Add', exact: true }).hover();
      in an item by one piece of its text:
      const deskListitem = page.getByRole('listitem').filter({ has: page.getByText('Desk', { exact: true }) });
      await deskListitem.getByRole('button', { name: 'Add', exact: true }).hover();
      in an item by all of its text:
      const desk3LeftListitem = page.getByRole('listitem').filter({ hasText: 'Desk' }).filter({ hasText: 'left' });
      await desk3LeftListitem.getByRole('button', { name: 'Add', exact: true }).hover();
      in a form by its fields:
      const emailPasswordForm = page.locator('form').filter({ has: page.getByLabel('Email', { exact: true }) });
      await emailPasswordForm.getByRole('button', { name: 'Add', exact: true }).hover();
      in the form:
      await page.locator('form').getByRole('button', { name: 'Add', exact: true }).hover();
      in the dialog:
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).hover();
      in a frame:
      await page.frameLocator('iframe[title="Editor"]').getByRole('button', { name: 'Add', exact: true }).hover();
      as a toggle that is off:
      await page.getByRole('button', { name: 'Add', exact: true, pressed: false }).hover();"
    `);
  });

  test('of several alike is found by its place, and only among as many', () => {
    const lines = bodyLines([
      entryOf({ actions: [did({ kind: 'tap', target: { ...add, twin: { index: 1, of: 3 } } })] }),
    ]);
    expect(lines).toContain(
      "await expect(page.getByRole('button', { name: 'Add', exact: true })).toHaveCount(3);",
    );
    expect(lines).toContain("await page.getByRole('button', { name: 'Add', exact: true }).nth(1).click();");
  });
});

test('every kind of action has its line', () => {
  const to: Descriptor = { role: 'list', name: 'Done' };
  const actions: readonly RecordedAction[] = [
    did({ kind: 'doubleTap', target: add }),
    did({ kind: 'longPress', target: add }),
    did({ kind: 'secondaryTap', target: add }),
    did({ kind: 'type', target: add, text: '' }),
    did({ kind: 'press', key: 'Escape' }),
    did({ kind: 'select', target: add, option: 'High' }),
    did({
      kind: 'check',
      target: { role: 'checkbox', name: 'Terms', state: { checked: false } },
      checked: true,
    }),
    did({ kind: 'check', target: { role: 'checkbox', name: 'News' }, checked: false }),
    did({ kind: 'upload', target: add, paths: ['a.png', 'b.png'] }),
    did({ kind: 'drag', target: add, to }),
    did({ kind: 'scroll', direction: 'up', target: to }),
    did({ kind: 'scrollUntil', direction: 'down', text: 'Row 405' }),
    did(
      { kind: 'navigate', url: 'http://localhost:3000/x' },
      { change: { route: '/x' as Route, appeared: [], gone: [] } },
    ),
    did({ kind: 'back' }),
    did({ kind: 'forward' }),
    did({ kind: 'tapAt', x: 3, y: 4 }, { viewport: { width: 800, height: 600 } }),
    did({ kind: 'tap', target: add }),
    did({ kind: 'dialog', accept: true, text: 'yes' }, { message: 'Sure?' }),
    did({ kind: 'page', index: 1 }),
    did({ kind: 'tap', target: add }, { page: 1 }),
  ];
  expect(bodyLines([entryOf({ actions, more: { paced: true } })]).join('\n')).toMatchInlineSnapshot(`
    "// add one item to the cart
    await page.goto('/cart');
    await page.waitForTimeout(10);
    await page.getByRole('button', { name: 'Add', exact: true }).dblclick();
    await page.waitForTimeout(10);
    await page.getByRole('button', { name: 'Add', exact: true }).click({ delay: 600 });
    await page.waitForTimeout(10);
    await page.getByRole('button', { name: 'Add', exact: true }).click({ button: 'right' });
    await page.waitForTimeout(10);
    await page.getByRole('button', { name: 'Add', exact: true }).clear();
    await page.waitForTimeout(10);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(10);
    await page.getByRole('button', { name: 'Add', exact: true }).selectOption({ label: 'High' });
    await page.waitForTimeout(10);
    await page.getByRole('checkbox', { name: 'Terms', exact: true }).check();
    await page.waitForTimeout(10);
    await page.getByRole('checkbox', { name: 'News', exact: true }).uncheck();
    await page.waitForTimeout(10);
    page.once('filechooser', (chooser) => chooser.setFiles(['a.png', 'b.png']));
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.waitForTimeout(10);
    await page.getByRole('button', { name: 'Add', exact: true }).dragTo(page.getByRole('list', { name: 'Done', exact: true }));
    await page.waitForTimeout(10);
    await page.getByRole('list', { name: 'Done', exact: true }).hover();
    await page.mouse.wheel(0, -500);
    await page.waitForTimeout(10);
    await expect(async () => {
    await page.mouse.wheel(0, 500);
    await expect(page.getByText('Row 405').first()).toBeInViewport({ timeout: 250 });
    }).toPass();
    await page.waitForTimeout(10);
    await page.goto('/x');
    await expect(page).toHaveURL('/x');
    await page.waitForTimeout(10);
    await page.goBack();
    await page.waitForTimeout(10);
    await page.goForward();
    await page.waitForTimeout(10);
    await page.setViewportSize({ width: 800, height: 600 });
    await page.mouse.click(3, 4);
    await page.waitForTimeout(10);
    page.once('dialog', (dialog) => (dialog.message() === 'Sure?' ? dialog.accept('yes') : dialog.dismiss()));
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(() => context.pages().length).toBeGreaterThan(1);
    const tab2 = context.pages()[1]!;
    await page.waitForTimeout(10);
    await tab2.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(tab2).toHaveURL('/cart');"
  `);
});

describe('what cannot be repeated', () => {
  const secondStep = { instruction: 'enter the code' };

  const code = did({ kind: 'type', target: add, text: '123' }, { derived: 'minted-token' });

  test.each<[string, Made, string]>([
    [
      'a value that was read off the screen',
      { actions: [did({ kind: 'tap', target: add }), code] },
      `action 2 of 2, type "123" into button "Add": its value can't be repeated (minted-token: a code or id that the app gave out)`,
    ],
    [
      'a truncated recording',
      { more: { truncated: 'it has 51 actions, more than 50' } },
      'its recording never replays: it has 51 actions, more than 50',
    ],
    [
      'another engine',
      { step: { engine: 'device' } },
      'it was recorded with engine "device", not in a browser',
    ],
    [
      'a start whose id is of the recorded run',
      { from: '/orders/:id' },
      'it begins on /orders/:id, an address that is not whole in the recording',
    ],
    [
      'a start with a secret in it',
      { from: '/found?q=<secret:token>' },
      'it begins on /found?q=<secret:token>, an address that is not whole in the recording',
    ],
    [
      'a dialog that was there before',
      { actions: [did({ kind: 'dialog', accept: true })] },
      'action 1 of 1, accept the dialog: the dialog was open before the step began',
    ],
    [
      'a call of a tool of the project',
      { actions: [did({ kind: 'tool', name: 'create_user', input: { name: 'Ann' } }, { result: 'object' })] },
      'action 1 of 1, call tool "create_user" with {"name":"Ann"}: it calls a tool of the project, which Playwright does not have',
    ],
  ])('is said in the test, which is then left out: %s', (_, made, why) => {
    const { code: written, tests } = writeFile(flowsOf([entryOf(made)], undefined), []);
    expect(tests[0]?.missing).toEqual([why]);
    expect(written).toContain('test.fixme(true, ');
    expect(written).toContain(`// Not exported: ${why}.`);
  });

  test('of a step without a recording is named as well', () => {
    const entry = entryOf({});
    const report = reportOf(entry, [
      { label: 'add one item to the cart', entry: entry.key },
      { label: secondStep.instruction },
    ]);
    expect(bodyLines([entry], report)).toContain(
      '// Not exported: the step "enter the code" has no recording.',
    );
  });
});

function reportOf(
  { step: { file, titlePath, target, agent } }: Entry,
  steps: readonly { readonly label: string; readonly entry?: string }[],
): RunReport {
  const attempts = [
    { steps: steps.map(({ label, entry }) => ({ api: 'agent.act', label, cache: { entry } })) },
  ];
  return {
    schemaVersion: 1,
    tests: [{ file, titlePath, target, agent, status: 'passed', attempts }],
  } as unknown as RunReport;
}

describe('the steps of one test', () => {
  const later = entryOf({ step: { instruction: 'first' }, more: { recordedAt: '2026-02-01T00:00:00.000Z' } });
  const earlier = entryOf({
    step: { instruction: 'second' },
    more: { recordedAt: '2026-01-01T00:00:00.000Z' },
  });

  test('come in the order of the last run', () => {
    const report = reportOf(later, [
      { label: 'first', entry: later.key },
      { label: 'second', entry: earlier.key },
    ]);
    const comments = bodyLines([earlier, later], report).filter((line) => line.startsWith('//'));
    expect(comments).toEqual(['// first', '// second']);
  });

  test('come in the order of their recording where no run tells, and the test says so', () => {
    const comments = bodyLines([later, earlier]).filter((line) => line.startsWith('//'));
    expect(comments).toEqual([
      '// The last run does not tell the order of these steps: it is that of their recording times.',
      '// second',
      '// first',
    ]);
  });

  test('go to a page only where the step before did not lead there', () => {
    const one = entryOf({ from: '/cart', to: '/checkout' });
    const two = entryOf({
      step: { instruction: 'pay' },
      from: '/checkout',
      more: { recordedAt: '2027-01-01T00:00:00.000Z' },
    });
    const three = entryOf({
      step: { instruction: 'look' },
      from: '/orders',
      more: { recordedAt: '2028-01-01T00:00:00.000Z' },
    });
    const gone = bodyLines([one, two, three]).filter((line) => line.includes('.goto('));
    expect(gone).toEqual(["await page.goto('/cart');", "await page.goto('/orders');"]);
  });

  test('are told apart by target and agent where a title is there twice', () => {
    const { code } = writeFile(
      flowsOf([entryOf({}), entryOf({ step: { target: 'phone', agent: 'buyer' } })], undefined),
      [],
    );
    expect(code).toContain("test('adds an item [web] (default)'");
    expect(code).toContain("test('adds an item [phone] (buyer)'");
  });
});

test.each([
  ['/cart', "'/cart'"],
  ['/orders/:id', '/\\/orders\\/[^/?#]+$/'],
  ['https://pay.test/done', "'https://pay.test/done'"],
  [
    '/list?a=b%20c&t=:id',
    "(url) => url.pathname === '/list' && url.searchParams.get('a') === 'b c' && url.searchParams.has('t')",
  ],
  [
    '/list?a=b&key=<secret:token>',
    "(url) => url.pathname === '/list' && url.searchParams.get('a') === 'b' && url.searchParams.has('key')",
  ],
  ['/found/<secret:token>/all', '/\\/found\\/[^/?#]+\\/all$/'],
  ['/app#/users/:id', "(url) => url.pathname === '/app' && /^#\\/users\\/[^/?#]+$/.test(url.hash)"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code that is expected
  ['/lists/{{name|slug}}', "(url) => url.pathname === `/lists/${name.toLowerCase().replaceAll(' ', '-')}`"],
])('the route %s is expected as %s', (route, code) => {
  expect(bodyLines([entryOf({ to: route })])).toContain(`await expect(page).toHaveURL(${code});`);
});

describe('words', () => {
  test('any text is spelled so that JavaScript reads it back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const recorded = createSlots({}).fold(text);
        expect(new Function(`return ${textCode(recorded)}`)()).toBe(text);
      }),
    );
  });

  test('any text around a unique value is spelled with its variable', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const text = `${before} Zebra Q ${after}`;
        const recorded = createSlots({ name: unique('Zebra Q') }).fold(text);
        expect(new Function('name', `return ${textCode(recorded)}`)('Zebra Q')).toBe(text);
      }),
    );
  });

  test('a name that JavaScript or the test has already gets another one', () => {
    expect(['page', 'list-name', '2nd', '', 'Über Wert'].map(variableOf)).toEqual([
      'pageValue',
      'listName',
      '_2nd',
      'value',
      'überWert',
    ]);
    expect(['adminPassword', 'api-key', '2fa'].map(secretVariable)).toEqual([
      'ADMIN_PASSWORD',
      'API_KEY',
      '_2FA',
    ]);
  });
});
