import { expect, secret, test } from 'e2e';

test('lets a customer in', async ({ app, agent, browser, screen }) => {
  await app.open('/sign-in');
  await agent.act('sign in as ann@shop.test with password {password}', {
    params: { password: secret('password') },
  });
  await expect(browser).toHaveURL(/\/products$/);
  await expect(screen.getByText('Ann Berg')).toBeVisible();
});

test('keeps a wrong password out', async ({ app, agent, browser, screen }) => {
  await app.open('/sign-in');
  await agent.act('fill Email with ann@shop.test and Password with guess');
  // By hand: an agent that is told to sign in takes an alert for a failure, and rightly so.
  await screen.getByRole('button', { name: 'Sign in' }).click();
  await agent.assert('the alert reads "The email or the password is wrong."');
  await expect(browser).toHaveURL(/\/sign-in$/);
});
