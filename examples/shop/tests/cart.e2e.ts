import { expect, test } from 'e2e';

test('adds an item', async ({ app, agent, screen }) => {
  await app.open('/cart');
  await agent.act('add one item to the cart');
  await expect(screen.getByRole('status')).toHaveText('1 item');
});

test('changes a quantity', async ({ app, agent, screen }) => {
  await app.open('/products');
  await agent.act('add Walnut Desk to the cart');
  await expect(screen.getByRole('status')).toHaveText('Walnut Desk added to cart');

  await app.open('/cart');
  await agent.act('fill Quantity of Walnut Desk with 3, then press Update');
  await expect(screen.getByRole('status')).toHaveText('3 items');
  await expect(screen.getByTestId('cart-total')).toHaveText('€1767.00');
});
