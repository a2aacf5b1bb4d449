import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { failedLogon, interactiveLogon } from './support/securityLog.ts';
import { panel } from './support/table.ts';
import { toast } from './support/toast.ts';

const minute = 60_000;

async function download(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

const count = (page: Page, events: string) => panel(page, 'Event report').getByText(events, { exact: true });

test('nothing to export: no download', async ({ signedIn: page }) => {
  await page.goto('/settings/reports');
  await expect(count(page, '0')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Export TXT' })).toBeDisabled();
});

test('a range and a type, as CSV that a spreadsheet may open and as TXT', async ({
  signedIn: page,
  organization,
}) => {
  const now = Date.now();
  await organization.ship([
    failedLogon({ time: now - 3 * minute, account: '=svc.billing', server: 'PRD-SQL01' }),
    failedLogon({ time: now - 2 * minute, account: 'svc.billing', server: 'PRD-SQL01' }),
    interactiveLogon({ time: now - minute, account: 'svc.billing', workstation: 'WS-1042' }),
  ]);
  await page.goto('/settings/reports');
  await expect(count(page, '3')).toBeVisible();

  const csv = await download(page, 'Export CSV');
  await expect(toast(page, 'Export generated successfully')).toBeVisible();
  expect(csv.name).toMatch(/^tenant-events-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.csv$/);
  const lines = csv.text.trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain('timestamp,event_type');
  expect(csv.text).toContain(`,"'=svc.billing",`);

  await page.getByRole('combobox', { name: 'Event type' }).click();
  await page.getByRole('option', { name: 'WINDOWS_SECURITY_4624' }).click();
  await expect(count(page, '1')).toBeVisible();
  const txt = await download(page, 'Export TXT');
  expect(txt.name).toMatch(/^tenant-events-.+\.txt$/);
  const [event, ...rest] = txt.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rest).toEqual([]);
  expect(event).toMatchObject({ event_type: 'WINDOWS_SECURITY_4624', target_user_name: 'svc.billing' });
});

test('the days hold each other: From up to To, To up to today', async ({ signedIn: page }) => {
  await page.clock.setFixedTime(new Date('2026-11-21T12:00:00Z'));
  await page.goto('/settings/reports');
  const from = page.getByLabel('From', { exact: true });
  const to = page.getByLabel('To', { exact: true });
  const today = '2026-11-21';
  await expect(to).toHaveValue(today);
  await expect(from).toHaveValue('2026-10-22');
  await expect(from).toHaveAttribute('max', today);
  await expect(to).toHaveAttribute('max', today);
  await expect(to).toHaveAttribute('min', '2026-10-22');
  await to.fill('2020-01-01');
  await expect(page.getByText('From must not be later than To.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
});

test('across the end of summer time 720 hours begin a day later, shortly before midnight', async ({
  signedIn: page,
}) => {
  await page.clock.setFixedTime(new Date('2026-11-21T23:30:00+01:00'));
  await page.goto('/settings/reports');
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2026-11-21');
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-10-23');
});

test('more than 5,000 events are streamed by the server, with progress', async ({
  signedIn: page,
  organization,
}) => {
  test.setTimeout(120_000);
  const now = Date.now();
  const events = Array.from({ length: 5_203 }, (_, index) =>
    failedLogon({ time: now - minute - index * 100, account: `svc.${index % 7}`, server: 'PRD-SQL01' }),
  );
  await organization.ship(events);
  await page.goto('/settings/reports');
  await expect(count(page, '5,203')).toBeVisible();
  await expect(page.getByText('events; the server writes the file')).toBeVisible();
  const csv = await download(page, 'Export CSV');
  expect(csv.text.trim().split('\r\n')).toHaveLength(5_204);
  await expect(toast(page, 'Export generated successfully')).toBeVisible();
});

test.describe('when the server fails', () => {
  test.use({ expectedMessages: /status of 500/ });
  const broken = { status: 500, json: { code: 'internal', message: 'Something went wrong on our side.' } };

  test('says that event types or the export failed', async ({ signedIn: page, organization }) => {
    await organization.ship([
      failedLogon({ time: Date.now() - minute, account: 'svc.billing', server: 'PRD-SQL01' }),
    ]);
    await page.route('/rest/v1/tenant_events/types?*', (route) => route.fulfill(broken));
    await page.goto('/settings/reports');
    await expect(toast(page, 'Failed to load event types')).toBeVisible();
    await expect(count(page, '1')).toBeVisible();
    await page.route(/\/rest\/v1\/tenant_events\?/, (route) => route.fulfill(broken));
    await page.getByRole('button', { name: 'Export TXT' }).click();
    await expect(toast(page, 'Failed to generate export. Please try again.')).toBeVisible();
  });
});
