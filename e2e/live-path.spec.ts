import type { Page, Response } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { createOrganization } from './support/organization.ts';
import { clientStart, failedLogon, interactiveLogon, type SecurityLogEntry } from './support/securityLog.ts';
import { signIn } from './support/signIn.ts';
import { figure } from './support/table.ts';

const second = 1_000;
const minute = 60_000;
const stored = 'scout_recent_events';
const isPoll = (response: Response) => response.url().includes('/rest/v1/tenant_events?');

/** The maximum events of one poll, of all three kinds, over 29 days. */
function fullWindow(now: number): SecurityLogEntry[] {
  return Array.from({ length: 5_000 }, (_, n) => {
    const time = now - minute - n * 8 * minute;
    const account = ['svc.billing', 'svc.reporting', 'service.etl'][n % 3]!;
    switch (n % 5) {
      case 0:
        return clientStart({ time, computer: 'FIN-LAPTOP3', account, server: 'PRD-SQL01' });
      case 1:
        return interactiveLogon({ time, account, workstation: 'WS-1042' });
      default:
        return failedLogon({ time, account, server: 'PROD-LEDGER-02' });
    }
  });
}

/** Advances the page's clock until it has polled once more; resolves with the response. */
async function nextPoll(page: Page): Promise<Response> {
  const answer = page.waitForResponse(isPoll);
  await page.clock.runFor(10 * second);
  return answer;
}

async function storedEvents(page: Page): Promise<{ id: string; timestamp: string }[]> {
  return JSON.parse(String(await page.evaluate(`localStorage.getItem('${stored}')`)));
}

test('5,000 events fit, and a poll fetches only new ones, late ones with an old time included', async ({
  signedIn: page,
  organization,
}) => {
  test.setTimeout(120_000);
  const now = Date.now();
  await organization.ship(fullWindow(now));
  await page.clock.install();
  const first = page.waitForResponse(isPoll);
  const cursors: (string | undefined)[] = [];
  page.on('response', (answer) => {
    if (isPoll(answer)) cursors.push(answer.headers()['x-scout-cursor']);
  });
  await page.goto('/dashboard');
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible();
  await expect(figure(page, 'Service Account Incidents')).toHaveText('1,000');
  await expect(figure(page, 'Interactive Logons')).toHaveText('1,000');
  await expect(figure(page, 'Failed Logons')).toHaveText('3,000');

  const whole = await first;
  expect(new URL(whole.url()).searchParams.has('after')).toBe(false);
  expect(whole.headers()['content-encoding']).toMatch(/^(zstd|br|gzip)$/);
  const wholeBytes = (await whole.request().sizes()).responseBodySize;
  // Chromium permits 5 Mi characters per origin; nothing was dropped, and much remains.
  const length = Number(await page.evaluate(`localStorage.getItem('${stored}').length`));
  expect(await storedEvents(page)).toHaveLength(5_000);
  expect(length).toBeLessThan(3.5 * 1024 * 1024);

  // One recent event and one that an agent could not send for twenty days; the window is full, so two old ones are dropped.
  const late = now - 20 * 24 * 60 * minute;
  const answered = page.waitForResponse((response) => isPoll(response) && response.status() === 200);
  await organization.ship([
    failedLogon({ time: late, account: 'svc.late', server: 'PRD-SQL01' }),
    failedLogon({ time: Date.now(), account: 'svc.now', server: 'PRD-SQL01' }),
  ]);
  const delta = await answered;
  // It requests from the end of the previous response.
  const place = cursors.indexOf(delta.headers()['x-scout-cursor']);
  expect(new URL(delta.url()).searchParams.get('after')).toBe(cursors[place - 1]);
  expect((await delta.request().sizes()).responseBodySize).toBeLessThan(wholeBytes / 20);
  expect(await delta.json()).toMatchObject([
    { target_user_name: 'svc.now' },
    { target_user_name: 'svc.late' },
  ]);
  await expect.poll(async () => (await storedEvents(page))[0]).toMatchObject({ target_user_name: 'svc.now' });
  const events = await storedEvents(page);
  expect(events).toHaveLength(5_000);
  expect(events.map(({ timestamp }) => timestamp)).toEqual(
    events
      .map(({ timestamp }) => timestamp)
      .toSorted()
      .reverse(),
  );
  expect(events.some(({ timestamp }) => timestamp === new Date(late).toISOString())).toBe(true);

  // Nothing new: not even a body.
  const idle = await nextPoll(page);
  expect(idle.status()).toBe(304);
});

test('nothing remains after signing out, and the next user gets nothing', async ({
  signedIn: page,
  organization,
  scout,
}) => {
  await organization.ship([
    interactiveLogon({ time: Date.now() - minute, account: 'svc.billing', workstation: 'WS-1042' }),
  ]);
  await page.goto('/dashboard/interactive-logons');
  await expect(figure(page, 'Total Incidents')).toHaveText('1');
  expect(await storedEvents(page)).toHaveLength(1);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log Out' }).click();
  // After its confirmation the browser redirects by itself, even while another page is requested.
  await expect(page).toHaveURL('/');
  const keys = String(await page.evaluate('Object.keys(localStorage).join()'));
  expect(keys).not.toContain('recent_events');

  await signIn(page, await createOrganization(scout));
  await page.goto('/dashboard/interactive-logons');
  await expect(figure(page, 'Total Incidents')).toHaveText('0');
  expect(await page.evaluate(`localStorage.getItem('${stored}')`)).toBe('[]');
});
