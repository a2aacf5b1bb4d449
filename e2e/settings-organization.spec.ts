import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { createOrganization } from './support/organization.ts';
import { addPerson, adminApi, signInAs } from './support/people.ts';
import { panel } from './support/table.ts';
import { toast, toasts } from './support/toast.ts';

const adminPanels = [
  'Access rules',
  'Organization members',
  'Organization admins',
  'Pending members',
  'Alert recipient emails',
  'Audit log',
];

async function add(page: Page, title: string, email: string): Promise<void> {
  const within = panel(page, title);
  await within.getByRole('textbox').or(within.getByRole('combobox')).fill(email);
  await within.getByRole('button', { name: /^Add / }).click();
}

test.describe('for everybody', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('a member sees name and tenant ID, copies them, and nothing else', async ({
    page,
    scout,
    organization,
  }) => {
    await signInAs(page, organization, await addPerson(scout, organization, 'carla'));
    await page.goto('/settings/organization');
    const own = panel(page, 'Organization');
    await expect(own.getByText(organization.name, { exact: true })).toBeVisible();
    await expect(own.getByText(organization.tenantId)).toBeVisible();
    await own.getByRole('button', { name: 'Copy tenant ID' }).click();
    await expect(toast(page, 'Copied!')).toBeVisible();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(organization.tenantId);
    for (const title of adminPanels) await expect(panel(page, title)).toHaveCount(0);
  });

  test('an admin sees the rest', async ({ signedIn: page }) => {
    await page.goto('/settings/organization');
    for (const title of adminPanels) await expect(panel(page, title)).toBeVisible();
  });
});

test('a member is added, invited, and invited again', async ({ signedIn: page, organization }) => {
  await page.goto('/settings/organization');
  await add(page, 'Organization members', 'nobody');
  await expect(toast(page, 'Invalid email')).toBeVisible();
  await expect(toast(page, 'Please enter a valid email address')).toBeVisible();

  await add(page, 'Organization members', organization.email);
  await expect(toast(page, 'Member exists')).toBeVisible();
  await expect(toast(page, 'This email is already in your organization')).toBeVisible();

  await add(page, 'Organization members', ' Eva@Northwind.example ');
  await expect(toast(page, 'Member added')).toBeVisible();
  await expect(toast(page, 'Invitation sent')).toBeVisible();
  const pending = panel(page, 'Pending members');
  await expect(pending.getByText('eva@northwind.example')).toBeVisible();
  await expect(pending.getByText(/may answer until/)).toBeVisible();

  await pending.getByRole('button', { name: 'Reject eva@northwind.example' }).click();
  await expect(toast(page, 'Member rejected')).toBeVisible();
  await expect(pending.getByText('Nobody is waiting')).toBeVisible();
});

test.describe('refused by the server', () => {
  test.use({ expectedMessages: [/status of (429|500|409)/] });

  test('a second invitation within a minute is too many', async ({ signedIn: page }) => {
    await page.goto('/settings/organization');
    await add(page, 'Organization members', 'eva@northwind.example');
    await expect(toast(page, 'Invitation sent')).toBeVisible();
    await page.getByRole('button', { name: 'Resend invitation eva@northwind.example' }).click();
    await expect(toast(page, 'Email failed')).toBeVisible();
    await expect(toast(page, 'Too many invites. Try again in a minute.')).toBeVisible();
  });

  test('an invitation that cannot be mailed leaves the member added', async ({ signedIn: page }) => {
    await page.route('/functions/v1/send-member-invitation', (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'internal', message: 'Something went wrong on our side.' },
      }),
    );
    await page.goto('/settings/organization');
    await add(page, 'Organization members', 'eva@northwind.example');
    await expect(toast(page, 'Email failed')).toBeVisible();
    await expect(
      toast(page, 'Member was added but invitation email could not be sent. Please contact them directly.'),
    ).toBeVisible();
    await expect(panel(page, 'Pending members').getByText('eva@northwind.example')).toBeVisible();
  });

  test('a change that fails is taken back', async ({ signedIn: page, scout, organization }) => {
    const carla = await addPerson(scout, organization, 'carla');
    await page.goto('/settings/organization');
    await page.route('/rpc/remove_member', (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'internal', message: 'Something went wrong on our side.' },
      }),
    );
    await page.getByRole('button', { name: `Remove ${carla.email}`, exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Remove this member?' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expect(toast(page, 'Remove failed')).toBeVisible();
    await expect(panel(page, 'Organization members').getByText(carla.email)).toBeVisible();
  });
});

test('a member is removed after a question; oneself never', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const carla = await addPerson(scout, organization, 'carla');
  await page.goto('/settings/organization');
  const members = panel(page, 'Organization members');
  await members.getByRole('button', { name: `Remove ${organization.email}` }).click();
  await expect(toast(page, 'You cannot remove your own account from the organization.')).toBeVisible();
  await members.getByRole('button', { name: `Remove ${carla.email}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove this member?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(members.getByText(carla.email)).toBeVisible();
  await members.getByRole('button', { name: `Remove ${carla.email}` }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Member removed')).toBeVisible();
  await expect(members.getByText(carla.email)).toHaveCount(0);
});

test('there is always an admin; who gives the role up sees what a member sees', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const carla = await addPerson(scout, organization, 'carla');
  await page.goto('/settings/organization');
  const admins = panel(page, 'Organization admins');
  await admins.getByRole('button', { name: `Remove admin ${organization.email}` }).click();
  await expect(toast(page, 'Cannot remove last admin')).toBeVisible();

  await add(page, 'Organization admins', carla.email);
  await expect(toast(page, 'Admin added')).toBeVisible();
  await expect(admins.getByText(carla.email)).toBeVisible();
  await admins.getByRole('button', { name: `Remove admin ${organization.email}` }).click();
  await expect(toast(page, 'Admin removed')).toBeVisible();
  await expect(panel(page, 'Audit log')).toHaveCount(0);
  await expect(panel(page, 'Organization')).toBeVisible();
});

test('alert recipients are added and removed, the last one stays', async ({ signedIn: page }) => {
  await page.goto('/settings/organization');
  const recipients = panel(page, 'Alert recipient emails');
  await expect(recipients.getByText('No alert recipient yet')).toBeVisible();
  await add(page, 'Alert recipient emails', 'soc@northwind.example');
  await expect(toast(page, 'Email added')).toBeVisible();
  await add(page, 'Alert recipient emails', 'SOC@northwind.example');
  await expect(toast(page, 'Email exists')).toBeVisible();
  await expect(toast(page, 'This email is already in your alert recipients list')).toBeVisible();
  await recipients.getByRole('button', { name: 'Remove recipient soc@northwind.example' }).click();
  await expect(toast(page, 'The last alert recipient cannot be removed.')).toBeVisible();
  await add(page, 'Alert recipient emails', 'oncall@northwind.example');
  await expect(recipients.getByText('2 of 50')).toBeVisible();
  await recipients.getByRole('button', { name: 'Remove recipient soc@northwind.example' }).click();
  await expect(toast(page, 'Email removed')).toBeVisible();
  await page.reload();
  await expect(recipients.getByText('oncall@northwind.example')).toBeVisible();
  await expect(recipients.getByText('soc@northwind.example')).toHaveCount(0);
});

test('demo mode adds nobody', async ({ page, scout }) => {
  const organization = await createOrganization(scout, { isSubscribed: false });
  await signInAs(page, organization, organization);
  await page.goto('/settings/organization');
  await page.evaluate(`localStorage.setItem('demo_mode', 'true')`);
  for (const title of ['Organization members', 'Organization admins', 'Alert recipient emails']) {
    await add(page, title, 'eva@northwind.example');
  }
  await expect(toasts(page).filter({ hasText: 'Demo Mode' })).toHaveCount(3);
  await expect(panel(page, 'Pending members').getByText('Nobody is waiting')).toBeVisible();
});

test('the rules of access are kept', async ({ signedIn: page }) => {
  await page.goto('/settings/organization');
  const approval = page.getByRole('switch', { name: 'Requires approval' });
  await expect(approval).not.toBeChecked();
  await approval.click();
  await expect(toast(page, 'Organization updated')).toBeVisible();
  await page.reload();
  await expect(approval).toBeChecked();
});

test('the audit log is filtered and exported', async ({ signedIn: page, scout, organization }) => {
  const api = await adminApi(scout, organization);
  await api.tenantsUpdate({ alert_recipient_emails: ['soc@northwind.example'] });
  await page.goto('/settings/organization');
  const log = panel(page, 'Audit log');
  await expect(log.getByText('soc@northwind.example')).toBeVisible();
  await expect(log.getByText('signed_in').first()).toBeVisible();

  await log.getByRole('searchbox', { name: 'Filter the audit log' }).fill('soc@');
  await expect(log.getByText('signed_in')).toHaveCount(0);
  await expect(log.getByText('soc@northwind.example')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    log.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('soc@northwind.example');

  await log.getByRole('searchbox', { name: 'Filter the audit log' }).fill('nothing like it');
  await expect(log.getByText('No entry matches “nothing like it”')).toBeVisible();
  await expect(log.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
});
