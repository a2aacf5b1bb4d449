import { colleagueOf, fillSignUp, mailAbout, newPerson, register, signedIn } from './support/account.ts';
import { expect, test } from './support/fixtures.ts';
import { holdScript } from './support/holdScript.ts';

const exists = 'An account with this email already exists. Please log in or use a different email.';
const personal = 'Personal email addresses are not allowed. Please use your company email address.';

test('a new company: its first registrant becomes its admin', async ({ page, scout }) => {
  const person = newPerson();
  const toCode = await holdScript(page, 'Confirm');
  const toDashboard = await holdScript(page, 'Home');
  await page.goto('/signup');
  await expect(page).toHaveTitle('Create Your Account | Scout');
  await fillSignUp(page, person);
  await expect(
    page.getByText('A new organization will be created and you will become its admin.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account was created' })).toBeVisible();
  await expect(page.getByRole('timer')).toContainText(/Continuing in [0123] s/);
  toCode();

  await expect(page).toHaveURL(`/confirm?${new URLSearchParams({ email: person.email })}`);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  const { code } = await mailAbout(scout, person.email, /confirm/i);
  await page.getByLabel('Six-digit code').fill(code!);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByText('Account Verification Successful')).toBeVisible();
  await expect(page.getByText('Email confirmation successful')).toBeVisible();
  toDashboard();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.locator('header').first().getByText(person.company)).toBeVisible();
  const { api } = await signedIn(scout, person);
  expect(await api.members({})).toEqual([
    expect.objectContaining({ email: person.email, is_admin: true, status: 'active' }),
  ]);
});

test('a colleague asks to join: the company is filled in and locked, and an admin lets them in', async ({
  page,
  scout,
}) => {
  const person = newPerson();
  await register(scout, person);
  const colleague = colleagueOf(person);
  await page.goto('/register');
  await fillSignUp(page, colleague, { company: false });
  const company = page.getByLabel('Company name');
  await expect(company).toHaveValue(person.company);
  await expect(company).toHaveAttribute('readonly');
  await expect(page.getByText(`You will join ${person.company}. An admin will approve you.`)).toBeVisible();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/confirm\?/);
  const { code } = await mailAbout(scout, colleague.email, /confirm/i);
  await page.getByLabel('Six-digit code').fill(code!);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Not associated with an organization' })).toBeVisible();
  await expect(
    page.getByText(`You asked to join ${person.company}. An admin has to approve you.`),
  ).toBeVisible();
  const { api } = await signedIn(scout, person);
  expect(await api.members({})).toContainEqual(
    expect.objectContaining({ email: colleague.email, is_admin: false, status: 'pending' }),
  );
  const [tenant] = await api.tenants({});
  await api.approveMember({ p_tenant_id: tenant!.tenant_id, p_email: colleague.email });
  // Without a reload.
  await expect(page.locator('header').first().getByText(person.company)).toBeVisible();
  expect(await api.members({})).toContainEqual(
    expect.objectContaining({ email: colleague.email, is_admin: false, status: 'active' }),
  );
});

test('a colleague joins at once where the domain is verified and an admin chose so', async ({
  page,
  scout,
}) => {
  const person = newPerson();
  const { api } = await register(scout, person);
  const [listed] = await api.domains({});
  scout.dns.txt.set(listed!.txt_name, [listed!.txt_value]);
  await api.domainsCheckDns({ domain: listed!.domain });
  await api.domainsUpdate({ domain: listed!.domain, admission: 'active' });
  const colleague = colleagueOf(person);
  await page.goto('/register');
  await fillSignUp(page, colleague, { company: false });
  await expect(page.getByText(`You will join ${person.company}.`, { exact: true })).toBeVisible();
  await expect(page.getByText('Not your company?')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/confirm\?/);
  const { code } = await mailAbout(scout, colleague.email, /confirm/i);
  await page.getByLabel('Six-digit code').fill(code!);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.locator('header').first().getByText(person.company)).toBeVisible();
});

test('a claimed domain does not lock its users in: another company may be founded at it', async ({
  page,
  scout,
}) => {
  const person = newPerson();
  await register(scout, person);
  const other = { ...colleagueOf(person, 'robin'), company: `${person.company} Holding` };
  await page.goto('/register');
  await fillSignUp(page, other, { company: false });
  const company = page.getByLabel('Company name');
  await expect(company).toHaveValue(person.company);
  await page.getByRole('button', { name: 'Enter another one' }).click();
  await expect(company).toBeFocused();
  await expect(company).not.toHaveAttribute('readonly');
  await company.fill(other.company);
  await page.getByLabel('Email').focus();
  await expect(
    page.getByText('A new organization will be created and you will become its admin.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/confirm\?/);
  const { code } = await mailAbout(scout, other.email, /confirm/i);
  await page.getByLabel('Six-digit code').fill(code!);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.locator('header').first().getByText(other.company)).toBeVisible();
});

test.describe('before the account is created', () => {
  // The last two refusals come from the server: a mail provider that only it knows, and a stranger.
  test.use({ expectedMessages: /status of (400|409)/ });

  test('each field says what is wrong with it, and the sign-in screen names the new user', async ({
    page,
    scout,
  }) => {
    const person = newPerson();
    await register(scout, person);
    await holdScript(page, 'Confirm');
    await page.goto('/register');
    const submit = page.getByRole('button', { name: 'Create account' });
    const email = page.getByLabel('Email');
    const company = page.getByLabel('Company name');
    await test.step('says what is wrong with each field before it asks the server', async () => {
      await submit.click();
      for (const message of [
        'First name must be at least 2 characters long',
        'Last name must be at least 2 characters long',
        'Company name must be at least 2 characters long',
        'Email is required',
        'Password must be at least 8 characters long',
      ]) {
        await expect(page.getByText(message)).toBeVisible();
      }
      await expect(page.getByLabel('First name')).toBeFocused();
      await email.fill('mira@gmail.com');
      await expect(page.getByText(personal)).toBeVisible();
      await page.getByLabel('Password', { exact: true }).fill('correct horse');
      await page.getByLabel('Confirm password').fill('correct house');
      await expect(page.getByText('Passwords do not match')).toBeVisible();
    });
    await test.step('says when the field loses focus that an account exists, and does not submit', async () => {
      await fillSignUp(page, { ...person, email: person.email.toUpperCase() }, { company: false });
      await expect(page.getByText(exists)).toBeVisible();
      await expect(submit).toBeDisabled();
      await email.fill(colleagueOf(person).email);
      await expect(page.getByText(exists)).toHaveCount(0);
      await expect(submit).toBeEnabled();
    });
    await test.step('another address unlocks the company again', async () => {
      await email.blur();
      await expect(company).toHaveValue(person.company);
      await email.fill(newPerson().email);
      await expect(company).toHaveValue('');
      await expect(company).not.toHaveAttribute('readonly');
    });
    await test.step('a mail provider that only the server knows is reported at the field like the others', async () => {
      await fillSignUp(page, { ...newPerson(), email: 'mira@gmx.de' });
      await page.getByLabel('Confirm password').blur();
      await expect(page.getByText(personal)).toBeVisible();
      await expect(submit).toBeDisabled();
      await email.fill(newPerson().email);
      await expect(page.getByText(personal)).toHaveCount(0);
      await expect(submit).toBeEnabled();
    });
    await test.step("a stranger cannot take another domain's company", async () => {
      const mismatch =
        "Your email domain doesn't match this company's domain. Please use your company email or contact your admin.";
      const stranger = newPerson();
      await fillSignUp(page, { ...stranger, company: person.company.toUpperCase() });
      await expect(page.getByText(mismatch)).toBeVisible();
      await submit.click();
      await expect(page.getByText(mismatch)).toHaveCount(2);
      await expect(page).toHaveURL('/register');
      expect(scout.inbox.mails.filter(({ to }) => to === stranger.email)).toEqual([]);
    });
    await test.step('the sign-in screen names the user who has just signed up', async () => {
      const created = newPerson();
      await fillSignUp(page, created);
      await submit.click();
      await expect(page.getByRole('heading', { name: 'Your account was created' })).toBeVisible();
      await page.getByRole('link', { name: 'Log In' }).click();
      await expect(page.getByText('Sign up successful')).toBeVisible();
      await expect(page.getByText('Please check your email to confirm your account.')).toBeVisible();
      await expect(page.getByLabel('Email')).toHaveValue(created.email);
    });
  });
});
