import { expect, secret, test } from 'e2e';

test('lets a customer in', async ({ app, agent, browser, screen }) => {
  await app.open('/sign-in');
  await agent.act('sign in as ann@shop.test with password {password}', {
    params: { password: secret('password') },
  });
  await expect(browser).toHaveURL(/\/products$/);
  await expect(screen.getByText('Ann Berg')).toBeVisible();
});

test('keeps a wrong password out', async ({ app, agent, browser }) => {
  await app.open('/sign-in');
  await agent.act('sign in as ann@shop.test with password guess, then expect an error');
  await agent.assert('the alert reads "The email or the password is wrong."');
  await expect(browser).toHaveURL(/\/sign-in$/);
});
