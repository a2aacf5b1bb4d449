import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { clientStart } from './support/securityLog.ts';
import { expectColumns, panel, rows } from './support/table.ts';
import { expectToast } from './support/toast.ts';

const minute = 60_000;
const path = '/dashboard/service-accounts';

const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test.beforeEach(async ({ organization }) => {
  const now = Date.now();
  await organization.ship(
    ['svc.reporting', 'svc.billing', 'service.etl'].map((account, n) =>
      clientStart({ time: now - n * minute, computer: `WS-100${n}`, account, server: 'PRD-SQL01' }),
    ),
  );
});

test('rows are ordered and found, and a table is exported as shown', async ({ signedIn: page }) => {
  await page.clock.setFixedTime(Date.now());
  await page.goto(path);
  const log = panel(page, 'Incident Log');
  await test.step('the order of rows is in the address and survives a reload and Back', async () => {
    const accounts = async () => (await rows(log)).map((row) => row['Service Account']);
    await expect.poll(accounts).toEqual(['svc.reporting', 'svc.billing', 'service.etl']);

    const heading = log.getByRole('columnheader', { name: 'Service Account' });
    await heading.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(heading).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(accounts).toEqual(['service.etl', 'svc.billing', 'svc.reporting']);
    await page.keyboard.press('Enter');
    await expect(heading).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(`${path}?sort.incident-log=-serviceAccount`);

    await page.reload();
    await expect.poll(accounts).toEqual(['svc.reporting', 'svc.billing', 'service.etl']);
    await expect(heading).toHaveAttribute('aria-sort', 'descending');
    await page.goBack();
    await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  });
  await test.step('rows are found by their text, also from a link', async () => {
    await page.goto(path);
    await log.getByRole('searchbox', { name: 'Find in Incident Log' }).fill('BILL');
    await expect(log.locator('tr[data-row]')).toHaveCount(1);
    await expect(page).toHaveURL(`${path}?find.incident-log=BILL`);
    await page.reload();
    await expect(log.locator('tr[data-row]')).toHaveText(/svc\.billing/);
    await log.getByRole('searchbox').fill('nothing says this');
    await expect(log.getByText('No row contains “nothing says this”')).toBeVisible();
    await log.getByRole('button', { name: 'Show all rows' }).click();
    await expect(log.locator('tr[data-row]')).toHaveCount(3);
    await expect(log.getByRole('searchbox')).toHaveValue('');
  });
  await test.step('a table is exported as shown: order, search and columns', async () => {
    await page.goto(`${path}?sort.incident-log=serviceAccount&find.incident-log=svc.`);
    await expect(log.locator('tr[data-row]')).toHaveCount(2);
    const exportAs = async (format: 'CSV' | 'TXT') => {
      // The previous one may still be closing.
      await expect(page.getByRole('menu')).toHaveCount(0);
      await log.getByRole('button', { name: 'Options of Incident Log' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: `Export ${format}` }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^incident-log-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.(csv|txt)$/);
      return await readFile(await file.path(), 'utf8');
    };
    const csv = (await exportAs('CSV')).replace('\ufeff', '').trimEnd().split('\r\n');
    expect(csv[0]).toBe('Time,Computer,Service Account,PRD DB Server,Process');
    expect(csv.slice(1).map((line) => line.split(',')[2])).toEqual(['svc.billing', 'svc.reporting']);
    const txt = (await exportAs('TXT')).trimEnd().split('\n');
    expect(txt.map((line) => JSON.parse(line).Computer)).toEqual(['WS-1001', 'WS-1000']);
  });
});

test('rows are copied, times shown in two zones, and columns and density chosen', async ({
  signedIn: page,
}) => {
  await page.goto(path);
  const log = panel(page, 'Incident Log');
  await test.step('a row, a value and the table are copied', async () => {
    const row = log.locator('tr[data-row="1"]');
    await row.focus();
    await page.keyboard.press('Control+C');
    await expectToast(page, 'Copied!');
    expect((await clipboard(page)).split('\t').slice(1, 4)).toEqual(['WS-1001', 'svc.billing', 'PRD-SQL01']);

    await row.getByRole('button', { name: 'svc.billing' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy value' }).click();
    await expect.poll(() => clipboard(page)).toBe('svc.billing');
    await expect(page.getByRole('menu')).toHaveCount(0);

    await log.getByRole('button', { name: 'Options of Incident Log' }).click();
    await page.getByRole('menuitem', { name: 'Copy table' }).click();
    await expect.poll(async () => (await clipboard(page)).split('\n').length).toBe(4);
    expect((await clipboard(page)).split('\n')[0]).toBe(
      'Time\tComputer\tService Account\tPRD DB Server\tProcess',
    );
  });
  await test.step('a time shows its zone and UTC on hover and on focus', async () => {
    const row = log.locator('tr[data-row="0"]');
    const both = page.getByRole('status').filter({ hasText: /GMT\+[12].*UTC$/ });
    await row.focus();
    await page.keyboard.press('ArrowRight');
    await expect(row.locator('time')).toBeFocused();
    await expect(both.first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(both).toHaveCount(0);
    await row.locator('time').hover();
    await expect(both.first()).toBeVisible();
  });
  await test.step('columns and density are chosen, and remembered in this browser', async () => {
    const row = log.locator('tr[data-row="0"]');
    await expect(row).toBeVisible();
    const open = () => log.getByRole('button', { name: 'Options of Incident Log' }).click();
    await open();
    await page.getByRole('menuitemcheckbox', { name: 'Process' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Computer' }).click();
    await page.getByRole('menuitemradio', { name: 'Compact rows' }).click();
    await page.keyboard.press('Escape');
    const chosen = ['Time', 'Service Account', 'PRD DB Server'];
    await expectColumns(log, chosen);
    await expect.poll(async () => (await row.boundingBox())?.height).toBe(28);

    await page.reload();
    await expect(row).toBeVisible();
    await expectColumns(log, chosen);
    await expect.poll(async () => (await row.boundingBox())?.height).toBe(28);

    // The last column cannot be taken away.
    await open();
    await page.getByRole('menuitemcheckbox', { name: 'Time' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Service Account' }).click();
    await expect(page.getByRole('menuitemcheckbox', { name: 'PRD DB Server' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  });
  await test.step('on a low screen a table’s menu fits the available height, and scrolls', async () => {
    await page.setViewportSize({ width: 780, height: 360 });
    await panel(page, 'Incident Log').getByRole('button', { name: 'Options of Incident Log' }).click();
    await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
    await page.getByRole('menuitem', { name: 'Export TXT' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('menuitem', { name: 'Export TXT' })).toBeInViewport({ ratio: 1 });
  });
});

test('a log of 5,000 rows renders the visible ones, tells its length, is sorted and walked by keyboard, and is whole in print', async ({
  signedIn: page,
  organization,
}) => {
  test.setTimeout(180_000);
  const now = Date.now();
  await organization.ship(
    Array.from({ length: 4_990 }, (_, n) =>
      clientStart({
        time: now - (n + 10) * 1_000,
        computer: `WS-${10_000 + n}`,
        account: 'svc.billing',
        server: 'PRD-SQL01',
      }),
    ),
  );
  await page.goto(path);
  const log = panel(page, 'Incident Log');
  const table = log.getByRole('table');
  await expect(table).toHaveAttribute('aria-rowcount', '4994');
  expect(await log.locator('tr[data-row]').count()).toBeLessThan(60);
  await log.locator('tr[data-row="0"]').focus();
  await page.keyboard.press('End');
  const last = log.locator('tr[data-row="4992"]');
  await expect(last).toBeFocused();
  await expect(last).toHaveAttribute('aria-rowindex', '4994');
  await expect(last).toContainText('WS-14989');
  expect(await log.locator('tr[data-row]').count()).toBeLessThan(60);

  // Sorted by time, the keyboard goes the other way.
  await log.getByRole('button', { name: 'Time' }).click();
  await last.focus();
  await page.keyboard.press('Home');
  await expect(log.locator('tr[data-row="0"]')).toBeFocused();
  await expect(log.locator('tr[data-row="0"]')).toContainText('WS-14989');

  await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
  await expect(log.locator('tr[data-row]')).toHaveCount(4_993);
  await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
  await expect.poll(() => log.locator('tr[data-row]').count()).toBeLessThan(60);
});
