import {
  clientAt,
  type IdentityProvider,
  SECRET,
  startIdentityProvider,
} from '@scout/server/modules/auth/sso/testing/identityProvider';
import { expect, test } from './support/fixtures.ts';
import { ownerOf } from './support/owner.ts';
import { panel } from './support/table.ts';
import { expectToast } from './support/toast.ts';

let idp: IdentityProvider;
test.beforeAll(async () => {
  idp = await startIdentityProvider();
});
test.afterAll(() => idp.stop());

test.describe('single sign-on', () => {
  test.use({ expectedMessages: /status of 40[034]/ });

  test('is set up, tested and turned on by an admin; a new colleague signs in and logs out with it', async ({
    signedIn: page,
    organization,
    scout,
    browser,
    ownOrigins,
  }) => {
    ownOrigins.add(idp.issuer);
    const domain = organization.email.split('@')[1]!;
    await ownerOf(scout.dataDir)(
      `INSERT INTO scout.organization_domains (tenant_id, domain, state, method, verified_at) VALUES ($1, $2, 'verified', 'dns', $3)
       ON CONFLICT (tenant_id, domain) DO UPDATE SET state = 'verified', method = 'dns', verified_at = $3`,
      [organization.tenantId, domain, new Date()],
    );
    const path = `${scout.url}/auth/v1/sso/${organization.tenantId}`;
    idp.clients.push(
      clientAt('scout', {
        redirect_uri: `${path}/callback`,
        post_logout_redirect_uri: `${scout.url}/logout-confirm`,
        backchannel_logout_uri: `${path}/backchannel-logout`,
      }),
    );
    await idp.rotate();

    await page.goto('/settings/organization');
    const sso = panel(page, 'Single sign-on');
    await expect(sso.getByText(`${path}/callback`)).toBeVisible();
    await sso.getByRole('button', { name: 'Set up' }).click();
    await expect(sso.getByText('Give the client secret.')).toBeVisible();
    await sso.getByLabel('Issuer').fill(idp.issuer);
    await sso.getByLabel('Client ID').fill('scout');
    await sso.getByLabel('Client secret').fill(SECRET);
    await sso.getByLabel('Your password').fill(organization.password);
    await sso.getByRole('button', { name: 'Set up' }).click();
    await expectToast(page, 'Single sign-on set up');
    await expect(sso.getByText('Test it: only what was tested can be turned on.')).toBeVisible();
    await expect(page.getByText(SECRET)).toHaveCount(0);

    idp.accounts.set('ada', { email: organization.email, email_verified: true });
    idp.person = 'ada';
    await sso.getByRole('button', { name: 'Test' }).click();
    await expect(sso.getByText('The last test had everything')).toBeVisible();
    await expect(
      sso.getByText(new RegExp(`${organization.email} came, with the claims .*email`)),
    ).toBeVisible();
    await sso.getByRole('combobox', { name: 'Single sign-on' }).click();
    await page.getByRole('option', { name: 'On, beside passwords' }).click();
    await expectToast(page, 'Single sign-on updated');
    await sso.getByText('Let new people join without approval').click();
    await expect(sso.getByRole('switch')).toBeChecked();

    const context = await browser.newContext({ baseURL: scout.url });
    const colleague = await context.newPage();
    const email = `nia@${domain}`;
    idp.accounts.set('nia', { email, email_verified: true, given_name: 'Nia', family_name: 'Ek' });
    idp.person = 'nia';
    await colleague.goto('/settings');
    await expect(colleague.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
    const byProvider = colleague.getByRole('button', { name: 'Use single sign-on' });
    await byProvider.click();
    await expect(colleague.getByText('Email is required')).toBeVisible();
    await colleague.getByLabel('Email').fill('nia@nowhere.example');
    await byProvider.click();
    await expect(colleague.getByText('There is no single sign-on for this email address.')).toBeVisible();
    await colleague.getByLabel('Email').fill(email);
    await byProvider.click();
    // The page that was asked for first.
    await expect(colleague).toHaveURL(`${scout.url}/settings`);
    await expect(panel(colleague, 'Profile').getByLabel('First name')).toHaveValue('Nia');

    await colleague.getByRole('button', { name: 'Log Out' }).click();
    await colleague.getByRole('dialog').getByRole('button', { name: 'Log Out' }).click();
    await colleague.getByRole('button', { name: 'Log out there' }).click();
    await expect(colleague.getByRole('heading', { name: 'You have been logged out' })).toBeVisible();

    await colleague.goto('/login?sso=domain');
    await expect(
      colleague.getByText(
        'Your organization has not verified the domain of your email address. Ask an admin.',
      ),
    ).toBeVisible();
    await context.close();

    await page.reload();
    await expect(panel(page, 'Audit log').getByText('Single sign on added').first()).toBeVisible();
  });
});
