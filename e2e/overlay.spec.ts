import type { Page } from '@playwright/test';
import { expect, test } from './support/demo.ts';
import type { Organization } from './support/organization.ts';
import { signIn } from './support/signIn.ts';
import { withoutNews } from './support/withoutNews.ts';

const flag = `localStorage.getItem('demo_mode')`;

async function signInOnScreen(page: Page, { email, password }: Organization): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/dashboard');
}

const notSubscribed = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Dashboards require a subscription' });

test('shows once after a sign-in, over a page that says what dashboards need; Request Early Access answers it', async ({
  page,
  visitor,
}) => {
  const overlay = page.getByRole('dialog');
  await test.step('not for a session that is only resumed: the page has the same link', async () => {
    await signIn(page, visitor);
    await page.goto('/dashboard');
    await expect(notSubscribed(page)).toBeVisible();
    await expect(overlay).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Dashboards', exact: true })).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('link', { name: 'Request Early Access' })).toHaveAttribute(
      'href',
      '/earlyaccess',
    );
    await page.context().clearCookies();
  });
  await test.step('shows once after a sign-in, over a page that says what dashboards need', async () => {
    await signInOnScreen(page, visitor);
    await expect(overlay).toContainText(visitor.name);
    await expect(overlay.getByRole('button', { name: 'Continue browsing' })).toBeVisible();
    // Unanswered: still visible after a reload.
    await page.reload();
    await expect(overlay).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(overlay).toHaveCount(0);
    await expect(notSubscribed(page)).toBeVisible();
    for (const path of ['/dashboard/failed-logons', '/dashboard']) {
      await page.goto(path);
      await expect(notSubscribed(page)).toBeVisible();
      await expect(overlay).toHaveCount(0);
    }
    expect(await page.evaluate(flag)).toBeNull();
  });
  await test.step('Request Early Access leads to the form and answers the overlay', async () => {
    await page.context().clearCookies();
    await signInOnScreen(page, visitor);
    await overlay.getByRole('link', { name: 'Request Early Access' }).click();
    await expect(page).toHaveURL('/earlyaccess');
    await page.goto('/dashboard');
    await expect(notSubscribed(page)).toBeVisible();
    await expect(overlay).toHaveCount(0);
  });
  await test.step('Continue browsing on the page leads to the demo, and to the tour', async () => {
    await page.getByRole('button', { name: 'Continue browsing' }).click();
    // Also when the tour, which hides the page from assistive technology, is already visible.
    const dashboards = page.getByRole('navigation', { name: 'Dashboards', exact: true, includeHidden: true });
    await expect(dashboards).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Welcome to Scout' })).toBeVisible();
  });
});

test('Continue browsing switches demo mode on and starts the tour after half a second', async ({
  page,
  visitor,
}) => {
  await withoutNews(page);
  await page.clock.install();
  await signInOnScreen(page, visitor);
  const overlay = page.getByRole('dialog');
  await expect(overlay).toBeVisible();
  // The demo is loaded meanwhile; React shows late content only after its own delay, and the clock is stopped here.
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt(Date.now() + 20_000);
  await overlay.getByRole('button', { name: 'Continue browsing' }).click();
  await expect(page.getByRole('region', { name: 'Demo mode' })).toBeVisible();
  expect(await page.evaluate(flag)).not.toBeNull();
  const tour = page.getByRole('dialog', { name: 'Welcome to Scout' });
  await page.clock.runFor(499);
  await expect(tour).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(tour).toBeVisible();
  // Answered: a reload shows neither.
  await page.clock.resume();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Demo mode' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('not for a subscribed organization, and not in demo mode', async ({ page, organization, visitor }) => {
  await signInOnScreen(page, organization);
  await expect(page.getByText('No agent sends events')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.context().clearCookies();

  await signIn(page, visitor);
  await page.addInitScript(`
    sessionStorage.setItem('show_subscription_overlay', 'true');
    localStorage.setItem('demo_mode', 'true');
  `);
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Demo mode' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
