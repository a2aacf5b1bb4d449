import { expect, test } from './support/fixtures.ts';
import { createOrganization } from './support/organization.ts';
import { signIn } from './support/signIn.ts';

test('an admin changes how long data is kept, and sets and lifts a legal hold', async ({ page, scout }) => {
  const organization = await createOrganization(scout);
  await signIn(page, organization);
  await page.goto('/settings/organization');
  const panel = page.getByRole('region', { name: 'Data retention' });
  const days = panel.getByLabel('Days to keep data');
  const save = panel.getByRole('button', { name: 'Save' });
  await expect(days).toHaveValue('365');
  await expect(save).toBeDisabled();

  await days.fill('20');
  await save.click();
  await expect(panel.getByText('Enter a whole number from 31 to 3,650.')).toBeVisible();
  await days.fill('730');
  await save.click();
  await expect(page.getByText('Retention updated')).toBeVisible();
  await days.fill('90');
  await save.click();
  await expect(panel.getByText(/^90 days apply from \w+ \d+, \d{4}/)).toBeVisible();
  await expect(panel.getByText(/To continue with 730 days, save 730 before/)).toBeVisible();
  await page.reload();
  await expect(days).toHaveValue('90');
  await days.fill('730');
  await save.click();
  await expect(panel.getByText(/are deleted every hour, unless a legal hold/)).toBeVisible();

  await panel.getByRole('button', { name: 'Set legal hold' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set legal hold' });
  await expect(dialog.getByRole('button', { name: 'Set legal hold' })).toBeDisabled();
  await dialog.getByLabel('Reason').fill('Court order 12/2026');
  await dialog.getByRole('button', { name: 'Set legal hold' }).click();
  await expect(panel.getByText('Court order 12/2026')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await panel.getByRole('button', { name: 'Lift legal hold' }).click();
  const lifting = page.getByRole('dialog', { name: 'Lift legal hold' });
  await lifting.getByLabel('Reason').fill('The matter is closed');
  await lifting.getByRole('button', { name: 'Lift legal hold' }).click();
  await expect(panel.getByRole('button', { name: 'Set legal hold' })).toBeVisible();
  const audit = page.getByRole('region', { name: 'Audit log' });
  await expect(audit.getByText('Legal hold lifted')).toBeVisible();
});
