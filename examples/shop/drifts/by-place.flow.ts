// The same thirteen actions as a recorder by place keeps them: the second "Add to cart", the first "Place order". The check is the same
// one too. It shows what that check is worth, and is no way to write a test.
import { expect, test } from 'e2e';

test('buys whatever stands second', async ({ app, screen }) => {
  await app.open('/sign-in');
  await screen.getByLabel('Email').fill('ann@shop.test');
  await screen.getByLabel('Password').fill(process.env.SHOP_PASSWORD ?? 'walnut-and-brass-42');
  await screen.getByRole('button', { name: 'Sign in' }).tap();
  await screen.getByRole('button', { name: 'Add to cart' }).nth(1).tap();
  await expect(screen.getByTestId('cart-count')).toHaveText('1');
  await screen.getByRole('link', { name: 'Cart' }).tap();
  await screen.getByRole('link', { name: 'Go to checkout' }).tap();
  await screen.getByLabel('Full name').fill('Ann Berg');
  await screen.getByLabel('Email').fill('ann@x.test');
  await screen.getByLabel('Street').fill('4 Harbour Lane');
  await screen.getByLabel('City').fill('Bergen');
  await screen.getByLabel('Country').select('Norway');
  await screen.getByLabel('Delivery date').fill('2030-05-17');
  await screen.getByRole('button', { name: 'Place order' }).first().tap();
  await expect(screen.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
});
