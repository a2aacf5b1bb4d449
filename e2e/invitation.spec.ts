import type { TestClient } from '@scout/testkit/as';
import {
  colleagueOf,
  fillSignIn,
  fillSignUp,
  mailAbout,
  newPerson,
  type Person,
  pathOf,
  register,
} from './support/account.ts';
import { expect, test } from './support/fixtures.ts';
import { goWithin } from './support/goWithin.ts';
import { codeAt } from './support/people.ts';
import type { Scout } from './support/scout.ts';
import { signIn } from './support/signIn.ts';

/** An admin invites a person at another domain; resolves to the path of the mailed link. */
async function invite(scout: Scout, admin: TestClient, email: string): Promise<string> {
  await admin.api.membersAdd({ email });
  await admin.api.sendMemberInvitation({ to: email });
  return pathOf(await mailAbout(scout, email, /invite|invitation|join/i), scout);
}

/** An organization with its admin signed in, and a guest at another domain. */
async function organizationWithGuest(
  scout: Scout,
): Promise<{ host: Person; guest: Person; admin: TestClient }> {
  const host = newPerson();
  return { host, guest: newPerson(), admin: await register(scout, host) };
}

test('someone without an account signs up, comes back and accepts', async ({ page, scout }) => {
  const { host, guest, admin } = await organizationWithGuest(scout);
  const link = await invite(scout, admin, guest.email);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: `Join ${host.company}` })).toBeVisible();
  await expect(page.getByText(guest.email)).toBeVisible();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Email')).toHaveValue(guest.email);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(guest.email);
  await fillSignUp(page, guest, { company: false });
  await expect(page.getByLabel('Company name')).toHaveValue(host.company);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/confirm\?/);
  const { code } = await mailAbout(scout, guest.email, /confirm/i);
  await page.getByLabel('Six-digit code').fill(code!);
  await page.getByRole('button', { name: 'Confirm email' }).click();

  await expect(page).toHaveURL(link);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('heading', { name: `You are a member of ${host.company}` })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText(host.company).first()).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText('This invitation has already been accepted.');
});

test.describe('an unknown organization', () => {
  test.use({ expectedMessages: /404/ });

  test('is named before a sign-in', async ({ page }) => {
    const link = { email: 'mira@alder.example', org: `No such company ${crypto.randomUUID()}` };
    await page.goto(`/accept-invitation?${new URLSearchParams(link)}`);
    await expect(page.getByRole('alert')).toHaveText('Organization not found');
  });
});

test('someone with an account signs in on the way; an email and organization link shows the same', async ({
  page,
  scout,
}) => {
  const { host, guest, admin } = await organizationWithGuest(scout);
  await invite(scout, admin, guest.email);
  await register(scout, { ...guest, company: host.company });
  const link = `/accept-invitation?${new URLSearchParams({ email: guest.email, org: host.company })}`;
  await page.goto(link);
  await expect(page.getByText(`Sign in as ${guest.email}`)).toBeVisible();
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Your invitation is waiting')).toBeVisible();
  await fillSignIn(page, guest);
  await expect(page).toHaveURL(link);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('heading', { name: `You are a member of ${host.company}` })).toBeVisible();
});

test.describe('where the organization requires a second factor', () => {
  test.use({ expectedMessages: /status of 403/ });

  test('a member sets one up on the way, and comes back to accept', async ({ page, scout }) => {
    const host = newPerson();
    const admin = await register(scout, host);
    const guest = colleagueOf(host, 'guest');
    const link = await invite(scout, admin, guest.email);
    await register(scout, guest);
    await scout.asOwner(`UPDATE scout.memberships SET status = 'active' WHERE email = $1`, [guest.email]);
    await admin.api.tenantsUpdate({ requires_second_factor: true });
    await page.goto('/login');
    await fillSignIn(page, guest);
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await page.goto(link);
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await page.getByRole('button', { name: 'Add authenticator app' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Pocket phone');
    await page.getByRole('dialog').getByLabel('Password').fill(guest.password);
    const begun = page.waitForResponse('/auth/v1/factors');
    await page.getByRole('dialog').getByRole('button').last().click();
    const { totp } = (await (await begun).json()) as { totp: { secret: string } };
    await page.getByLabel('Code', { exact: true }).fill(codeAt(totp.secret, Date.now()));
    await page.getByRole('button', { name: 'Verify' }).click();
    await page
      .getByRole('dialog', { name: /recovery codes/i })
      .getByRole('button')
      .last()
      .click();
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByRole('heading', { name: `You are a member of ${host.company}` })).toBeVisible();
  });
});

test.describe('an invitation', () => {
  test.use({ expectedMessages: /status of 404/ });

  test('is declined without an account, kept from another address, and refused without a valid link', async ({
    page,
    scout,
  }) => {
    const { host, guest, admin } = await organizationWithGuest(scout);
    const other = newPerson();
    await test.step('can be declined without an account, for good', async () => {
      const link = await invite(scout, admin, guest.email);
      await page.goto(link);
      await page.getByRole('button', { name: 'Decline' }).click();
      await expect(page.getByRole('heading', { name: 'You declined the invitation' })).toBeVisible();
      await page.reload();
      await expect(page.getByRole('alert')).toHaveText('This invitation was declined.');
    });

    await test.step('cannot be accepted with another address', async () => {
      const link = await invite(scout, admin, other.email);
      await signIn(page, host);
      await page.goto(link);
      await expect(page.getByText('You are signed in with another address')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Accept' })).toBeDisabled();
      await page.getByRole('button', { name: `Sign in as ${other.email}` }).click();
      await expect(page).toHaveURL('/login');
      await expect(page.getByLabel('Email')).toHaveValue(other.email);
    });

    await test.step('an invalid link says what is missing, or that there is no such invitation', async () => {
      for (const query of ['', '?email=a%40alder.example', '?org=Alder']) {
        await goWithin(page, '/login');
        await expect(page.getByLabel('Password')).toBeVisible();
        await goWithin(page, `/accept-invitation${query}`);
        await expect(page.getByRole('alert')).toHaveText(
          'Invalid invitation link. Missing required parameters.',
        );
      }
      await goWithin(page, '/accept-invitation?token=never-mailed');
      await expect(page.getByRole('alert')).toHaveText(
        'This invitation is not valid. Ask an admin of the organization for a new one.',
      );
    });
  });
});
