import { expect, test } from './support/fixtures.ts';
import { clientStart, failedLogon, interactiveLogon } from './support/securityLog.ts';
import { figure } from './support/table.ts';

const minute = 60_000;

test('greets, shows the figures of 30 days and leads to the four dashboards', async ({
  signedIn: page,
  organization,
}) => {
  const now = Date.now();
  await organization.ship([
    clientStart({
      time: now - 3 * minute,
      computer: 'FIN-LAPTOP3',
      account: 'svc.billing',
      server: 'PRD-SQL01',
    }),
    failedLogon({ time: now - 2 * minute, account: 'service.etl', server: 'PROD-LEDGER-02' }),
    failedLogon({ time: now - 2 * minute, account: 'service.etl', server: 'PRD-SQL01' }),
    interactiveLogon({ time: now - minute, account: 'svc.reporting', workstation: 'WS-1042' }),
  ]);
  await page.goto('/dashboard');
  await expect(page.getByText(organization.name, { exact: true })).toBeVisible();
  await expect(figure(page, 'Service Account Incidents')).toHaveText('1');
  await expect(figure(page, 'Failed Logons')).toHaveText('2');
  await expect(figure(page, 'Interactive Logons')).toHaveText('1');
  await expect(figure(page, 'Workstations Involved')).toHaveText('1');
  const facts = page.getByRole('definition');
  await expect(facts.filter({ hasText: 'Active' })).toBeVisible();
  await expect(facts.filter({ hasText: '1 reporting' })).toBeVisible();

  const tiles = page.getByRole('navigation', { name: 'The four dashboards' });
  await expect(tiles.getByRole('link', { name: /Service Account Activity/ })).toContainText(
    'svc.billing → PRD-SQL01',
  );
  await expect(tiles.getByRole('link', { name: /Failed Logons/ })).toContainText('2service.etl');
  await expect(tiles.getByRole('link', { name: /Interactive Logons/ })).toContainText(
    'svc.reporting on WS-1042',
  );

  for (const title of [
    'Service Account Activity',
    'Failed Logons',
    'Interactive Logons',
    'Infrastructure Changes',
  ]) {
    await page.goto('/dashboard');
    await tiles.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(`${title} | Scout`);
    await expect(page.getByRole('contentinfo')).toContainText('© 2025 Scout');
  }
});

test('Infrastructure Changes has its panels and says that nothing is collected', async ({
  signedIn: page,
}) => {
  await page.goto('/dashboard/infrastructure');
  await expect(
    page.getByText('Real-time monitoring of system modifications and configuration updates'),
  ).toBeVisible();
  await expect(figure(page, 'Total Changes')).toHaveText('–');
  await expect(figure(page, 'High Severity')).toHaveText('–');
  for (const title of ['Recent Infrastructure Changes', 'Infrastructure Changes Log']) {
    const within = page.getByRole('region', { name: title });
    await expect(within.getByRole('columnheader')).toHaveText([
      'Time',
      'Service Account',
      'Server',
      'Change Type',
      'Severity',
      'Description',
    ]);
    await expect(within.getByText('Infrastructure changes are not collected yet')).toBeVisible();
  }
});

test('an organization without an agent is told what is missing', async ({ signedIn: page }) => {
  for (const path of ['service-accounts', 'failed-logons', 'interactive-logons']) {
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByText('No agent is installed yet').first()).toBeVisible();
  }
});

test('an organization with agents and no incident is told that it is quiet', async ({
  signedIn: page,
  organization,
}) => {
  await organization.ship([
    interactiveLogon({ time: Date.now(), account: 'amara.okafor', workstation: 'WS-1042' }),
  ]);
  await page.goto('/dashboard/failed-logons');
  await expect(page.getByText('No failed logons in the last 30 days').first()).toBeVisible();
  await expect(page.getByText(/1 agent is installed; the last events came in/).first()).toBeVisible();
});
