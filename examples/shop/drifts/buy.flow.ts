// The flow of thirteen actions. It has one check, at its end, and that is the usual one: it would be green for any order of anything. What
// was really bought is read from the shop's own file after the run.
import { expect, secret, test } from 'e2e';

test('buys a Walnut Desk', async ({ app, agent, screen }) => {
  await app.open('/sign-in');
  await agent.act('sign in as ann@shop.test with password {password}', {
    params: { password: secret('password') },
  });
  await agent.act('add Walnut Desk to the cart');
  await agent.act('open Cart, then press Go to checkout');
  await agent.act(
    'fill Full name with Ann Berg, Email with ann@x.test, Street with 4 Harbour Lane and City with Bergen, ' +
      'then choose Norway as Country, set Delivery date to 2030-05-17, then submit the form',
  );
  await expect(screen.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
});
