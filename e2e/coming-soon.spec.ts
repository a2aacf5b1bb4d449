import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

const tooMany = 'Too many submission attempts. Please wait a moment before trying again.';
const joined = "You're on the list!";
const notify = (page: Page) => page.getByRole('button', { name: 'Notify Me' });
const left = (page: Page) => page.getByRole('timer', { name: 'Time to launch' });

/** Opens the page, and waits until its form is hydrated. */
async function open(page: Page): Promise<void> {
  await page.goto('/coming-soon');
  await expect(page.locator('[data-island="notify"]')).toHaveAttribute('data-live', '');
}

/** Opens the page after the launch, and asks for its form. */
async function openForm(page: Page): Promise<void> {
  await open(page);
  await expect(notify(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Get product news by email' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
}

async function enter(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await notify(page).click();
}

test('counts down to the launch, second by second, and then announces it and leads to sign-up; the bar is hidden', async ({
  page,
}) => {
  await page.clock.install({ time: '2025-09-12T20:00:00.000Z' });
  await open(page);
  await expect(page).toHaveTitle('Coming soon | Scout');
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(notify(page)).toBeVisible();
  await page.clock.pauseAt('2025-09-12T20:58:57.000Z');
  await expect(left(page).locator('dd')).toHaveText(['02', '03', '01', '03']);
  await page.clock.runFor(1_000);
  await expect(left(page).locator('dd')).toHaveText(['02', '03', '01', '02']);
  await page.clock.pauseAt('2025-09-14T23:59:58.000Z');
  await expect(left(page).locator('dd')).toHaveText(['00', '00', '00', '02']);
  await page.clock.runFor(2_000);
  await expect(page.getByText('Launched on September 15, 2025')).toBeVisible();
  await expect(left(page).locator('dd')).toHaveText(['00', '00', '00', '00']);
  const signUp = page.getByRole('main').getByRole('link', { name: 'Create an account' });
  await expect(signUp).toHaveAttribute('href', '/register');
});

test.describe('the form', () => {
  test.use({ expectedMessages: /status of (403|409)|net::ERR_/ });

  test('puts a cleaned address on the list, and says what is wrong', async ({ page, scout }) => {
    await page.clock.install();
    await openForm(page);
    await test.step('says what is wrong with an address, and keeps the button disabled', async () => {
      await expect(notify(page)).toBeDisabled();
      const email = page.getByLabel('Email');
      for (const [text, message] of [
        ['mira', 'Please enter a valid email address'],
        ['a%0aBcc:c@alder.example', 'Email contains invalid characters'],
        [`${'m'.repeat(250)}@alder.example`, 'Email is too long'],
      ] as const) {
        await email.fill(text);
        await email.blur();
        await expect(page.getByText(message)).toBeVisible();
        await expect(notify(page)).toBeDisabled();
      }
      await email.fill('');
      await expect(notify(page)).toBeDisabled();
      await email.fill('javascript:mira@alder.example');
      await expect(notify(page)).toBeEnabled();
    });

    await test.step('permission denied; on the list already is a success', async () => {
      await scout.asOwner('REVOKE INSERT ON scout.mailing_list FROM scout_visitor');
      await enter(page, 'denied@alder.example');
      await expect(page.getByRole('alert')).toContainText('Permission denied...');
      await scout.asOwner('GRANT INSERT ON scout.mailing_list TO scout_visitor');
      await page.request.post('/rest/v1/mailing_list', { data: { email: 'twice@alder.example' } });
      await enter(page, 'twice@alder.example');
      await expect(page.getByText(joined)).toBeVisible();
    });

    await test.step('puts a cleaned address on the list', async () => {
      await openForm(page);
      await enter(page, '  <Mira.List@Alder.EXAMPLE> ');
      await expect(page.getByText(joined)).toBeVisible();
      await expect(page.getByText('mira.list@alder.example')).toBeVisible();
      const rows = await scout.asOwner('SELECT email, suspected FROM scout.mailing_list');
      expect(rows).toContainEqual({ email: 'mira.list@alder.example', suspected: false });
    });

    await test.step('lets three attempts through in 60 s, also across reloads', async () => {
      await openForm(page);
      await page.clock.runFor(60_000);
      await page.context().setOffline(true);
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        await enter(page, `attempt-${attempt}@alder.example`);
        await expect(page.getByRole('alert')).toContainText('Error: Scout could not be reached.');
      }
      await page.context().setOffline(false);
      await openForm(page);
      await enter(page, 'attempt-4@alder.example');
      await expect(page.getByRole('alert')).toContainText(tooMany);
      await page.clock.runFor(60_000);
      await notify(page).click();
      await expect(page.getByText(joined)).toBeVisible();
    });
  });
});
