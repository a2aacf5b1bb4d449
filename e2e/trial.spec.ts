import { clientOf } from '@scout/testkit/as';
import { fillSignIn, newPerson, register } from './support/account.ts';
import { expect, test } from './support/fixtures.ts';

test('a trial starts with the organization, shows the days left, and its end says how long data is kept', async ({
  page,
  scout,
}) => {
  const person = newPerson();
  const { api } = await register(scout, person);
  await page.goto('/login');
  await fillSignIn(page, person);
  const bar = page.getByRole('banner');
  await bar.getByRole('link', { name: 'Trial: 15 days left' }).click();
  await expect(page).toHaveURL('/settings/billing');
  const plan = page.getByRole('region', { name: 'Plan details' });
  await expect(plan.getByText('15 days left', { exact: true })).toBeVisible();
  await expect(plan.getByText('we keep your events for 30 days')).toBeVisible();

  const [tenant] = await api.tenants({});
  const operator = clientOf(scout, scout.operatorToken);
  await operator.api.operatorTenantsUpdate({ tenant_id: tenant!.tenant_id, is_subscribed: false });
  await page.reload();
  await expect(page.getByText('Your subscription has ended', { exact: true })).toBeVisible();
  await expect(page.getByText(/We delete your events and cases on \w+ \d+, \d{4}/)).toBeVisible();
  await expect(bar.getByText('Trial:')).toHaveCount(0);
});
