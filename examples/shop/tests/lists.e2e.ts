import { afterEach, beforeEach, expect, secret, test, unique } from 'e2e';

beforeEach(async ({ app, agent, browser }) => {
  await app.open('/sign-in?next=/lists');
  await agent.act('sign in as ben@shop.test with password {password}', {
    params: { password: secret('password') },
  });
  await expect(browser).toHaveURL(/\/lists$/);
});

afterEach(async ({ screen }) => {
  await expect(screen.getByRole('alert')).toBeHidden();
});

test('makes a wish list and deletes it', async ({ agent, screen }) => {
  const name = `Garden ${Date.now().toString(36)}`;
  await agent.act('create a list named {name}', { params: { name: unique(name) } });
  await expect(screen.getByRole('row').filter({ hasText: name })).toBeVisible();

  await agent.act('delete the row {name}', { params: { name: unique(name) } });
  await expect(screen.getByText(name)).toBeHidden();
  await expect(screen.getByText('Birthday')).toBeVisible();
});
