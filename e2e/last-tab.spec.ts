import type { BrowserContext, Page } from '@playwright/test';
import { clientOf } from '@scout/testkit/as';
import { expect, test } from './support/fixtures.ts';
import { failedLogon } from './support/securityLog.ts';
import { signIn } from './support/signIn.ts';

/** Opens the dashboard in a new tab. */
async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/dashboard');
  return page;
}

/** Closes a tab like a person, running its handlers. */
async function closeTab(page: Page): Promise<void> {
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
}

/** Shifts the time of the last closing into the past by `ms`. */
const later = (page: Page, ms: number) =>
  page.addInitScript(`
    const closed = localStorage.getItem('scout_last_tab_closed');
    if (closed !== null) localStorage.setItem('scout_last_tab_closed', String(Number(closed) - ${ms}));
  `);

const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: /, Ada$/ });

test.beforeEach(async ({ page, organization }) => {
  await signIn(page, organization);
  await page.close();
});

test('closing the last tab signs out', async ({ context, scout }) => {
  const [first, second] = [await openTab(context), await openTab(context)];
  await expect(dashboard(first)).toBeVisible();
  await expect(dashboard(second)).toBeVisible();
  const sent = second.waitForRequest('/rest/v1/tenants');
  await second.reload();
  const bearer = (await (await sent).headerValue('authorization'))!.slice('Bearer '.length);
  const { api } = clientOf(scout, bearer);

  // One tab remains: nothing ends.
  await closeTab(first);
  await expect(dashboard(second)).toBeVisible();
  const endsIn = async () => Date.parse((await api.authSessionsList({}))[0]!.expires_at) - Date.now();
  expect(await endsIn()).toBeGreaterThan(60_000);

  // None remains: the server ends the session by itself, and a later tab ends it immediately.
  await closeTab(second);
  // After 30 seconds, and the minute by which the clocks of servers may differ.
  await expect.poll(endsIn).toBeLessThan(91_000);
  const next = await context.newPage();
  await later(next, 800);
  await next.goto('/dashboard');
  await expect(next).toHaveURL('/login');
  await expect(api.authUser({})).rejects.toMatchObject({ code: 'session_ended' });
});

const storedEvents = (page: Page) => page.evaluate(() => localStorage.getItem('scout_recent_events'));

test('neither a reload, a tab that opens at once nor a download signs out; the last tab leaves no event behind', async ({
  context,
  scout,
  organization,
}) => {
  await organization.ship([failedLogon({ time: Date.now(), account: 'svc.billing', server: 'PRD-SQL01' })]);
  const first = await openTab(context);
  await test.step('a reload is not a close', async () => {
    await expect(dashboard(first)).toBeVisible();
    await later(first, 20_000);
    const sent = first.waitForRequest('/rest/v1/tenants');
    await first.reload();
    const bearer = (await (await sent).headerValue('authorization'))!.slice('Bearer '.length);
    await expect(dashboard(first)).toBeVisible();
    const [current] = await clientOf(scout, bearer).api.authSessionsList({});
    expect(Date.parse(current!.expires_at) - Date.now()).toBeGreaterThan(60_000);
  });

  const second = await test.step('nor is a tab that opens at once', async () => {
    await closeTab(first);
    const next = await context.newPage();
    await later(next, -60_000);
    await next.goto('/dashboard');
    await expect(dashboard(next)).toBeVisible();
    return next;
  });

  const third = await test.step('while a download runs, nobody is signed out', async () => {
    await second.evaluate(`localStorage.setItem('scout_download_until', String(Date.now() + 600_000))`);
    await closeTab(second);
    const next = await context.newPage();
    await later(next, 800);
    await next.goto('/dashboard');
    await expect(dashboard(next)).toBeVisible();
    await next.evaluate(`localStorage.removeItem('scout_download_until')`);
    return next;
  });

  await test.step('the last tab leaves no event behind, and a reload keeps them', async () => {
    await expect.poll(() => storedEvents(third)).toContain('svc.billing');
    const before = await storedEvents(third);
    await third.reload({ waitUntil: 'commit' });
    await expect.poll(() => storedEvents(third)).toBe(before);

    await closeTab(third);
    const next = await context.newPage();
    await next.goto('/robots.txt');
    const left = () => next.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('recent')));
    // A closing page's writes reach other processes a moment later.
    await expect.poll(left).toEqual([]);
  });
});
