import type { Locator, Page } from '@playwright/test';
import { clientOf } from '@scout/testkit/as';
import { expect, test } from './support/fixtures.ts';
import { createOrganization } from './support/organization.ts';
import { failedLogon, interactiveLogon } from './support/securityLog.ts';
import { signIn } from './support/signIn.ts';
import { figure, panel } from './support/table.ts';

const path = '/dashboard/failed-logons';
const stream = '/api/v1/updates';
const accounts = (page: Page) => panel(page, 'Service Accounts - Failed Logons');
const accountRow = (page: Page, name: string) => accounts(page).getByRole('row', { name });

/** Opens a dashboard with a stopped clock: no regular poll becomes due. */
async function openStill(page: Page, at: string): Promise<void> {
  const opened = page.waitForResponse((response) => response.url().endsWith(stream));
  await page.goto(at);
  expect((await opened).status()).toBe(200);
  await expect(
    page.getByText('LIVE', { exact: true }).or(page.getByText('No agent sends events')),
  ).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 30_000);
}

/** Waits for the effect of an update, without advancing the page's clock enough for a regular poll. */
async function comes(page: Page, what: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(50);
    await expect(what).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 60_000 });
}

test('an event is on screen as soon as it is stored, without the next poll', async ({
  signedIn: page,
  organization,
}) => {
  await organization.ship([failedLogon({ time: Date.now(), account: 'svc.first', server: 'PRD-SQL01' })]);
  await openStill(page, path);
  await organization.ship([failedLogon({ time: Date.now(), account: 'svc.billing', server: 'PRD-SQL01' })]);
  await comes(page, accountRow(page, 'svc.billing'));
});

test("also for another range, whose figures are the server's", async ({ signedIn: page, organization }) => {
  await openStill(page, '/dashboard/interactive-logons?range=7d');
  await expect(figure(page, 'Total Incidents')).toHaveText('0');
  await organization.ship([
    interactiveLogon({ time: Date.now(), account: 'svc.billing', workstation: 'WS-1042' }),
  ]);
  await comes(page, panel(page, 'Incident Log').getByRole('row', { name: /svc\.billing/ }));
});

test('tabs share one stream, which another takes over', async ({ signedIn: page, organization, context }) => {
  const streams: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith(stream)) streams.push(request.url());
  });
  // One stream for all: so no number of tabs uses up the six connections of a browser to a server.
  const tabs = [page, await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto(path);
    await expect(tab.getByText('No agent sends events')).toBeVisible();
  }
  await organization.ship([failedLogon({ time: Date.now(), account: 'svc.billing', server: 'PRD-SQL01' })]);
  for (const tab of tabs) await expect(accountRow(tab, 'svc.billing')).toBeVisible();
  expect(streams).toHaveLength(1);
  // The one holding it closes; another takes over.
  await page.close();
  await expect.poll(() => streams.length).toBe(2);
});

test('a granted subscription opens the dashboards without a reload', async ({ page, scout }) => {
  const organization = await createOrganization(scout, { isSubscribed: false });
  await signIn(page, organization);
  const opened = page.waitForResponse((response) => response.url().endsWith(stream));
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Dashboards require a subscription' })).toBeVisible();
  await opened;
  await organization.setSubscribed(true);
  await expect(page.getByText('No agent sends events')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Early Access' })).toHaveCount(0);
  await organization.setSubscribed(false);
  await expect(page.getByRole('heading', { name: 'Dashboards require a subscription' })).toBeVisible();
});

test.describe('where the stream is refused', () => {
  test.use({ expectedMessages: /status of 503/ });

  test('pages poll as before', async ({ signedIn: page, organization }) => {
    let refused = 0;
    await page.route(stream, (route) => {
      refused += 1;
      return route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Later.' } });
    });
    await page.clock.install();
    await page.goto(path);
    await expect(page.getByText('No agent sends events')).toBeVisible();
    await expect.poll(() => refused).toBeGreaterThan(0);
    await organization.ship([failedLogon({ time: Date.now(), account: 'svc.billing', server: 'PRD-SQL01' })]);
    await page.clock.runFor(11_000);
    await expect(accountRow(page, 'svc.billing')).toBeVisible();
  });
});

test.describe('a session ended on another device', () => {
  test.use({ expectedMessages: /status of 401/ });

  test('ends on this one without a poll', async ({ signedIn: page, organization, scout }) => {
    await openStill(page, path);
    const { email, password } = organization;
    const { session } = await clientOf(scout).api.authToken({
      query: { grant_type: 'password' },
      body: { email, password },
    });
    await clientOf(scout, session.access_token).api.authSessionsEndOthers({});
    await expect(async () => {
      await page.clock.runFor(100);
      await expect(page).toHaveURL('/login', { timeout: 300 });
    }).toPass({ timeout: 20_000 });
  });
});
