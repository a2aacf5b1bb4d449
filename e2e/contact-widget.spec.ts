import type { Page } from '@playwright/test';
import { mailAbout } from './support/account.ts';
import { expect, test } from './support/fixtures.ts';
import { type Scout, salesEmails } from './support/scout.ts';
import { expectToast } from './support/toast.ts';

const required = 'Please fill in all required fields';
const stored = (scout: Scout, email: string) =>
  scout.asOwner('SELECT * FROM scout.demo_requests WHERE email = $1', [email]);

let made = 0;
function newAsker() {
  made += 1;
  return { company: `Alder Health ${made}`, email: `widget-${made}@alder.example` };
}

const panel = (page: Page) => page.getByRole('dialog', { name: 'Ask a question' });

test.use({ expectedMessages: /status of 403|net::ERR_/ });

test('a question is entered, kept, sent, stored with its nulls and mailed to sales; a refusal says why', async ({
  page,
  scout,
}) => {
  const [asker, again] = [newAsker(), newAsker()];
  const dialog = panel(page);
  await page.goto('/');
  await test.step('the first press opens it, although its script loads only then', async () => {
    await expect(page.locator('[data-island="contact-widget"][data-live]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Ask a question' }).click();
    await expect(dialog).toBeVisible();
  });

  await test.step('question, details, sent: and ready for another', async () => {
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

    await expectToast(page, 'Message sent successfully!');
    await expectToast(page, "Thank you for your message! We'll get back to you soon.");
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

  await test.step('closes with Escape, keeps the entered text, and opens again', async () => {
    await dialog.getByLabel('Your question').fill('One moment');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Ask a question' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Your question')).toHaveValue('One moment');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Ask a question' }).click();
  });

  await test.step('a refusal says why, and keeps the entered text', async () => {
    await dialog.getByLabel('Your question').fill('Are you there?');
    await dialog.getByRole('button', { name: 'Next' }).click();
    for (const [label, value] of Object.entries({
      'First name': 'Noor',
      'Last name': 'Haddad',
      Email: again.email,
      Company: again.company,
    })) {
      await dialog.getByLabel(label).fill(value);
    }
    await scout.asOwner('REVOKE INSERT ON scout.demo_requests FROM scout_visitor');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expectToast(page, 'Error submitting request');
    await expectToast(
      page,
      'Sorry, there was an error submitting your request: Permission denied. Please try again.',
    );
    await scout.asOwner('GRANT INSERT ON scout.demo_requests TO scout_visitor');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expectToast(page, 'Message sent successfully!');
    expect(await stored(scout, again.email)).toHaveLength(1);
  });
});
