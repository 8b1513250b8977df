import { describe, expect, it } from 'vitest';
import type { HandOff } from '../../cache/step.ts';
import type { Action } from '../../screen/action.ts';
import type { NodeId, Screen, ScreenNode } from '../../screen/node.ts';
import type { ActStep, Performed, Verdict } from '../executor.ts';
import { offline } from './offline.ts';

/** A node as a test writes it; the id is its role and name unless given. */
type Draft = Partial<Omit<ScreenNode, 'id'>> & { readonly role: string; readonly id?: string };

/** A page in memory: what it shows, and what an action makes of it. */
interface Page {
  nodes: Draft[];
  location?: string;
  dialog?: string;
  /** Returns a failure, or nothing when the action was done. */
  on?(action: Action, target: Draft | undefined): { code: string; message: string } | undefined;
}

interface Run {
  readonly verdict: Verdict;
  readonly actions: readonly string[];
  readonly looks: number;
}

function screenOf(page: Page): Screen {
  const nodes = page.nodes.map((draft, index) => ({
    depth: 0,
    ...draft,
    id: (draft.id ?? `n${index}`) as NodeId,
  }));
  const head = `page: Test\nlocation: ${page.location ?? '/'}${page.dialog === undefined ? '' : `\nconfirm dialog open: "${page.dialog}"`}`;
  return { location: page.location ?? '/', title: 'Test', nodes, text: `${head}\n[n0] x` };
}

function apply(page: Page, action: Action, target: Draft | undefined): void {
  const change = (fields: Partial<ScreenNode>): void => {
    page.nodes = page.nodes.map((node) => (node === target ? { ...node, ...fields } : node));
  };
  if (action.kind === 'type') change({ value: action.text });
  if (action.kind === 'typeSecret') change({ value: '••••' });
  if (action.kind === 'select') change({ value: action.option });
  if (action.kind === 'check') change({ checked: action.checked });
  if (action.kind === 'dialog') delete page.dialog;
}

function say(action: Action, target: Draft | undefined): string {
  const { kind } = action;
  const extra =
    kind === 'type'
      ? action.text
      : kind === 'typeSecret'
        ? `<${action.name}>`
        : kind === 'select'
          ? action.option
          : kind === 'check'
            ? String(action.checked)
            : kind === 'press'
              ? action.key
              : kind === 'navigate'
                ? action.url
                : kind === 'dialog'
                  ? String(action.accept)
                  : kind === 'upload'
                    ? action.paths.join('|')
                    : undefined;
  return [kind, target === undefined ? undefined : (target.id ?? target.name ?? target.role), extra]
    .filter((part) => part !== undefined)
    .join(' ');
}

async function run(
  goal: string,
  page: Page,
  extra: { handOff?: HandOff; params?: Record<string, unknown>; look?: () => void; maxSteps?: number } = {},
): Promise<Run> {
  const actions: string[] = [];
  let looks = 0;
  const step: ActStep = {
    instruction: goal,
    params: extra.params ?? {},
    context: '',
    ...(extra.handOff === undefined ? {} : { handOff: extra.handOff }),
    screen: screenOf(page),
    look: async () => {
      looks += 1;
      extra.look?.();
      return screenOf(page);
    },
    perform: async (action): Promise<Performed> => {
      const id = 'target' in action ? action.target : undefined;
      const index = screenOf(page).nodes.findIndex((node) => node.id === id);
      const target = page.nodes[index];
      actions.push(say(action, target));
      const failure = page.on?.(action, target);
      if (failure !== undefined) return { ok: false, ...failure, screen: screenOf(page) };
      apply(page, action, page.nodes[index] ?? target);
      return { ok: true, screen: screenOf(page) };
    },
    tools: [],
    callTool: () => expect.unreachable('the offline planner calls no tool'),
    countModelCall: () => expect.unreachable('the offline planner calls no model'),
    maxSteps: extra.maxSteps ?? 50,
    signal: new AbortController().signal,
  };
  return { verdict: await offline().act(step), actions, looks };
}

const button = (name: string, more: Partial<Draft> = {}): Draft => ({ role: 'button', name, ...more });
const link = (name: string, more: Partial<Draft> = {}): Draft => ({ role: 'link', name, ...more });
const box = (name: string, more: Partial<Draft> = {}): Draft => ({
  role: 'textbox',
  name,
  value: '',
  ...more,
});
const check = (name: string, checked = false, more: Partial<Draft> = {}): Draft => ({
  role: 'checkbox',
  name,
  checked,
  ...more,
});

describe('presses', () => {
  it('adds one item where there is one way to', async () => {
    const { verdict, actions } = await run('add one item to the cart', {
      nodes: [button('Add to cart'), link('Cart')],
    });
    expect(actions).toEqual(['tap Add to cart']);
    expect(verdict).toMatchObject({ status: 'passed' });
  });
  it.each(['Add to basket', 'Add to bag', 'Add item', 'Put in cart', 'Add'])(
    'finds the renamed button "%s"',
    async (name) => {
      expect((await run('add one item to the cart', { nodes: [button(name)] })).actions).toEqual([
        `tap ${name}`,
      ]);
    },
  );
  it('never chooses between two ways to add', async () => {
    const { verdict, actions } = await run('add one item to the cart', {
      nodes: [button('Add to cart'), button('Add to cart')],
    });
    expect(actions).toEqual([]);
    expect(verdict).toMatchObject({ status: 'blocked', code: 'AUTOMATION_UNSUPPORTED' });
    expect(verdict.summary).toContain('fits 2 controls');
    expect(verdict.summary).toContain('button "Add to cart"');
  });
  it.each([
    ['open the cart', [link('Cart (2)'), button('Add to cart')], 'tap Cart (2)'],
    ['open the cart', [link('View cart'), button('Clear cart')], 'tap View cart'],
    ['go to checkout', [link('Proceed to checkout'), link('Shop')], 'tap Proceed to checkout'],
    ['press Save', [button('Save'), button('Save draft')], 'tap Save'],
    ['press Save and Close', [button('Save'), button('Save and Close')], 'tap Save and Close'],
    ['click the Save button', [link('Save'), button('Save')], 'tap Save'],
    ['press "save"', [button('Save')], 'tap Save'],
    ['Please press Continue.', [button('Continue')], 'tap Continue'],
    ['sign out', [button('Log out')], 'tap Log out'],
  ] as const)('does: %s', async (goal, nodes, action) => {
    const { verdict, actions } = await run(goal, { nodes: [...nodes] });
    expect([verdict.status, actions]).toEqual(['passed', [action]]);
  });
  it.each([
    ['press Account', [button('Delete account')]],
    ['press Save', [button('Save draft'), button('Save copy')]],
    ['press "Save"', [button('Save draft')]],
    ['open the cart', [button('Add to cart')]],
    ['press Save', [button('Save'), button('Save')]],
  ] as const)('does nothing for: %s', async (goal, nodes) => {
    const { verdict, actions } = await run(goal, { nodes: [...nodes] });
    expect([verdict.status, actions]).toEqual(['blocked', []]);
  });
  it('looks again once for a control that is not there yet', async () => {
    const page: Page = { nodes: [] };
    const { verdict, looks } = await run('press Save', page, {
      look: () => {
        page.nodes = [button('Save')];
      },
    });
    expect([verdict.status, looks]).toEqual(['passed', 2]);
  });
  it('names the words that it could not place, what is there instead, and how to set a model', async () => {
    const nodes = [button('Cancel'), link('Home'), button('Save draft'), box('Note')];
    const { verdict } = await run('press Save', {
      nodes: [...nodes, button('Save copy')],
      location: '/cart',
    });
    expect(verdict.status).toBe('blocked');
    const frob = await run('press Frobnicate', { nodes, location: '/cart' });
    expect(frob.verdict.summary).toMatchInlineSnapshot(
      `"Could not place "Frobnicate" (in "press Frobnicate", on /cart): a button, link, tab or menu item was looked for, and none has that name. The screen has button "Cancel", textbox "Note", button "Save draft", link "Home". Nothing was done. Name the control as the screen does, in quotes where its name has a comma or an "and". Or set a model, which takes free words: agents: { default: { model: 'provider/model' } } in e2e.config.ts."`,
    );
    const none = await run('press Frobnicate', { nodes: [] });
    expect(none.verdict.summary).toContain('No control with a name is on the screen.');
  });
  it.each([
    ['clik Save', '"clik" is no verb that the planner knows (the nearest is "click")'],
    ['contemplate the universe', '"contemplate" is no verb that the planner knows.'],
    ['press Save if it is there', 'it has "if" outside quotes'],
    ['fill Name', 'the planner knows "fill", but not with these words after it'],
  ])('says of "%s" that its form is not understood, not that a control is missing', async (goal, why) => {
    const { verdict, actions } = await run(goal, { nodes: [button('Save')] });
    expect([verdict.status, actions]).toEqual(['blocked', []]);
    expect(verdict.summary).toContain('is in no form that the offline planner understands');
    expect(verdict.summary).toContain(why);
    expect(verdict.summary).toContain('docs/offline.md');
    expect(verdict.summary).not.toContain('Could not place');
  });
  it('says how to tell twins apart', async () => {
    const { verdict } = await run('press Save', { nodes: [button('Save'), button('Save')] });
    expect(verdict.summary).toMatchInlineSnapshot(
      `""Save" fits 2 controls (in "press Save", on /): button "Save", button "Save". None was chosen. Nothing was done. Say which one by what it is in ("press X in Y", "delete the row Y"), or give the controls names that tell them apart. Or set a model, which takes free words: agents: { default: { model: 'provider/model' } } in e2e.config.ts."`,
    );
  });
  it('does nothing at all when one clause is beyond it', async () => {
    const { verdict, actions } = await run('press Save; contemplate the universe', {
      nodes: [button('Save')],
    });
    expect([verdict.status, actions]).toEqual(['blocked', []]);
    expect(verdict.summary).toContain('contemplate the universe');
  });
});

describe('fields', () => {
  const form = (): Page => ({
    nodes: [
      box('Full name'),
      box('Email *'),
      box('City'),
      { role: 'spinbutton', name: 'Quantity', value: '1' },
      check('Newsletter', true),
      check('Remember me'),
      button('Continue'),
    ],
  });
  it.each([
    [
      'fill Full name with Ann Lee, Email with ann@x.test and City with Oslo',
      ['type Full name Ann Lee', 'type Email * ann@x.test', 'type City Oslo'],
    ],
    ['fill Email with ann@x.test', ['type Email * ann@x.test']],
    ['enter ann@x.test in Email', ['type Email * ann@x.test']],
    ['type "Rock, and Roll" into the City field', ['type City Rock, and Roll']],
    ['set Quantity to 3', ['type Quantity 3']],
    ['set the quantity to 3 and check Remember me', ['type Quantity 3', 'check Remember me true']],
    ['uncheck Newsletter', ['check Newsletter false']],
    ['check Remember me, then press Continue', ['check Remember me true', 'tap Continue']],
    ['clear Email', ['type Email * ']],
    ['fill City with "apples and pears with cream"', ['type City apples and pears with cream']],
    ['fill Email with <secret:mail>', ['typeSecret Email * <mail>']],
    ['press Enter in Email', ['press Email * Enter']],
  ])('does: %s', async (goal, expected) => {
    const { verdict, actions } = await run(goal, form());
    expect([verdict.status, actions]).toEqual(['passed', expected]);
  });
  it.each([
    'fill City with Oslo, wait a second',
    'fill City with Oslo and wait for the map',
    'fill City with Oslo and then wait',
    'fill City with now and then.',
    'fill City with apples and pears with cream',
    'set City to Oslo unless it is set',
    'fill City with Oslo, do not press Continue',
    'press Continue if it is there',
    'create a city named Oslo and Bergen',
    'cancel the order',
  ])('does nothing for: %s', async (goal) => {
    const page = form();
    const { verdict, actions } = await run(goal, {
      nodes: [...page.nodes, button('Cancel'), button('Create')],
    });
    expect([verdict.status, actions]).toEqual(['blocked', []]);
  });
  it('keeps the value of a param whole', async () => {
    const name = 'Smith, Lee and press Ltd.';
    const { actions } = await run(`fill City with ${name}, then press Continue`, form(), {
      params: { name },
    });
    expect(actions).toEqual([`type City ${name}`, 'tap Continue']);
  });
  it('will not type a secret inside other text', async () => {
    const { verdict, actions } = await run('fill City with "Bearer <secret:token>"', form());
    expect([verdict.status, actions]).toEqual(['blocked', []]);
  });
  it('chooses in selects, radio groups and open lists', async () => {
    const page: Page = {
      nodes: [
        { role: 'combobox', name: 'Country', value: '' },
        { role: 'radiogroup', name: 'Delivery' },
        { role: 'radio', name: 'Standard', checked: true, depth: 1 },
        { role: 'radio', name: 'Express — 2 days', checked: false, depth: 1 },
        check('Gift wrap'),
        box('Delivery date'),
        button('Place order'),
      ],
    };
    const goal =
      'choose Norway in Country, choose Express as Delivery, check Gift wrap, set Delivery date to 2030-05-17, then press Place order';
    const { verdict, actions } = await run(goal, page);
    expect(actions).toEqual([
      'select Country Norway',
      'check Express — 2 days true',
      'check Gift wrap true',
      'type Delivery date 2030-05-17',
      'tap Place order',
    ]);
    expect(verdict.status).toBe('passed');
  });
  it('opens a list that is no native select', async () => {
    const page: Page = {
      nodes: [{ role: 'combobox', name: 'Country', expanded: false }],
      on(action, target) {
        if (action.kind === 'select') return { code: 'ACTION_FAILED', message: 'no native select' };
        if (target?.role === 'combobox')
          page.nodes = [
            { role: 'combobox', name: 'Country', expanded: true },
            { role: 'option', name: 'Norway' },
            { role: 'option', name: 'Peru' },
          ];
        return undefined;
      },
    };
    expect((await run('choose Norway in Country', page)).actions).toEqual([
      'select Country Norway',
      'tap Country',
      'tap Norway',
    ]);
  });
  it('turns a switch on and then saves', async () => {
    const page: Page = {
      nodes: [link('Settings')],
      on(_action, target) {
        if (target?.name === 'Settings')
          page.nodes = [{ role: 'switch', name: 'Weekly report', checked: false }, button('Save settings')];
        return undefined;
      },
    };
    expect((await run('open Settings, turn Weekly report on and press Save settings', page)).actions).toEqual(
      ['tap Settings', 'check Weekly report true', 'tap Save settings'],
    );
  });
});

describe('one of many', () => {
  const cards = (): Page => ({
    nodes: [
      { role: 'list' },
      ...['Oak Chair', 'Walnut Desk', 'Walnut Desk Lamp'].flatMap((name) => [
        { role: 'listitem', depth: 1 },
        { role: 'heading', name, depth: 2 },
        button('Add to cart', { depth: 2, id: `add ${name}` }),
      ]),
    ],
  });
  it('adds the named product by its card', async () => {
    expect((await run('add Walnut Desk to the cart', cards())).actions).toEqual(['tap add Walnut Desk']);
  });
  it('adds the named product where cards have no wrapper', async () => {
    const page = {
      nodes: cards()
        .nodes.filter((node) => node.role !== 'listitem' && node.role !== 'list')
        .map((node) => ({ ...node, depth: 0 })),
    };
    expect(
      (
        await run('add Walnut Desk to the cart', {
          nodes: [{ role: 'heading', name: 'Shop' }, ...page.nodes],
        })
      ).actions,
    ).toEqual(['tap add Walnut Desk']);
  });
  it('does not take the next card for a sold-out one', async () => {
    const nodes = cards().nodes.filter((node) => node.id !== 'add Walnut Desk');
    expect((await run('add Walnut Desk to the cart', { nodes })).actions).toEqual([]);
    const flat = nodes
      .filter((node) => node.role !== 'listitem' && node.role !== 'list')
      .map((node) => ({ ...node, depth: 0 }));
    expect((await run('add Walnut Desk to the cart', { nodes: flat })).actions).toEqual([]);
  });
  it('does not take a product of a longer name for one that is not there', async () => {
    const nodes = cards().nodes.filter((_node, at) => at < 4 || at > 6);
    expect(nodes.some((node) => node.name === 'Walnut Desk')).toBe(false);
    const pages: readonly Draft[][] = [
      [...nodes],
      [button('Add Walnut Desk Lamp to cart')],
      [link('Walnut Desk Lamp')],
    ];
    for (const page of pages) {
      const { verdict, actions } = await run('add Walnut Desk to the cart', { nodes: page });
      expect([verdict.status, actions]).toEqual(['blocked', []]);
    }
    const own = [button('Add Walnut Desk to cart'), button('Add Walnut Desk Lamp to cart')];
    expect((await run('add Walnut Desk to the cart', { nodes: own })).actions).toEqual([
      'tap Add Walnut Desk to cart',
    ]);
  });
  it('does not take a row of a longer name for one that is not there', async () => {
    for (const name of ['Beta Corp', 'Old Beta']) {
      const nodes: Draft[] = [
        { role: 'row', name: `${name} Delete` },
        { role: 'cell', name, depth: 1 },
        button('Delete', { depth: 1 }),
        button(`Delete ${name}`),
      ];
      expect((await run('delete the row Beta', { nodes })).actions, name).toEqual([]);
    }
    const priced: Draft[] = [
      { role: 'listitem', text: 'Beta (3)' },
      button('Delete', { depth: 1, id: 'own' }),
      { role: 'listitem', text: 'Beta Corp' },
      button('Delete', { depth: 1 }),
    ];
    expect((await run('delete the row Beta', { nodes: priced })).actions).toEqual(['tap own']);
  });
  it.each([
    ['Version 1', 'Version 1.2'],
    ['2024-001', '2024-001-2'],
    ['C', 'C#'],
    ['Build 7', 'Build 7/2'],
  ])('does not take a row for "%s" whose identifier goes on, as "%s" does', async (named, longer) => {
    const row = (name: string): Draft[] => [
      { role: 'row' },
      { role: 'cell', name, depth: 1 },
      button('Delete', { depth: 1, id: `delete ${name}` }),
    ];
    const goal = `delete the row ${named}`;
    const { verdict, actions } = await run(goal, { nodes: row(longer) });
    expect([verdict.status, actions]).toEqual(['blocked', []]);
    for (const counted of [`${named} (3)`, `${named}: 12.50`, `${named} $120`]) {
      const nodes = [...row(longer), ...row(counted)];
      expect((await run(goal, { nodes })).actions).toEqual([`tap delete ${counted}`]);
    }
  });
  it('says of a row of a longer name that none has the name, not that the row lacks a button', async () => {
    const nodes: Draft[] = [
      { role: 'row' },
      { role: 'cell', name: 'Beta Corp', depth: 1 },
      button('Delete', { depth: 1 }),
    ];
    const { verdict } = await run('delete Beta', { nodes });
    expect(verdict.summary).toContain('a row, card or control of that name was looked for');
  });
  it('does not take another product for one that only the cart shows', async () => {
    const nodes: Draft[] = [
      { role: 'main' },
      { role: 'heading', name: 'Oak Chair', depth: 1 },
      button('Add to cart', { depth: 1 }),
      { role: 'complementary', name: 'Cart' },
      { role: 'text', text: 'Walnut Desk', depth: 1 },
      button('Remove', { depth: 1 }),
    ];
    const { verdict, actions } = await run('add Walnut Desk to the cart', { nodes });
    expect([verdict.status, actions]).toEqual(['blocked', []]);
  });
  const rows = (): Draft[] => [
    { role: 'table', name: 'Companies' },
    ...['Alpha', 'Beta'].flatMap((name) => [
      { role: 'row', name: `${name} Active Edit Delete`, depth: 1 },
      { role: 'cell', name, depth: 2 },
      button('Edit', { depth: 2, id: `edit ${name}` }),
      button('Delete', { depth: 2, id: `delete ${name}` }),
    ]),
  ];
  it.each([
    'delete the row Beta',
    'delete Beta',
    'remove the company Beta',
    'press Delete in the row Beta',
    'press Delete for Beta',
  ])('does: %s', async (goal) => {
    expect((await run(goal, { nodes: rows() })).actions).toEqual(['tap delete Beta']);
  });
  it('confirms the dialog that a deletion opens', async () => {
    const page: Page = {
      nodes: rows(),
      on(_action, target) {
        if (target?.id === 'delete Beta')
          page.nodes = [
            { role: 'dialog', name: 'Delete Beta?' },
            button('Cancel', { depth: 1 }),
            button('Delete', { depth: 1, id: 'yes' }),
          ];
        return undefined;
      },
    };
    expect((await run('delete the row Beta', page)).actions).toEqual(['tap delete Beta', 'tap yes']);
  });
  it('answers the native question that a deletion asks', async () => {
    const page: Page = {
      nodes: rows(),
      on(action) {
        if (action.kind === 'tap') page.dialog = 'Sure?';
        return undefined;
      },
    };
    expect((await run('delete the row Beta', page)).actions).toEqual(['tap delete Beta', 'dialog true']);
  });
  it('never chooses between two rows of one name', async () => {
    const { verdict, actions } = await run('delete the row Beta', { nodes: [...rows(), ...rows()] });
    expect([verdict.status, actions]).toEqual(['blocked', []]);
  });
});

describe('keys', () => {
  it.each([
    ['press Enter', 'press Enter'],
    ['press the Escape key', 'press Escape'],
    ['press the Delete key', 'press Delete'],
    ['press Control+A', 'press Control+A'],
    ['press Shift+Tab', 'press Shift+Tab'],
    ['press Ctrl+Enter in Note', 'press Note Control+Enter'],
    ['press Page Down', 'press PageDown'],
  ])('%s', async (goal, action) => {
    expect((await run(goal, { nodes: [box('Note')] })).actions).toEqual([action]);
  });
  it.each(['Delete', 'Home', 'End', 'Space', 'X'])('takes "press %s" for a control', async (name) => {
    expect((await run(`press ${name}`, { nodes: [button(name)] })).actions).toEqual([`tap ${name}`]);
    expect((await run(`press ${name}`, { nodes: [button(name), button(name)] })).actions).toEqual([]);
    expect((await run(`press ${name}`, { nodes: [] })).actions).toEqual([]);
  });
  it('does not choose between a key and a button of its name', async () => {
    expect((await run('press Enter', { nodes: [button('Enter')] })).actions).toEqual([]);
    expect((await run('press Enter', { nodes: [button('Enter'), button('Enter')] })).actions).toEqual([]);
    expect((await run('press the Enter button', { nodes: [button('Enter')] })).actions).toEqual([
      'tap Enter',
    ]);
  });
});

describe('whole forms', () => {
  const signIn = (): Page => ({
    nodes: [
      { role: 'navigation', name: 'Main' },
      link('Products', { depth: 1 }),
      { role: 'main' },
      { role: 'heading', name: 'Sign in', depth: 1 },
      box('Email', { depth: 1 }),
      box('Password', { depth: 1 }),
      button('Sign in', { depth: 1 }),
    ],
  });
  it.each([
    'sign in as ann@shop.test with password <secret:password>',
    'sign in with email ann@shop.test and password <secret:password>',
    'log in as "ann@shop.test" with the password <secret:password>',
  ])('does: %s', async (goal) => {
    const { verdict, actions } = await run(goal, signIn());
    expect([verdict.status, actions]).toEqual([
      'passed',
      ['type Email ann@shop.test', 'typeSecret Password <password>', 'tap Sign in'],
    ]);
  });
  it('takes the sign-in link first where there is no form yet', async () => {
    const page: Page = {
      nodes: [link('Sign in')],
      on: (_action, target) => {
        if (target?.role === 'link') page.nodes = signIn().nodes;
        return undefined;
      },
    };
    const { actions } = await run('sign in as ann@shop.test with password <secret:password>', page);
    expect(actions).toEqual([
      'tap Sign in',
      'type Email ann@shop.test',
      'typeSecret Password <password>',
      'tap Sign in',
    ]);
  });
  it('searches with the Enter key where the field has no button', async () => {
    expect(
      (
        await run('search for Walnut', {
          nodes: [{ role: 'searchbox', name: 'Search products', value: '' }, button('Filter')],
        })
      ).actions,
    ).toEqual(['type Search products Walnut', 'press Search products Enter']);
  });
  it('searches with the button of the field', async () => {
    const nodes: Draft[] = [
      { role: 'search' },
      { role: 'searchbox', name: 'Search products', value: '', depth: 1 },
      button('Search', { depth: 1 }),
    ];
    expect((await run('search for Walnut', { nodes })).actions).toEqual([
      'type Search products Walnut',
      'tap Search',
    ]);
  });
  it('creates by name, through the form that a button opens', async () => {
    const page: Page = {
      nodes: [button('New company'), { role: 'searchbox', name: 'Search by name', value: '' }],
      on(_action, target) {
        if (target?.name === 'New company')
          page.nodes = [
            { role: 'dialog', name: 'New company' },
            box('Name', { depth: 1 }),
            button('Cancel', { depth: 1 }),
            button('Create', { depth: 1 }),
          ];
        return undefined;
      },
    };
    const { verdict, actions } = await run('create a company named Acme, Inc. and Sons', page, {
      params: { name: 'Acme, Inc. and Sons' },
    });
    expect([verdict.status, actions]).toEqual([
      'passed',
      ['tap New company', 'type Name Acme, Inc. and Sons', 'tap Create'],
    ]);
  });
  it('submits the form of the fields it filled, not the twin above it', async () => {
    const nodes = [
      button('Place order', { id: 'sample' }),
      box('Full name'),
      button('Place order', { id: 'own' }),
    ];
    expect((await run('fill Full name with Ann, then submit the form', { nodes })).actions).toEqual([
      'type Full name Ann',
      'tap own',
    ]);
    const { verdict, actions } = await run('fill Full name with Ann, then submit the form', {
      nodes: [...nodes, button('Place order', { id: 'sample 2' })],
    });
    expect([verdict.status, actions]).toEqual(['blocked', ['type Full name Ann']]);
  });
});

describe('what comes after', () => {
  const refusing = (): Page => {
    const page: Page = {
      nodes: [{ role: 'alert', text: 'Old error' }, button('Sign in')],
      on: () => {
        page.nodes = [
          ...page.nodes,
          { role: 'alert' },
          { role: 'text', text: 'The password is wrong.', depth: 1 },
        ];
        return undefined;
      },
    };
    return page;
  };
  it('fails with the text of an error alert that appeared', async () => {
    const { verdict } = await run('press Sign in', refusing());
    expect(verdict).toMatchObject({ status: 'failed', code: 'ACTION_FAILED' });
    expect(verdict.summary).toContain('"The password is wrong."');
  });
  it('passes with the error that the goal says to expect, and is blocked without it', async () => {
    expect((await run('press Sign in and expect an error', refusing())).verdict.status).toBe('passed');
    expect(
      (await run('press Sign in and expect an error', { nodes: [button('Sign in')] })).verdict.status,
    ).toBe('blocked');
  });
  it('says what was done and what changed', async () => {
    const page: Page = {
      nodes: [button('Save')],
      on: () => {
        page.nodes = [{ role: 'status', text: 'Saved' }];
        page.location = '/done';
        return undefined;
      },
    };
    expect((await run('press Save', page)).verdict.summary).toBe(
      'Pressed button "Save". Now on /done; new on the screen: status "Saved".',
    );
  });
  it('fails with the reason of an action that did not happen', async () => {
    const page: Page = {
      nodes: [button('Save')],
      on: () => ({ code: 'ACTION_FAILED', message: 'button "Save" is covered by dialog "Tour"' }),
    };
    const { verdict, actions } = await run('press Save', page);
    expect([verdict.status, actions.length]).toEqual(['failed', 1]);
    expect(verdict.summary).toContain('covered by dialog "Tour"');
  });
  it('leaves a native dialog that the goal does not speak of', async () => {
    const page: Page = {
      nodes: [button('Leave')],
      on: (action) => {
        if (action.kind === 'tap') page.dialog = 'Sure?';
        return undefined;
      },
    };
    expect((await run('press Leave', page)).verdict.status).toBe('blocked');
    expect(
      (
        await run('press Leave, then dismiss the dialog', {
          ...page,
          nodes: [button('Leave')],
          dialog: 'Sure?',
        })
      ).verdict.status,
    ).toBe('blocked');
  });
  it('answers a native dialog that the goal speaks of', async () => {
    const page: Page = {
      nodes: [button('Leave')],
      on: (action) => {
        if (action.kind === 'tap') page.dialog = 'Sure?';
        return undefined;
      },
    };
    expect((await run('press Leave, then dismiss the dialog', page)).actions).toEqual([
      'tap Leave',
      'dialog false',
    ]);
  });
  it('closes dialogs and takes cookies by their own buttons', async () => {
    const nodes: Draft[] = [
      { role: 'dialog', name: 'Tour' },
      button('Close', { depth: 1 }),
      { role: 'region', name: 'Cookies' },
      button('Accept all', { depth: 1 }),
    ];
    expect((await run('accept cookies and close the dialog', { nodes })).actions).toEqual([
      'tap Accept all',
      'tap Close',
    ]);
  });
});

describe('hand-offs', () => {
  const handOff = (
    performed: readonly string[],
    remaining: readonly string[],
    reason: HandOff['reason'] = 'target-not-found',
  ): HandOff => ({ performed, remaining, reason, detail: 'at action 3 of 3' });
  const goal = 'fill Full name with Ann, check Gift wrap, then submit the form';
  const page = (): Page => ({
    nodes: [box('Full name', { value: 'Ann' }), check('Gift wrap', true), button('Submit order')],
  });
  it('does only what the replay did not', async () => {
    const { verdict, actions } = await run(goal, page(), {
      handOff: handOff(
        ['type "Ann" into textbox "Full name"', 'check checkbox "Gift wrap"'],
        ['tap button "Place order"'],
      ),
    });
    expect([verdict.status, actions]).toEqual(['passed', ['tap Submit order']]);
  });
  it('does not press again what was pressed', async () => {
    const nodes = [button('Add'), button('Save')];
    const { actions } = await run(
      'press Add, then press Save',
      { nodes },
      { handOff: handOff(['tap button "Add"'], ['tap button "Save"']) },
    );
    expect(actions).toEqual(['tap Save']);
  });
  it('goes on inside a clause', async () => {
    const nodes = [box('Email', { value: 'ann@shop.test' }), box('Password'), button('Log in')];
    const { actions } = await run(
      'sign in as ann@shop.test with password <secret:password>',
      { nodes },
      {
        handOff: handOff(
          ['type "ann@shop.test" into textbox "Email"', 'type secret "password" into textbox "Password"'],
          ['tap button "Sign in"'],
        ),
      },
    );
    expect(actions).toEqual(['tap Log in']);
  });
  it('does nothing when a performed action belongs to no clause', async () => {
    const { verdict, actions } = await run(
      'press Save',
      { nodes: [button('Save')] },
      { handOff: handOff(['tap button "Publish"'], []) },
    );
    expect([verdict.status, actions]).toEqual(['blocked', []]);
    expect(verdict.summary).toContain('tap button "Publish"');
    expect(verdict.summary).toContain('A replay had done: tap button "Publish". Nothing was done after it.');
  });
  it('says what the replay did before it, besides its own', async () => {
    const { verdict } = await run(
      'press Add, then press Save, then press Close',
      { nodes: [button('Add'), button('Save')] },
      { handOff: handOff(['tap button "Add"'], ['tap button "Save"', 'tap button "Close"']) },
    );
    expect(verdict.summary).toContain(
      'A replay had done: tap button "Add". Done after it: pressed button "Save".',
    );
    expect(verdict.summary).not.toContain('Nothing was done');
  });
  it('does not believe, and does not repeat, a whole replay without its effect', async () => {
    const done = [
      'type "Ann" into textbox "Full name"',
      'check checkbox "Gift wrap"',
      'tap button "Submit order"',
    ];
    const { verdict, actions } = await run(goal, page(), { handOff: handOff(done, [], 'end-mismatch') });
    expect([verdict.status, actions]).toEqual(['failed', []]);
  });
  it('passes a whole replay whose every effect stands on the screen', async () => {
    const { verdict, actions } = await run('check Gift wrap', page(), {
      handOff: handOff(['check checkbox "Gift wrap"'], [], 'end-mismatch'),
    });
    expect([verdict.status, actions]).toEqual(['passed', []]);
  });
  it('starts over nothing when nothing was performed', async () => {
    const { actions } = await run(
      'add one item to the cart',
      { nodes: [button('Add to basket')] },
      { handOff: handOff([], ['tap button "Add to cart"']) },
    );
    expect(actions).toEqual(['tap Add to basket']);
  });
});

describe('submit the form', () => {
  const form = (name: string, ...inside: Draft[]): Draft[] => [
    { role: 'form', name },
    ...inside.map((draft) => ({ ...draft, depth: 1 })),
  ];
  const elsewhere = [button('Sign out'), button('Place order')];

  it.each(['Place order', 'Submit order', 'Go'])(
    'presses the form\'s one button, here "%s"',
    async (name) => {
      const nodes = [...form('Delivery', box('Name'), button(name, { id: 'own' })), ...elsewhere];
      expect((await run('fill Name with Ann, then submit the form', { nodes })).actions).toEqual([
        'type Name Ann',
        'tap own',
      ]);
    },
  );
  it('chooses neither between two forms nor between two buttons', async () => {
    const two = [...form('Delivery', button('Go')), ...form('Payment', button('Pay', { id: 'pay' }))];
    expect((await run('submit the form', { nodes: two })).verdict.status).toBe('blocked');
    expect((await run('submit the Payment form', { nodes: two })).actions).toEqual(['tap pay']);
    const buttons = form('Delivery', button('Save draft'), button('Send'));
    expect(await run('submit the form', { nodes: buttons })).toMatchObject({
      verdict: { status: 'blocked' },
      actions: [],
    });
  });
  it('is a press of "Submit" where the page has no form', async () => {
    expect((await run('submit the form', { nodes: [button('Submit')] })).actions).toEqual(['tap Submit']);
  });
  it('presses nothing again after a replay that pressed the old label', async () => {
    const nodes = form('Delivery', box('Name', { value: 'Ann' }), button('Submit order'));
    const handOff: HandOff = {
      performed: ['type "Ann" into textbox "Name"', 'tap button "Place order"'],
      remaining: [],
      reason: 'end-mismatch',
      detail: 'alert never seen before: "Not saved; try again"; did not show: heading "Thank you"',
    };
    const { verdict, actions } = await run(
      'fill Name with Ann, then submit the form',
      { nodes },
      { handOff },
    );
    expect(actions).toEqual([]);
    expect(verdict.status).toBe('failed');
    // The app's own words may hold what parts the reasons.
    expect(verdict.summary).toContain('"Not saved; try again"; did not show: heading "Thank you"');
  });
});
