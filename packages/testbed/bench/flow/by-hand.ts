// The flows as somebody writes them by hand with Playwright: by role and name, with a wait where the next action would come too early, and
// what they must see at the end. Also loaded by Playwright Test, so it imports types only.
import type { Locator, Page } from 'playwright-core';

/** Resolves once the element can be seen: `waitFor` of playwright-core, `expect(…).toBeVisible()` of Playwright Test. */
type Seen = (locator: Locator) => Promise<void>;

/** One flow by hand. `url`: the shop's. */
type ByHand = (page: Page, url: string, seen: Seen) => Promise<void>;

/** What is ordered, and how the confirmation says it. */
export const ORDER = {
  heading: 'Thank you, Ann Berg',
  text: '2 × Blue kettle, gift-wrapped, to Fjord Road 7. Total 62.00 for two',
} as const;

const purchase: ByHand = async (page, url, seen) => {
  await page.goto(`${url}/sign-in`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ann@example.test');
  await page.getByLabel('Password').fill('walnut and brass');
  await page.getByRole('button', { name: 'Sign in' }).click();

  await page.getByRole('searchbox', { name: 'Search' }).fill('kettle');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('button', { name: 'Add Blue kettle to the cart' }).click();
  await seen(page.getByText('1 item in the cart'));
  await page.getByRole('link', { name: 'Cart' }).click();

  await page.getByRole('combobox', { name: 'Quantity' }).selectOption('2');
  await seen(page.getByText('Total 62.00 for two'));
  await page.getByRole('button', { name: 'Check out' }).click();

  await page.getByRole('textbox', { name: 'Full name' }).fill('Ann Berg');
  await page.getByRole('textbox', { name: 'Street' }).fill('Fjord Road 7');
  await page.getByRole('checkbox', { name: 'Gift wrap' }).check();
  await page.getByRole('button', { name: 'Place order' }).click();

  await seen(page.getByRole('heading', { name: ORDER.heading }));
  await seen(page.getByText(ORDER.text));
};

const single: ByHand = async (page, url, seen) => {
  await page.goto(`${url}/single`);
  await page.getByRole('button', { name: 'Add Blue kettle to the cart' }).click();
  await seen(page.getByText('1 item in the cart'));
};

/** By the flow's name. */
export const BY_HAND: Readonly<Record<'purchase' | 'single', ByHand>> = { purchase, single };
