import { readFile } from 'node:fs/promises';
import { seedAccount } from '@scout/testkit/seedAccount';
import { seedCase } from '@scout/testkit/seedCase';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import type { Organization } from './support/organization.ts';
import { addPerson, signInAs } from './support/people.ts';
import type { Scout } from './support/scout.ts';
import { expectColumns, panel, rows } from './support/table.ts';
import { expectToast } from './support/toast.ts';

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

test('without accounts the register says how they are added', async ({ signedIn: page }) => {
  await page.goto('/accounts');
  await expect(page.getByText('No service account yet')).toBeVisible();
});

test('the register leads to an account, its activity and its cases; an admin enters its owner', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  await twoAccounts(scout, organization);
  await page.goto('/dashboard');
  await page
    .getByRole('navigation', { name: 'Dashboards' })
    .getByRole('link', { name: 'Accounts', exact: true })
    .click();
  const register = panel(page, 'Service accounts');
  await expectColumns(
    register,
    'Account,Open cases,Owner,Purpose,Health,Contract,Hosts seen,People,Last seen'.split(','),
  );
  await expect
    .poll(() => rows(register))
    .toMatchObject([
      {
        Account: 'svc.billing',
        'Open cases': '1',
        Health: 'No owner, No agent on 3 of 3 hosts',
        'Hosts seen': '0 of 3',
        People: '1',
      },
      { Account: 'svc.old', 'Open cases': '0', Health: 'Unused, No owner', 'Hosts seen': '0' },
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
  await expect(page.getByText('It touched 3 machines; Scout has an agent on 0.')).toBeVisible();
  await expect(page.getByText('None on app-bill01, fin-laptop3, prd-sql01.')).toBeVisible();
  await expect(
    panel(page, 'Activity by hour').getByRole('img', { name: /^121 events and 5 refusals in 5 hours/ }),
  ).toBeVisible();
  await expect(panel(page, 'Comes from').getByRole('listitem')).toHaveText([
    /app-bill01no agent× 120/,
    /fin-laptop3no agent× 6/,
  ]);
  await expect(panel(page, 'Used by people').getByRole('listitem')).toHaveText([/m\.keller× 1/]);

  // The days of the histogram narrow the lists below it.
  const quiet = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/accounts/account?name=svc.billing&days=${quiet}..${quiet}`);
  const days = panel(page, 'Activity by day').getByRole('region', { name: 'Events by day' });
  await expect(days.getByRole('button', { name: 'Show all days' })).toBeVisible();
  await expect(panel(page, 'Comes from').getByRole('listitem')).toHaveCount(0);
  await days.getByRole('button', { name: 'Show all days' }).click();
  await expect(panel(page, 'Comes from').getByRole('listitem')).toHaveCount(2);

  await page.getByRole('button', { name: 'Edit owner and purpose' }).click();
  const dialog = page.getByRole('dialog', { name: 'Owner and purpose' });
  await dialog.getByRole('textbox', { name: 'Owner' }).fill('Billing team');
  await dialog.getByRole('textbox', { name: 'Purpose' }).fill('Nightly invoices');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Account saved');
  await expect(page.getByText('Billing team')).toBeVisible();
  await expect(page.getByText('It has no owner')).toHaveCount(0);

  await page.getByRole('button', { name: 'Make an exception…' }).click();
  const exception = page.getByRole('dialog', { name: 'Make an exception' });
  await expect(exception.getByRole('textbox', { name: /Account/ })).toHaveValue('svc.billing');
  await exception.getByRole('textbox', { name: /Why/ }).fill('Restore test');
  await exception.getByRole('textbox', { name: /Approved by/ }).fill('CHG-4711');
  await exception.getByRole('button', { name: 'Make exception' }).click();
  await expectToast(page, 'Exception created');

  await panel(page, 'Cases').getByRole('link', { name: 'svc.billing' }).click();
  await expect(page).toHaveURL('/cases/1');

  await signInAs(page, organization, await addPerson(scout, organization, 'bo'));
  await page.goto('/accounts/account?name=SVC.Billing');
  await expect(page.getByText('Billing team')).toBeVisible();
  await expect(page.getByRole('button', { name: /owner and purpose|exception/ })).toHaveCount(0);
});

test('the register is exported, and owners are imported from a file after a preview', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  await twoAccounts(scout, organization);
  await page.goto('/accounts');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^accounts-.*\.csv$/);
  const exported = await readFile(await download.path(), 'utf8');
  expect(exported.split('\r\n').slice(0, 2)).toEqual([
    '\ufeffAccount,Owner,Purpose,Health,Contract,Open cases,Hosts,Hosts with an agent,Hosts without an agent,People,First seen,Last seen',
    expect.stringMatching(
      /^svc\.billing,,,"No owner, No agent on 3 of 3 hosts",,1,3,0,app-bill01 fin-laptop3 prd-sql01,1,20/,
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
  await expect(dialog.getByText('1 account changes, 1 stays as it is.')).toBeVisible();
  await expect(dialog.getByText('Not in the register and skipped: svc.none')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveText([
    /svc\.billing.*Owner: none → .*Billing team.*Purpose: none → .*=SUM\(1\)/,
  ]);
  await dialog.getByRole('button', { name: 'Save 1 change' }).click();
  await expectToast(page, '1 account changed');
  await expect(page.getByRole('cell', { name: 'Billing team' })).toBeVisible();

  await signInAs(page, organization, await addPerson(scout, organization, 'bo'));
  await page.goto('/accounts');
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import CSV' })).toHaveCount(0);
});

test.describe('an account that does not exist', () => {
  test.use({ expectedMessages: /404/ });

  test('says so', async ({ signedIn: page }) => {
    for (const query of ['', '?name=', '?name=svc.none', `?name=${encodeURIComponent("svc/%2f'<b>")}`]) {
      await page.goto(`/accounts/account${query}`);
      await expect(page.getByText('There is no such service account')).toBeVisible();
    }
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('axe finds nothing on the register, an account and its dialog', async ({
      signedIn: page,
      scout,
      organization,
    }) => {
      test.setTimeout(120_000);
      await twoAccounts(scout, organization);
      await page.goto('/accounts');
      await expect(page.getByRole('link', { name: 'svc.billing' })).toBeVisible();
      expect(await describeFaults(axeOn(page)), 'register').toEqual([]);
      await page.getByRole('button', { name: 'Import CSV' }).click();
      await page.getByLabel('CSV file').setInputFiles({
        name: 'a.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Account,Owner\nsvc.old,Ada'),
      });
      await expect(page.getByText('1 account changes')).toBeVisible();
      expect(await describeFaults(axeOn(page)), 'import').toEqual([]);
      await page.keyboard.press('Escape');
      await page.goto('/accounts/account?name=svc.billing');
      await expect(panel(page, 'Activity by hour').getByRole('img')).toBeVisible();
      await expect(panel(page, 'Cases').getByRole('link')).toBeVisible();
      expect(await describeFaults(axeOn(page)), 'account').toEqual([]);
      await page.getByRole('button', { name: 'Edit owner and purpose' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await describeFaults(axeOn(page)), 'dialog').toEqual([]);
    });
  });
}

for (const width of [360, 768, 1440]) {
  test(`nothing is wider than the page at ${width} pixels`, async ({
    signedIn: page,
    scout,
    organization,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await twoAccounts(scout, organization);
    for (const path of ['/accounts', '/accounts/account?name=svc.billing']) {
      await page.goto(path);
      await expect(page.getByText('svc.billing').first()).toBeVisible();
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
  });
}
