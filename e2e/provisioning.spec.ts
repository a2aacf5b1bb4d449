import { expect, test } from './support/fixtures.ts';
import { ownerOf } from './support/owner.ts';
import { panel } from './support/table.ts';
import { expectToast } from './support/toast.ts';

test('an admin has a group give a role: provisioned members follow at once, and stay when it is removed', async ({
  signedIn: page,
  organization,
  scout,
}) => {
  const query = ownerOf(scout.dataDir);
  const email = `grace@${organization.email.split('@')[1]}`;
  await query(
    `INSERT INTO scout.memberships (tenant_id, email, role, status) VALUES ($1, $2, 'member', 'active')`,
    [organization.tenantId, email],
  );
  await query(
    `WITH person AS (
       INSERT INTO scout.scim_users (tenant_id, user_name, address, email, active, created_at, updated_at)
       VALUES ($1, $2, $2, $2, true, $3, $3) RETURNING tenant_id, scim_id),
     kind AS (
       INSERT INTO scout.scim_groups (tenant_id, display_name, created_at, updated_at)
       VALUES ($1, 'Security', $3, $3) RETURNING group_id)
     INSERT INTO scout.scim_group_members (tenant_id, group_id, scim_id) SELECT tenant_id, group_id, scim_id FROM person, kind`,
    [organization.tenantId, email, new Date()],
  );

  await page.goto('/settings/organization');
  const provisioning = panel(page, 'Provisioning and roles');
  await expect(provisioning.getByText('/scim/v2')).toBeVisible();
  await expect(provisioning.getByText('Provisioned people: 1, groups: 1.')).toBeVisible();
  await expect(provisioning.getByText('No group gives a role')).toBeVisible();
  await provisioning.getByRole('button', { name: 'Add role' }).click();
  await expectToast(page, 'Add failed');
  await provisioning.getByRole('combobox', { name: 'Group' }).fill('Security');
  await provisioning.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Admin' }).click();
  await provisioning.getByRole('button', { name: 'Add role' }).click();
  await expectToast(page, 'Role added');
  await expect(provisioning.getByRole('row').filter({ hasText: 'Security' })).toContainText('Admin');
  await expect(
    panel(page, 'Organization admins').getByRole('button', { name: `Remove admin ${email}` }),
  ).toBeVisible();
  await provisioning.getByRole('button', { name: 'Remove the role of Security' }).click();
  await expectToast(page, 'Role removed');
  await expect(provisioning.getByText('No group gives a role')).toBeVisible();
});
