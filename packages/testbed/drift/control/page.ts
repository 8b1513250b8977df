// The page of one product, and others that it shows beside: the page's own button is not one of theirs.
import { role } from '../checker.ts';
import { counted, posts, STATUS } from '../counting.ts';
import { nothing, taps } from '../script.ts';
import type { Change, Situation } from '../situation.ts';

const own = (button: string): string =>
  `<h1>Walnut Desk</h1><p>$90</p><button ${posts('/own')}>${button}</button>${STATUS}`;
const other = (tag: string): string =>
  `<${tag}><h3>Oak Chair</h3><p>$20</p><button ${posts('/other')}>Add to cart</button></${tag}>`;

/** By change: the page as it is then. */
const PAGES: Readonly<Record<string, string>> = {
  '': own('Add to cart'),
  'renamed, one in an article': `${own('Add to basket')}<h2>Related</h2>${other('article')}`,
  'renamed, one before': `${other('article')}${own('Add to basket')}`,
  'renamed, one aside': `${own('Add to basket')}<aside>${other('div')}</aside>`,
  'renamed, one in a list': `${own('Add to basket')}<ul>${other('li')}</ul>`,
  'one in an article': `${own('Add to cart')}<h2>Related</h2>${other('article')}`,
  'one aside': `<aside>${other('div')}</aside>${own('Add to cart')}`,
  'wrapped in an article': `<article>${own('Add to cart')}</article>`,
};

const replays: Change = { expected: { mode: 'self-finalized', counts: { own: 1, other: 0 } } };
const missing: Change = {
  finish: nothing,
  expected: { mode: 'agent-concluded', reason: 'target-not-found', counts: { own: 0, other: 0 } },
};

/** B33: a product's own page. */
export const B33: Situation = {
  id: 'B33',
  title: 'the button of a product’s own page, and that of another product which the page shows beside it',
  goal: 'add it to the cart',
  serve: {
    '/': ({ change }) => PAGES[change] ?? '',
    'POST /own': counted('own'),
    'POST /other': counted('other'),
  },
  act: taps({ role: 'button', name: 'Add to cart' }),
  check: (checker) => checker.shows(role('heading', 'Walnut Desk')),
  unchanged: replays.expected,
  changes: Object.fromEntries(
    Object.keys(PAGES)
      .filter((change) => change !== '')
      .map((change) => [change, change.startsWith('renamed') ? missing : replays]),
  ),
};
