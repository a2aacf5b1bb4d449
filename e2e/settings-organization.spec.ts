import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { roleTable } from '@scout/contract';
import { mailAbout, newPerson, register } from './support/account.ts';
import { expect, test } from './support/fixtures.ts';
import { createOrganization } from './support/organization.ts';
import { addPerson, adminApi, signInAs } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { panel } from './support/table.ts';
import { expectToast, toasts } from './support/toast.ts';

const adminPanels = [
  'Access rules',
  'Domains',
  'Organization members',
  'Organization admins',
  'Pending members',
  'Alert recipient emails',
  'Audit log',
];

async function add(page: Page, title: string, email: string): Promise<void> {
  const within = panel(page, title);
  await within.getByLabel(/^Email of/).fill(email);
  await within.getByRole('button', { name: /^Add / }).click();
}

const broken = { status: 500, json: { code: 'internal', message: 'Something went wrong on our side.' } };

test.describe('members', () => {
  test.use({ expectedMessages: /status of (429|500|409)/ });

  test('are added, invited, rejected and removed by an admin', async ({
    signedIn: page,
    scout,
    organization,
  }) => {
    const carla = await addPerson(scout, organization, 'carla');
    await page.goto('/settings/organization');
    const members = panel(page, 'Organization members');
    const pending = panel(page, 'Pending members');
    await test.step('an admin sees every panel', async () => {
      for (const title of adminPanels) await expect(panel(page, title)).toBeVisible();
    });

    await test.step('a member is added and invited', async () => {
      await add(page, 'Organization members', 'nobody');
      await expectToast(page, 'Invalid email');
      await expectToast(page, 'Please enter a valid email address');
      await add(page, 'Organization members', organization.email);
      await expectToast(page, 'Member exists');
      await expectToast(page, 'This email is already in your organization');
      await add(page, 'Organization members', ' Eva@Northwind.example ');
      await expectToast(page, 'Member added');
      await expectToast(page, 'Invitation sent');
      await expect(pending.getByText('eva@northwind.example')).toBeVisible();
      await expect(pending.getByText(/may answer until/)).toBeVisible();
    });

    await test.step('a second invitation within a minute is too many', async () => {
      await page.getByRole('button', { name: 'Resend invitation eva@northwind.example' }).click();
      await expectToast(page, 'Email failed');
      await expectToast(page, 'Too many invites. Try again in a minute.');
      await pending.getByRole('button', { name: 'Reject eva@northwind.example' }).click();
      await expectToast(page, 'Member rejected');
      await expect(pending.getByText('No pending members')).toBeVisible();
    });

    await test.step('an invitation that cannot be mailed leaves the member added', async () => {
      await page.route('/functions/v1/send-member-invitation', (route) => route.fulfill(broken));
      await add(page, 'Organization members', 'noor@northwind.example');
      await expectToast(page, 'Email failed');
      await expectToast(
        page,
        'Member was added but invitation email could not be sent. Please contact them directly.',
      );
      await expect(pending.getByText('noor@northwind.example')).toBeVisible();
    });

    const remove = members.getByRole('button', { name: `Remove ${carla.email}`, exact: true });
    const dialog = page.getByRole('dialog', { name: 'Remove this member?' });
    await test.step('a change that fails is reverted', async () => {
      await page.route('/rpc/remove_member', (route) => route.fulfill(broken), { times: 1 });
      await remove.click();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await expectToast(page, 'Remove failed');
      await expect(members.getByText(carla.email)).toBeVisible();
    });

    await test.step('a member is removed after a confirmation; oneself never', async () => {
      await members.getByRole('button', { name: `Remove ${organization.email}` }).click();
      await expectToast(page, 'You cannot remove your own account from the organization.');
      await remove.click();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(members.getByText(carla.email)).toBeVisible();
      await remove.click();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await expectToast(page, 'Member removed');
      await expect(members.getByText(carla.email)).toHaveCount(0);
    });
  });
});

test('the audit log is filtered and exported', async ({ signedIn: page, scout, organization }) => {
  const api = await adminApi(scout, organization);
  await api.tenantsUpdate({ alert_recipient_emails: ['soc@northwind.example'] });
  await page.goto('/settings/organization');
  const log = panel(page, 'Audit log');
  await expect(log.getByText('soc@northwind.example')).toBeVisible();
  await expect(log.getByText('Signed in', { exact: true }).first()).toBeVisible();

  await log.getByRole('searchbox', { name: 'Filter the audit log' }).fill('soc@');
  await expect(log.getByText('Signed in', { exact: true })).toHaveCount(0);
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

test.describe('recipients and admins', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'], expectedMessages: /status of 409/ });

  test('are added and removed, the last ones stay; a member sees name and tenant ID alone', async ({
    signedIn: page,
    scout,
    organization,
  }) => {
    const carla = await addPerson(scout, organization, 'carla');
    await page.goto('/settings/organization');
    await test.step('alert recipients are added and removed, the last one stays', async () => {
      const recipients = panel(page, 'Alert recipient emails');
      await expect(recipients.getByText('No alert recipient yet')).toBeVisible();
      await add(page, 'Alert recipient emails', 'soc@northwind.example');
      await expectToast(page, 'Email added');
      await add(page, 'Alert recipient emails', 'SOC@northwind.example');
      await expectToast(page, 'Email exists');
      await expectToast(page, 'This email is already in your alert recipients list');
      await recipients.getByRole('button', { name: 'Remove recipient soc@northwind.example' }).click();
      await expectToast(page, 'The last alert recipient cannot be removed.');
      await add(page, 'Alert recipient emails', 'oncall@northwind.example');
      await expect(recipients.getByText('2 of 50')).toBeVisible();
      await recipients.getByRole('button', { name: 'Remove recipient soc@northwind.example' }).click();
      await expectToast(page, 'Email removed');
      await page.reload();
      await expect(recipients.getByText('oncall@northwind.example')).toBeVisible();
      await expect(recipients.getByText('soc@northwind.example')).toHaveCount(0);
    });

    await test.step('there is always an admin', async () => {
      const admins = panel(page, 'Organization admins');
      await admins.getByRole('button', { name: `Remove admin ${organization.email}` }).click();
      await expectToast(page, 'Cannot remove last admin');
      await add(page, 'Organization admins', carla.email);
      await expectToast(page, 'Admin added');
      await expect(admins.getByText(carla.email)).toBeVisible();
      const remove = admins.getByRole('button', { name: `Remove admin ${organization.email}` });
      const dialog = page.getByRole('dialog', { name: 'Give up your admin role?' });
      await remove.click();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(remove).toBeVisible();
      await remove.click();
      await dialog.getByRole('button', { name: 'Remove admin' }).click();
      await expectToast(page, 'Admin removed');
      await expect(panel(page, 'Audit log')).toHaveCount(0);
    });

    await test.step('a member sees name and tenant ID, copies them, and nothing else', async () => {
      const own = panel(page, 'Organization');
      await expect(own.getByText(organization.name, { exact: true })).toBeVisible();
      await expect(own.getByText(organization.tenantId)).toBeVisible();
      await own.getByRole('button', { name: 'Copy tenant ID' }).click();
      await expectToast(page, 'Copied!');
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(organization.tenantId);
      for (const title of adminPanels) await expect(panel(page, title)).toHaveCount(0);
    });
  });
});

test.describe('domains and the rules of access', () => {
  test.use({ expectedMessages: /status of 403/ });

  test('a domain is added, verified by its DNS record, opened and removed; a second factor is required of all', async ({
    signedIn: page,
    scout,
    organization,
  }) => {
    const domain = `alder-${crypto.randomUUID()}.example`;
    await page.goto('/settings/organization');
    const domains = panel(page, 'Domains');
    await expect(domains.getByText(organization.email.split('@')[1]!, { exact: true })).toBeVisible();
    await domains.getByRole('textbox', { name: 'New domain' }).fill('not a domain');
    await domains.getByRole('button', { name: 'Add domain' }).click();
    await expectToast(page, 'Invalid domain');
    await domains.getByRole('textbox', { name: 'New domain' }).fill(` ${domain.toUpperCase()} `);
    await domains.getByRole('button', { name: 'Add domain' }).click();
    await expectToast(page, 'Domain added');
    const row = domains.getByRole('listitem').filter({ hasText: domain });
    await expect(row).toContainText('Not verified');
    await expect(row).toContainText('Has no effect until it is verified.');

    await row.getByRole('button', { name: `Verify ${domain}` }).click();
    const dialog = page.getByRole('dialog', { name: `Verify ${domain}` });
    await expect(dialog.getByText(`_scout-verification.${domain}`)).toBeVisible();
    const value = await dialog.getByText(/^scout-verification=[0-9a-f]{64}$/).textContent();
    scout.dns.txt.set(`_scout-verification.${domain}`, [value!]);
    await dialog.getByRole('button', { name: 'Check the record' }).click();
    await expectToast(page, 'Domain verified');
    await expect(dialog).toHaveCount(0);
    await expect(row).toContainText('Verified by DNS');
    await expect(row).toContainText('People at this domain wait for an admin.');

    await row.getByRole('switch', { name: 'Let people join without approval' }).click();
    await expectToast(page, 'Domain updated');
    await page.reload();
    await expect(row.getByRole('switch')).toBeChecked();
    await row.getByRole('button', { name: `Remove ${domain}` }).click();
    await page
      .getByRole('dialog', { name: 'Remove this domain?' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expectToast(page, 'Domain removed');
    await expect(row).toHaveCount(0);

    await test.step('the rules of access are kept', async () => {
      const factor = page.getByRole('switch', { name: 'Requires second factor' });
      await expect(factor).not.toBeChecked();
      await factor.click();
      await expectToast(page, 'Organization updated');
      // It applies to the admin who selected it, from the next page on.
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    });
  });
});

test('an admin’s own domain is verified by a mailed code', async ({ page, scout }) => {
  const person = newPerson();
  await register(scout, person);
  const domain = person.email.split('@')[1]!;
  await signIn(page, person);
  await page.goto('/settings/organization');
  const row = panel(page, 'Domains').getByRole('listitem').filter({ hasText: domain });
  await expect(row).toContainText('People at this domain can ask to join.');
  await row.getByRole('button', { name: `Verify ${domain}` }).click();
  await page.getByRole('button', { name: `Email a code to ${person.email}` }).click();
  const { code } = await mailAbout(scout, person.email, /verifies your domain/);
  await page.getByLabel('Six-digit code').fill(code!);
  await page.getByRole('dialog').getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(row).toContainText('Verified by email');
});

test('demo mode adds nobody', async ({ page, scout }) => {
  const organization = await createOrganization(scout, { isSubscribed: false });
  await signIn(page, organization);
  await page.clock.install();
  await page.goto('/settings/organization');
  await expect(panel(page, 'Pending members').getByText('No pending members')).toBeVisible();
  await page.evaluate(`localStorage.setItem('demo_mode', 'true')`);
  // The first toast disappears only after the last has arrived.
  await page.clock.pauseAt(Date.now() + 30_000);
  for (const title of ['Organization members', 'Organization admins', 'Alert recipient emails']) {
    await add(page, title, 'eva@northwind.example');
  }
  await expect(toasts(page).filter({ hasText: 'Demo Mode' })).toHaveCount(3);
  await expect(panel(page, 'Pending members').getByText('No pending members')).toBeVisible();
});

test('roles: an admin gives them with a line about each, an auditor reads all and presses nothing, an analyst works on cases', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const carla = await addPerson(scout, organization, 'carla');
  const members = panel(page, 'Organization members');
  const dialog = page.getByRole('dialog', { name: 'Change role' });
  const give = async (role: string) => {
    await members.getByRole('button', { name: `Change role of ${carla.email}` }).click();
    await expect(dialog.getByText(roleTable.auditor.text)).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: role }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, `Role is ${role}`);
  };

  await test.step('an invitation has a role', async () => {
    await page.goto('/settings/organization');
    await members.getByRole('combobox', { name: 'Role of the new member' }).click();
    await page.getByRole('option', { name: 'Analyst' }).click();
    await expect(members.getByText(roleTable.analyst.text)).toBeVisible();
    await add(page, 'Organization members', 'eva@northwind.example');
    await expect(panel(page, 'Pending members').getByText(/^Analyst, may answer until/)).toBeVisible();
  });

  await test.step('an auditor sees every panel and no button of an admin', async () => {
    await give('Auditor');
    await signInAs(page, organization, carla);
    await page.goto('/settings/organization');
    for (const title of adminPanels) await expect(panel(page, title)).toBeVisible();
    await expect(members.getByText(organization.email)).toBeVisible();
    for (const name of [
      /^Add /,
      /^Remove/,
      /^Change role/,
      /^Approve/,
      /^Resend/,
      /legal hold$/,
      'New token',
    ])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expect(page.getByRole('switch', { name: 'Requires second factor' })).toBeDisabled();
    await expect(panel(page, 'Delete organization')).toHaveCount(0);
    await expect(panel(page, 'Audit log').getByRole('button', { name: 'Export CSV' })).toBeVisible();
    await page.getByRole('button', { name: /^Account/ }).click();
    await expect(page.getByText(/^Auditor of /)).toBeVisible();
  });

  await test.step('an analyst sees the name of the organization alone, and creates exceptions', async () => {
    await signInAs(page, organization, organization);
    await page.goto('/settings/organization');
    await give('Analyst');
    await signInAs(page, organization, carla);
    await page.goto('/settings/organization');
    await expect(page.getByText(organization.tenantId)).toBeVisible();
    await expect(members).toHaveCount(0);
    await page.goto('/settings/detection');
    await expect(page.getByRole('button', { name: 'Create exception…' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  });
});
