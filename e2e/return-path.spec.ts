import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { holdLanding } from './support/holdLanding.ts';
import { holdScript } from './support/holdScript.ts';
import { createOrganization, type Organization } from './support/organization.ts';
import { failedLogon } from './support/securityLog.ts';
import { signIn } from './support/signIn.ts';
import { panel } from './support/table.ts';
import { expectFits } from './support/widths.ts';

const view = '/dashboard/failed-logons?range=7d&q=svc.billing';

async function fillIn(page: Page, { email, password }: Organization): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Ends every session of an organization's people on the server, without notifying their browsers. */
async function endSessions(
  scout: { asOwner(sql: string, values?: unknown[]): Promise<unknown> },
  email: string,
) {
  await scout.asOwner(
    `DELETE FROM auth.session s USING auth."user" u WHERE u.id = s.user_id AND u.email = $1`,
    [email],
  );
}

test('a view opened while signed out appears after the sign-in, and logging out forgets it', async ({
  page,
  organization,
}) => {
  await holdLanding(page);
  await test.step('with everything in its address', async () => {
    await organization.ship([failedLogon({ time: Date.now(), account: 'svc.billing', server: 'PRD-SQL01' })]);
    await page.goto(view);
    await expect(page).toHaveURL('/login');
    await fillIn(page, organization);
    await expect(page).toHaveURL(view);
    await expect(
      panel(page, 'Service Accounts - Failed Logons').getByRole('row', { name: 'svc.billing' }),
    ).toBeVisible();
  });

  await test.step('a call in progress at the log-out is canceled, not refused', async () => {
    const ended = Promise.withResolvers<void>();
    await page.route('**/api/v1/figures/failed-logons*', async (route) => {
      await ended.promise;
      // Without a waiting page there is nothing to continue with.
      await route.continue().catch(() => {});
    });
    const requested = page.waitForRequest(/api.v1.figures.failed-logons/);
    await page.reload();
    const request = await requested;
    const settled = Promise.race([
      page.waitForEvent('requestfinished', (one) => one === request),
      page.waitForEvent('requestfailed', (one) => one === request),
    ]);
    // The session has ended, unknown to the page.
    await page.route('**/auth/v1/logout', async (route) => {
      const response = await route.fetch();
      ended.resolve();
      await settled;
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log Out' }).click();
    await expect(page).toHaveURL('/logout-confirm');
    expect(request.failure()?.errorText).toBe('net::ERR_ABORTED');
  });

  await test.step('logging out forgets the view', async () => {
    await page.goto('/login');
    await fillIn(page, organization);
    await expect(page).toHaveURL('/dashboard');
  });
});

test('a payment is confirmed even if the session ended on the way, and leads to the view requested before it', async ({
  page,
  scout,
}) => {
  const organization = await createOrganization(scout, { isSubscribed: false });
  await signIn(page, organization);
  await page.goto('/dashboard/service-accounts?range=24h');
  await expect(page.getByRole('heading', { name: 'Dashboards require a subscription' })).toBeVisible();
  // The payment provider's page, in the only tab.
  await page.goto('about:blank');
  await endSessions(scout, organization.email);
  await organization.setSubscribed(true);
  await page.goto('/payment-confirmation?session_id=cs_test_a1B2c3D4e5F6');
  await expect(page).toHaveURL('/login');
  const goOn = await holdScript(page, 'Downloads');
  await fillIn(page, organization);
  await expect(page).toHaveURL('/payment-confirmation?session_id=cs_test_a1B2c3D4e5F6');
  await expect(page.getByText('cs_test_', { exact: true })).toBeVisible();
  goOn();
  await expect(page).toHaveURL('/downloads');

  await test.step('Go to Dashboard leads to the view that was requested before it', async () => {
    await organization.setSubscribed(false);
    await page.goto('/dashboard/failed-logons?range=24h');
    await expect(page.getByRole('heading', { name: 'Dashboards require a subscription' })).toBeVisible();
    await page.goto('about:blank');
    await organization.setSubscribed(true);
    await page.goto('/payment-confirmation?session_id=cs_test_a1B2c3D4e5F6');
    await expect(page).toHaveURL('/downloads');
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard/failed-logons?range=24h');
    await expect(page.getByText('No agent sends events')).toBeVisible();
  });
});

test.describe('a session that ended meanwhile', () => {
  test.use({ expectedMessages: /status of 401/ });

  test('leads back to its view, but no other user who signs in here', async ({
    signedIn: page,
    organization,
    scout,
  }) => {
    const other = await createOrganization(scout);
    await page.clock.install();
    for (const [who, target] of [
      [other, '/dashboard'],
      [organization, view],
    ] as const) {
      await page.context().clearCookies();
      await signIn(page, organization);
      await page.goto(view);
      await expect(page.getByText('No agent sends events')).toBeVisible();
      await endSessions(scout, organization.email);
      // Detected by the next poll.
      await page.clock.runFor(11_000);
      await expect(page).toHaveURL('/login');
      await fillIn(page, who);
      await expect(page).toHaveURL(target);
    }
  });
});

test.describe('logging out of a public page', () => {
  test.use({ expectedMessages: /status of 404/ });

  test('is confirmed as everywhere; a visitor is offered neither that nor the settings', async ({
    signedIn: page,
    organization,
  }) => {
    await holdLanding(page);
    for (const path of ['/no/such/page', '/accept-invitation?token=none'])
      await test.step(path, async () => {
        await signIn(page, organization);
        await page.goto(path);
        await page.getByRole('button', { name: 'Log Out' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Log Out' }).click();
        await expect(page).toHaveURL('/logout-confirm');
        await expect(page.getByRole('heading', { name: 'You have been logged out' })).toBeVisible();
      });

    const bar = page.getByRole('banner');
    await test.step('the landing page, which also leads to the settings', async () => {
      await signIn(page, organization);
      await page.goto('/dashboard');
      await expect(page.getByText('No agent sends events')).toBeVisible();
      await page.unrouteAll();
      await page.goto('/');
      await expect(bar.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings');
      const dialog = page.getByRole('dialog', { name: 'Are you sure you want to log out?' });
      await expectFits(page, 'landing page', {
        widths: [360, 1440],
        each: async () => {
          await expect(async () => {
            await bar.getByRole('button', { name: 'Log Out' }).click();
            await expect(dialog).toBeVisible({ timeout: 1_000 });
          }).toPass();
          await dialog.getByRole('button', { name: 'Cancel' }).click();
          await expect(bar.getByRole('button', { name: 'Log Out' })).toBeFocused();
        },
      });
      await bar.getByRole('button', { name: 'Log Out' }).click();
      await holdLanding(page);
      await dialog.getByRole('button', { name: 'Log Out' }).click();
      await expect(page).toHaveURL('/logout-confirm');
    });

    await test.step('a visitor is offered neither', async () => {
      await page.unrouteAll();
      await page.goto('/');
      await expect(bar.getByRole('link', { name: 'Log In' })).toBeVisible();
      await expect(bar.getByRole('link', { name: 'Settings' })).toBeHidden();
      await expect(bar.getByRole('button', { name: 'Log Out' })).toBeHidden();
    });
  });
});

test('a user without an organization reaches the profile and can delete the account', async ({
  page,
  organization,
  scout,
}) => {
  await holdLanding(page);
  await signIn(page, organization);
  await scout.asOwner('DELETE FROM scout.memberships WHERE tenant_id = $1', [organization.tenantId]);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Not associated with an organization' })).toBeVisible();
  await page.getByRole('link', { name: 'Open your profile' }).click();
  await expect(page).toHaveURL('/settings');
  await expect(page.getByRole('main').getByText(organization.email)).toBeVisible();
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByLabel('Password').fill(organization.password);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL('/logout-confirm');
  const left = await scout.asOwner('SELECT FROM auth."user" WHERE email = $1', [organization.email]);
  expect(left).toHaveLength(0);
});
