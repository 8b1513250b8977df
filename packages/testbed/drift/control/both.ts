// Two items of one name from the start, one of them in a teaser: which of the two was recorded, after they traded words or places.
import { role } from '../checker.ts';
import { counted, posts, STATUS } from '../counting.ts';
import { nothing, taps } from '../script.ts';
import type { Change, Situation } from '../situation.ts';

const served = {
  'POST /list': counted('list'),
  'POST /teaser': counted('teaser'),
} satisfies Situation['serve'];

const product = (name: string, button: string, from: 'list' | 'teaser'): string =>
  `<article${name === 'Walnut Desk' ? ` data-testid="${from}"` : ''}><h3>${name}</h3><p>$90</p><button ${posts(`/${from}`)}>${button}</button></article>`;

const list = (button: string): string =>
  ['Walnut Desk', 'Oak Chair', 'Ash Shelf'].map((name) => product(name, button, 'list')).join('');
const teaser = (button: string): string => product('Walnut Desk', button, 'teaser');

const handedOff: Change = {
  finish: nothing,
  expected: {
    mode: 'agent-concluded',
    reason: ['target-not-found', 'target-ambiguous'],
    counts: { list: 0, teaser: 0 },
  },
};
const replays: Change = { expected: { mode: 'self-finalized', counts: { list: 1, teaser: 0 } } };

/** B29: the teaser was there with a button of its own. */
export const B29: Situation = {
  id: 'B29',
  title: 'a list and a teaser of one of its products trade the names of their buttons',
  goal: 'add the Walnut Desk to the cart',
  serve: {
    ...served,
    '/': ({ change }) => {
      const page = (first: string, second: string): string =>
        `<h1>Shop</h1><div>${first}</div><div>${second}</div>${STATUS}`;
      return (
        {
          '': page(teaser('See more'), list('Add to cart')),
          traded: page(teaser('Add to cart'), list('See more')),
          'traded names and places': page(list('See more'), teaser('Add to cart')),
          'traded places': page(list('Add to cart'), teaser('See more')),
          'one name for both': page(teaser('Add to cart'), list('Add to cart')),
        }[change] ?? ''
      );
    },
  },
  act: taps({ role: 'button', name: 'Add to cart', within: { testId: 'list' } }),
  check: (checker) => checker.shows(role('heading', 'Shop')),
  unchanged: replays.expected,
  changes: {
    traded: handedOff,
    'traded names and places': handedOff,
    'traded places': replays,
    'one name for both': replays,
  },
};

const parts = (change: string): string => {
  const [deal, all] = [
    ['Deal of the day', teaser('Add to cart')],
    ['All products', list(change.endsWith('renamed') ? 'Add to basket' : 'Add to cart')],
  ] as const;
  const part = ([name, inner]: readonly [string, string]): string =>
    change.startsWith('named')
      ? `<section aria-label="${name}">${inner}</section>`
      : `<div><h2>${name}</h2>${inner}</div>`;
  const both = [part(deal), part(all)];
  return `<h1>Shop</h1>${(change.endsWith('swapped') ? both.reverse() : both).join('')}${STATUS}`;
};

/** B30: two parts of a page that hold the very same product; the list's was recorded. */
export const B30: Situation = {
  id: 'B30',
  title: 'a product stands in the list and in a teaser, word for word, and the list changes',
  goal: 'add the first one to the cart',
  serve: { ...served, '/': ({ change }) => parts(change) },
  act: taps({ role: 'button', name: 'Add to cart', within: { testId: 'list' } }),
  check: (checker) => checker.shows(role('heading', 'Shop')),
  unchanged: replays.expected,
  changes: { renamed: handedOff, swapped: handedOff },
};

/** B31: the same; the teaser's was recorded. */
export const B31: Situation = {
  ...B30,
  id: 'B31',
  title: 'a product stands in the list and in a teaser, word for word, and they trade places',
  act: taps({ role: 'button', name: 'Add to cart', within: { testId: 'teaser' } }),
  unchanged: { mode: 'self-finalized', counts: { list: 0, teaser: 1 } },
  changes: { swapped: handedOff },
};

/** B32: both stand in regions with names. */
export const B32: Situation = {
  ...B30,
  id: 'B32',
  title: 'two regions with names trade places, and both hold the recorded product',
  serve: { ...served, '/': ({ change }) => parts(`named ${change}`) },
  changes: { renamed: handedOff, swapped: replays },
};
