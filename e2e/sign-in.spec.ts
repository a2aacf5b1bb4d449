import { expect, test } from './support/fixtures.ts';

test.describe('with a wrong password', () => {
  test.use({ expectedMessages: /status of 400/ });

  test('the screen has its texts, says what is wrong, and is busy while it signs in', async ({
    page,
    organization,
  }) => {
    await page.goto('/login');
    const email = page.getByLabel('Email');
    const password = page.getByLabel('Password');
    const button = page.getByRole('button', { name: 'Sign in' });
    await test.step('the screen has its texts, and leads to sign-up', async () => {
      await expect(page).toHaveTitle('Sign in | Scout');
      await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
      await expect(email).toHaveAttribute('type', 'email');
      await expect(password).toHaveAttribute('type', 'password');
      await expect(page.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register');
      await expect(page.getByRole('contentinfo')).toHaveCount(0);
    });
    await test.step('says what is wrong with each field before it asks the server', async () => {
      await button.click();
      await expect(page.getByText('Email is required')).toBeVisible();
      await expect(page.getByText('Password is required')).toBeVisible();
      await email.fill('ada');
      await expect(page.getByText('Please enter a valid email address')).toBeVisible();
      await expect(email).toHaveAttribute('aria-invalid', 'true');
      await email.fill(organization.email);
      await expect(email).not.toHaveAttribute('aria-invalid', 'true');
    });
    await test.step('the refusal stays on the screen and the entered text is kept', async () => {
      await password.fill('wrong');
      await button.click();
      await expect(page.getByRole('alert')).toHaveText('Invalid login credentials');
      await expect(page).toHaveURL('/login');
      await expect(email).toHaveValue(organization.email);
      await expect(button).toBeEnabled();
    });
    await test.step('is busy while it signs in, then opens the dashboard', async () => {
      const held = Promise.withResolvers<void>();
      await page.route('/auth/v1/token*', async (route) => {
        await held.promise;
        await route.continue();
      });
      await email.fill(`  ${organization.email.toUpperCase()} `);
      await password.fill(organization.password);
      await button.click();
      await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
      await expect(email).toBeDisabled();
      await expect(password).toBeDisabled();
      held.resolve();
      await expect(page).toHaveURL('/dashboard');
      await expect(page).toHaveTitle('Dashboard | Scout');
      await expect(
        page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), Ada$/ }),
      ).toBeVisible();
    });
    await test.step('no token ever reaches storage', async () => {
      await expect(page.getByText('No agent sends events')).toBeVisible();
      const stored = String(
        await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'),
      );
      expect(stored).toContain('scout_recent_events');
      expect(stored).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
      expect(stored).not.toContain('access_token');
    });
    await test.step('redirects a signed-in user', async () => {
      await page.goto('/login');
      await expect(page).toHaveURL('/dashboard');
      // Public pages offer the dashboard once this browser knows the person's organization.
      await expect(page.getByText('No agent sends events')).toBeVisible();
      await page.goto('/');
      await page.getByRole('banner').getByRole('link', { name: 'Dashboard', exact: true }).click();
      await expect(page).toHaveURL('/dashboard');
    });
  });
});

test('on arrival each note is said once, and the email of a new user is filled in', async ({ page }) => {
  const arrived = () => expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await page.goto('/login');
  await arrived();
  await test.step('after a sign-up, with the email of the new user', async () => {
    await page.evaluate(`
      sessionStorage.setItem('scout_registration_success', 'true');
      sessionStorage.setItem('scout_new_user_email', 'ada@northwind.example');
    `);
    await page.reload();
    await expect(page.getByText('Sign up successful')).toBeVisible();
    await expect(page.getByText('Please check your email to confirm your account.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('ada@northwind.example');
    await expect(page.getByLabel('Password')).toBeFocused();
  });
  await test.step('after a confirmation; the former note is gone', async () => {
    await page.evaluate(`sessionStorage.setItem('scout_email_confirmed', 'true')`);
    await page.reload();
    await expect(page.getByText('Email confirmed')).toBeVisible();
    await expect(page.getByText('Sign in to start using Scout')).toBeVisible();
    await expect(page.getByText('Sign up successful')).toHaveCount(0);
  });
  await page.reload();
  await arrived();
  await expect(page.getByText('Email confirmed')).toHaveCount(0);
});
