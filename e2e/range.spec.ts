import { expect, test } from './support/fixtures.ts';
import { clientStart, failedLogon, interactiveLogon } from './support/securityLog.ts';
import { expectRows, figure, panel } from './support/table.ts';

const day = 86_400_000;

/** The viewer's day (Europe/Zurich) of a time. */
const dayOf = (time: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Zurich', dateStyle: 'short' }).format(time);

test('a range is chosen, kept on other pages, and is in the address', async ({
  signedIn: page,
  organization,
}) => {
  const now = Date.now();
  const start = (days: number) =>
    clientStart({
      time: now - days * day - 60_000,
      computer: `WS-${1000 + days}`,
      account: 'svc.billing',
      server: 'PRD-SQL01',
    });
  await organization.ship([
    start(0),
    start(3),
    start(20),
    start(60),
    start(200),
    interactiveLogon({ time: now - 60 * day, account: 'svc.billing', workstation: 'WS-1042' }),
  ]);
  await page.goto('/dashboard/service-accounts');
  await expect(figure(page, 'Total Incidents')).toHaveText('3');

  const choose = async (label: string) => {
    await page.getByRole('combobox', { name: 'Date range' }).click();
    await page.getByRole('option', { name: label }).click();
  };
  await choose('Last 7 days');
  await expect(figure(page, 'Total Incidents')).toHaveText('2');
  await expect(page).toHaveURL('/dashboard/service-accounts?range=7d');
  await expect(page.getByText('Last 7 days').first()).toBeVisible();
  await choose('Last 90 days');
  await expect(figure(page, 'Total Incidents')).toHaveText('4');
  await choose('Last 365 days');
  await expect(figure(page, 'Total Incidents')).toHaveText('5');
  await page.goBack();
  await expect(figure(page, 'Total Incidents')).toHaveText('4');

  await page
    .getByRole('navigation', { name: 'Dashboards', exact: true })
    .getByRole('link', { name: 'Interactive Logons' })
    .click();
  await expect(page).toHaveURL('/dashboard/interactive-logons?range=90d');
  await expect(figure(page, 'Total Incidents')).toHaveText('1');
  await choose('Last 30 days');
  await expect(figure(page, 'Total Incidents')).toHaveText('0');
  await expect(page.getByText('No interactive logons in the last 30 days').first()).toBeVisible();
  await expect(page).toHaveURL('/dashboard/interactive-logons');

  // A bar opens the same days.
  await page.goto('/dashboard/service-accounts?range=90d');
  await panel(page, 'Incidents per service account').locator('.recharts-bar-rectangle').first().click();
  const drawer = page.getByRole('dialog', { name: 'svc.billing' });
  await expect(drawer.getByText('Last 90 days')).toBeVisible();
  await expect(drawer.getByRole('listitem')).toHaveCount(4);
});

test('custom days: trend, velocity and averages follow them; applied filters are in the address', async ({
  signedIn: page,
  organization,
}) => {
  const noon = Math.floor(Date.now() / day) * day + 12 * 3_600_000 - 10 * day;
  await organization.ship(
    [0, 1, 1, 2, 5].map((days, n) =>
      failedLogon({ time: noon - days * day + n, account: 'svc.billing', server: 'PRD-SQL01' }),
    ),
  );
  const [from, to] = [dayOf(noon - 2 * day), dayOf(noon)];
  await page.goto(`/dashboard/failed-logons?from=${from}&to=${to}`);
  await expectRows(panel(page, 'Service Accounts - Failed Logons'), [
    { 'Service Account': 'svc.billing', 'Failed Logons': '4' },
  ]);
  const trend = panel(page, 'Failed Logon Rate Trend');
  await expect(trend.getByRole('rowheader', { includeHidden: true })).toHaveCount(3);
  await expect(trend.getByRole('row', { includeHidden: true }).nth(2)).toHaveText(/2026|20\d\d/);
  // Three local days are 72 hours, or one more or less around a clock change.
  await expect(panel(page, 'Failed Logon Activity Log').locator('tr[data-row="0"]')).toContainText(
    /3\/7[123]/,
  );

  await expect(page.getByLabel('From', { exact: true })).toHaveValue(from);
  await page.getByLabel('To', { exact: true }).fill(from);
  await expect(page).toHaveURL(new RegExp(`from=${from}&to=${from}$`));
  await expectRows(panel(page, 'Service Accounts - Failed Logons'), [
    { 'Service Account': 'svc.billing', 'Failed Logons': '1' },
  ]);
  await page.getByLabel('To', { exact: true }).fill(dayOf(noon - 4 * day));
  await expect(page.getByRole('alert')).toHaveText('From must not be later than To.');

  await test.step('applied filters are in the address', async () => {
    const now = Date.now();
    await organization.ship(
      ['svc.billing', 'service.etl'].map((account, n) =>
        failedLogon({ time: now - n * 60_000 - 60_000, account, server: 'PRD-SQL01' }),
      ),
    );
    await page.goto('/dashboard/failed-logons?account=etl');
    const accounts = panel(page, 'Service Accounts - Failed Logons');
    await expectRows(accounts, [{ 'Service Account': 'service.etl' }]);
    await expect(accounts.getByRole('searchbox')).toHaveValue('etl');
    await accounts.getByRole('searchbox').fill('billing');
    await accounts.getByRole('button', { name: 'Apply Filter' }).click();
    await expectRows(accounts, [{ 'Service Account': 'svc.billing' }]);
    await expect(page).toHaveURL('/dashboard/failed-logons?account=billing');
    await accounts.getByRole('button', { name: 'Show All' }).click();
    await expect(page).toHaveURL('/dashboard/failed-logons');
    await page.goBack();
    await expectRows(accounts, [{ 'Service Account': 'svc.billing' }]);
  });
});
