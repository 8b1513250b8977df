import { beforeEach, describe, expect, secret, test, unique } from 'e2e';

describe('checkout', () => {
  beforeEach(async ({ app, agent, screen }) => {
    await app.open('/sign-in');
    await agent.act('sign in as ann@shop.test with password {password}', {
      params: { password: secret('password') },
    });
    await expect(screen.getByText('Ann Berg')).toBeVisible();
    await agent.act('add Walnut Desk to the cart');
    await expect(screen.getByRole('status')).toHaveText('Walnut Desk added to cart');
    await app.open('/checkout');
  });

  test('places an order', async ({ agent, browser, screen }) => {
    const name = `Ann ${Date.now().toString(36)}`;
    await agent.act(
      'fill Full name with {name}, Email with ann@x.test, Street with 4 Harbour Lane and City with Bergen',
      { params: { name: unique(name) } },
    );
    await agent.act(
      'choose Norway as Country, check Gift wrap, choose Express, set Delivery date to 2030-05-17, then submit the form',
    );
    await expect(browser).toHaveURL(/\/orders\/ORD-\d+$/);
    await agent.assert('"Thank you for your order" is visible');

    await agent.act('open Orders');
    await expect(browser).toHaveURL(/\/orders$/);
    const row = screen.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('1 × Walnut Desk');
    await expect(row).toContainText('€601.00');
  });

  test('names what is missing', async ({ agent, browser, screen }) => {
    await agent.act('fill Full name with Ann Berg and City with Bergen');
    await screen.getByRole('form').getByRole('button').click();
    await agent.assert('the alert reads "Missing or wrong: email, street, country, delivery date."');
    await expect(browser).toHaveURL(/\/checkout$/);
    await expect(screen.getByLabel('Full name')).toHaveValue('Ann Berg');
  });
});
