import { expect, test } from 'vitest';
import { sayDescriptor } from './descriptor.ts';
import { describeUniquely, locate } from './locate.ts';
import { GENERIC_ROLE, type ReadNode } from './node.ts';
import { nodesOf, type Spec } from './reading.fixture.ts';

const button = (name: string, more: Partial<Spec> = {}): Spec => ({ role: 'button', name, ...more });
const text = (words: string): Spec => ({ role: 'text', text: words });
const row = (name: string, ...more: readonly Spec[]): Spec => ({
  role: 'row',
  children: [{ role: 'cell', name }, ...more, { role: 'cell', children: [button('Delete')] }],
});
const card = (name: string, price: string): Spec => ({
  role: GENERIC_ROLE,
  children: [{ role: 'heading', name }, text(price), button('Add to cart')],
});

/** Index of the n-th node with that role and name. */
function indexOf(nodes: readonly ReadNode[], role: string, name?: string, nth = 0): number {
  const found = nodes.flatMap((node, index) => (node.role === role && node.name === name ? [index] : []));
  return found[nth] ?? -1;
}

/** What a control recorded on one screen is on another. */
function replay(
  from: readonly ReadNode[],
  index: number,
  to: readonly ReadNode[],
  goal = '',
  flips = false,
): ReturnType<typeof locate> | 'undescribed' {
  const descriptor = describeUniquely(from, index, goal, flips);
  return descriptor === undefined ? 'undescribed' : locate(to, descriptor);
}

test('R18: a control alone of its role and name is found', () => {
  const nodes = nodesOf(button('Save'), button('Cancel'));
  expect(replay(nodes, 0, nodes)).toEqual({ kind: 'found', index: 0, level: 'exact' });
});

test('R18: names are compared whole', () => {
  const nodes = nodesOf(button('Continue'), button('Continue with Google'));
  expect(replay(nodes, 0, nodes)).toMatchObject({ kind: 'found', index: 0 });
  const long = 'x'.repeat(300);
  const two = nodesOf(button(`${long} one`), button(`${long} two`));
  expect(replay(two, 1, two)).toMatchObject({ kind: 'found', index: 1 });
});

test('R19: the row that the goal names decides, whatever else changed in it and wherever it went', () => {
  const from = nodesOf(
    row('A', { role: 'cell', name: '3 in stock' }),
    row('B', { role: 'cell', name: '4 in stock' }),
  );
  const to = nodesOf(row('C'), row('B', { role: 'cell', name: 'sold out' }), row('A'));
  const found = replay(from, indexOf(from, 'button', 'Delete', 1), to, 'delete the row B');
  expect(found).toMatchObject({ kind: 'found', index: indexOf(to, 'button', 'Delete', 1) });
});

test('R19: a row that the goal does not name must read the same', () => {
  const from = nodesOf(
    row('Blocked', { role: 'cell', name: 'Bob' }),
    row('Active', { role: 'cell', name: 'Ann' }),
  );
  const swapped = nodesOf(
    row('Active', { role: 'cell', name: 'Bob' }),
    row('Blocked', { role: 'cell', name: 'Ann' }),
  );
  expect(replay(from, indexOf(from, 'button', 'Delete', 0), swapped, 'delete the first one')).toMatchObject({
    kind: 'none',
  });
});

test('R19: a row that is not there is not replaced by another', () => {
  const from = nodesOf(row('B'));
  const to = nodesOf(row('C'));
  expect(replay(from, indexOf(from, 'button', 'Delete'), to, 'delete the row B')).toMatchObject({
    kind: 'none',
  });
});

test('R18: two rows that read the same are ambiguous', () => {
  const from = nodesOf(row('B'));
  const to = nodesOf(row('B'), row('B'));
  expect(replay(from, indexOf(from, 'button', 'Delete'), to, 'delete the row B')).toMatchObject({
    kind: 'ambiguous',
  });
});

test('R19: a card without a role is told by its heading, in any order and under other wrappers', () => {
  const from = nodesOf(card('Oak Chair', '$80'), card('Walnut Desk', '$120'));
  const to = nodesOf(card('Walnut Desk', '$99'), {
    role: GENERIC_ROLE,
    children: [text('Sale'), card('Oak Chair', '$80')],
  });
  const found = replay(from, indexOf(from, 'button', 'Add to cart', 1), to, 'add Walnut Desk to the cart');
  expect(found).toMatchObject({ kind: 'found', index: indexOf(to, 'button', 'Add to cart', 0) });
  const without = nodesOf(card('Oak Chair', '$80'));
  expect(
    replay(from, indexOf(from, 'button', 'Add to cart', 1), without, 'add Walnut Desk to the cart'),
  ).toMatchObject({ kind: 'none' });
});

test('R19: the place among twins holds only while there are as many', () => {
  const two = nodesOf(button('More'), button('More'));
  const three = nodesOf(button('More'), button('More'), button('More'));
  expect(replay(two, 1, two)).toMatchObject({ kind: 'found', index: 1 });
  expect(replay(two, 1, three)).toMatchObject({ kind: 'ambiguous' });
  expect(replay(two, 1, nodesOf(button('More')))).toMatchObject({ kind: 'none' });
});

test('R19: test ids minted anew do not matter while none of the old ones is left', () => {
  const from = nodesOf(button('Pay', { testId: 'a1' }));
  expect(replay(from, 0, nodesOf(button('Pay', { testId: 'b2' })))).toMatchObject({
    kind: 'found',
    level: 'without-test-id',
  });
});

test('R19: test id and name on different nodes are ambiguous', () => {
  const from = nodesOf(button('Pay', { testId: 'pay' }));
  const to = nodesOf(button('Cancel', { testId: 'pay' }), button('Pay'));
  expect(replay(from, 0, to)).toMatchObject({ kind: 'ambiguous' });
});

test('R19: test id and role find a control under a new label, unless something else claims the old one', () => {
  const from = nodesOf(button('Send', { testId: 'send' }));
  expect(replay(from, 0, nodesOf(button('Senden', { testId: 'send' })))).toMatchObject({
    kind: 'found',
    level: 'relocated',
  });
  const claimed = nodesOf(button('Senden', { testId: 'send' }), { role: 'link', name: 'Send' });
  expect(replay(from, 0, claimed)).toMatchObject({ kind: 'none' });
});

test('R19: a changed role alone never relocates', () => {
  const from = nodesOf({ role: 'link', name: 'Details' });
  expect(replay(from, 0, nodesOf(button('Details')))).toMatchObject({ kind: 'none' });
});

test('R19: a toggle in another state is not taken', () => {
  const off = nodesOf({ role: 'switch', name: 'Alerts', checked: false });
  const on = nodesOf({ role: 'switch', name: 'Alerts', checked: true });
  expect(replay(off, 0, on, '', true)).toMatchObject({ kind: 'other-state' });
  expect(replay(off, 0, off, '', true)).toMatchObject({ kind: 'found' });
});

test('R20: a nameless control needs a labelled row around it, or must be the only one', () => {
  const nameless: Spec = { role: 'button' };
  expect(replay(nodesOf(nameless), 0, nodesOf(nameless))).toMatchObject({ kind: 'found' });
  const toolbar = nodesOf({ role: 'toolbar', children: [nameless, nameless, nameless] });
  expect(replay(toolbar, 2, toolbar)).toBe('undescribed');
  const list = (...names: readonly string[]): readonly ReadNode[] =>
    nodesOf(...names.map((name): Spec => ({ role: 'listitem', children: [text(name), nameless] })));
  const from = list('one', 'two');
  const to = list('two', 'one');
  expect(replay(from, indexOf(from, 'button', undefined, 1), to)).toMatchObject({
    kind: 'found',
    index: indexOf(to, 'button', undefined, 0),
  });
});

test('R21: what lies behind a modal is no candidate', () => {
  const from = nodesOf(button('Close'));
  const to = nodesOf(button('Close', { behindModal: true }));
  expect(replay(from, 0, to)).toMatchObject({
    kind: 'none',
    detail: 'it is out of reach behind an open dialog',
  });
});

test('R21: a dialog’s own button is not the page’s', () => {
  const from = nodesOf(button('Close', { behindModal: true }), {
    role: 'dialog',
    name: 'Terms',
    children: [button('Close')],
  });
  const page = nodesOf(button('Close'));
  expect(replay(from, 2, page)).toMatchObject({ kind: 'none' });
});

test('a descriptor reads as a person would say it', () => {
  const nodes = nodesOf(row('B'));
  const descriptor = describeUniquely(nodes, indexOf(nodes, 'button', 'Delete'), 'delete the row B');
  expect(descriptor && sayDescriptor(descriptor)).toBe('button "Delete" in row "B"');
});

test('R18: a word of the goal that every row holds names no row', () => {
  const file = (name: string): Spec => row('File', { role: 'cell', name });
  const [from, to] = [
    nodesOf(file('alpha'), file('beta'), file('gamma')),
    nodesOf(file('gamma'), file('alpha'), file('beta')),
  ];
  const meant = indexOf(to, 'button', 'Delete', 2);
  const found = replay(from, indexOf(from, 'button', 'Delete', 1), to, 'delete the file beta');
  expect(found).toMatchObject({ kind: 'found', index: meant });
});

test('R18: a heading that every card has names no card', () => {
  const order = (words: string): Spec => ({
    role: 'listitem',
    children: [{ role: 'heading', name: 'Order' }, text(words), button('Cancel')],
  });
  const [from, to] = [nodesOf(order('alpha'), order('beta')), nodesOf(order('beta'), order('alpha'))];
  expect(replay(from, indexOf(from, 'button', 'Cancel', 1), to)).toMatchObject({
    kind: 'found',
    index: indexOf(to, 'button', 'Cancel', 0),
  });
});

test('R19: a place among twins is not trusted once other words stand before it', () => {
  const part = (name: string): readonly Spec[] => [{ role: 'heading', name }, button('Delete')];
  const from = nodesOf(...part('alpha'), ...part('beta'));
  const index = indexOf(from, 'button', 'Delete', 1);
  expect(replay(from, index, from)).toMatchObject({ kind: 'found', index });
  expect(replay(from, index, nodesOf(...part('beta'), ...part('alpha')))).toMatchObject({
    kind: 'ambiguous',
  });
});

const field = (name: string): Spec => ({ role: 'textbox', name });
const form = (...children: readonly Spec[]): Spec => ({ role: GENERIC_ROLE, form: true, children });

test('R18: the button of a form without a name is not the like-named one of another form', () => {
  const from = nodesOf(form(field('Task'), button('Add')), form(field('Tag'), button('Clear')));
  const to = nodesOf(form(field('Task'), button('Create')), form(field('Tag'), button('Add')));
  const index = indexOf(from, 'button', 'Add');
  expect(replay(from, index, from)).toMatchObject({ kind: 'found', index });
  expect(replay(from, index, to)).toMatchObject({
    kind: 'none',
    detail: '1 like it elsewhere on the screen, none in the recorded place',
  });
  expect(replay(from, index, nodesOf(form(field('Task')), button('Add')))).toMatchObject({ kind: 'none' });
});

test('R18: a form is known by any field that no other form has, whatever else it gains or loses', () => {
  const from = nodesOf(
    form(field('Name'), field('Task'), field('Due'), button('Add')),
    form(field('Name'), button('Go')),
  );
  const to = nodesOf(form(field('Name'), button('Add')), {
    role: GENERIC_ROLE,
    children: [form(field('Name'), field('Due'), field('Owner'), button('Add'))],
  });
  expect(replay(from, indexOf(from, 'button', 'Add'), to)).toMatchObject({
    kind: 'found',
    index: indexOf(to, 'button', 'Add', 1),
  });
});

test('R18: a control in a form that is also the card which the goal names is found in it, and in no other', () => {
  const card = (what: string): Spec => form({ role: 'text', text: what }, field('Amount'), button('Add'));
  const from = nodesOf(card('Lamp'), card('Desk'));
  const index = from.findLastIndex(({ role }) => role === 'button');
  expect(replay(from, index, nodesOf(card('Desk'), card('Lamp')), 'add the Desk')).toMatchObject({
    kind: 'found',
    index: 3,
  });
  expect(replay(from, index, nodesOf(card('Lamp'), card('Sofa')), 'add the Desk')).toMatchObject({
    kind: 'none',
  });
});

test('R18: what stood by itself is not the like-named button of a row, a dialog or a form', () => {
  const from = nodesOf(button('Delete'));
  const places: readonly Spec[] = [
    row('A'),
    { role: 'dialog', children: [button('Delete')] },
    form(field('Task'), button('Delete')),
  ];
  for (const place of places) {
    expect(replay(from, 0, nodesOf(place)), place.role).toMatchObject({ kind: 'none' });
    // It still finds its own, among them, however many they are.
    const both = nodesOf(place, button('Delete'), place);
    expect(replay(from, 0, both), place.role).toMatchObject({ kind: 'found' });
    expect(replay(both, indexOf(both, 'button', 'Delete', 1), from)).toMatchObject({ kind: 'found' });
  }
});

test('R18: what stood by itself is not the like-named button of a card or an aside, and one’s own may get an article around it', () => {
  const own = (name: string): readonly Spec[] => [{ role: 'heading', name: 'Walnut Desk' }, button(name)];
  const from = nodesOf(...own('Buy'));
  const chair: readonly Spec[] = [{ role: 'heading', name: 'Oak Chair' }, button('Buy')];
  for (const role of ['article', 'figure', 'complementary']) {
    const other: Spec = { role, children: chair };
    for (const page of [nodesOf(other, ...own('Order')), nodesOf(...own('Order'), other)]) {
      expect(replay(from, 1, page), role).toMatchObject({ kind: 'none' });
    }
    const both = nodesOf(other, ...own('Buy'));
    expect(replay(from, 1, both), role).toMatchObject({ kind: 'found', index: 4 });
  }
  const wrapped = nodesOf({ role: 'article', children: own('Buy') });
  expect(replay(from, 1, wrapped)).toMatchObject({ kind: 'found', index: 2 });
});

test('R18: a control is found in the aside that it was recorded in, named or not, and not outside', () => {
  for (const name of ['Filters', undefined]) {
    const aside = (label: string): Spec => ({
      role: 'complementary',
      ...(name === undefined ? {} : { name }),
      children: [button(label)],
    });
    const from = nodesOf(aside('Reset'), button('Save'));
    expect(replay(from, 1, nodesOf(button('Reset'), aside('Reset')))).toMatchObject({
      kind: 'found',
      index: 2,
    });
    expect(replay(from, 1, nodesOf(button('Reset'), aside('Clear')))).toMatchObject({ kind: 'none' });
  }
});

test('R18: a form that holds nothing but the button, and an item without words, are no place of their own', () => {
  const bare = nodesOf(button('Delete'));
  const wrapped = nodesOf({ role: 'listitem', children: [form(button('Delete'))] });
  expect(replay(bare, 0, wrapped)).toMatchObject({ kind: 'found' });
  expect(replay(wrapped, 2, bare)).toMatchObject({ kind: 'found' });
});

test('R18: what is not found says what came nearest: the same control elsewhere before another one of its name', () => {
  const from = nodesOf(row('B'), row('A'));
  const target = indexOf(from, 'button', 'Delete');
  const elsewhere = nodesOf({ role: 'cell', name: 'Delete' }, row('A'));
  expect(replay(from, target, elsewhere, 'delete the row B')).toEqual({
    kind: 'none',
    detail: '1 like it elsewhere on the screen, none in the recorded place',
  });
  expect(replay(from, target, nodesOf({ role: 'cell', name: 'Delete' }), 'delete the row B')).toEqual({
    kind: 'none',
    detail: 'no such control; cell "Delete" has its name but is a cell',
  });
  const many = ['Home', 'Help', 'Undo', 'Redo', 'Print', 'Remove', 'Delete it'].map((name) => button(name));
  expect(replay(from, target, nodesOf(...many), 'delete the row B')).toMatchObject({
    kind: 'none',
    detail: expect.stringMatching(/^the screen has button "Delete it", .*, …$/),
  });
});

test('R18: of forms alike in rows, each with a field of its own, the button is found by its form', () => {
  const line = (name: string): Spec => ({
    role: 'row',
    children: [
      { role: 'rowheader', name },
      form({ role: 'text', text: `Quantity of ${name}` }, field(`Quantity of ${name}`), button('Update')),
    ],
  });
  const from = nodesOf(line('Walnut Desk'), line('Ash Chair'));
  const to = nodesOf(line('Ash Chair'), line('Walnut Desk'));
  const index = indexOf(from, 'button', 'Update');
  expect(replay(from, index, from)).toMatchObject({ kind: 'found', index });
  expect(replay(from, index, to)).toMatchObject({ kind: 'found', index: indexOf(to, 'button', 'Update', 1) });
  expect(replay(from, index, nodesOf(line('Ash Chair')))).toMatchObject({ kind: 'none' });
});
