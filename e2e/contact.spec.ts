import type { Page } from '@playwright/test';
import { mailAbout } from './support/account.ts';
import { expect, test } from './support/fixtures.ts';
import { type Scout, salesEmails } from './support/scout.ts';
import { toast } from './support/toast.ts';

const required = 'Please fill in all required fields';
const stored = (scout: Scout, email: string) =>
  scout.asOwner('SELECT * FROM scout.demo_requests WHERE email = $1', [email]);

let made = 0;
function newAsker() {
  made += 1;
  return { company: `Meridian Defense ${made}`, email: `noor-${made}@meridian.example` };
}

test.describe('the contact page', () => {
  const fill = async (page: Page, { company, email }: ReturnType<typeof newAsker>) => {
    await page.getByLabel('First Name').fill('Noor');
    await page.getByLabel('Last Name').fill('Haddad');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Company').fill(company);
    await page.getByLabel('Your question').fill('Do you read Oracle logs?');
  };

  test('takes a question and tells sales', async ({ page, scout }) => {
    const asker = newAsker();
    await page.goto('/contact');
    await expect(page.locator('[data-island="contact"]')).toHaveAttribute('data-live', '');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText(required)).toBeVisible();
    await expect(page.getByLabel('First Name')).toBeFocused();
    await fill(page, asker);
    await page.getByRole('button', { name: 'Send message' }).dblclick();
    await expect(page.getByText('Message sent successfully!')).toBeVisible();
    await expect(page.getByText("Thank you for your message! We'll get back to you soon.")).toBeVisible();
    await expect(page.getByLabel('Your question')).toHaveValue('');
    expect(await stored(scout, asker.email)).toHaveLength(1);
    for (const address of salesEmails) {
      const mail = await mailAbout(scout, address, new RegExp(`^Question: ${asker.company}$`));
      expect(mail.text).toContain('> Do you read Oracle logs?');
      expect(mail.html).toContain('Do you read Oracle logs?');
    }
  });
});

test.describe('the widget', () => {
  const open = async (page: Page) => {
    await page.goto('/');
    await expect(page.locator('[data-island="contact-widget"]')).toHaveAttribute('data-live', '');
    await page.getByRole('button', { name: 'Ask a question' }).click();
  };
  const panel = (page: Page) => page.getByRole('dialog', { name: 'Ask a question' });

  test('question, details, sent: stored with its nulls, sales is told, and it starts anew', async ({
    page,
    scout,
  }) => {
    const asker = newAsker();
    await open(page);
    const dialog = panel(page);
    await expect(dialog.getByLabel('Your question')).toBeFocused();
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(dialog.getByText(required)).toBeVisible();
    await dialog.getByLabel('Your question').fill('Does Scout run\nwithout the internet?');
    await dialog.getByRole('button', { name: 'Next' }).click();

    await expect(dialog.getByLabel('First name')).toBeFocused();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog.getByText(required)).toBeVisible();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expect(dialog.getByLabel('Your question')).toHaveValue('Does Scout run\nwithout the internet?');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByLabel('First name').fill(' Noor ');
    await dialog.getByLabel('Last name').fill('Haddad');
    await dialog.getByLabel('Email').fill(asker.email);
    await dialog.getByLabel('Company').fill(asker.company);
    await dialog.getByRole('button', { name: 'Send' }).dblclick();

    await expect(toast(page, 'Message sent successfully!')).toBeVisible();
    await expect(toast(page, "Thank you for your message! We'll get back to you soon.")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Ask a question' })).toBeFocused();
    expect(await stored(scout, asker.email)).toEqual([
      expect.objectContaining({
        kind: 'contact',
        first_name: 'Noor',
        phone: null,
        company_size: null,
        job_title: null,
        message: 'Does Scout run\nwithout the internet?',
      }),
    ]);
    for (const address of salesEmails) {
      expect((await mailAbout(scout, address, new RegExp(`^Question: ${asker.company}$`))).text).toContain(
        '> without the internet?',
      );
    }
    await page.getByRole('button', { name: 'Ask a question' }).click();
    await expect(dialog.getByLabel('Your question')).toHaveValue('');
  });

  test('closes with Escape, keeps what was written, and opens again', async ({ page }) => {
    await open(page);
    await panel(page).getByLabel('Your question').fill('One moment');
    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Ask a question' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel(page).getByLabel('Your question')).toHaveValue('One moment');
    await panel(page).getByRole('button', { name: 'Close' }).click();
    await expect(panel(page)).toHaveCount(0);
  });

  test.describe('refused', () => {
    test.use({ expectedMessages: [/status of 403|net::ERR_/] });

    test('says why, and keeps what was written', async ({ page, scout }) => {
      const asker = newAsker();
      await open(page);
      const dialog = panel(page);
      await dialog.getByLabel('Your question').fill('Are you there?');
      await dialog.getByRole('button', { name: 'Next' }).click();
      for (const [label, value] of Object.entries({
        'First name': 'Noor',
        'Last name': 'Haddad',
        Email: asker.email,
        Company: asker.company,
      })) {
        await dialog.getByLabel(label).fill(value);
      }
      await scout.asOwner('REVOKE INSERT ON scout.demo_requests FROM scout_visitor');
      await dialog.getByRole('button', { name: 'Send' }).click();
      await expect(toast(page, 'Error submitting request')).toBeVisible();
      await expect(
        toast(
          page,
          'Sorry, there was an error submitting your request: Permission denied. Please try again.',
        ),
      ).toBeVisible();
      await scout.asOwner('GRANT INSERT ON scout.demo_requests TO scout_visitor');
      await dialog.getByRole('button', { name: 'Send' }).click();
      await expect(toast(page, 'Message sent successfully!')).toBeVisible();
      expect(await stored(scout, asker.email)).toHaveLength(1);
    });
  });
});

test('the plan card leads to contact', async ({ page }) => {
  await page.goto('/subscribe');
  await expect(page.getByRole('heading', { name: 'Scout Enterprise' })).toBeVisible();
  await expect(page.getByText('$15,000')).toBeVisible();
  await expect(page.getByText('Billed annually.')).toBeVisible();
  await expect(page.getByText('365-day retention')).toBeVisible();
  await page.getByRole('link', { name: 'Contact Sales' }).click();
  await expect(page).toHaveURL('/contact');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact sales' })).toBeVisible();
});
