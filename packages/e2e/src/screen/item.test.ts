import { expect, test } from 'vitest';
import type { Container } from './container.ts';
import type { Descriptor } from './descriptor.ts';
import { describeUniquely, locate } from './locate.ts';
import { GENERIC_ROLE, type ReadNode } from './node.ts';
import { nodesOf, type Spec } from './reading.fixture.ts';

const OLD = 'Add to cart';
const NEW = 'Add to basket';
const NAMES = ['Oak Chair', 'Walnut Desk', 'Ash Shelf', 'Elm Lamp', 'Pine Bed'];

const block = (...children: readonly Spec[]): Spec => ({ role: GENERIC_ROLE, children });
const heading = (name: string): Spec => ({ role: 'heading', name });
const product = (role: string, name: string, button: string, price = '$90'): Spec => ({
  role,
  children: [heading(name), { role: 'text', text: price }, { role: 'button', name: button }],
});
const products = (role: string, button: string, names = NAMES): readonly Spec[] =>
  names.map((name) => product(role, name, button));

/** Index of the button of that name in the n-th item of the Walnut Desk. */
function buttonOf(nodes: readonly ReadNode[], name: string, nth = 0): number {
  const desks = nodes.flatMap((node, at) => (node.name === 'Walnut Desk' ? [at] : []));
  return nodes.findIndex((node, at) => node.name === name && at > (desks[nth] ?? nodes.length));
}

function describe(nodes: readonly ReadNode[], index: number, goal = 'add the Walnut Desk'): Descriptor {
  const descriptor = describeUniquely(nodes, index, goal);
  if (descriptor === undefined) throw new Error('nothing identifies the control');
  return descriptor;
}

/** The item among a descriptor's containers. */
const itemOf = ({ within = [] }: Descriptor): Container | undefined =>
  within.find(({ label }) => label !== undefined);

for (const role of ['article', 'listitem', 'row', GENERIC_ROLE]) {
  const teaser = (button: string): Spec => product(role, 'Walnut Desk', button);
  const list = (button: string, names = NAMES): Spec => block(...products(role, button, names));
  const alone = nodesOf(heading('Shop'), list(OLD));
  const recorded = describe(alone, buttonOf(alone, OLD));

  test(`R18: of a renamed list, a teaser’s button of the old name is not taken: ${role}`, () => {
    const screens: Readonly<Record<string, readonly Spec[]>> = {
      before: [block(heading('Deal of the day'), teaser(OLD)), list(NEW)],
      after: [list(NEW), block(heading('Deal of the day'), teaser(OLD))],
      bare: [teaser(OLD), list(NEW)],
      'in a region': [{ role: 'region', name: 'Deal', children: [teaser(OLD)] }, list(NEW)],
      aside: [{ role: 'complementary', children: [teaser(OLD)] }, list(NEW)],
      'on top of the list': [block(teaser(OLD), ...products(role, NEW))],
      'among deals': [block(teaser(OLD), product(role, 'Oak Chair', OLD)), list(NEW)],
      'alone in an aside': [{ role: 'complementary', children: [teaser(OLD)] }, list(OLD, ['Oak Chair'])],
    };
    for (const [name, specs] of Object.entries(screens)) {
      expect(locate(nodesOf(heading('Shop'), ...specs), recorded), name).toMatchObject({ kind: 'none' });
    }
  });

  test(`R18: a teaser does not keep the button of the list from being found: ${role}`, () => {
    const screens: Readonly<Record<string, readonly [nth: number, ...Spec[]]>> = {
      before: [1, block(heading('Deal of the day'), teaser(OLD)), list(OLD)],
      after: [0, list(OLD), block(heading('Deal of the day'), teaser(OLD))],
      bare: [1, teaser(OLD), list(OLD)],
      aside: [1, { role: 'complementary', children: [teaser(OLD)] }, list(OLD)],
      'with another button': [1, teaser('See deal'), list(OLD)],
      wrapped: [1, teaser(OLD), block(block(heading('All products'), list(OLD)), heading('Prices'))],
      shuffled: [1, teaser(OLD), list(OLD, [...NAMES].reverse())],
      longer: [1, teaser(OLD), list(OLD, ['Walnut Organiser', ...NAMES])],
    };
    for (const [name, [nth, ...specs]] of Object.entries(screens)) {
      const nodes = nodesOf(heading('Shop'), ...specs);
      expect(locate(nodes, recorded), name).toMatchObject({
        kind: 'found',
        index: buttonOf(nodes, OLD, nth),
      });
    }
  });

  test(`R18: an item and a teaser of it that trade the names of their buttons are told apart: ${role}`, () => {
    const both = nodesOf(teaser('See more'), list(OLD));
    const own = describe(both, buttonOf(both, OLD, 1));
    expect(itemOf(own)).toMatchObject({ of: 2, beside: ['Oak Chair', 'Ash Shelf', 'Elm Lamp'] });
    expect(locate(nodesOf(teaser(OLD), list('See more')), own)).toMatchObject({ kind: 'none' });
    expect(locate(nodesOf(list('See more'), teaser(OLD)), own)).toMatchObject({ kind: 'none' });
    // Nor once nothing stands beside either of them any more.
    const bare = nodesOf(block(teaser(OLD), heading('Deal')), block(teaser('See more'), heading('All')));
    expect(locate(bare, own)).toMatchObject({ kind: 'none' });
  });

  test(`R18: an item that nothing stood beside is found while it is the only one of its name: ${role}`, () => {
    const within = recorded.within?.map(({ of: _of, beside: _beside, ...container }) => container) ?? [];
    const lone: Descriptor = { ...recorded, within };
    expect(locate(alone, lone)).toMatchObject({ kind: 'found' });
    expect(locate(nodesOf(list(OLD), teaser('See deal')), lone)).toMatchObject({ kind: 'none' });
    expect(locate(nodesOf(list(NEW), teaser(OLD)), lone)).toMatchObject({ kind: 'none' });
    expect(locate(nodesOf(list(OLD), teaser(OLD)), lone)).toMatchObject({ kind: 'ambiguous' });
  });
}

test('R18: what stands in another block is no neighbour: the products under a single one are not its list', () => {
  const page = (main: string, ...related: readonly Spec[]): readonly ReadNode[] =>
    nodesOf(product('article', 'Walnut Desk', main), block(heading('You may also like'), ...related));
  const from = page(OLD, ...products('article', OLD, ['Oak Chair', 'Ash Shelf']));
  const recorded = describe(from, buttonOf(from, OLD));
  expect(itemOf(recorded)).toEqual({ role: 'article', by: 'heading', label: 'Walnut Desk' });
  const to = page(NEW, ...products('article', OLD, ['Walnut Desk', 'Oak Chair']));
  expect(locate(to, recorded)).toMatchObject({ kind: 'none' });
});

test('R18: neighbours that another item of the name has as well do not count', () => {
  const from = nodesOf(
    block(product('article', 'Walnut Desk', 'See deal'), product('article', 'Oak Chair', 'See deal')),
    block(...products('article', OLD)),
  );
  const recorded = describe(from, buttonOf(from, OLD, 1));
  expect(itemOf(recorded)?.beside).toEqual(['Ash Shelf', 'Elm Lamp', 'Pine Bed']);
});

test('R18: items of one name in one list are as many as they were', () => {
  const order = (button: string): Spec => ({
    role: 'article',
    children: [heading('Order'), { role: 'button', name: button }],
  });
  const from = nodesOf(order('Track'), order('Cancel'), order('Track'));
  const recorded = describe(from, 3 + 2, 'cancel it');
  expect(itemOf(recorded)).toEqual({ role: 'article', by: 'heading', label: 'Order', of: 3 });
  expect(locate(nodesOf(order('Cancel'), order('Track')), recorded)).toMatchObject({ kind: 'found' });
  const more = nodesOf(order('Track'), order('Withdraw'), order('Track'), order('Cancel'));
  expect(locate(more, recorded)).toMatchObject({ kind: 'none' });
});

test('R18: an item in a dialog or in another named list is no other of its name: nothing there would be taken', () => {
  const list = (name: string, button: string): Spec => ({
    role: 'list',
    name,
    children: [...products('listitem', button)],
  });
  const from = nodesOf(list('Products', OLD));
  const recorded = describe(from, buttonOf(from, OLD));
  const deal: Spec = { role: 'dialog', children: [product('listitem', 'Walnut Desk', OLD)] };
  for (const other of [deal, list('Deals', OLD)]) {
    expect(locate(nodesOf(other, list('Products', OLD)), recorded), other.role).toMatchObject({
      kind: 'found',
      index: buttonOf(nodesOf(other, list('Products', OLD)), OLD, 1),
    });
    expect(locate(nodesOf(other, list('Products', NEW)), recorded), other.role).toMatchObject({
      kind: 'none',
    });
  }
});

test('R19: one of two items that read the same is told by the heading over it', () => {
  const part = (name: string, ...others: readonly Spec[]): Spec =>
    block(heading(name), product('article', 'Walnut Desk', OLD), ...others);
  const [deal, all] = [part('Deal of the day'), part('All products', product('article', 'Oak Chair', OLD))];
  const from = nodesOf(deal, all);
  const swapped = nodesOf(all, deal);
  for (const nth of [0, 1]) {
    const recorded = describe(from, buttonOf(from, OLD, nth));
    expect(locate(from, recorded)).toMatchObject({ kind: 'found', index: buttonOf(from, OLD, nth) });
    expect(locate(swapped, recorded)).toMatchObject({ kind: 'ambiguous' });
  }
});

test('R19: a label that changed is looked for in the recorded item only', () => {
  const desk = (button: string, testId: string): Spec => ({
    role: 'article',
    children: [heading('Walnut Desk'), { role: 'button', name: button, testId }],
  });
  const chairs = products('article', OLD, ['Oak Chair']);
  const from = nodesOf(block(desk('Buy', 'desk'), ...chairs));
  const recorded = describe(from, 2 + 1);
  expect(locate(nodesOf(block(desk('Order', 'desk'), ...chairs)), recorded)).toMatchObject({
    kind: 'found',
    level: 'relocated',
  });
  const moved = nodesOf(desk('Deal', 'desk'), block(desk('Order', 'other'), ...chairs));
  expect(locate(moved, recorded)).toMatchObject({ kind: 'none' });
});
