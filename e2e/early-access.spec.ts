import type { Page } from '@playwright/test';
import { fillSignIn, mailAbout } from './support/account.ts';
import { drawn } from './support/drawn.ts';
import { expect, test } from './support/fixtures.ts';
import { holdScript } from './support/holdScript.ts';
import { createOrganization } from './support/organization.ts';
import { type Scout, salesEmails } from './support/scout.ts';

const duplicate =
  'An early access request has already been submitted with this email. Please use a different email.';
const submit = (page: Page) => page.getByRole('button', { name: 'Request Enterprise Access' });

let made = 0;
/** A person with a unique address and organization. */
function newLead() {
  made += 1;
  return {
    firstName: 'Mira',
    lastName: 'Sato',
    email: `mira-${made}@alder.example`,
    organization: `Alder Health ${made}`,
  };
}
type Lead = ReturnType<typeof newLead>;

async function fill(page: Page, lead: Lead): Promise<void> {
  await page.getByLabel('First Name').fill(lead.firstName);
  await page.getByLabel('Last Name').fill(lead.lastName);
  await page.getByLabel('Email Address').fill(lead.email);
  await page.getByLabel('Organization Name').fill(lead.organization);
}

/** The rows that are stored for an address. */
const stored = (scout: Scout, email: string) =>
  scout.asOwner('SELECT * FROM scout.demo_requests WHERE email = $1', [email]);

/** Opens the page, and waits until its form is hydrated. The following thanks screen does not redirect, even on a slow machine. */
async function open(page: Page): Promise<void> {
  await holdScript(page, 'ReturnHome');
  await page.goto('/earlyaccess');
  await expect(page.locator('[data-island="early-access"]')).toHaveAttribute('data-live', '');
}

test('a request: stored once on a double click, both mails in HTML and text, thanks, home after 3 s', async ({
  page,
  scout,
}) => {
  const lead = newLead();
  await open(page);
  await expect(page).toHaveTitle('Request early access | Scout');
  await fill(page, { ...lead, firstName: '  Mira ', email: lead.email.toUpperCase() });
  await page.getByLabel('Organization Size').selectOption('501-1,000');
  await page
    .getByLabel('About your organization')
    .fill('We run svc.billing on PRD-SQL01.\nWhen can we start?');
  const held = Promise.withResolvers<void>();
  await page.route('/rest/v1/demo_requests', async (route) => {
    await held.promise;
    await route.continue();
  });
  await submit(page).dblclick();
  await expect(page.getByRole('button', { name: 'Submitting request...' })).toBeVisible();
  held.resolve();
  await expect(page).toHaveURL('/earlyaccess-successful');
  await expect(page.getByText('We get back to you within 5-7 business days.')).toBeVisible();

  expect(await stored(scout, lead.email)).toEqual([
    expect.objectContaining({
      kind: 'early_access',
      first_name: 'Mira',
      phone: null,
      company_size: '501-1,000',
      job_title: null,
      message: 'We run svc.billing on PRD-SQL01.\nWhen can we start?',
      suspected: false,
    }),
  ]);
  const confirmation = await scout.inbox.next(lead.email);
  for (const text of [confirmation.text, confirmation.html]) {
    expect(text.replaceAll(/\s+/g, ' ')).toContain('within 1-3 business days');
  }
  for (const address of salesEmails) {
    const mail = await mailAbout(scout, address, new RegExp(`^Early access: ${lead.organization}$`));
    for (const text of [mail.text, mail.html]) {
      for (const fact of ['Mira Sato', lead.email, '501-1,000', 'When can we start?'])
        expect(text).toContain(fact);
    }
  }
});

test('the thanks screen counts 3 s and goes home', async ({ page }) => {
  await page.clock.install({ time: '2026-11-21T10:00:00.000Z' });
  const script = Promise.withResolvers<void>();
  const requested = page.waitForRequest(/ReturnHome.*\.js/);
  await page.route(/ReturnHome.*\.js/, async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto('/earlyaccess-successful');
  await requested;
  // The clock is stopped before the countdown begins.
  await page.clock.pauseAt('2026-11-21T10:05:00.000Z');
  script.resolve();
  await expect(page.locator('[data-island="return-home"]')).toHaveAttribute('data-live', '');
  for (const seconds of ['3', '2', '1']) {
    await expect(page.getByRole('timer')).toHaveText(`Going to the home page in ${seconds} s.`);
    await drawn(page);
    await page.clock.runFor(1_000);
  }
  await expect(page).not.toHaveURL('/earlyaccess-successful');
});

test.describe('refused by the server', () => {
  test.use({ expectedMessages: /status of (403|409)|net::ERR_/ });

  test('an address with a request is reported when its field loses focus, and by the server; a failing server stores nothing twice', async ({
    page,
    scout,
  }) => {
    const request = (email: string) =>
      page.request.post('/rest/v1/demo_requests', {
        data: { first_name: 'Noor', last_name: 'Haddad', email, company_name: 'Alder Health' },
      });
    await open(page);
    await test.step('an address with a request is reported when its field loses focus', async () => {
      const lead = newLead();
      expect((await request(lead.email)).status()).toBe(200);
      await fill(page, { ...lead, email: ` ${lead.email.toUpperCase()}` });
      await page.getByLabel('Phone Number').focus();
      await expect(page.getByText(duplicate)).toBeVisible();
      await expect(submit(page)).toBeDisabled();
      await page.getByLabel('Email Address').fill(newLead().email);
      await expect(page.getByText(duplicate)).toHaveCount(0);
      await expect(submit(page)).toBeEnabled();
      expect(await stored(scout, lead.email)).toHaveLength(1);
    });
    await test.step('a second request that the look-up missed', async () => {
      const lead = newLead();
      const lookedUp = page.waitForResponse(
        (response) =>
          response.url().endsWith('/functions/v1/check-existing-request') &&
          response.request().postData()?.includes(lead.email) === true,
      );
      await fill(page, lead);
      await page.getByLabel('Phone Number').focus();
      await lookedUp;
      expect((await request(lead.email)).status()).toBe(200);
      await submit(page).click();
      await expect(page.getByText(duplicate)).toBeVisible();
      await expect(submit(page)).toBeDisabled();
      await expect(page).toHaveURL('/earlyaccess');
      expect(await stored(scout, lead.email)).toHaveLength(1);
    });
    await test.step('a failing server, and nothing is stored twice when it answers again', async () => {
      const lead = newLead();
      await fill(page, lead);
      await scout.asOwner('REVOKE INSERT ON scout.demo_requests FROM scout_visitor');
      await submit(page).click();
      await expect(page.getByText('Permission denied.')).toBeVisible();
      await page.context().setOffline(true);
      await submit(page).click();
      await expect(page.getByText('Failed to send message. Please try again.')).toBeVisible();
      await page.context().setOffline(false);
      await scout.asOwner('GRANT INSERT ON scout.demo_requests TO scout_visitor');
      await submit(page).click();
      await expect(page).toHaveURL('/earlyaccess-successful');
      expect(await stored(scout, lead.email)).toHaveLength(1);
    });
  });
});

test('offers the seven sizes, and reports missing or invalid values before the server is asked', async ({
  page,
  scout,
}) => {
  await open(page);
  const lead = newLead();
  await test.step('offers the seven sizes, states the price, and leads to a mail', async () => {
    await expect(page.getByLabel('Organization Size').locator('option')).toHaveText([
      'Select a size',
      '1-10',
      '11-50',
      '51-200',
      '201-500',
      '501-1,000',
      '1,001-5,000',
      '5,001+',
    ]);
    await expect(page.getByText(/paid enterprise security platform/)).toContainText(
      'Pricing is based on organization size and requirements.',
    );
    await expect(page.getByRole('link', { name: 'Email sales' })).toHaveAttribute(
      'href',
      `mailto:${salesEmails[0]}`,
    );
  });
  await test.step('missing values', async () => {
    await submit(page).click();
    await expect(page.getByText('Please fill in all required fields')).toBeVisible();
    await expect(page.getByLabel('First Name')).toBeFocused();
    await expect(page.getByText('Required', { exact: true })).toHaveCount(4);
  });
  await test.step('an invalid address, and too long a message', async () => {
    await fill(page, { ...lead, email: '<script>@alder.example' });
    await submit(page).click();
    await expect(page.getByText('Email contains invalid characters')).toBeVisible();
    await page.getByLabel('Email Address').fill(lead.email);
    await page.getByLabel('About your organization').fill('x'.repeat(5001));
    await submit(page).click();
    await expect(page.getByText('Message must be at most 5000 characters long')).toBeVisible();
    await expect(page.getByText('Please fill in all required fields')).toHaveCount(0);
    await expect(page).toHaveURL('/earlyaccess');
    expect(await stored(scout, lead.email)).toEqual([]);
  });
});

test('a signed-in user: filled in and disabled, a notice for 3 s, then already submitted', async ({
  page,
  scout,
}) => {
  const organization = await createOrganization(scout, { isSubscribed: false });
  await page.goto('/login');
  await fillSignIn(page, organization);
  await expect(page).toHaveURL('/dashboard');

  await page.clock.install({ time: '2026-11-21T10:00:00.000Z' });
  const script = Promise.withResolvers<void>();
  const requested = page.waitForRequest(/askAboutPerson.*\.js/);
  const restored = page.waitForResponse('/auth/v1/session');
  await page.route(/askAboutPerson.*\.js/, async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto('/earlyaccess');
  await expect(page.getByText('Checking for an existing request...')).toBeVisible();
  await expect(page.getByLabel('First Name')).toBeHidden();
  await Promise.all([requested, restored]);
  // The clock is stopped before the notice appears.
  await page.clock.pauseAt('2026-11-21T10:05:00.000Z');
  script.resolve();

  const known = {
    'First Name': 'Ada',
    'Last Name': 'Reyes',
    'Email Address': organization.email,
    'Organization Name': organization.name,
  };
  for (const [label, value] of Object.entries(known)) {
    await expect(page.getByLabel(label)).toHaveValue(value);
    await expect(page.getByLabel(label)).toBeDisabled();
  }
  await expect(page.getByLabel('Phone Number')).toBeEnabled();
  const notice = page.getByText('Filled in from your account.');
  await expect(notice).toBeVisible();
  await page.clock.runFor(2_900);
  await expect(notice).toBeVisible();
  await page.clock.runFor(200);
  await expect(notice).toHaveCount(0);

  await page.getByLabel('Phone Number').fill('+41 44 000 00 00');
  await page.clock.resume();
  await holdScript(page, 'ReturnHome');
  await submit(page).click();
  await expect(page).toHaveURL('/earlyaccess-successful');
  expect(await stored(scout, organization.email)).toEqual([
    expect.objectContaining({ company_name: organization.name, phone: '+41 44 000 00 00', suspected: false }),
  ]);

  await page.goto('/earlyaccess');
  await expect(page.getByRole('heading', { name: 'Request Already Submitted' })).toBeVisible();
  await expect(page.getByText(/get back to you within 5-7 business days/)).toBeVisible();
  await expect(submit(page)).toHaveCount(0);
});

const hostile = [
  '<script>window.hostile = 1</script>',
  '"><img src=x onerror=window.hostile=1>',
  "Robert'); DROP TABLE scout.demo_requests;--",
  '\u202eknaB dniwhtroN',
  'בנק הצפון 🏦 👩‍💻',
  '=HYPERLINK("https://attacker.example")',
] as const;

test('typed before its script has loaded, hostile input in every field is kept, stored as text, and mailed harmlessly', async ({
  page,
  scout,
}) => {
  const script = Promise.withResolvers<void>();
  await page.route(/EarlyAccessForm.*\.js/, async (route) => {
    await script.promise;
    await route.continue();
  });
  await holdScript(page, 'ReturnHome');
  await page.goto('/earlyaccess');
  const lead = newLead();
  const [tag, picture, sql, reversed, hebrew, formula] = hostile;
  await fill(page, { ...lead, firstName: tag, lastName: picture, organization: `${sql} ${made}` });
  script.resolve();
  await expect(page.locator('[data-island="early-access"]')).toHaveAttribute('data-live', '');
  await expect(page.getByLabel('First Name')).toHaveValue(tag);
  await page.getByLabel('Phone Number').fill(formula.slice(0, 50));
  await page.getByLabel('Role / Title').fill(`${reversed} ${hebrew}`);
  const message = `${hostile.join('\n')}\nBcc: everyone@attacker.example`;
  await page.getByLabel('About your organization').fill(message);
  await submit(page).click();
  await expect(page).toHaveURL('/earlyaccess-successful');
  expect(await stored(scout, lead.email)).toEqual([
    expect.objectContaining({
      first_name: tag,
      last_name: picture,
      company_name: `${sql} ${made}`,
      phone: formula.slice(0, 50),
      job_title: `${reversed} ${hebrew}`,
      message,
    }),
  ]);
  const mails = [await scout.inbox.next(lead.email), await mailAbout(scout, salesEmails[0], /DROP TABLE/)];
  // A page without the site's content security policy, which would keep scripts from running.
  const html = await page.context().newPage();
  for (const mail of mails) {
    await html.setContent(mail.html);
    expect(await html.evaluate('window.hostile')).toBeUndefined();
    expect(await html.locator('script, img, iframe').count()).toBe(0);
  }
  expect(scout.inbox.mails.filter(({ to }) => to.includes('attacker'))).toEqual([]);
});
