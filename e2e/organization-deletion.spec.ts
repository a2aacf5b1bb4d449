import { expect, test } from './support/fixtures.ts';
import { createOrganization } from './support/organization.ts';
import { signIn } from './support/signIn.ts';

test.use({ expectedMessages: /status of 400/ });

test('an admin requests the deletion of the organization with its name and the password, and cancels it', async ({
  page,
  scout,
}) => {
  const organization = await createOrganization(scout);
  await signIn(page, organization);
  await page.goto('/settings/organization');
  const panel = page.getByRole('region', { name: 'Delete organization' });
  await panel.getByRole('button', { name: 'Delete organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete organization' });
  const confirm = dialog.getByRole('button', { name: 'Delete organization' });
  await dialog.getByLabel('Password').fill('another password');
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel(/^Type .* to confirm/).fill(organization.name);
  await confirm.click();
  await expect(dialog.getByText('The current password is not correct.')).toBeVisible();
  await dialog.getByLabel('Password').fill(organization.password);
  await confirm.click();
  await expect(panel.getByText(/will be deleted on \w+ \d+, \d{4}/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await panel.getByRole('button', { name: 'Keep organization' }).click();
  await expect(panel.getByRole('button', { name: 'Delete organization' })).toBeVisible();
});
