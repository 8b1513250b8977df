import fc from 'fast-check';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LocatorQuery } from '../../engine/contract.ts';
import { stateOfAll } from './element-state.ts';
import { findOf, resolveQuery } from './locator.ts';
import { callPage } from './page-api.ts';
import { type On, WebRig } from './web.fixture.ts';

const rig = new WebRig();
let on: On;
let page: Page;

beforeAll(async () => {
  await rig.start();
  on = await rig.on('<p>Text</p>');
  page = on.session.browser?.page as Page;
}, 60_000);
afterAll(() => rig.stop());

const ROLES =
  'alert alertdialog article button dialog heading link list listitem log main menuitem navigation status switch tab tabpanel row'.split(
    ' ',
  );
const WORDS = ['Save', 'save all', '  Save  ', 'A b', 'Total 62.00', 'Sa\u00adve', 'x'];

const DRAWING = '<svg><a href=/x><title>Save</title><text>Save</text></a></svg>';

/** Every query that is answered in the page, and a few that are not. */
const QUERIES: readonly LocatorQuery[] = [
  ...ROLES.map((role): LocatorQuery => [{ by: 'role', role }]),
  ...ROLES.flatMap((role) =>
    [false, true].map((exact): LocatorQuery => [{ by: 'role', role, name: 'Save', exact }]),
  ),
  [{ by: 'role', role: 'button', name: 'save  all' }],
  [
    { by: 'role', role: 'button' },
    { by: 'nth', index: -1 },
  ],
  [
    { by: 'role', role: 'listitem' },
    { by: 'nth', index: 1 },
  ],
  ...['Save', 'save all', 'A', 'A b', ' b ', 'Total 62.00', 'none of it'].flatMap((text) =>
    [false, true].map((exact): LocatorQuery => [{ by: 'text', text, exact }]),
  ),
  [
    { by: 'text', text: 'Save' },
    { by: 'nth', index: 0 },
  ],
  [{ by: 'text', text: /Sa/ }],
  [{ by: 'testId', text: 'one' }],
  [{ by: 'testId', text: 'On' }],
  [{ by: 'label', text: 'Save' }],
];

const show = (html: string): Promise<void> =>
  page.evaluate((body) => {
    document.body.innerHTML = body;
    for (const host of document.querySelectorAll('x-host'))
      host.attachShadow({ mode: 'open' }).innerHTML = '<button>Save</button><slot></slot>';
  }, html);

/** What Playwright finds, and what the session says of the same query; whether the page itself answered. */
async function compare(query: LocatorQuery): Promise<{ answered: boolean; theirs: unknown; ours: unknown }> {
  const wanted = findOf(query);
  const told =
    wanted === undefined ? undefined : await callPage(page.mainFrame(), 'find', wanted, 'data-testid');
  const locator: Locator = resolveQuery(page, query);
  return {
    answered: told !== undefined,
    theirs: await locator.evaluateAll(stateOfAll),
    ours: await on.session.locator(query).snapshot(),
  };
}

describe('what a query finds', () => {
  test.each([
    '<h1>Save</h1><main><button>Save</button><button>save all</button></main><p role=status>Save</p>',
    '<ul><li>Save</li><li><a href=/x>Save <b>all</b></a></li></ul><output>x</output>',
    '<button hidden>Save</button><div aria-hidden=true><button>Save</button></div><button aria-label=Save>x</button>',
    '<div role=tab>Save</div><div role=TAB>x</div><a>Save</a><nav><a href=/x><span>Sa</span><span>ve</span></a></nav>',
    '<button data-testid=one>Save</button><span data-testid=one>x</span><i data-testid=One>x</i>',
    '<button style="visibility: hidden">Save</button><div style="display: none"><h2>Save</h2></div><h2>Sa\u00adve</h2>',
    '<details><summary>Save</summary><button>Save</button><h2>Save</h2></details><dialog open>Save</dialog>',
    '<p>Save<!-- not -->!</p><p>A<br>b</p><p>A b<script>Save</script></p><input type=submit value=Save>',
  ])('in %j is what Playwright finds, told by the page itself', async (html) => {
    await show(html);
    for (const query of QUERIES) {
      const { theirs, ours } = await compare(query);
      expect(ours, JSON.stringify(query)).toEqual(theirs);
    }
    const plain = await compare([{ by: 'role', role: 'heading', name: 'Save' }]);
    expect(plain.answered).toBe(true);
    expect((await compare([{ by: 'text', text: 'Save' }])).answered).toBe(true);
  });

  test.each([
    ['a shadow tree', '<x-host>Save</x-host>'],
    ['a role taken away', '<button role=none>Save</button>'],
    ['a list that is none', '<ul role=none><li>Save</li></ul>'],
    ['two roles', '<button role="x-y tab">Save</button>'],
    ['a name from elsewhere', '<button aria-labelledby=l>x</button><p id=l>Save</p>'],
    ['a label', '<label>Save <button>x</button></label>'],
    ['a name from its style', '<style>button::before { content: "Save " }</style><button>all</button>'],
    ['a picture inside', '<button><img alt=Save></button>'],
    ['a block inside', '<a href=/x><p>Sa</p><p>ve</p></a>'],
    ['no box', '<button style="display: contents">Save</button>'],
    ['a title', '<a href=/x title=Save></a>'],
    ['a drawing', '<svg><a href=/x><title>Save</title></a></svg>'],
    ['a field that hides what a form has', '<form><input name=children><p>Save</p></form>'],
    ['fields', '<input type=submit><input type=image alt=Save><input type=reset value=Save>'],
  ])('is what Playwright finds, also where that is for it to say: %s', async (_what, html) => {
    await show(html);
    for (const query of QUERIES) {
      const { theirs, ours } = await compare(query);
      expect(ours, JSON.stringify(query)).toEqual(theirs);
    }
  });

  test('is what Playwright finds, whatever the page', async () => {
    const attributes = fc
      .subarray(
        [
          'hidden',
          'role=none',
          'role=tab',
          'role="button"',
          'role=status',
          'role=suggestion',
          'role="x tab"',
          'aria-hidden=true',
          'aria-hidden=false',
          'aria-label=Save',
          'aria-label=" "',
          'title=Save',
          'href=/x',
          'data-testid=one',
          'inert',
          'style="display:contents"',
          'style="visibility:hidden"',
          'style="display:block"',
          'tabindex=0',
          'type=submit value=Save',
          'class=before',
        ],
        { maxLength: 2 },
      )
      .map((chosen) => chosen.join(' '));
    const tag = fc.constantFrom(
      ...'h1 h2 button a span b em p div ul li output nav main article section label input dialog table td'.split(
        ' ',
      ),
    );
    const { tree } = fc.letrec<{ tree: string; element: string }>((tie) => ({
      tree: fc
        .array(fc.oneof({ depthSize: 'small' }, fc.constantFrom(...WORDS, DRAWING), tie('element')), {
          maxLength: 3,
        })
        .map((parts) => parts.join('')),
      element: fc
        .tuple(tag, attributes, tie('tree'))
        .map(([name, more, inside]) => `<${name} ${more}>${name === 'input' ? '' : `${inside}</${name}>`}`),
    }));
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(tree, { minLength: 2, maxLength: 6 }),
        fc.shuffledSubarray([...QUERIES], { minLength: 8, maxLength: 8 }),
        async (trees, queries) => {
          await show(`<style>.before::before { content: "x" }</style>${trees.join('')}`);
          for (const query of queries) {
            const told = await compare(query);
            answered += told.answered ? 1 : 0;
            expect(told.ours, JSON.stringify(query)).toEqual(told.theirs);
          }
        },
      ),
      { numRuns: 60 },
    );
    expect(answered).toBeGreaterThan(100);
  }, 120_000);
});
