import { type CaseState, seedCase } from '@scout/testkit/seedCase';
import { expect, test } from './support/fixtures.ts';
import { clientStart, failedLogon } from './support/securityLog.ts';
import { expectColumns, expectRows, figure, panel, rows } from './support/table.ts';

const minute = 60_000;
const path = '/dashboard/service-accounts';

test('every panel from shipped events', async ({ signedIn: page, organization }) => {
  // All of them on one day.
  const first = Date.now() - 5 * minute;
  const now = new Date(first).getDate() === new Date().getDate() ? first + 5 * minute : first;
  await organization.shipByAgent([
    clientStart({
      time: now - 5 * minute,
      computer: 'FIN-LAPTOP3',
      account: 'svc.billing',
      server: 'PRD-SQL01',
    }),
    clientStart({
      time: now - 4 * minute,
      computer: 'fin-laptop3',
      account: 'SVC.Billing',
      server: 'PRD-SQL01',
    }),
    clientStart({
      time: now - 3 * minute,
      computer: 'WS-1042',
      account: 'service.etl',
      server: 'PROD-LEDGER-02',
    }),
    // None of these is an incident: a production server as the client, a person as the account, a development server.
    clientStart({
      time: now - 2 * minute,
      computer: 'PRD-SQL01',
      account: 'svc.billing',
      server: 'PRD-SQL01',
    }),
    clientStart({
      time: now - 2 * minute,
      computer: 'WS-1042',
      account: 'amara.okafor',
      server: 'PRD-SQL01',
    }),
    clientStart({ time: now - 2 * minute, computer: 'WS-1042', account: 'svc.billing', server: 'DEV-SQL01' }),
  ]);
  await page.goto(path);

  await expect(page).toHaveTitle('Service Account Activity | Scout');
  await expect(page.getByRole('heading', { level: 1, name: 'Service Account Activity' })).toBeVisible();
  await expect(
    page.getByText('Real-time monitoring of database access and security incidents'),
  ).toBeVisible();
  await expect(page.getByText('LIVE')).toBeVisible();
  await expect(figure(page, 'Total Incidents')).toHaveText('3');
  await expect(figure(page, 'Total Workstations')).toHaveText('2');
  const days = page.getByRole('slider', { name: 'Incidents per day' });
  // Midnight may have passed since: then theirs is the day before the last.
  const pointAtTheirDay = async () => {
    await days.press('End');
    const last = (await days.getAttribute('aria-valuetext')) ?? '';
    if (!last.endsWith(': 0 incidents')) return last;
    await days.press('ArrowLeft');
    return (await days.getAttribute('aria-valuetext')) ?? '';
  };
  await expect.poll(pointAtTheirDay).toMatch(/: 3 incidents$/);
  await days.blur();

  const log = panel(page, 'Incident Log');
  await expectColumns(log, ['Time', 'Computer', 'Service Account', 'PRD DB Server', 'Process']);
  await expectRows(log, [
    {
      Computer: 'WS-1042',
      'Service Account': 'service.etl',
      'PRD DB Server': 'PROD-LEDGER-02',
      Process: 'sqlcmd.exe',
    },
    {
      Computer: 'FIN-LAPTOP3',
      'Service Account': 'SVC.Billing',
      'PRD DB Server': 'PRD-SQL01',
      Process: 'sqlcmd.exe',
    },
    {
      Computer: 'FIN-LAPTOP3',
      'Service Account': 'svc.billing',
      'PRD DB Server': 'PRD-SQL01',
      Process: 'sqlcmd.exe',
    },
  ]);

  // Names that differ in case only are one, shown as first seen.
  const accounts = panel(page, 'Incidents per service account');
  await expect(accounts.getByRole('row', { includeHidden: true })).toHaveText([
    'Service AccountIncidentsActing users',
    'svc.billing2amara.okafor',
    'service.etl1amara.okafor',
  ]);
  const workstations = panel(page, 'Incident count by workstation');
  await expect(workstations.getByRole('row', { includeHidden: true })).toHaveText([
    'WorkstationIncidentsActing users',
    'FIN-LAPTOP32amara.okafor',
    'WS-10421amara.okafor',
  ]);

  await test.step('a day of the strip opens its incidents', async () => {
    await expect(page.getByText(/^Peak 3 on /)).toBeVisible();
    await days.focus();
    await pointAtTheirDay();
    await expect(page.getByText(/: 3 incidents$/)).toBeVisible();
    await days.press('Home');
    await expect(page.getByText(/: no data yet$/)).toBeVisible();
    await pointAtTheirDay();
    await days.press('Enter');
    await expect(page).toHaveURL(/incidents=day/);
    await expect(page.getByRole('dialog')).toContainText(/fin-laptop3/i);
  });
});

test('bar charts show the top 8 accounts and the top 12 workstations, with their tooltips', async ({
  signedIn: page,
  organization,
}) => {
  const now = Date.now();
  // Account n and workstation n have n incidents.
  const events = Array.from({ length: 14 }, (_, index) => index + 1).flatMap((n) =>
    Array.from({ length: n }, (_, nth) =>
      clientStart({
        time: now - (n * 20 + nth) * minute,
        computer: `WS-${1000 + n}`,
        account: `svc.app${String(n).padStart(2, '0')}`,
        server: 'PRD-SQL01',
      }),
    ),
  );
  await organization.ship(events);
  await page.goto(path);
  await expect(figure(page, 'Total Incidents')).toHaveText('105');

  const accounts = panel(page, 'Incidents per service account');
  await expect(accounts.getByRole('rowheader', { includeHidden: true })).toHaveText(
    ['14', '13', '12', '11', '10', '09', '08', '07'].map((n) => `svc.app${n}`),
  );
  const workstations = panel(page, 'Incident count by workstation');
  await expect(workstations.getByRole('rowheader', { includeHidden: true })).toHaveText(
    [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `WS-${1000 + n}`),
  );

  await accounts.locator('.recharts-bar-rectangle').first().hover();
  await expect(accounts.getByText('Incidents: 14')).toBeVisible();
  await workstations.locator('.recharts-bar-rectangle').first().hover();
  await expect(workstations.getByText('Incidents: 14')).toBeVisible();
});

test('the AI panel: its columns, the notice without enough events, the verdicts with their reasons; the log carries severities', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  await page.goto(path);
  const now = Date.now();
  const risk = panel(page, 'AI-Powered Incident Risk');
  await test.step('the AI panel has its columns, and without verdicts the notice', async () => {
    await expect(risk.getByText('No data yet')).toBeVisible();
    await expect(
      risk.getByText('A row appears when an account does something it has never done.'),
    ).toBeVisible();
    await expectColumns(risk, [
      'Time',
      'Computer',
      'Service Account',
      'PRD DB Server',
      'Risk Level',
      'Risk Details',
    ]);

    await organization.ship([
      failedLogon({ time: now - minute, account: 'svc.billing', server: 'PRD-SQL01' }),
    ]);
    await page.reload();
    await expect(
      risk.getByText("Less than 50 events isn't enough data for reliable ML results."),
    ).toBeVisible();
  });
  await test.step('the AI panel shows the verdicts of the range with their reasons, and each leads to its case', async () => {
    const add = (state: CaseState) =>
      seedCase(
        async (sql, values) => ({ rows: await scout.asOwner(sql, values) }),
        organization.tenantId,
        state,
      );
    await add({ account: 'svc.old', lastSeen: new Date(Date.now() - 40 * 24 * 60 * minute) });
    const number = await add({
      account: 'svc.billing',
      severity: 'critical',
      sentence:
        'm.keller used svc.billing: 2 sessions on 12 Nov, last 09:00 UTC. First time used by m.keller.',
      lastSeen: new Date(Date.now() - 8 * 24 * 60 * minute),
    });
    await page.reload();
    await expect(
      risk.getByText("Less than 50 events isn't enough data for reliable ML results."),
    ).toBeVisible();
    await expect
      .poll(() => rows(risk))
      .toMatchObject([
        {
          Computer: 'FIN-LAPTOP3',
          'Service Account': 'svc.billing',
          'PRD DB Server': 'PRD-SQL01',
          'Risk Level': 'High',
          'Risk Details': expect.stringContaining('First time used by m.keller.'),
        },
      ]);
    await page.goto(`${path}?range=90d`);
    await expect(risk.getByText('svc.old', { exact: true })).toBeVisible();
    await risk.getByRole('row').filter({ hasText: 'svc.billing' }).getByText('High').click();
    await expect(page).toHaveURL(new RegExp(`/cases/${number}$`));
  });
  await test.step('with enough events and no verdict in the range it has no notice', async () => {
    await organization.ship(
      Array.from({ length: 49 }, (_, nth) =>
        // Each a different account from a separate machine, which causes no case.
        failedLogon({
          time: now - (nth + 2) * minute,
          account: `svc.app${nth}`,
          server: 'PRD-SQL01',
          from: `WS-2${nth}`,
          address: '-',
        }),
      ),
    );
    await page.goto(`${path}?range=7d`);
    await expect(risk.getByText('No data yet')).toBeVisible();
  });
  await test.step('the log carries the severity of an account’s case', async () => {
    await organization.ship([
      clientStart({ time: now - minute, computer: 'WS-1042', account: 'svc.reporting', server: 'PRD-SQL01' }),
      clientStart({
        time: now - 2 * minute,
        computer: 'WS-1042',
        account: 'svc.billing',
        server: 'PRD-SQL01',
      }),
    ]);
    await page.goto(path);
    await expect(
      panel(page, 'Incident Log').locator('tr[data-row] td[data-column="serviceAccount"]'),
    ).toHaveText([/^svc\.reporting$/, /Critical case.*svc\.billing/]);
  });
});
