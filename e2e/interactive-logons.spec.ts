import { seedCase } from '@scout/testkit/seedCase';
import { expect, test } from './support/fixtures.ts';
import { interactiveLogon } from './support/securityLog.ts';
import { expectColumns, expectRows, figure, panel } from './support/table.ts';

const minute = 60_000;

test('every panel from shipped events', async ({ signedIn: page, organization, scout }) => {
  const now = Date.now();
  const network = interactiveLogon({ time: now - minute, account: 'svc.billing', workstation: 'WS-1042' });
  await organization.ship([
    interactiveLogon({ time: now - minute, account: 'svc.billing', workstation: 'FIN-LAPTOP3' }),
    interactiveLogon({ time: now - 2 * minute, account: 'svc.billing', workstation: 'WS-1042' }),
    interactiveLogon({ time: now - 3 * minute, account: 'service.etl', workstation: 'WS-1042' }),
    // Not counted: a network logon, a person, a server.
    { ...network, data: { ...network.data, LogonType: '3' } },
    interactiveLogon({ time: now - minute, account: 'amara.okafor', workstation: 'WS-1042' }),
    interactiveLogon({ time: now - minute, account: 'svc.billing', workstation: 'PRD-SQL01' }),
  ]);
  await seedCase(async (sql, values) => ({ rows: await scout.asOwner(sql, values) }), organization.tenantId, {
    account: 'service.etl',
    severity: 'critical',
  });
  await page.goto('/dashboard/interactive-logons');

  await expect(page).toHaveTitle('Interactive Logons | Scout');
  await expect(
    page.getByText('Real-time monitoring of user session activity and access patterns'),
  ).toBeVisible();
  await expect(figure(page, 'Total Incidents')).toHaveText('3');
  await expect(figure(page, 'Total Workstations')).toHaveText('2');
  await expectRows(panel(page, 'Incident Count by Workstation'), [
    { Workstation: 'WS-1042', 'Incident Count': '2' },
    { Workstation: 'FIN-LAPTOP3', 'Incident Count': '1' },
  ]);
  const log = panel(page, 'Incident Log');
  await expectColumns(log, ['Time', 'Service Account', 'Workstation', 'Person']);
  await expectRows(log, [
    { 'Service Account': 'svc.billing', Workstation: 'FIN-LAPTOP3' },
    { 'Service Account': 'svc.billing', Workstation: 'WS-1042' },
    { 'Service Account': 'service.etl', Workstation: 'WS-1042' },
  ]);

  await test.step('the log carries the severity of an account’s case', async () => {
    const accounts = log.locator('tr[data-row] td[data-column="serviceAccount"]');
    await expect(accounts).toHaveText([/^svc\.billing$/, /^svc\.billing$/, /Critical case.*service\.etl/]);
  });

  await test.step('twelve workstations and two hundred rows at most', async () => {
    await organization.ship(
      Array.from({ length: 260 }, (_, n) =>
        interactiveLogon({
          time: now - n * minute,
          account: 'svc.billing',
          workstation: `WS-${1000 + (n % 20)}`,
        }),
      ),
    );
    await page.reload();
    await expect(figure(page, 'Total Incidents')).toHaveText('263');
    await expect(figure(page, 'Total Workstations')).toHaveText('22');
    await expect(panel(page, 'Incident Count by Workstation').locator('tr[data-row]')).toHaveCount(12);
    await expect(panel(page, 'Incident Log').getByRole('table')).toHaveAttribute('aria-rowcount', '201');
  });
});
