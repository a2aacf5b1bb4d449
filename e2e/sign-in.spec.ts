import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

/** Opens the screen and waits until it has read the notes left for it. */
async function openSignIn(page: Page): Promise<void> {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
}

test('the screen has its texts, and leads to sign-up', async ({ page }) => {
  await page.goto('/login');
  await expect(page).toHaveTitle('Sign in | Scout');
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password');
  await expect(page.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register');
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
});

test('says what is wrong with each field before it asks the server', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();

  const email = page.getByLabel('Email');
  await email.fill('ada');
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await email.fill(`${'a'.repeat(250)}@northwind.example`);
  await expect(page.getByText('Email is too long')).toBeVisible();
  await email.fill('javascript:x@northwind.example');
  await expect(page.getByText('Email contains invalid characters')).toBeVisible();
  await email.fill('ada@northwind.example');
  await expect(email).not.toHaveAttribute('aria-invalid', 'true');
});

test.describe('with a wrong password', () => {
  test.use({ expectedMessages: /status of 400/ });

  test('the refusal stays on the screen and the entered text is kept', async ({ page, organization }) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(organization.email);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText('Invalid login credentials');
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel('Email')).toHaveValue(organization.email);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  });
});

test('is busy while it signs in, then opens the dashboard', async ({ page, organization }) => {
  const held = Promise.withResolvers<void>();
  await page.route('/auth/v1/token*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(`  ${organization.email.toUpperCase()} `);
  await page.getByLabel('Password').fill(organization.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  await expect(page.getByLabel('Email')).toBeDisabled();
  await expect(page.getByLabel('Password')).toBeDisabled();
  held.resolve();
  await expect(page).toHaveURL('/dashboard');
  await expect(page).toHaveTitle('Dashboard | Scout');
  await expect(
    page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), Ada$/ }),
  ).toBeVisible();
});

test('redirects a signed-in user', async ({ signedIn: page }) => {
  await page.goto('/login');
  await expect(page).toHaveURL('/dashboard');
  // Public pages offer the dashboard once this browser knows the person's organization.
  await expect(page.getByText('LIVE')).toBeVisible();
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
});

test.describe('on arrival', () => {
  const notes = [
    {
      key: 'scout_registration_success',
      title: 'Sign up successful',
      text: 'Please check your email to confirm your account.',
    },
    { key: 'scout_email_confirmed', title: 'Email confirmed', text: 'Sign in to start using Scout' },
  ];
  for (const { key, title, text } of notes) {
    test(`says '${title}' once`, async ({ page }) => {
      await openSignIn(page);
      await page.evaluate(`sessionStorage.setItem('${key}', 'true')`);
      await page.reload();
      await expect(page.getByText(title)).toBeVisible();
      await expect(page.getByText(text)).toBeVisible();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
      await expect(page.getByText(title)).toHaveCount(0);
    });
  }

  test('fills in the email of a new user and continues with the password', async ({ page }) => {
    await openSignIn(page);
    await page.evaluate(`sessionStorage.setItem('scout_new_user_email', 'ada@northwind.example')`);
    await page.reload();
    await expect(page.getByLabel('Email')).toHaveValue('ada@northwind.example');
    await expect(page.getByLabel('Password')).toBeFocused();
  });
});

test('no token ever reaches storage', async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  await expect(page.getByText('LIVE')).toBeVisible();
  const stored = String(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'));
  expect(stored).toContain('scout_recent_events');
  expect(stored).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
  expect(stored).not.toContain('access_token');
});
