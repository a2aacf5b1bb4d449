import { caseNumberText } from '@scout/contract';
import { seedCase } from '@scout/testkit/seedCase';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import type { Organization } from './support/organization.ts';
import { clientStart, failedLogon, interactiveLogon } from './support/securityLog.ts';
import { figure, panel } from './support/table.ts';

const minute = 60_000;
const hour = 60 * minute;

async function shipIncidents(organization: Organization): Promise<void> {
  const now = Date.now();
  await organization.ship([
    ...[1, 2, 3].map((n) =>
      clientStart({
        time: now - n * minute,
        computer: 'FIN-LAPTOP3',
        account: 'svc.billing',
        server: 'PRD-SQL01',
      }),
    ),
    clientStart({
      time: now - 4 * minute,
      computer: 'WS-1042',
      account: 'service.etl',
      server: 'PROD-LEDGER-02',
    }),
    failedLogon({
      time: now - hour,
      account: 'svc.billing',
      server: 'PRD-SQL01',
      address: '192.0.2.14',
      code: '0xc0000071',
    }),
    interactiveLogon({ time: now - 2 * hour, account: 'svc.billing', workstation: 'WS-1042' }),
  ]);
}

test('a bar opens its incidents, an incident the raw event, and the address holds both', async ({
  signedIn: page,
  organization,
}) => {
  await shipIncidents(organization);
  await page.goto('/dashboard/service-accounts');
  await expect(figure(page, 'Total Incidents')).toHaveText('4');
  await panel(page, 'Incidents per service account').locator('.recharts-bar-rectangle').first().click();

  const drawer = page.getByRole('dialog', { name: 'svc.billing' });
  await expect(drawer).toBeFocused();
  await expect(drawer.getByText('Service Account Activity · Last 30 days')).toBeVisible();
  const run = drawer.getByRole('list', { name: 'Incidents' }).getByRole('listitem').first();
  await expect(run).toContainText(/used\s*\S*sqlcmd\.exe\s*on\s*FIN-LAPTOP3\s*against\s*PRD-SQL01.*× 3$/i);
  await expect(drawer.getByRole('listitem')).toHaveCount(1);
  await expect(drawer.getByRole('term')).toHaveText(['Person', /From$/, /Account$/, /Server$/]);
  await expect(drawer.getByRole('definition')).toHaveText([
    'amara.okafor× 3',
    'FIN-LAPTOP3× 3',
    'svc.billing× 3',
    'PRD-SQL01× 3',
  ]);
  await expect(drawer.getByText('These are all 3.')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/service-accounts?incidents=account%3Asvc.billing');

  await run.getByRole('button').click();
  const events = run.getByRole('list', { name: 'Events' });
  await expect(events.getByRole('listitem')).toHaveCount(3);
  await events.getByRole('button').first().click();
  const event = page.getByRole('dialog', { name: 'Event' });
  await expect(event.getByRole('heading', { name: 'Process start' })).toBeVisible();
  await expect(event.getByRole('region', { name: 'Command line' })).toContainText('-U svc.billing');
  await expect(event.getByRole('region', { name: 'Raw XML' })).toContainText('<EventID>4688</EventID>');
  await expect(page).toHaveURL(/incidents=account%3Asvc\.billing&event=[0-9a-f-]{43}$/);

  // The address is sufficient for a colleague, and Back undoes the steps one by one.
  await page.reload();
  await expect(event.getByRole('heading', { name: 'Process start' })).toBeVisible();
  await page.goBack();
  await expect(drawer.getByRole('listitem')).toHaveCount(1);
  await page.goForward();
  await expect(event.getByRole('heading', { name: 'Process start' })).toBeVisible();
  await event.getByRole('button', { name: 'Back to svc.billing' }).click();
  await expect(drawer.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard/service-accounts');
});

test('by keyboard: from a name in a row into the drawer and back to the name; arrow keys read a chart', async ({
  signedIn: page,
  organization,
}) => {
  await shipIncidents(organization);
  await page.goto('/dashboard/service-accounts');
  await test.step('arrow keys read a chart, and Enter opens the bar', async () => {
    await expect(figure(page, 'Total Incidents')).toHaveText('4');
    const chart = panel(page, 'Incident count by workstation');
    await chart.locator('.recharts-surface').first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(chart.getByText('Incidents: 1')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'WS-1042' }).getByRole('listitem')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('from a name in a row into the drawer and back to the name', async () => {
    const log = panel(page, 'Incident Log');
    const row = log.locator('tr[data-row="0"]');
    await row.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    const name = row.getByRole('button', { name: 'svc.billing' });
    await expect(name).toBeFocused();
    await page.keyboard.press('Enter');
    const run = page.getByRole('dialog', { name: 'svc.billing' }).getByRole('listitem');
    await expect(run).toContainText('× 3');
    await run.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(run.getByRole('list', { name: 'Events' }).getByRole('listitem')).toHaveCount(3);
    await expect(run.first().getByRole('button').first()).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(name).toBeFocused();

    // A row is one incident: it opens its event.
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Event' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row).toBeFocused();
  });
});

test.describe('failed logons', () => {
  test.use({ expectedMessages: /404/ });

  test('an event is decoded, with hostile text as text; links to nothing say so', async ({
    signedIn: page,
    organization,
  }) => {
    await shipIncidents(organization);
    await page.goto('/dashboard/failed-logons');
    await test.step('a failed logon is decoded: logon type, status and sub-status in words', async () => {
      await panel(page, 'Production Servers - Failed Logons')
        .getByRole('button', { name: 'PRD-SQL01' })
        .click();
      const drawer = page.getByRole('dialog', { name: 'PRD-SQL01' });
      await expect(drawer.getByRole('listitem')).toHaveText(
        /svc\.billing.*was refused.*192\.0\.2\.14|svc\.billing/,
      );
      await drawer.getByRole('listitem').getByRole('button').click();
      const event = page.getByRole('dialog', { name: 'Event' });
      const codes = event.getByRole('region', { name: 'Codes in words' });
      for (const [label, code, words] of [
        ['Logon type', '3', 'Network'],
        ['Status', '0xc000006e', 'account restriction'],
        ['Sub-status', '0xc0000071', 'password expired'],
      ]) {
        const line = codes.locator('div', { has: page.getByText(label!, { exact: true }) });
        await expect(line.getByRole('button', { name: code!, exact: true })).toBeVisible();
        await expect(line).toContainText(words!);
      }
      await expect(event.getByRole('region', { name: 'Fields' })).toContainText('192.0.2.14');

      // A name in the event opens its own incidents.
      const names = event.getByRole('region', { name: 'Who and where' });
      await expect(names.getByRole('button', { name: '192.0.2.14' })).toHaveAttribute(
        'aria-haspopup',
        'dialog',
      );
      await names.getByRole('button', { name: 'svc.billing' }).click();
      await expect(page.getByRole('dialog', { name: 'svc.billing' }).getByRole('listitem')).toHaveCount(1);
    });
    await test.step('hostile text stays text, and deceptive characters are shown as code points', async () => {
      const account = `svc.<img src=x onerror="document.title='owned'">\u202egnp`;
      await organization.ship([failedLogon({ time: Date.now(), account, server: 'PRD-SQL01' })]);
      await page.goto('/dashboard/failed-logons');
      const row = panel(page, 'Failed Logon Activity Log').locator('tr[data-row="0"]');
      await expect(row).toContainText('<img src=x');
      await row.focus();
      await page.keyboard.press('Enter');
      const drawer = page.getByRole('dialog');
      await drawer.getByRole('listitem').getByRole('button').click();
      const raw = page.getByRole('region', { name: 'Raw XML' });
      await expect(raw).toContainText('svc.&lt;img src=x');
      await expect(raw).toContainText('‹U+202E›gnp');
      await expect(drawer.locator('img')).toHaveCount(0);
      await expect(page).toHaveTitle('Failed Logons | Scout');
    });
    await test.step('an event that does not exist says so', async () => {
      await page.goto('/dashboard/failed-logons?event=019aa0f0-1111-7222-8333-0123456789ab-000012');
      await expect(page.getByRole('dialog').getByText('Event not found', { exact: true })).toBeVisible();
    });
    await test.step('a link with invalid values shows the default page', async () => {
      await page.goto(
        '/dashboard/failed-logons?range=8d&incidents=constructor:x&event=7&sort.incident-log=--&from=x',
      );
      await expect(page.getByText('LIVE')).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('combobox', { name: 'Date range' })).toHaveText('Last 30 days');
    });
  });
});

test('each source host of an account, and a day of the trend, opens its incidents', async ({
  signedIn: page,
  organization,
}) => {
  const now = Date.now();
  // Milliseconds apart: all on the same day.
  const failure = (n: number, from: string, address: string) =>
    failedLogon({
      time: now - n,
      account: 'svc.billing',
      server: 'PRD-SQL01',
      from,
      address,
    });
  await organization.ship([
    failure(1, 'WS-1042', '192.0.2.14'),
    failure(2, 'ws-1042', '192.0.2.14'),
    failure(3, 'FIN-LAPTOP3', '192.0.2.9'),
    failedLogon({
      time: now - 5 * 24 * hour,
      account: 'svc.etl',
      server: 'PRD-SQL01',
      from: 'APP-ETL01',
      address: '192.0.2.77',
    }),
  ]);
  await page.goto('/dashboard/failed-logons');
  await test.step('each source host of an account opens the failed logons that came from it', async () => {
    const row = panel(page, 'Failed Logon Activity Log').locator('tr[data-row="0"]');
    const more = row.getByRole('button', { name: '3 more source hosts' });
    await more.click();
    const menu = page.getByRole('menu', { name: 'source hosts' });
    await expect(menu.getByRole('menuitem')).toHaveText([
      'FIN-LAPTOP3',
      /^ws-1042$/i,
      '192.0.2.14',
      '192.0.2.9',
    ]);
    await menu.getByRole('menuitem', { name: 'ws-1042' }).click();
    const drawer = page.getByRole('dialog', { name: 'ws-1042' });
    await expect(drawer).toBeFocused();
    await expect(drawer.getByText('Source host', { exact: true })).toBeVisible();
    await expect(drawer.getByRole('listitem')).toHaveText(/× 2$/);
    await expect(page).toHaveURL(/\?incidents=source%3Aws-1042$/i);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(more).toBeFocused();

    // By keyboard: to the second of the four and back to the first.
    await page.keyboard.press('Enter');
    await expect(page.locator('[role="menu"]:focus-within')).toBeVisible();
    await page.keyboard.press('W');
    await expect(menu.getByRole('menuitem', { name: 'ws-1042' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(menu.getByRole('menuitem', { name: 'FIN-LAPTOP3' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'FIN-LAPTOP3' }).getByRole('listitem')).toHaveCount(1);
    await page.keyboard.press('Escape');

    await row.getByRole('button', { name: 'FIN-LAPTOP3', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'FIN-LAPTOP3' }).getByRole('listitem')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('a day of the trend opens the incidents of that day', async () => {
    const trend = panel(page, 'Failed Logon Rate Trend');
    await expect(trend.getByText('3', { exact: true }).first()).toBeVisible();
    await trend.locator('.recharts-surface').first().focus();
    await page.keyboard.press('ArrowLeft');
    for (let step = 0; step < 29; step += 1) await page.keyboard.press('ArrowRight');
    await expect(trend.getByText('Failed Logons: 3 failed logons')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText([/svc\.billing/, /svc\.billing/]);
    await expect(page).toHaveURL(/incidents=day%3A\d{4}-\d{2}-\d{2}$/);
  });
});

test('the drawer is a case in small, also on a phone', async ({ signedIn: page, scout, organization }) => {
  const refused = (n: number, server: string, from: string) =>
    failedLogon({
      time: Date.now() - n * minute,
      account: 'svc.billing',
      server,
      from,
      code: '0xc0000234',
    });
  await organization.ship([
    ...Array.from({ length: 41 }, (_, n) => refused(n + 1, 'PROD-LEDGER-02', 'WS-1042')),
    refused(50, 'PRD-SQL01', `WS-${'X'.repeat(120)}`),
  ]);
  const number = await seedCase(
    async (sql, values) => ({ rows: await scout.asOwner(sql, values) }),
    organization.tenantId,
  );
  await page.goto('/dashboard/failed-logons?incidents=account:SVC.Billing');
  const drawer = page.getByRole('dialog', { name: 'SVC.Billing' });
  const runs = drawer.getByRole('list', { name: 'Incidents' }).locator('> li');
  await expect(runs).toHaveText([
    /was refused by PROD-LEDGER-02 from 192.0.2.14 · account locked out× 41$/,
    /was refused by PRD-SQL01 from 192.0.2.14 · account locked out× 1$/,
  ]);
  await expect(drawer.getByText('These are all 42.')).toBeVisible();
  await runs.first().getByRole('button').first().click();
  const events = runs.first().getByRole('list', { name: 'Events' }).getByRole('listitem');
  await expect(events).toHaveCount(25);
  await drawer.getByRole('button', { name: 'Show older events' }).click();
  await expect(events).toHaveCount(41);
  expect(await describeFaults(axeOn(page))).toEqual([]);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const sideways = () =>
      drawer.evaluate(
        (element: { scrollWidth: number; clientWidth: number }) => element.scrollWidth - element.clientWidth,
      );
    await expect.poll(sideways, String(width)).toBeLessThanOrEqual(0);
    const over = 'document.documentElement.scrollWidth - innerWidth';
    await expect.poll(() => page.evaluate(over), String(width)).toBeLessThanOrEqual(0);
  }

  // A server of the path opens its own incidents.
  await drawer.getByRole('definition').getByRole('button', { name: 'PROD-LEDGER-02' }).click();
  await expect(page.getByRole('dialog', { name: 'PROD-LEDGER-02' }).getByRole('listitem')).toHaveText(
    /× 41$/,
  );
  await page.goBack();
  // The refusals may have become the first case.
  const link = drawer.getByRole('link', { name: caseNumberText(number) });
  await expect(link).toContainText('m.keller used svc.billing from FIN-LAPTOP3 to PRD-SQL01.');
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/cases/${number}`);
});
