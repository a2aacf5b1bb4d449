import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { EvidenceFile } from '@scout/contract';
import { verifyEvidence } from '@scout/server/modules/reports/evidenceChain';
import { seedAccount } from '@scout/testkit/seedAccount';
import { seedCase } from '@scout/testkit/seedCase';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { failedLogon, interactiveLogon } from './support/securityLog.ts';
import { expectRows, panel } from './support/table.ts';
import { expectToast } from './support/toast.ts';
import { expectFits } from './support/widths.ts';

const minute = 60_000;

async function download(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

const count = (page: Page, events: string) => panel(page, 'Event report').getByText(events, { exact: true });

test('without events: no download, and dates within their limits', async ({ signedIn: page }) => {
  await page.clock.setFixedTime(new Date('2026-11-21T12:00:00Z'));
  await page.goto('/settings/reports');
  await test.step('nothing to export: no download', async () => {
    await expect(count(page, '0')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Export TXT' })).toBeDisabled();
  });
  await test.step('evidence has a maximum period', async () => {
    const evidence = panel(page, 'Evidence for auditors');
    await evidence.getByLabel('First day').fill('2020-01-01');
    await expect(evidence.getByText('At most 92 days.')).toBeVisible();
    await expect(evidence.getByRole('button', { name: 'Evidence JSON' })).toBeDisabled();
  });
  await test.step('the dates limit each other: From up to To, To up to today', async () => {
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
});

test.describe('an event report', () => {
  test.use({ expectedMessages: /status of 500/ });
  const broken = { status: 500, json: { code: 'internal', message: 'Something went wrong on our side.' } };

  test('a range and a type, as CSV safe for spreadsheets and as TXT; failures are reported', async ({
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
    await expectToast(page, 'Export generated successfully');
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
    await test.step('when the server fails, it says that event types or the export failed', async () => {
      await page.route('/rest/v1/tenant_events/types?*', (route) => route.fulfill(broken));
      await page.goto('/settings/reports');
      await expectToast(page, 'Failed to load event types');
      await expect(count(page, '3')).toBeVisible();
      await page.route(/\/rest\/v1\/tenant_events\?/, (route) => route.fulfill(broken));
      await page.getByRole('button', { name: 'Export TXT' }).click();
      await expectToast(page, 'Failed to generate export. Please try again.');
    });
  });
});

test('the monthly report counts this month so far and every earlier one', async ({
  signedIn: page,
  organization,
}) => {
  const now = new Date();
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0, 12));
  const name = (date: Date) =>
    date.toLocaleDateString('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });
  await organization.ship([
    failedLogon({ time: now.getTime() - 1, account: 'svc.billing', server: 'PRD-SQL01' }),
    failedLogon({ time: before.getTime(), account: 'svc.billing', server: 'PRD-SQL01' }),
    failedLogon({ time: before.getTime() + minute, account: 'svc.reporting', server: 'PRD-SQL01' }),
  ]);
  await page.goto('/settings/reports');
  const report = panel(page, 'Monthly report');
  const failed = report.locator('dl > div').filter({ hasText: 'Failed logons' });
  await expect(failed).toContainText('2 the previous month');
  const first = before.toLocaleDateString('en-US', { timeZone: 'UTC', month: 'long', day: 'numeric' });
  await expect(report.getByText(`Previous month: events only since ${first}.`)).toBeVisible();
  await expectRows(panel(page, 'Top servers'), [{ Server: 'PRD-SQL01', Incidents: '1', Before: '2' }]);

  await report.getByRole('combobox', { name: 'Month' }).click();
  await page.getByRole('option', { name: name(before) }).click();
  await expect(failed).toContainText('0 the previous month');
  await expectRows(panel(page, 'Top accounts'), [
    { 'Service account': 'svc.billing', Incidents: '1', Before: '0' },
    { 'Service account': 'svc.reporting', Incidents: '1', Before: '0' },
  ]);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    report.getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`scout-report-${before.toISOString().slice(0, 7)}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await expectToast(page, 'Export generated successfully');
});

test('evidence of a period and of a case, whose JSON and PDF have the same head', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const run = async (sql: string, values: unknown[]) => ({ rows: await scout.asOwner(sql, values) });
  const time = new Date(Date.now() - 60 * minute);
  await seedAccount(run, organization.tenantId, 'svc.billing', [
    { kind: 'command', actor: 'm.keller', source: 'fin-laptop3', destination: 'prd-sql01', time },
  ]);
  const number = await seedCase(run, organization.tenantId, { lastSeen: time });
  for (const [path, name] of [
    ['/settings/reports', /^scout-evidence-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d$/],
    [`/cases/${number}`, new RegExp(`^scout-evidence-case-${number}$`)],
  ] as const) {
    await page.goto(path);
    const json = await download(page, 'Evidence JSON');
    expect(json.name.replace(/\.json$/, '')).toMatch(name);
    const file = JSON.parse(json.text) as EvidenceFile;
    expect(verifyEvidence(file)).toEqual({ holds: true, entries: file.count, head: file.head });
    expect(file.entries.map(({ entry }) => entry.type).sort()).toEqual(['case', 'finding', 'use']);
    const pdf = await download(page, 'Evidence PDF');
    expect(pdf.name.replace(/\.pdf$/, '')).toMatch(name);
    expect(pdf.text.slice(0, 5)).toBe('%PDF-');
    expect(pdf.text).toContain(file.head);
  }
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
  await expectToast(page, 'Export generated successfully');
});

test('postures of the accounts are a PDF and a CSV file, with reason, remedy, owner and time', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const run = async (sql: string, values: unknown[]) => ({ rows: await scout.asOwner(sql, values) });
  await seedAccount(run, organization.tenantId, 'svc.billing', [
    { time: new Date(), destination: 'prd-sql01', actor: 'm.keller' },
  ]);
  await page.goto('/settings/reports');
  const postures = panel(page, 'Postures of service accounts');
  await expect(postures).toBeVisible();
  expect(await describeFaults(axeOn(page))).toEqual([]);
  await expectFits(page, 'postures');
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    postures.getByRole('button', { name: 'Postures CSV' }).click(),
  ]);
  expect(csv.suggestedFilename()).toMatch(/^scout-postures-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await csv.path(), 'utf8');
  expect(text).toContain('Account,Posture,Reason,Remedy,Owner,Since');
  expect(text).toMatch(/svc\.billing,Used by people,A person used it in the last 30 days\.,/);
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    postures.getByRole('button', { name: 'Postures PDF' }).click(),
  ]);
  expect(pdf.suggestedFilename()).toMatch(/^scout-postures-\d{4}-\d\d-\d\d\.pdf$/);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');
});
