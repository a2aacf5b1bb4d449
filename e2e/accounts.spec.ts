import { readFile } from 'node:fs/promises';
import { seedAccount } from '@scout/testkit/seedAccount';
import { seedCase } from '@scout/testkit/seedCase';
import { seedDirectory } from '@scout/testkit/seedDirectory';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { goWithin } from './support/goWithin.ts';
import type { Organization } from './support/organization.ts';
import type { Scout } from './support/scout.ts';
import { expectColumns, panel, rows } from './support/table.ts';
import { expectToast } from './support/toast.ts';
import { expectFits } from './support/widths.ts';

/** svc.billing with its jobs, a person and refusals; svc.old, unused for a long time. */
async function twoAccounts(scout: Scout, { tenantId }: Organization): Promise<void> {
  const run = async (sql: string, values: unknown[]) => ({ rows: await scout.asOwner(sql, values) });
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await seedAccount(run, tenantId, 'svc.billing', [
    ...[3, 27, 51].map((hours) => ({
      time: ago(hours),
      source: 'app-bill01',
      destination: 'prd-sql01',
      count: 40,
    })),
    { time: ago(1), source: 'fin-laptop3', destination: 'prd-sql01', actor: 'm.keller', kind: 'command' },
    { time: ago(2), source: 'fin-laptop3', kind: 'refused:wrong password', count: 5 },
  ]);
  await seedAccount(run, tenantId, 'svc.old', [{ time: ago(24 * 100), destination: 'prd-old' }]);
  await seedCase(run, tenantId);
}

test.describe('where there is no account', () => {
  test.use({ expectedMessages: /404/ });

  test('the register says how they are added, and an address that there is none', async ({
    signedIn: page,
  }) => {
    await page.goto('/accounts');
    await expect(page.getByText('No service account yet')).toBeVisible();
    for (const query of ['', '?name=', '?name=svc.none', `?name=${encodeURIComponent("svc/%2f'<b>")}`]) {
      await goWithin(page, `/accounts/account${query}`);
      await expect(page.getByText('Service account not found')).toBeVisible();
      await goWithin(page, '/accounts');
      await expect(page.getByText('No service account yet')).toBeVisible();
    }
  });
});

test('an account’s page says what a directory has of it, and what that makes possible', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  await twoAccounts(scout, organization);
  await seedDirectory((sql, values) => scout.asOwner(sql, values), organization.tenantId, {
    account: 'SVC.Billing',
    spns: ['MSSQLSvc/prd-sql01.corp.example:1433', 'HTTP/<b>billing</b>'],
    passwordSet: new Date('2017-03-01T08:00:00Z'),
    encryptionTypes: 28,
    privilegedGroups: ['Domain Admins', 'Backup Operators'],
  });
  await page.goto('/accounts/account?name=svc.billing');
  const directory = panel(page, 'Directory');
  await expect(directory.getByText('Corp (corp.example), read')).toBeVisible();
  for (const text of [
    'User account',
    'Domain Admins, Backup Operators',
    'HTTP/<b>billing</b>',
    'Member of a privileged group.',
    'may use RC4',
    'Password older than a year.',
  ])
    await expect(directory.getByText(text)).toBeVisible();
  expect(await describeFaults(axeOn(page))).toEqual([]);
  await expectFits(page, 'account in a directory');
  await page.goto('/accounts/account?name=svc.old');
  await expect(panel(page, 'Contract')).toBeVisible();
  await expect(panel(page, 'Directory')).toHaveCount(0);
});

test('an account that no event names is in the register, and its page proposes an owner and a purpose', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const run = (sql: string, values: unknown[]) => scout.asOwner(sql, values);
  const { tenantId } = organization;
  await seedDirectory(run, tenantId, {
    account: 'svc.ledger',
    managedBy: 'Ada Lovelace',
    description: '<b>Ledger</b> exports',
    privilegedGroups: ['Backup Operators'],
    created: new Date(Date.now() - 400 * 86_400_000),
  });
  await seedDirectory(run, tenantId, { account: 'm.keller' });
  await expect
    .poll(() => run('SELECT name FROM scout.service_accounts WHERE tenant_id = $1', [tenantId]))
    .toEqual([{ name: 'svc.ledger' }]);
  await page.goto('/accounts');
  const register = panel(page, 'Service accounts');
  await expect
    .poll(() => rows(register))
    .toMatchObject([{ Account: 'svc.ledger', Health: 'Unused, no owner' }]);
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByRole('button', { name: /^Privileged/ }).click();
  await expect(page).toHaveURL('/accounts?posture=privileged');
  await filters.getByRole('button', { name: /^Never seen/ }).click();
  await expect(page).toHaveURL('/accounts?posture=privileged&use=never');
  await expect.poll(() => rows(register)).toMatchObject([{ Account: 'svc.ledger' }]);
  expect(await describeFaults(axeOn(page)), 'register').toEqual([]);

  await page.getByRole('link', { name: 'svc.ledger' }).click();
  await expect(page.getByText('No event names it, and no directory has a recent sign-in')).toBeVisible();
  await expect(page.getByText('Proposed: Ada Lovelace, its manager in Corp')).toBeVisible();
  await page.getByRole('button', { name: 'Use as owner' }).click();
  await expectToast(page, 'Account saved');
  await page.getByRole('button', { name: 'Use as purpose' }).click();
  await expect(page.getByText('Proposed:')).toHaveCount(0);
  await expect(page.getByText('<b>Ledger</b> exports')).toBeVisible();
  expect(await describeFaults(axeOn(page)), 'account').toEqual([]);
  await expectFits(page, 'unseen account');
});

test('the register leads to an account, its activity and its cases; an admin enters its owner', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  await twoAccounts(scout, organization);
  await page.goto('/cases');
  await page
    .getByRole('navigation', { name: 'Dashboards' })
    .getByRole('link', { name: 'Accounts', exact: true })
    .click();
  const register = panel(page, 'Service accounts');
  await expectColumns(
    register,
    'Account,Open cases,Owner,Purpose,Health,Contract,People,Last seen'.split(','),
  );
  await expect
    .poll(() => rows(register))
    .toMatchObject([
      {
        Account: 'svc.billing',
        'Open cases': '1',
        Health: 'No owner, no agent on 3 of 3 hosts',
        People: '1',
      },
      { Account: 'svc.old', 'Open cases': '0', Health: 'Unused, no owner' },
    ]);
  const fault = page
    .getByRole('complementary', { name: 'Filters' })
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('button', { name: /^Unused/ });
  await expect(fault).toHaveText('Unused1');
  await fault.click();
  await expect(page).toHaveURL('/accounts?fault=unused');
  await expect.poll(() => rows(register)).toMatchObject([{ Account: 'svc.old' }]);
  await fault.click();
  await expect.poll(() => rows(register)).toHaveLength(2);
  await page.getByRole('link', { name: 'svc.billing' }).click();
  await expect(page).toHaveURL('/accounts/account?name=svc.billing');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('svc.billing');
  await expect(
    page.getByRole('navigation', { name: 'Dashboards' }).getByRole('link', { name: 'Accounts', exact: true }),
  ).toHaveAttribute('aria-current', 'page');
  await expect(
    page.getByText('No agent on 3 of 3 machines: Scout sees that activity only partly.'),
  ).toBeVisible();
  await expect(page.getByText('Missing on APP-BILL01, FIN-LAPTOP3, PRD-SQL01.')).toBeVisible();
  await expect(
    panel(page, 'Activity by hour').getByRole('img', { name: /^121 events and 5 refusals in 5 hours/ }),
  ).toBeVisible();
  await expect(panel(page, 'Comes from').getByRole('listitem')).toHaveText([
    /APP-BILL01no agent× 120/,
    /FIN-LAPTOP3no agent× 6/,
  ]);
  await expect(panel(page, 'Used by people').getByRole('listitem')).toHaveText([/m\.keller× 1/]);
  await expect(panel(page, 'Cases').getByRole('link')).toBeVisible();
  expect(await describeFaults(axeOn(page)), 'account').toEqual([]);
  await expectFits(page, 'account');

  // The days of the histogram narrow the lists below it.
  const quiet = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
  await goWithin(page, `/accounts/account?name=svc.billing&days=${quiet}..${quiet}`);
  const days = panel(page, 'Activity by day').getByRole('region', { name: 'Events by day' });
  await expect(days.getByRole('button', { name: 'Show all days' })).toBeVisible();
  await expect(panel(page, 'Comes from').getByRole('listitem')).toHaveCount(0);
  await days.getByRole('button', { name: 'Show all days' }).click();
  await expect(panel(page, 'Comes from').getByRole('listitem')).toHaveCount(2);

  await page.getByRole('button', { name: 'Edit owner and purpose' }).click();
  const dialog = page.getByRole('dialog', { name: 'Owner and purpose' });
  await expect(dialog).toBeVisible();
  expect(await describeFaults(axeOn(page)), 'dialog').toEqual([]);
  await dialog.getByRole('textbox', { name: 'Owner' }).fill('Billing team');
  await dialog.getByRole('textbox', { name: 'Purpose' }).fill('Nightly invoices');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Account saved');
  await expect(page.getByText('Billing team')).toBeVisible();
  await expect(page.getByText('No owner. Enter')).toHaveCount(0);

  await page.getByRole('button', { name: 'Create exception…' }).click();
  const exception = page.getByRole('dialog', { name: 'Create exception' });
  await expect(exception.getByRole('textbox', { name: /Account/ })).toHaveValue('svc.billing');
  await exception.getByRole('textbox', { name: /Why/ }).fill('Restore test');
  await exception.getByRole('textbox', { name: /Approved by/ }).fill('CHG-4711');
  await exception.getByRole('button', { name: 'Create exception' }).click();
  await expectToast(page, 'Exception created');

  await panel(page, 'Cases').getByRole('link', { name: 'svc.billing' }).click();
  await expect(page).toHaveURL('/cases/1');
  await goWithin(page, '/accounts/account?name=SVC.Billing');
  await expect(page.getByText('Billing team')).toBeVisible();
});

test('the register is exported, and owners are imported from a file after a preview', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  await twoAccounts(scout, organization);
  await page.goto('/accounts');
  await expect(page.getByRole('link', { name: 'svc.billing' })).toBeVisible();
  expect(await describeFaults(axeOn(page)), 'register').toEqual([]);
  await expectFits(page, 'register');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^accounts-.*\.csv$/);
  const exported = await readFile(await download.path(), 'utf8');
  expect(exported.split('\r\n').slice(0, 2)).toEqual([
    '\ufeffAccount,Owner,Purpose,Health,Use,Posture,Contract,Open cases,Hosts,Hosts with an agent,Hosts without an agent,People,First seen,Last seen',
    expect.stringMatching(
      /^svc\.billing,,,"No owner, no agent on 3 of 3 hosts",Seen in events,Used by people,,1,3,0,app-bill01 fin-laptop3 prd-sql01,1,20/,
    ),
  ]);

  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import owners and purposes' });
  const choose = (text: string) =>
    dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'owners.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('svc.billing,Ada\n');
  await expect(
    dialog.getByText('The first line must name the columns: Account, Owner, Purpose.'),
  ).toBeVisible();
  await choose(
    exported.replace('svc.billing,,', "svc.billing,Billing team,'=SUM(1)").concat('svc.none,Bo,\r\n'),
  );
  await expect(dialog.getByText('1 account changes, 1 is unchanged.')).toBeVisible();
  await expect(dialog.getByText('Not in the register and skipped: svc.none')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveText([
    /svc\.billing.*Owner: none → .*Billing team.*Purpose: none → .*=SUM\(1\)/,
  ]);
  expect(await describeFaults(axeOn(page)), 'import').toEqual([]);
  await dialog.getByRole('button', { name: 'Save 1 change' }).click();
  await expectToast(page, '1 account changed');
  await expect(page.getByRole('cell', { name: 'Billing team' })).toBeVisible();
});

test('an account’s page lists uses of RC4 with their remedies, and an admin adds a decoy with the proposed name', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  await twoAccounts(scout, organization);
  const run = async (sql: string, values: unknown[]) => ({ rows: await scout.asOwner(sql, values) });
  await seedAccount(run, organization.tenantId, 'svc.cards', [
    { time: new Date(), destination: 'prd-sql01' },
  ]);
  await scout.asOwner(
    `INSERT INTO scout.rc4_uses (tenant_id, account_key, cell, requester, client, cause, n, first_at, last_at)
     SELECT $1, 'svc.billing', gen_random_uuid(), requester, '10.60.0.9', cause, 3, $2, $2
     FROM (VALUES ('m.keller', 'no-key'), ('', 'client'), ('svc.etl', 'not-allowed')) v (requester, cause)`,
    [organization.tenantId, new Date()],
  );
  await page.goto('/accounts?posture=uses-rc4');
  await expect(page.getByRole('button', { name: 'Export uses of RC4' })).toBeVisible();
  await page.goto('/accounts/account?name=svc.billing');
  const uses = panel(page, 'Uses of RC4');
  for (const text of ['m.keller', 'svc.billing itself', 'svc.etl', 'Set the password of the account again'])
    await expect(uses.getByText(text).first()).toBeVisible();
  expect(await describeFaults(axeOn(page))).toEqual([]);
  await expectFits(page, 'uses of RC4');

  await page.goto('/accounts/account?name=svc.cards');
  await expect(page.getByRole('button', { name: 'Edit owner and purpose' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as decoy…' }), 'it is in use').toHaveCount(0);

  // The assessor, which a mark wakes, keeps accounts without events that someone described.
  await scout.asOwner(
    `UPDATE scout.service_accounts SET owner = 'Operations' WHERE tenant_id = $1 AND account_key = 'svc.old'`,
    [organization.tenantId],
  );
  await page.goto('/accounts');
  await page.getByRole('button', { name: 'Add decoy…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add decoy' });
  await expect(dialog.getByText('Proposed beside svc.billing, svc.cards, svc.old.')).toBeVisible();
  const name = await dialog.getByLabel('Account').inputValue();
  expect(name).toMatch(/^svc\.[a-z]+$/);
  expect(await describeFaults(axeOn(page))).toEqual([]);
  await dialog.getByRole('button', { name: 'Mark as decoy' }).click();
  await expectToast(page, 'Marked as a decoy');
  await page.goto(`/accounts/account?name=${name}`);
  await expect(page.getByText('Checking that nothing uses it: day 1 of 30.')).toBeVisible();
  await expectFits(page, 'a decoy');
  await page.getByRole('button', { name: 'End decoy' }).click();
  await expectToast(page, 'No longer a decoy');
  await expect(page, 'only the mark had it in the register').toHaveURL(/\/accounts$/);
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);

  await page.goto('/accounts/account?name=svc.old');
  await page.getByRole('button', { name: 'Mark as decoy…' }).click();
  const marking = page.getByRole('dialog', { name: 'Mark svc.old as a decoy' });
  expect(await describeFaults(axeOn(page))).toEqual([]);
  await marking.getByRole('button', { name: 'Mark as decoy' }).click();
  await expect(page.getByText('Checking that nothing uses it: day 1 of 30.')).toBeVisible();
  await expectFits(page, 'a marked account');
  await page.getByRole('button', { name: 'End decoy' }).click();
  await expect(page.getByRole('button', { name: 'Mark as decoy…' })).toBeVisible();
});
