import type { Page } from '@playwright/test';
import { seedCase } from '@scout/testkit/seedCase';
import { expect, test } from './support/fixtures.ts';
import { failedLogon } from './support/securityLog.ts';

const minute = 60_000;

/** A zoom of 200 % of a window of 1440 x 900, and one of 400 % of 1280 x 1024 (WCAG 2.2, 1.4.10). */
const SIZES = [
  { width: 720, height: 450 },
  { width: 320, height: 256 },
];

/** Number of pixels by which the page is wider than its window. */
const over = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

async function fits(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByText(/^Loading\b/)).toHaveCount(0);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect.poll(() => over(page), `${path} at ${size.width} pixels`).toBe(0);
  }
}

test('no screen of the product scrolls sideways at 200 % and at 320 pixels', async ({
  signedIn: page,
  organization,
  scout,
}) => {
  test.setTimeout(180_000);
  const account = `svc.${'a-very-long-name-'.repeat(4)}`;
  await organization.ship([
    failedLogon({
      time: Date.now() - minute,
      account,
      server: 'PRD-SQL01',
      from: `WS-${'LONG-'.repeat(12)}1`,
    }),
  ]);
  const number = await seedCase(
    async (sql, values) => ({ rows: await scout.asOwner(sql, values) }),
    organization.tenantId,
    { account, sources: [`WS-${'LONG-'.repeat(12)}1`] },
  );
  for (const path of [
    '/dashboard',
    '/cases',
    `/cases/${number}`,
    '/accounts',
    `/accounts/account?name=${account}`,
    '/accounts/review',
    '/downloads',
    '/settings',
    '/settings/organization',
    '/settings/notifications',
    '/settings/billing',
    '/settings/reports',
    '/settings/agent',
    '/settings/agent/enrollment',
    '/settings/agent/groups',
    '/settings/agent/upgrades',
    '/settings/directory',
    '/settings/detection',
    '/no/such/page',
  ])
    await test.step(path, () => fits(page, path));
});

test('no public screen scrolls sideways at 200 % and at 320 pixels', async ({ page }) => {
  for (const path of [
    '/coming-soon',
    '/earlyaccess',
    '/contact',
    '/subscribe',
    '/login',
    '/register',
    '/forgot-password',
    '/installation',
    '/no/such/page',
  ])
    await test.step(path, () => fits(page, path));
});
