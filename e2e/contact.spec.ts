import type { Page } from '@playwright/test';
import { mailAbout } from './support/account.ts';
import { expect, test } from './support/fixtures.ts';
import { type Scout, salesEmails } from './support/scout.ts';

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

  test('is where the plan card leads, accepts a question and mails it to sales', async ({ page, scout }) => {
    const asker = newAsker();
    await test.step('the plan card leads to contact', async () => {
      await page.goto('/subscribe');
      await expect(page.getByRole('heading', { name: 'Scout Enterprise' })).toBeVisible();
      await expect(page.getByText('$15,000')).toBeVisible();
      await expect(page.getByText('Billed annually.')).toBeVisible();
      await expect(page.getByText('365-day retention')).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: 'Contact Sales' }).click();
      await expect(page).toHaveURL('/contact');
      await expect(page.getByRole('heading', { level: 1, name: 'Contact sales' })).toBeVisible();
    });
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
