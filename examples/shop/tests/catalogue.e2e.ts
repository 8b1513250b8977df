import { expect, test } from 'e2e';

test('finds a product and adds it', async ({ app, agent, browser, screen }) => {
  await app.open('/products');
  await agent.act('search for Walnut, then add Walnut Desk to the cart');
  await expect(browser).toHaveURL(/\/products\?q=Walnut$/);
  await expect(screen.getByRole('article')).toHaveCount(4);
  await expect(screen.getByRole('status')).toHaveText('Walnut Desk added to cart');
  await expect(screen.getByTestId('cart-count')).toHaveText('1');
});
