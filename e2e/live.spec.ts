import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { createOrganization } from './support/organization.ts';
import { clientStart, failedLogon, interactiveLogon } from './support/securityLog.ts';
import { signIn } from './support/signIn.ts';
import { expectRows, figure, panel } from './support/table.ts';

const second = 1_000;
const path = '/dashboard/failed-logons';

/** Opens a dashboard with a controlled clock. */
async function open(page: Page, at: string): Promise<void> {
  await page.clock.install();
  await page.goto(at);
  await expect(page.getByText('LIVE')).toBeVisible();
}

test('what the agent ships appears within two polls, and the clock ticks', async ({
  signedIn: page,
  organization,
}) => {
  await page.clock.install();
  await page.goto(path);
  await expect(page.getByText('No agent sends events')).toBeVisible();
  const now = Date.now();
  await organization.shipByAgent([
    failedLogon({
      time: now,
      account: 'svc.billing',
      server: 'PRD-SQL01',
      code: '0xc0000234',
      from: 'FIN-LAPTOP3',
      address: '192.0.2.7',
    }),
    clientStart({ time: now, computer: 'FIN-LAPTOP3', account: 'svc.billing', server: 'PRD-SQL01' }),
    interactiveLogon({ time: now, account: 'service.etl', workstation: 'WS-1042' }),
  ]);
  await page.clock.runFor(20 * second);
  await expect(page.getByText('LIVE')).toBeVisible();
  await test.step('the clock ticks and the countdown runs from ten', async () => {
    const updated = page.getByRole('timer').filter({ hasText: 'Last Updated:' });
    const countdown = page.getByRole('timer', { name: /Next refresh in/ });
    const before = await updated.textContent();
    const left = await countdown.textContent();
    await page.clock.runFor(second);
    await expect(updated).not.toHaveText(before!);
    await expect(countdown).not.toHaveText(left!);
    expect(before).toMatch(/^Last Updated: \d\d:\d\d:\d\d \(\d+ s ago\)$/);
  });
  await test.step('a failed logon, with account, server and reason', async () => {
    await expectRows(panel(page, 'Failed Logon Activity Log'), [
      {
        'Service Account': 'svc.billing',
        'Velocity Ratio': '1/720',
        'Source Hosts': 'FIN-LAPTOP3+1 IP',
        'Destination Servers': 'PRD-SQL01',
      },
    ]);
    await expect(panel(page, 'Failed Logon Activity Log').getByText(/locked out/)).toBeVisible();
    await expectRows(panel(page, 'Production Servers - Failed Logons'), [
      { 'Production Server': 'PRD-SQL01', 'Failed Logons': '1' },
    ]);
  });
  // The other dashboards show what the same poll has brought, without a reload.
  const dashboards = page.getByRole('navigation', { name: 'Dashboards', exact: true });
  await test.step('a database client, with computer, account, server and process', async () => {
    await dashboards.getByRole('link', { name: 'Service Accounts' }).click();
    await expectRows(panel(page, 'Incident Log'), [
      {
        Computer: 'FIN-LAPTOP3',
        'Service Account': 'svc.billing',
        'PRD DB Server': 'PRD-SQL01',
        Process: 'sqlcmd.exe',
      },
    ]);
  });
  await test.step('an interactive logon, with account and workstation', async () => {
    await dashboards.getByRole('link', { name: 'Interactive Logons' }).click();
    await expectRows(panel(page, 'Incident Log'), [
      { 'Service Account': 'service.etl', Workstation: 'WS-1042' },
    ]);
  });
});

test.describe('when the server stops answering', () => {
  test.use({ expectedMessages: /ERR_/ });

  test('LIVE becomes OFFLINE, figures stay, dimmed and dated; and back', async ({
    signedIn: page,
    organization,
    scout,
  }) => {
    await organization.ship([failedLogon({ time: Date.now(), account: 'svc.billing', server: 'PRD-SQL01' })]);
    await open(page, path);
    const accounts = panel(page, 'Service Accounts - Failed Logons');
    await expectRows(accounts, [{ 'Service Account': 'svc.billing' }]);

    scout.pause();
    try {
      // The due poll, and the time for its response.
      await page.clock.runFor(20 * second);
      await expect(page.getByText('OFFLINE')).toBeVisible();
      await expect(page.getByText('LIVE', { exact: true })).toHaveCount(0);
      await expect(page.getByText(/^No new figures since \d\d:\d\d:\d\d$/)).toBeVisible();
      await expectRows(accounts, [{ 'Service Account': 'svc.billing' }]);
      await expect(accounts.getByText(/^Last updated \w{3} \d\d, \d\d:\d\d:\d\d$/)).toBeVisible();
    } finally {
      scout.resume();
    }
    await page.clock.runFor(20 * second);
    await expect(page.getByText('LIVE', { exact: true })).toBeVisible();
    await expect(accounts.getByText(/^Last updated/)).toHaveCount(0);
  });
});

test.describe('events in this browser', () => {
  const stored = 'scout_recent_events';

  test('are what the figures are computed from, reloaded on both events', async ({
    signedIn: page,
    organization,
    scout,
    context,
  }) => {
    await organization.ship([
      interactiveLogon({ time: Date.now() - 60_000, account: 'svc.billing', workstation: 'WS-1042' }),
    ]);
    // Only the first poll gets a response: the next would replace the test's data. It is LIVE only until the next one is overdue.
    let isPolled = false;
    await page.route('/rest/v1/tenant_events*', async (route) => {
      if (isPolled) return;
      isPolled = true;
      await route.continue();
    });
    await page.goto('/dashboard/interactive-logons');
    await expect(figure(page, 'Total Incidents')).toHaveText('1');
    const events = JSON.parse(String(await page.evaluate(`localStorage.getItem('${stored}')`)));
    expect(events).toHaveLength(1);
    const second = {
      ...events[0],
      id: 'x',
      target_user_name: 'service.etl',
      timestamp: new Date(Date.now() - 1_000).toISOString(),
    };
    const text = JSON.stringify(JSON.stringify([second, ...events]));

    await page.evaluate(
      `localStorage.setItem('${stored}', ${text}); dispatchEvent(new Event('scout:events-updated'))`,
    );
    await expect(figure(page, 'Total Incidents')).toHaveText('2');

    // Another tab of the same browser: notified by the storage event.
    const other = await context.newPage();
    await other.goto('/theme.js');
    await other.evaluate(`localStorage.setItem('${stored}', '[]')`);
    await expect(figure(page, 'Total Incidents')).toHaveText('0');

    await page.evaluate(
      `localStorage.setItem('${stored}', '[{"id":'); dispatchEvent(new Event('scout:events-updated'))`,
    );
    await expect(figure(page, 'Total Incidents')).toHaveText('0');
    await other.close();

    await test.step('another tenant in the same browser never sees them, not even before its first poll', async () => {
      await page.unroute('/rest/v1/tenant_events*');
      await page.reload();
      await expect(figure(page, 'Total Incidents')).toHaveText('1');
      await signIn(page, await createOrganization(scout));
      const polled = Promise.withResolvers<void>();
      await page.route('/rest/v1/tenant_events*', async (route) => {
        await polled.promise;
        await route.continue();
      });
      await page.reload();
      await expect(panel(page, 'Incident Log').getByText('Loading Incident Log')).toBeAttached();
      await expect(page.getByText('svc.billing')).toHaveCount(0);
      polled.resolve();
      await expect(figure(page, 'Total Incidents')).toHaveText('0');
      expect(await page.evaluate(`localStorage.getItem('scout_recent_events')`)).toBe('[]');
    });
  });

  test('when the quota is full, the oldest are dropped and the figures say since when', async ({
    signedIn: page,
    organization,
  }) => {
    const now = Date.now();
    await organization.ship(
      Array.from({ length: 200 }, (_, n) =>
        interactiveLogon({ time: now - n * 3_600_000, account: 'svc.billing', workstation: 'WS-1042' }),
      ),
    );
    // Leaves space for about a third of them.
    await page.addInitScript(
      `if (!localStorage.getItem('filler')) localStorage.setItem('filler', 'x'.repeat(5 * 1024 * 1024 - 60_000))`,
    );
    await page.goto('/dashboard/interactive-logons');
    await expect(page.getByText('LIVE')).toBeVisible();
    await expect
      .poll(async () => Number(await figure(page, 'Total Incidents').textContent()))
      .toBeGreaterThan(20);
    const shown = Number(await figure(page, 'Total Incidents').textContent());
    expect(shown).toBeLessThan(200);
    const oldest = new Date(now - (shown - 1) * 3_600_000);
    const since = page.getByRole('main').locator('header time');
    await expect(since).toHaveAttribute('datetime', oldest.toISOString());
  });
});

test('a tenant with more events than one poll holds sees figures over all of them', async ({
  signedIn: page,
  organization,
}) => {
  test.setTimeout(120_000);
  const now = Date.now();
  await organization.ship(
    Array.from({ length: 5_200 }, (_, n) =>
      failedLogon({
        time: now - n * 5 * 60_000,
        account: n % 2 ? 'svc.billing' : 'service.etl',
        server: 'PRD-SQL01',
      }),
    ),
  );
  await open(page, path);
  const accounts = panel(page, 'Service Accounts - Failed Logons');
  await expectRows(accounts, [
    { 'Service Account': 'service.etl', 'Failed Logons': '2,600' },
    { 'Service Account': 'svc.billing', 'Failed Logons': '2,600' },
  ]);
  // They also move with the next polls.
  await organization.ship([failedLogon({ time: Date.now(), account: 'svc.billing', server: 'PRD-SQL01' })]);
  await page.clock.runFor(20 * second);
  await expectRows(accounts, [
    { 'Service Account': 'svc.billing', 'Failed Logons': '2,601' },
    { 'Service Account': 'service.etl', 'Failed Logons': '2,600' },
  ]);
});
