import { fillSignIn, mailAbout, newPerson, pathOf, register } from './support/account.ts';
import { expect, test } from './support/fixtures.ts';

test('a forgotten password is reset by a link that works once', async ({ page, scout }) => {
  const person = newPerson();
  await register(scout, person);
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveTitle('Forgot password | Scout');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  const link = pathOf(await mailAbout(scout, person.email, /password/i), scout);
  const password = `new-${person.password}`;
  await page.goto(link);
  await page.getByLabel('New password').fill('short');
  await page.getByLabel('Confirm password').fill('other');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm password').fill('short');
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible();
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password was changed' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(page, { ...person, password });
  await expect(page).toHaveURL('/dashboard');
});

test.describe('an unusable link', () => {
  test.use({ expectedMessages: /status of 400/ });

  test('says so, and leads to a new one, which is not mailed to an address without an account', async ({
    page,
    scout,
  }) => {
    await page.goto('/reset-password?token=never-mailed');
    await page.getByLabel('New password').fill('correct horse');
    await page.getByLabel('Confirm password').fill('correct horse');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'This link is not valid or has expired. Please request a new one.',
    );
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect(page).toHaveURL('/forgot-password');
    await test.step('gives the same answer for an address without an account, and mails nothing', async () => {
      const { email } = newPerson();
      await page.getByRole('button', { name: 'Send the link' }).click();
      await expect(page.getByText('Email is required')).toBeVisible();
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await expect(
        page.getByText(`If ${email} has an account, a link to choose a new password`),
      ).toBeVisible();
      expect(scout.inbox.mails.filter(({ to }) => to === email)).toEqual([]);
    });
  });
});
