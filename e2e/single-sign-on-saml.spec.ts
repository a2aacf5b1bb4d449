import type { Page } from '@playwright/test';
import {
  type SamlIdentityProvider,
  startSamlProvider,
} from '@scout/server/modules/auth/sso/testing/samlIdentityProvider';
import { expect, test } from './support/fixtures.ts';
import { ownerOf } from './support/owner.ts';
import { panel } from './support/table.ts';
import { expectToast } from './support/toast.ts';

let idp: SamlIdentityProvider;
test.beforeAll(async () => {
  // Another site for the browser, so that it sends no cookie with the provider's form.
  idp = await startSamlProvider('localhost');
});
test.afterAll(() => idp.stop());

async function signInBySaml(page: Page, email: string) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Use single sign-on' }).click();
  await page.getByRole('button', { name: 'Continue to Scout' }).click();
}

test.describe('single sign-on over SAML', () => {
  test.use({ expectedMessages: /status of 40[0134]/ });

  test('is set up, tested and required; certificates change, and a break-glass password works', async ({
    signedIn: page,
    organization,
    scout,
    browser,
    ownOrigins,
  }) => {
    ownOrigins.add(idp.origin);
    const domain = organization.email.split('@')[1]!;
    await ownerOf(scout.dataDir)(
      `INSERT INTO scout.organization_domains (tenant_id, domain, state, method, verified_at) VALUES ($1, $2, 'verified', 'dns', $3)
       ON CONFLICT (tenant_id, domain) DO UPDATE SET state = 'verified', method = 'dns', verified_at = $3`,
      [organization.tenantId, domain, new Date()],
    );
    const path = `${scout.url}/auth/v1/sso/${organization.tenantId}`;

    await page.goto('/settings/organization');
    const sso = panel(page, 'Single sign-on');
    await sso.getByRole('radio', { name: 'SAML 2.0' }).check();
    await expect(sso.getByText(`${path}/acs`)).toBeVisible();
    await expect(sso.getByText(`${path}/metadata`)).toBeVisible();
    await sso.getByRole('button', { name: 'Set up' }).click();
    await expect(sso.getByText(/^Give the address of the metadata/)).toBeVisible();
    await sso.getByLabel('Your password').fill(organization.password);
    await sso.getByLabel('Metadata of the provider', { exact: true }).fill(`${idp.origin}/nowhere`);
    await sso.getByRole('button', { name: 'Set up' }).click();
    await expectToast(page, 'There are no metadata at the address of the provider.');
    await sso.getByLabel('Metadata of the provider', { exact: true }).fill(idp.metadataUrl);
    await sso.getByRole('button', { name: 'Set up' }).click();
    await expectToast(page, 'Single sign-on set up');
    await expect(sso.getByText(idp.entityId)).toBeVisible();

    idp.accounts.set('ada', { email: organization.email });
    idp.person = 'ada';
    await sso.getByRole('button', { name: 'Test' }).click();
    await page.getByRole('button', { name: 'Continue to Scout' }).click();
    await expect(sso.getByText('The last test had everything')).toBeVisible();
    await expect(
      sso.getByText(`${organization.email} came, with the attributes NameID, email.`),
    ).toBeVisible();
    await sso.getByText('Let new people join without approval').click();
    await expect(sso.getByRole('switch')).toBeChecked();
    await sso.getByText(organization.email, { exact: true }).click();
    await expect(sso.getByRole('checkbox', { name: organization.email })).toBeChecked();
    await sso.getByRole('combobox', { name: 'Single sign-on' }).click();
    await page.getByRole('option', { name: 'Required, instead of passwords' }).click();
    await expect(sso.getByRole('combobox', { name: 'Single sign-on' })).toHaveText(/Required/);

    // A new colleague, and one whom the organization does not answer for.
    const context = await browser.newContext({ baseURL: scout.url });
    const colleague = await context.newPage();
    idp.accounts.set('nia', { email: `nia@${domain}`, firstName: 'Nia', lastName: 'Ek' });
    idp.person = 'nia';
    await signInBySaml(colleague, `nia@${domain}`);
    await expect(colleague).toHaveURL(/\/dashboard/);
    await colleague.goto('/settings');
    await expect(panel(colleague, 'Profile').getByLabel('First name')).toHaveValue('Nia');
    await colleague.getByRole('button', { name: 'Log Out' }).click();
    await colleague.getByRole('dialog').getByRole('button', { name: 'Log Out' }).click();
    await expect(colleague.getByRole('heading', { name: 'You have been logged out' })).toBeVisible();
    idp.accounts.set('eve', { email: 'eve@nowhere.example' });
    idp.person = 'eve';
    await signInBySaml(colleague, `nia@${domain}`);
    await expect(colleague.getByText(/has not verified the domain of your email address/)).toBeVisible();

    // The provider changes its certificate: both are in the metadata, then the newer one alone.
    idp.person = 'nia';
    for (const withdraw of [false, true]) {
      await idp.announceKey();
      idp.useNewestKey(withdraw);
      await context.clearCookies();
      await signInBySaml(colleague, `nia@${domain}`);
      await expect(colleague).toHaveURL(/\/dashboard/);
    }

    // Passwords no longer work, but for the break-glass account.
    await context.clearCookies();
    await colleague.goto('/login');
    await colleague.getByLabel('Email').fill(organization.email);
    await colleague.getByLabel('Password', { exact: true }).fill(organization.password);
    await colleague.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(colleague).toHaveURL(/\/dashboard/);
    await context.close();

    // Metadata from a file.
    await sso.getByRole('radio', { name: 'File' }).check();
    await sso.getByLabel('New metadata', { exact: true }).setInputFiles({
      name: 'metadata.xml',
      mimeType: 'application/xml',
      buffer: Buffer.from(idp.metadata()),
    });
    await sso.getByLabel('Your password').fill(organization.password);
    await sso.getByRole('button', { name: 'Replace' }).click();
    await expect(sso.getByText('From a file')).toBeVisible();
    await page.reload();
    await expect(panel(page, 'Audit log').getByText('Single sign on changed').first()).toBeVisible();
  });

  test('that a provider begins is refused with a sentence', async ({ page }) => {
    await page.goto('/login?sso=unsolicited');
    await expect(
      page.getByText('A sign-in begins here. Enter your email address, and use single sign-on.'),
    ).toBeVisible();
  });
});
