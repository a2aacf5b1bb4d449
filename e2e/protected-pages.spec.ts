import type { Tenant } from '@scout/contract';
import { expect, test } from './support/fixtures.ts';
import { goWithin } from './support/goWithin.ts';
import { holdLanding } from './support/holdLanding.ts';
import { failedLogon } from './support/securityLog.ts';
import { signIn } from './support/signIn.ts';
import { panel } from './support/table.ts';

test('without a session a page leads to the sign-in screen', async ({ page }) => {
  for (const path of ['/dashboard', '/downloads', '/payment-confirmation?session_id=cs_test_a1B2c3D4e5F6']) {
    await page.goto(path);
    await expect(page).toHaveURL('/login');
  }
});

test('a page says what it waits for, and shows nothing before its organization is known', async ({
  signedIn: page,
  organization,
}) => {
  await organization.ship([failedLogon({ time: Date.now(), account: 'svc.billing', server: 'PRD-SQL01' })]);
  let tenants = Promise.withResolvers<Tenant[] | null>();
  await page.route('/rest/v1/tenants', async (route) => {
    const instead = await tenants.promise;
    if (instead === null) await route.continue();
    else await route.fulfill({ json: instead });
  });
  await test.step('names what it waits for: the session, then the organization', async () => {
    const session = Promise.withResolvers<void>();
    await page.route('/auth/v1/session', async (route) => {
      await session.promise;
      await route.continue();
    });
    await page.goto('/dashboard/failed-logons');
    await expect(page.getByText('Loading your session...')).toBeVisible();
    session.resolve();
    await expect(page.getByText('Verifying your organization access...')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
    tenants.resolve(null);
    await expect(page.getByRole('heading', { level: 1, name: 'Failed Logons' })).toBeVisible();
  });

  await test.step('a dashboard seen before stays while its organization is checked, without content and requests', async () => {
    await goWithin(page, '/dashboard/failed-logons?range=7d');
    const account = panel(page, 'Service Accounts - Failed Logons').getByRole('row', {
      name: /svc\.billing/,
    });
    await account.click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);

    tenants = Promise.withResolvers();
    let requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.reload({ waitUntil: 'commit' });
    // Not the previous page's requests.
    requested = requested.slice(requested.lastIndexOf('/dashboard/failed-logons'));
    await expect(page.getByText('Verifying your organization access...')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Failed Logons' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Failed Logon Activity Log' })).toBeVisible();
    await expect(page.getByText(organization.name)).toHaveCount(0);
    await expect(page.getByText('svc.billing')).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(requested.filter((path) => /^\/(api|rest\/v1\/tenant_events)/.test(path))).toEqual([]);

    tenants.resolve(null);
    await expect(page.getByRole('dialog')).toContainText('svc.billing');
    await expect(page.getByText('Verifying your organization access...')).toHaveCount(0);
  });

  for (const [what, answer] of [
    ['no tenant', []],
    ['a tenant without a name', [{ company_name: ' ', is_subscribed: true } as Tenant]],
  ] as const)
    await test.step(`a user with ${what} is told so`, async () => {
      tenants = Promise.withResolvers();
      await page.goto('/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good (morning|afternoon|evening)$/);
      await expect(page.getByText(organization.name)).toHaveCount(0);
      tenants.resolve([...answer]);
      await expect(page.getByRole('heading', { name: 'Not associated with an organization' })).toBeVisible();
      await expect(page.getByText('Service Account Incidents')).toHaveCount(0);
      await expect(
        page.getByText(
          'Your account is not currently linked to any organization. If you believe this is an error, contact your administrator or request an invitation.',
        ),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
      const links = page.getByRole('banner').getByRole('link', { name: /Early Access|Settings/ });
      await expect(links).toHaveCount(0);
    });
});

test.describe('a subscription', () => {
  test.use({ expectedMessages: /status of 403/ });

  test('that begins or ends changes the open page', async ({ signedIn: page, organization }) => {
    const bar = page.getByRole('banner');
    await page.clock.install();
    await test.step('while the organization is reloaded, the bar uses the remembered one', async () => {
      await organization.setSubscribed(false);
      await page.goto('/dashboard');
      await expect(bar.getByRole('link', { name: 'Early Access' })).toBeVisible();

      // It subscribes now. The responses are held first, because an open page is notified of a subscription immediately.
      const tenants = Promise.withResolvers<void>();
      await page.route('/rest/v1/tenants', async (route) => {
        await tenants.promise;
        await route.continue();
      });
      await organization.setSubscribed(true);
      await page.reload();
      await expect(page.getByText('Verifying your organization access...')).toBeVisible();
      await expect(bar.getByRole('link', { name: 'Early Access' })).toBeVisible();
      await expect(bar.getByRole('link', { name: 'Settings' })).toBeVisible();
      tenants.resolve();
      await expect(page.getByText('No agent sends events')).toBeVisible();
      await expect(bar.getByRole('link', { name: 'Early Access' })).toHaveCount(0);
      await expect(bar.getByRole('link', { name: 'Settings' })).toBeVisible();
    });

    await test.step('the dashboards close with the next poll and open again later', async () => {
      await organization.setSubscribed(false);
      await page.clock.runFor(11_000);
      await expect(page.getByRole('heading', { name: 'Dashboards require a subscription' })).toBeVisible();
      await organization.setSubscribed(true);
      await page.reload();
      await expect(page.getByText('No agent sends events')).toBeVisible();
    });
  });
});

test.describe('logging out', () => {
  // The other tab's pending requests when the session ends are refused.
  test.use({ expectedMessages: /status of 401/ });

  test('asks, confirms, reaches another tab and counts down to the landing page', async ({
    signedIn: page,
    context,
    organization,
  }) => {
    await page.clock.install();
    await page.goto('/dashboard');
    const other = await context.newPage();
    await holdLanding(other);
    await other.goto('/dashboard/failed-logons');
    await expect(other.getByText('No agent sends events')).toBeVisible();
    await page.getByRole('button', { name: 'Log Out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to log out?' });
    await expect(dialog.getByText('You will be redirected to the landing page.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);

    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(dialog).toBeVisible();
    await page.clock.pauseAt(Date.now() + 30_000);
    await dialog.getByRole('button', { name: 'Log Out' }).click();
    await expect(page).toHaveURL('/logout-confirm');
    await expect(other).toHaveURL(/\/(logout-confirm|login)$/);
    await other.close();
    await expect(page).toHaveTitle('Logged out | Scout');
    await expect(page.getByRole('timer')).toHaveText('Going to the landing page in 3 s.');
    // Nothing about the person remains, at most that a tab is open: each tab clears what all have stored.
    const remaining = await page.evaluate<string[]>('Object.keys(localStorage)');
    expect(remaining.filter((key) => !key.startsWith('scout_open_tab:'))).toEqual([]);
    await page.clock.resume();
    await expect(page).toHaveURL('/');
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');

    await test.step('the landing page can be opened before the countdown ends', async () => {
      await signIn(page, organization);
      // Requested twice, by the countdown or the link: the page stays until the link is pressed.
      const home = Promise.withResolvers<void>();
      await page.route(
        ({ pathname }) => pathname === '/',
        async (route) => {
          await home.promise;
          await route.continue();
        },
      );
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'Log Out' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Log Out' }).click();
      await page.getByRole('link', { name: 'Go to Landing Page Now' }).click();
      home.resolve();
      await expect(page).toHaveURL('/');
    });
  });
});

test('an unknown address keeps the navigation of the product for a signed-in person', async ({
  signedIn: page,
}) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Dashboards' })
    .getByRole('link', { name: 'Failed Logons' })
    .click();
  await expect(page).toHaveURL('/dashboard/failed-logons');
});

test('an unknown address says so and leads home, with a load of the document', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page).toHaveTitle('Page Not Found | Scout');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'See who is behind every service account.',
  );
  expect(await page.evaluate('"__reactRouterContext" in window')).toBe(false);
});
