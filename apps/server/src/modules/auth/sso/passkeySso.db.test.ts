import { createInbox, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuthenticator } from '../testing/authenticator.ts';
import { mailAbout, openBrowser } from '../testing/browser.ts';
import { type IdentityProvider, startIdentityProvider } from './testing/identityProvider.ts';
import { type SsoOrganization, withSso } from './testing/organizations.ts';

let server: TestServer;
let inbox: Inbox;
let idp: IdentityProvider;
let bank: SsoOrganization;

beforeAll(async () => {
  inbox = await createInbox();
  server = await startServer({ inbox, config: { ssoNetworks: ['127.0.0.0/8'] } });
  idp = await startIdentityProvider();
  bank = await withSso(server, idp, 'Northwind Bank');
});
afterAll(async () => {
  await server?.stop();
  await idp?.stop();
  await inbox?.stop();
});

async function passkeyOf(role: 'admin' | 'member') {
  const { api } = await bank.as(role);
  const authenticator = createAuthenticator(server.url);
  const { challenge, user } = await api.authPasskeysAddOptions({ current_password: bank.password });
  const credential = authenticator.create({ challenge, user: user as { id: string } });
  await api.authPasskeysAdd({ friendly_name: 'Laptop', credential: { ...credential, type: 'public-key' } });
  return authenticator;
}

async function signIn(authenticator: ReturnType<typeof createAuthenticator>) {
  const browser = openBrowser(server);
  const { body } = await browser.post('/auth/v1/passkey-sign-in/options');
  return browser.post('/auth/v1/passkey-sign-in', { credential: authenticator.get(body) });
}

it('required single sign-on locks passkeys out, but for break-glass accounts, whose use is reported to the admins', async () => {
  const exempt = bank.emailOf('admin');
  const { api } = await bank.as('admin');
  const ofAdmin = await passkeyOf('admin');
  const ofMember = await passkeyOf('member');
  expect((await signIn(ofMember)).status).toBe(200);
  await api.ssoUpdate({ state: 'required', break_glass: [exempt] });
  expect(await signIn(ofMember)).toMatchObject({ status: 403, body: { code: 'sso_required' } });
  expect((await signIn(ofAdmin)).status).toBe(200);
  await mailAbout(inbox, exempt, /break-glass account was used/);
  const { rows } = await server.database.asOwner((owner) =>
    owner.query<{ action: string; details: object }>(
      'SELECT action, details FROM scout.audit_logs WHERE tenant_id = $1 ORDER BY sequence DESC LIMIT 2',
      [bank.tenantId],
    ),
  );
  expect(rows[0]).toMatchObject({ action: 'signed_in', details: { passkey: true, break_glass: true } });
  expect(rows[1]).toMatchObject({ action: 'passkey_sign_in_refused' });
});
