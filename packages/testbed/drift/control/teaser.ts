// An item of today that bears the recorded item's name: the same product in a teaser, the same row in another table. Whose button is
// meant, when one of the two was renamed.
import { role } from '../checker.ts';
import { counted, posts, STATUS } from '../counting.ts';
import { nothing, taps } from '../script.ts';
import type { Change, Situation } from '../situation.ts';

const served = {
  'POST /own': counted('own'),
  'POST /other': counted('other'),
} satisfies Situation['serve'];

const replays: Change = { expected: { mode: 'self-finalized', counts: { own: 1, other: 0 } } };
const refused: Change = {
  finish: nothing,
  expected: {
    mode: 'agent-concluded',
    reason: ['target-not-found', 'target-ambiguous'],
    counts: { own: 0, other: 0 },
  },
};
const missing: Change = { ...refused, expected: { ...refused.expected, reason: 'target-not-found' } };

/** A product; the one of the list that is meant has a test id, by which the script finds it and the recording does not. */
const product = (name: string, button: string, own = true): string =>
  `<article${own && name === 'Walnut Desk' ? ' data-testid="own"' : ''}><h3>${name}</h3><p>$90</p><button ${posts(own ? '/own' : '/other')}>${button}</button></article>`;

const NAMES = ['Oak Chair', 'Walnut Desk', 'Ash Shelf', 'Elm Lamp', 'Pine Bed'];
const products = (button: string, names = NAMES): string =>
  names.map((name) => product(name, button)).join('');
const teaser = (button: string): string => product('Walnut Desk', button, false);
const shop = (...blocks: readonly string[]): string => `<h1>Shop</h1>${blocks.join('')}${STATUS}`;
const block = (...inner: readonly string[]): string => `<div>${inner.join('')}</div>`;

const [OLD, NEW] = ['Add to cart', 'Add to basket'];
const deal = block('<h2>Deal of the day</h2>', teaser(OLD));

/** By change: what the page holds beside or instead of the list as it was recorded. */
const SHOPS: Readonly<Record<string, string>> = {
  '': shop(block(products(OLD))),
  'renamed, teaser before': shop(deal, block(products(NEW))),
  'renamed, teaser after': shop(block(products(NEW)), deal),
  'renamed, bare teaser before': shop(teaser(OLD), block(products(NEW))),
  'renamed, bare teaser after': shop(block(products(NEW)), teaser(OLD)),
  'renamed, teaser aside': shop(`<aside>${deal}</aside>`, block(products(NEW))),
  'renamed, teaser in a region': shop(`<section aria-label="Deal">${deal}</section>`, block(products(NEW))),
  'renamed, teaser on top of the list': shop(block(teaser(OLD), products(NEW))),
  'renamed, teaser among deals': shop(
    block('<h2>Deals</h2>', teaser(OLD), product('Oak Chair', OLD, false)),
    block(products(NEW)),
  ),
  'renamed, the list under a heading': shop(deal, block('<h2>All products</h2>', products(NEW))),
  'renamed, teaser in a dialog': shop(`<div role="dialog">${deal}</div>`, block(products(NEW))),
  'only aside': shop(
    `<aside>${deal}</aside>`,
    block(
      products(
        OLD,
        NAMES.filter((name) => name !== 'Walnut Desk'),
      ),
    ),
  ),
  'teaser before': shop(deal, block(products(OLD))),
  'teaser after': shop(block(products(OLD)), deal),
  'teaser aside': shop(`<aside>${deal}</aside>`, block(products(OLD))),
  'teaser in a dialog': shop(`<div role="dialog">${deal}</div>`, block(products(OLD))),
  'teaser with another button': shop(block(teaser('See deal')), block(products(OLD))),
  'teaser, the list wrapped': shop(
    deal,
    `<section><div>${block('<h2>All products</h2>', block(products(OLD)))}<p>Prices with tax</p></div></section>`,
  ),
  'teaser, the list shuffled': shop(deal, block(products(OLD, [...NAMES].reverse()))),
  'teaser, the list longer': shop(deal, block(products(OLD, ['Walnut Organiser', ...NAMES]))),
};

/** B26: a list of products, and a teaser of one of them. */
export const B26: Situation = {
  id: 'B26',
  title: 'the buttons of a list were renamed, and a teaser of the same product has one of the old name',
  goal: 'add the Walnut Desk to the cart',
  serve: { ...served, '/': ({ change }) => SHOPS[change] ?? '' },
  act: taps({ role: 'button', name: OLD, within: { testId: 'own' } }),
  check: (checker) => checker.shows(role('heading', 'Shop')),
  unchanged: replays.expected,
  changes: Object.fromEntries(
    Object.keys(SHOPS)
      .filter((change) => change !== '')
      .map((change) => [change, change.startsWith('teaser') ? replays : missing]),
  ),
};

const rows = (button: string, path = '/own', names: readonly string[] = ['Ann', 'Bob', 'Cid']): string =>
  `<table>${names
    .map(
      (name) =>
        `<tr${path === '/own' && name === 'Bob' ? ' data-testid="own"' : ''}><td>${name}</td><td><button ${posts(path)}>${button}</button></td></tr>`,
    )
    .join('')}</table>`;

const recent = `<h2>Recent</h2>${rows('Remove', '/other', ['Bob'])}`;

/** B27: the same of table rows. */
export const B27: Situation = {
  id: 'B27',
  title:
    'the buttons of rows were renamed, and a row of the same name in another table has one of the old name',
  goal: 'remove Bob',
  serve: {
    ...served,
    '/': ({ change }) =>
      ({
        '': `<h1>People</h1>${rows('Remove')}${STATUS}`,
        'renamed, table before': `<h1>People</h1>${recent}${rows('Take out')}${STATUS}`,
        'renamed, table after': `<h1>People</h1>${rows('Take out')}${recent}${STATUS}`,
        'table before': `<h1>People</h1>${recent}${rows('Remove')}${STATUS}`,
        'table with another button': `<h1>People</h1>${rows('Remove')}${rows('Show', '/other', ['Bob'])}${STATUS}`,
      })[change] ?? '',
  },
  act: taps({ role: 'button', name: 'Remove', within: { testId: 'own' } }),
  check: (checker) => checker.shows(role('heading', 'People')),
  unchanged: replays.expected,
  changes: {
    'renamed, table before': missing,
    'renamed, table after': missing,
    'table before': replays,
    'table with another button': replays,
  },
};

const list = (button: string, path = '/own', names: readonly string[] = ['Milk', 'Bread', 'Salt']): string =>
  `<ul>${names
    .map(
      (name) =>
        `<li${path === '/own' && name === 'Bread' ? ' data-testid="own"' : ''}>${name} <button ${posts(path)}>${button}</button></li>`,
    )
    .join('')}</ul>`;

/** B28: the same of list items. */
export const B28: Situation = {
  id: 'B28',
  title: 'the buttons of a list were renamed, and an item of the same name elsewhere has one of the old name',
  goal: 'tick off Bread',
  serve: {
    ...served,
    '/': ({ change }) =>
      ({
        '': `<h1>Shopping</h1>${list('Done')}${STATUS}`,
        'renamed, due today': `<h1>Shopping</h1><h2>Due today</h2>${list('Done', '/other', ['Bread'])}${list('Tick')}${STATUS}`,
        'due today': `<h1>Shopping</h1><h2>Due today</h2>${list('Done', '/other', ['Bread'])}${list('Done')}${STATUS}`,
      })[change] ?? '',
  },
  act: taps({ role: 'button', name: 'Done', within: { testId: 'own' } }),
  check: (checker) => checker.shows(role('heading', 'Shopping')),
  unchanged: replays.expected,
  changes: { 'renamed, due today': missing, 'due today': replays },
};
