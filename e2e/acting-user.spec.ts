import { expect, test } from './support/fixtures.ts';
import { clientStart, interactiveLogon } from './support/securityLog.ts';
import { expectColumns, figure, panel, rows } from './support/table.ts';

const minute = 60_000;
const path = '/dashboard/service-accounts';
const five = ['Time', 'Computer', 'Service Account', 'PRD DB Server', 'Process'];
const hostile = '<img src=x onerror=alert(1)>.keller';

test('who acted: in the log, the drawer, the event and the palette', async ({
  signedIn: page,
  organization,
}) => {
  const now = Date.now();
  const start = { account: 'svc.billing', server: 'PRD-SQL01' };
  await organization.ship([
    clientStart({ ...start, time: now - minute, computer: 'WS-1001' }),
    clientStart({ ...start, time: now - 2 * minute, computer: 'WS-1002', by: 'm.keller' }),
    clientStart({ ...start, time: now - 3 * minute, computer: 'WS-1003', by: hostile }),
    interactiveLogon({ time: now - 4 * minute, account: 'svc.billing', workstation: 'WS-1042' }),
  ]);
  const log = panel(page, 'Incident Log');
  await test.step('a few letters of a name find the person’s actions, in the log, its drawer and the event', async () => {
    await page.goto(path);
    await expect(log.locator('tr[data-row]')).toHaveCount(3);
    await expectColumns(log, five);

    await log.getByRole('searchbox', { name: 'Find in Incident Log' }).fill('M.KELLER');
    await expect
      .poll(async () => (await rows(log)).map((row) => [row.Computer, row['Acting User']]))
      .toEqual([['WS-1002', 'm.keller']]);
    await log.getByRole('button', { name: 'm.keller' }).click();
    const drawer = page.getByRole('dialog', { name: 'm.keller' });
    await expect(drawer.getByText('Acting user', { exact: true })).toBeVisible();
    await expect(drawer.getByRole('listitem')).toHaveCount(1);
    await expect(page).toHaveURL(/incidents=user%3Am\.keller/);
    await drawer.getByRole('listitem').getByRole('button').click();
    const names = page.getByRole('dialog', { name: 'Event' }).getByRole('region', { name: 'Who and where' });
    await expect(names.getByText('Acting user')).toBeVisible();
    await expect(names.getByRole('button', { name: 'm.keller' })).toBeVisible();
  });
  await test.step('the column is shown once it is chosen, and remembered', async () => {
    await page.goto(path);
    await expect(log.locator('tr[data-row]')).toHaveCount(3);
    await log.getByRole('button', { name: 'Options of Incident Log' }).click();
    const choice = page.getByRole('menuitemcheckbox', { name: 'Acting User' });
    await expect(choice).not.toBeChecked();
    await choice.click();
    await expect(choice).toBeChecked();
    await page.reload();
    await expect
      .poll(async () => (await rows(log)).map((row) => row['Acting User']))
      .toEqual(['amara.okafor', 'm.keller', hostile]);
    await expectColumns(log, [...five, 'Acting User']);
  });
  await test.step('the timeline says who acted, and the palette finds a person among the figures', async () => {
    await page.goto(`${path}?incidents=account%3Asvc.billing`);
    const drawer = page.getByRole('dialog', { name: 'svc.billing' });
    await expect(drawer.getByRole('listitem').nth(1)).toContainText(/·\s*by\s*m\.keller/);
    await expect(drawer.getByRole('listitem').nth(2)).toContainText(hostile);
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await expect(figure(page, 'Total Incidents')).toHaveText('3');

    await expect(page.getByRole('button', { name: 'Search or run…' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search screens, accounts, users and hosts' }).fill('keller');
    await expect(page.getByRole('option')).toHaveText([/onerror=alert\(1\)/, /^m\.keller/]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/incidents=user%3Am/);
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
  });
});
