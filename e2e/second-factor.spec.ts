import type { Route } from '@playwright/test';
import type { TestClient } from '@scout/testkit/as';
import { TOTP, URI } from 'otpauth';
import { colleagueOf, fillSignIn, newPerson, type Person, register } from './support/account.ts';
import { expect, test } from './support/fixtures.ts';

const stepMs = 30_000;

/** The code of an authenticator app at a time. */
function codeAt(uri: string, timestamp: number): string {
  const totp = URI.parse(uri);
  if (!(totp instanceof TOTP)) throw new Error(`${uri} is no TOTP`);
  return totp.generate({ timestamp });
}

/** Sets up a factor with the previous step's code, so that the current one is still unused. */
async function enrol({ api }: TestClient, friendly_name: string, { password }: Pick<Person, 'password'>) {
  const { id, totp } = await api.authFactorsEnrol({
    factor_type: 'totp',
    friendly_name,
    current_password: password,
  });
  const challenge = await api.authFactorsChallenge({ id });
  const verify = () =>
    api.authFactorsVerify({
      id,
      challenge_id: challenge.id,
      code: codeAt(totp.uri, Date.now() - stepMs),
    });
  // The code of two steps ago is refused: a code can reach that age when a step ends between its creation and its check.
  const { recovery_codes = [] } = await verify().catch(verify);
  return { uri: totp.uri, recoveryCodes: recovery_codes };
}

test.describe('at sign-in', () => {
  test.use({ expectedMessages: /status of 400/ });

  test('a code is asked for, and nothing opens without it', async ({ page, scout }) => {
    const person = newPerson();
    const { uri } = await enrol(await register(scout, person), 'Pocket phone', person);
    await page.goto('/login');
    await fillSignIn(page, person);
    await expect(page.getByRole('heading', { name: 'Enter your second factor' })).toBeVisible();
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Pocket phone')).toBeVisible();

    const field = page.getByLabel('Six-digit code');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('Enter the 6-digit code');
    const right = codeAt(uri, Date.now());
    await field.fill(right === '000000' ? '111111' : '000000');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('Invalid or expired code');
    await expect(field).toHaveValue('');
    await field.fill(codeAt(uri, Date.now()));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.locator('header').first().getByText(person.company)).toBeVisible();
  });
});

test('someone else can sign in instead, a factor is chosen among several, and a recovery code works too', async ({
  page,
  scout,
}) => {
  const person = newPerson();
  const client = await register(scout, person);
  const { recoveryCodes } = await enrol(client, 'Pocket phone', person);
  const { uri } = await enrol(client, 'Desk key', person);
  await page.goto('/login');
  await test.step('someone else can sign in instead', async () => {
    await fillSignIn(page, person);
    const ended = page.waitForResponse('/auth/v1/logout');
    await page.getByRole('button', { name: 'Sign in as someone else' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
    // A reload before the response would abort the request.
    await ended;
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  });
  await test.step('a factor is chosen among several', async () => {
    await fillSignIn(page, person);
    await page.getByLabel('Factor', { exact: true }).click();
    await page.getByRole('option', { name: 'Desk key' }).click();
    await page.getByLabel('Six-digit code').fill(codeAt(uri, Date.now()));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL('/dashboard');
  });
  await test.step('a recovery code works too', async () => {
    await page.context().clearCookies();
    await page.goto('/login');
    await fillSignIn(page, person);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[0]!);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL('/dashboard');
  });
});

test.describe('where the organization requires one', () => {
  test.use({ expectedMessages: /status of 403/ });

  test('nothing opens before it is set up, and everything after', async ({ page, scout }) => {
    const admin = newPerson();
    const { api } = await register(scout, admin);
    await api.tenantsUpdate({ requires_second_factor: true });
    const person = colleagueOf(admin);
    await register(scout, person);
    await scout.asOwner(`UPDATE scout.memberships SET status = 'active' WHERE email = $1`, [person.email]);
    await page.goto('/login');
    await fillSignIn(page, person);
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await page.getByRole('button', { name: 'Add authenticator app' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Pocket phone');
    await page.getByRole('dialog').getByLabel('Password').fill(person.password);
    const begun = page.waitForResponse('/auth/v1/factors');
    await page.getByRole('dialog').getByRole('button').last().click();
    const { totp } = (await (await begun).json()) as { totp: { uri: string } };
    await page.getByLabel('Code', { exact: true }).fill(codeAt(totp.uri, Date.now()));
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByRole('dialog', { name: /recovery codes/i })).toBeVisible();
    await page.getByRole('dialog').getByRole('button').last().click();
    await expect(page.locator('header').first().getByText(admin.company)).toBeVisible();
  });
});

test.describe('set up elsewhere', () => {
  test.use({ expectedMessages: /status of 403/ });

  test('an older session is asked for it too', async ({ page, scout }) => {
    const person = newPerson();
    const client = await register(scout, person);
    await page.goto('/login');
    await fillSignIn(page, person);
    await expect(page).toHaveURL('/dashboard');
    // The token in this page is older; its responses come later.
    const beforeTenants = async (route: Route) => {
      await enrol(client, 'Pocket phone', person);
      await route.continue();
    };
    await page.route('/rest/v1/tenants', beforeTenants, { times: 1 });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Enter your second factor' })).toBeVisible();
  });
});
