import { seedCase } from '@scout/testkit/seedCase';
import { expect, test } from './support/fixtures.ts';
import { failedLogon } from './support/securityLog.ts';
import { expectColumns, expectRows, panel } from './support/table.ts';

const hour = 3_600_000;
const path = '/dashboard/failed-logons';

test('every panel from shipped events', async ({ signedIn: page, organization }) => {
  const now = Date.now();
  await organization.ship([
    failedLogon({
      time: now - 2 * hour,
      account: 'svc.billing',
      server: 'PRD-SQL01',
      from: 'FIN-LAPTOP3',
      address: '192.0.2.7',
    }),
    failedLogon({
      time: now - hour,
      account: 'SVC.BILLING',
      server: 'prd-sql01.northwind.example',
      from: 'FIN-LAPTOP3',
      address: '192.0.2.7',
      code: '0xc0000234',
    }),
    failedLogon({
      time: now - 50 * hour,
      account: 'svc.billing',
      server: 'PROD-LEDGER-02',
      from: 'WS-1042',
      address: '2001:db8::7',
    }),
    failedLogon({
      time: now - 3 * hour,
      account: 'service.etl',
      server: 'PRD-SQL01',
      from: 'WS-1042',
      address: '192.0.2.9',
    }),
    // Not counted: a person, a development server, 31 days ago.
    failedLogon({ time: now - hour, account: 'amara.okafor', server: 'PRD-SQL01' }),
    failedLogon({ time: now - hour, account: 'svc.billing', server: 'DEV-SQL01' }),
    failedLogon({ time: now - 31 * 24 * hour, account: 'svc.billing', server: 'PRD-SQL01' }),
  ]);
  await page.goto(path);

  await expect(page).toHaveTitle('Failed Logons | Scout');
  await expect(
    page.getByText('Real-time monitoring of failed service account logons to production servers'),
  ).toBeVisible();
  await expectRows(panel(page, 'Service Accounts - Failed Logons'), [
    { 'Service Account': 'svc.billing', 'Failed Logons': '3' },
    { 'Service Account': 'service.etl', 'Failed Logons': '1' },
  ]);
  await expectRows(panel(page, 'Production Servers - Failed Logons'), [
    { 'Production Server': 'PRD-SQL01', 'Failed Logons': '3' },
    { 'Production Server': 'PROD-LEDGER-02', 'Failed Logons': '1' },
  ]);

  const log = panel(page, 'Failed Logon Activity Log');
  await expectColumns(log, [
    'Service Account',
    'Velocity Ratio',
    'Avg Failed Attempts/Hour',
    'Failure Reasons',
    'Source Hosts',
    'Destination Servers',
  ]);
  await expectRows(log, [
    {
      'Service Account': 'svc.billing',
      'Velocity Ratio': '3/720',
      'Avg Failed Attempts/Hour': 'peak 1 · < 1',
      'Destination Servers': 'PRD-SQL01+1',
    },
    {
      'Service Account': 'service.etl',
      'Velocity Ratio': '1/720',
      'Avg Failed Attempts/Hour': 'peak 1 · < 1',
      'Destination Servers': 'PRD-SQL01',
    },
  ]);
  const reasons = log.locator('tr[data-row="0"]').getByRole('cell').nth(3);
  await expect(reasons).toContainText('locked out');
  await reasons.getByRole('button').hover();
  await expect(page.getByRole('listitem').filter({ hasText: /password/ })).toBeVisible();

  const trend = panel(page, 'Failed Logon Rate Trend');
  for (const series of ['Failed Logons', 'Moving Average']) {
    await expect(trend.locator('span').filter({ hasText: new RegExp(`^${series}$`) })).toBeVisible();
  }
  await expect(trend.getByRole('rowheader', { includeHidden: true })).toHaveCount(30);
  const counted = await trend.getByRole('cell', { includeHidden: true }).allTextContents();
  const days = counted.filter((_, index) => index % 2 === 0);
  expect(days.reduce((sum, text) => sum + (text === '–' ? 0 : Number(text)), 0)).toBe(4);
  // The agent enrolled today, and its oldest event is of the days before: what lies before that is a gap and not zero.
  expect(days[0]).toBe('–');
  expect(days.at(-1)).not.toBe('–');
});

test('accounts with a case come first in the log, with its severity; a point of the trend names its day', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const refused = (account: string, ago: number) =>
    failedLogon({ time: Date.now() - ago, account, server: 'PRD-SQL01' });
  await organization.ship([
    refused('svc.reporting', 1_000),
    refused('svc.reporting', 2_000),
    refused('svc.archive', 3_000),
  ]);
  await seedCase(async (sql, values) => ({ rows: await scout.asOwner(sql, values) }), organization.tenantId, {
    account: 'svc.archive',
    severity: 'critical',
  });
  await page.goto(path);
  const names = panel(page, 'Failed Logon Activity Log').locator('tr[data-row] td:first-child');
  await expect(names).toHaveText([/Critical case.*svc\.archive/, /^svc\.reporting$/]);
  // The tables of counts keep their order.
  await expect(
    panel(page, 'Service Accounts - Failed Logons').locator('tr[data-row] td:first-child'),
  ).toHaveText([/^svc\.reporting$/, /Critical case.*svc\.archive/]);

  await test.step('the trend names the day and both series at a point', async () => {
    const trend = panel(page, 'Failed Logon Rate Trend');
    const chart = trend.locator('.recharts-surface').first();
    const box = (await chart.boundingBox())!;
    await page.mouse.move(box.x + box.width - 46, box.y + box.height / 2);
    await expect(trend.getByText('Failed Logons: 3 failed logons')).toBeVisible();
    await expect(trend.getByText('Moving Average: 3 failed logons')).toBeVisible();
    const today = new Intl.DateTimeFormat('en-US', {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      timeZone: 'Europe/Zurich',
    });
    await expect(trend.getByText(`${today.format(Date.now())}, 00:00 – 23:59`)).toBeVisible();
  });
});

test.describe('filters', () => {
  test('apply, find one, find none, show all', async ({ signedIn: page, organization }) => {
    const now = Date.now();
    // svc.app00 has 12 failures, svc.app11 has 1: twelve accounts, of which ten are shown.
    await organization.ship(
      Array.from({ length: 12 }, (_, index) => index).flatMap((n) =>
        Array.from({ length: 12 - n }, (_, nth) =>
          failedLogon({
            time: now - (n * 13 + nth) * 60_000,
            account: `svc.app${String(n).padStart(2, '0')}`,
            server: `PRD-SQL${n % 3}`,
          }),
        ),
      ),
    );
    await page.goto(path);
    const accounts = panel(page, 'Service Accounts - Failed Logons');
    const servers = panel(page, 'Production Servers - Failed Logons');
    const box = accounts.getByRole('searchbox');
    await expect(box).toHaveAttribute('placeholder', "Enter a service account name or 'all'");
    await expect(servers.getByRole('searchbox')).toHaveAttribute(
      'placeholder',
      "Enter a PRD server name or 'all'",
    );
    await expect(box).toHaveValue('all');
    await expect(accounts.getByRole('button', { name: 'Clear' })).toHaveCount(0);
    await expect(accounts.getByRole('button', { name: 'Show All' })).toBeVisible();
    await expect(accounts.locator('tr[data-row]')).toHaveCount(10);

    // Nothing changes before it is applied; then only the first match is shown, also beyond the first ten.
    await box.fill(' APP1 ');
    await expect(accounts.getByRole('button', { name: 'Clear' })).toBeVisible();
    await expect(accounts.locator('tr[data-row]')).toHaveCount(10);
    await accounts.getByRole('button', { name: 'Apply Filter' }).click();
    await expectRows(accounts, [{ 'Service Account': 'svc.app10', 'Failed Logons': '2' }]);
    await expect(servers.locator('tr[data-row]')).toHaveCount(3);

    // The applied filter is a chip, which removes it.
    const chip = accounts.getByRole('button', { name: 'Remove the filter service account: APP1' });
    await chip.click();
    await expect(chip).toHaveCount(0);
    await expect(box).toHaveValue('all');
    await expect(accounts.locator('tr[data-row]')).toHaveCount(10);

    await box.fill('nobody');
    await box.press('Enter');
    await expect(accounts.getByText('No service account matches “nobody”')).toBeVisible();

    await accounts.getByRole('button', { name: 'Clear' }).click();
    await expect(box).toHaveValue('all');
    await expect(accounts.locator('tr[data-row]')).toHaveCount(10);

    await servers.getByRole('searchbox').fill('sql2');
    await servers.getByRole('button', { name: 'Apply Filter' }).click();
    await expectRows(servers, [{ 'Production Server': 'PRD-SQL2' }]);
    await servers.getByRole('searchbox').fill('All');
    await servers.getByRole('button', { name: 'Show All' }).click();
    await expect(servers.locator('tr[data-row]')).toHaveCount(3);
  });
});
