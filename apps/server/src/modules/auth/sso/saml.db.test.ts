import { createInbox, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailAbout, openBrowser, signIn as signInByPassword } from '../testing/browser.ts';
import { type SsoOrganization, sessionOf, startOf } from './testing/organizations.ts';
import { type SamlIdentityProvider, startSamlProvider } from './testing/samlIdentityProvider.ts';
import { endSaml, formAt, submit, testSaml, withSaml } from './testing/samlOrganizations.ts';
import { createTraveler } from './testing/traveler.ts';

let server: TestServer;
let inbox: Inbox;
let idp: SamlIdentityProvider;
let bank: SsoOrganization;

beforeAll(async () => {
  inbox = await createInbox();
  server = await startServer({ inbox, config: { ssoNetworks: ['127.0.0.0/8'] } });
  idp = await startSamlProvider();
  bank = await withSaml(server, idp, 'Northwind Bank');
});
afterAll(async () => {
  await server?.stop();
  await idp?.stop();
  await inbox?.stop();
});

const admin = async () => (await bank.as('admin')).api;
const connection = async () => (await (await admin()).sso({})).connection!;
const query = async <T extends object>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  (await server.database.asOwner((owner) => owner.query<T>(text, [...values]))).rows;
const lastEntry = async () =>
  (
    await query<{ action: string; details: Record<string, unknown> }>(
      'SELECT action, details FROM scout.audit_logs WHERE tenant_id = $1 ORDER BY sequence DESC LIMIT 1',
      [bank.tenantId],
    )
  )[0]!;
/** The provider knows a person, who signs in. */
async function signInAs(subject: string, email: string, more: object = {}, to = bank) {
  idp.accounts.set(subject, { email, ...more });
  idp.person = subject;
  return to.signIn(email);
}
const statusOf = async (email: string) =>
  (
    await query<{ status: string }>(
      'SELECT status FROM scout.memberships WHERE tenant_id = $1 AND email = $2',
      [bank.tenantId, email],
    )
  )[0]?.status;

describe('setting up', () => {
  it('shows what came with the test, and never the key', async () => {
    const settings = await (await admin()).sso({});
    const path = `${server.url}/auth/v1/sso/${bank.tenantId}`;
    expect(settings).toMatchObject({ entity_id: `${path}/metadata`, acs_url: `${path}/acs` });
    expect(settings.connection).toMatchObject({
      protocol: 'saml',
      issuer: idp.entityId,
      client_id: settings.entity_id,
      metadata_url: idp.metadataUrl,
      state: 'on',
      test: { email: bank.emailOf('admin'), claims: ['NameID', 'email'], problems: [] },
    });
    const [row] = await query<{ sealed: string }>('SELECT sealed FROM scout.sso_secrets');
    const key = await server.context.ssoSeal.open(row!.sealed);
    expect(Buffer.from(key, 'base64').length).toBeGreaterThan(1700);
    for (const text of [row!.sealed, JSON.stringify(settings), ...server.logLines])
      expect(text).not.toContain(key);
  });

  it('serves metadata with the certificate of that key, and none for others', async () => {
    const response = await fetch((await (await admin()).sso({})).entity_id);
    expect(response.headers.get('content-type')).toBe('application/samlmetadata+xml');
    const metadata = await response.text();
    expect(metadata).toContain('AuthnRequestsSigned="true" WantAssertionsSigned="true"');
    expect(metadata.match(/<ds:X509Certificate>/g)).toHaveLength(2);
    const other = await fetch(`${server.url}/auth/v1/sso/${crypto.randomUUID()}/metadata`);
    expect(other.status).toBe(404);
  });

  it('takes metadata by address or themselves, of the same provider', async () => {
    const api = await admin();
    const { password } = bank;
    for (const [given, code] of [
      [{}, 'password_required'],
      [{ password: 'wrong' }, 'wrong_password'],
    ] as const)
      await expect(api.ssoUpdate({ metadata: idp.metadata(), ...given })).rejects.toMatchObject({ code });
    await api.ssoUpdate({ metadata: idp.metadata(), password });
    expect((await connection()).metadata_url).toBeNull();
    expect((await signInAs('ada', bank.emailOf('admin'))).screen).toBe('/login?sso=done');
    await using other = await startSamlProvider();
    for (const [given, message] of [
      [{ metadata_url: other.metadataUrl }, /another provider/],
      [{ metadata_url: `${idp.origin}/nowhere` }, /no metadata at the address/],
      [{ metadata: '<EntityDescriptor/>' }, /not the SAML metadata/],
      [{ metadata: `<!DOCTYPE a [<!ENTITY b "c">]>${idp.metadata()}` }, /document type/],
      [{ metadata: idp.metadata().replaceAll('X509Certificate', 'Nothing') }, /no certificate/],
      [{ metadata: idp.metadata().replaceAll('HTTP-Redirect', 'HTTP-POST') }, /by redirect/],
      [{ metadata: idp.metadata().replaceAll(`="${idp.origin}/s`, '="http://10.0.0.1/s') }, /without TLS/],
      [{ metadata: '<a>'.repeat(11_000) }, /too large/],
      [{ metadata: idp.metadata(), metadata_url: idp.metadataUrl }, /or themselves/],
    ] as const)
      await expect(
        api.ssoUpdate({ ...given, password }),
        JSON.stringify(given).slice(0, 80),
      ).rejects.toMatchObject({
        code: 'sso_metadata',
        message: expect.stringMatching(message),
      });
    await expect(
      api.ssoUpdate({ metadata_url: 'https://192.168.1.1/metadata', password }),
    ).rejects.toMatchObject({
      code: 'sso_address',
    });
    await expect(api.ssoUpdate({ client_secret: 'secret' })).rejects.toMatchObject({ code: 'sso_protocol' });
    await api.ssoUpdate({ metadata_url: idp.metadataUrl, password });
    expect(await lastEntry()).toMatchObject({
      action: 'single_sign_on_changed',
      details: { metadata: idp.metadataUrl },
    });
  });

  it('a test says what is missing', async () => {
    expect(await testSaml(server, bank, idp, 'not an address')).toBe('/settings/organization');
    expect((await connection()).test).toMatchObject({
      email: null,
      problems: ['No email address came (attribute email).'],
    });
    idp.refuses = true;
    await testSaml(server, bank, idp, bank.emailOf('admin'));
    expect((await connection()).test!.problems).toEqual([
      'The provider reports that the sign-in failed. Its own log has the reason.',
    ]);
    idp.refuses = false;
    await testSaml(server, bank, idp, bank.emailOf('admin'));
    expect((await connection()).test!.problems).toEqual([]);
  });
});

describe('signing in', () => {
  it('an existing member signs in, with an encrypted assertion too', async () => {
    for (const encrypts of [false, true]) {
      idp.encrypts = encrypts;
      const { screen, traveler } = await signInAs('ada', bank.emailOf('admin'));
      expect(screen).toBe('/login?sso=done');
      expect((await sessionOf(server, traveler)).user!.email).toBe(bank.emailOf('admin'));
    }
    idp.encrypts = false;
    expect(await lastEntry()).toMatchObject({ action: 'signed_in', details: { single_sign_on: true } });
  });

  it('an unknown person joins as the admins chose, by name, and stays the same when the address changes', async () => {
    const email = `new@${bank.domain}`;
    const { traveler } = await signInAs('new', email, { firstName: 'Nia', lastName: 'Ek' });
    expect(await statusOf(email)).toBe('active');
    const { client } = await sessionOf(server, traveler);
    expect(await client.api.profiles({})).toMatchObject([{ full_name: 'Nia Ek', email }]);
    const again = await signInAs('new', `renamed@${bank.domain}`);
    expect((await sessionOf(server, again.traveler)).user!.email).toBe(email);
    await (await admin()).ssoUpdate({ admission: 'pending' });
    await signInAs('waits', `waits@${bank.domain}`);
    expect(await statusOf(`waits@${bank.domain}`)).toBe('pending');
    await (await admin()).ssoUpdate({ admission: 'active' });
  });

  it('whom the provider refuses, and who is of another domain, does not get in', async () => {
    idp.refuses = true;
    expect((await signInAs('ada', bank.emailOf('admin'))).screen).toBe('/login?sso=refused');
    idp.refuses = false;
    const traveler = createTraveler();
    const address = await startOf(server, bank.emailOf('admin'), traveler);
    idp.accounts.set('eve', { email: 'eve@nowhere.example' });
    idp.person = 'eve';
    expect(await endSaml(server, traveler, address)).toBe('/login?sso=domain');
    expect(await lastEntry()).toMatchObject({ details: { reason: 'domain', email: 'eve@nowhere.example' } });
  });

  it('begins here: what a provider begins is refused', async () => {
    const traveler = createTraveler();
    const form = await formAt(traveler, await startOf(server, bank.emailOf('admin'), traveler));
    for (const RelayState of ['', 'https://evil.example/'])
      expect(await submit(server, traveler, { ...form, fields: { ...form.fields, RelayState } })).toBe(
        '/login?sso=unsolicited',
      );
  });

  it('takes the word of the provider for a second factor', async () => {
    const email = `mfa@${bank.domain}`;
    const context = 'http://schemas.microsoft.com/claims/multipleauthn';
    await signInAs('mfa', email, { context });
    await signInAs('mfa', email);
    const rows = await query<{ shown: boolean }>(
      `SELECT second_factor_at IS NOT NULL AS shown FROM auth.session s JOIN auth."user" u ON u.id = s.user_id
       WHERE u.email = $1 ORDER BY s.created_at`,
      [email],
    );
    expect(rows).toEqual([{ shown: true }, { shown: false }]);
  });
});

it('groups of an assertion give a role, once the admins have a table', async () => {
  const email = `grouped@${bank.domain}`;
  const role = async () =>
    (await query('SELECT role FROM scout.memberships WHERE tenant_id = $1 AND email = $2', [
      bank.tenantId,
      email,
    ])) as { role: string }[];
  const api = await admin();
  for (const [group, given] of [
    ['staff', 'member'],
    ['soc', 'analyst'],
  ] as const)
    await api.groupRolesAdd({ group, role: given });
  await signInAs('grouped', email, { groups: ['staff', 'soc'] });
  expect(await role()).toEqual([{ role: 'analyst' }]);
  await signInAs('grouped', email);
  expect(await role(), 'an assertion without groups changes nothing').toEqual([{ role: 'analyst' }]);
  await signInAs('grouped', email, { groups: ['staff'] });
  expect(await role()).toEqual([{ role: 'member' }]);
  for (const group of ['staff', 'soc']) await api.groupRolesRemove({ group });
});

describe('certificates', () => {
  it('change without an interruption: two in the metadata, then the newer one alone', async () => {
    const signsIn = async () => (await signInAs('ada', bank.emailOf('admin'))).screen;
    await idp.announceKey();
    expect(await signsIn()).toBe('/login?sso=done');
    idp.useNewestKey();
    expect(await signsIn()).toBe('/login?sso=done');
    idp.useNewestKey(true);
    expect(await signsIn()).toBe('/login?sso=done');
    // With metadata that were entered, the admin has to enter them again.
    await (await admin()).ssoUpdate({ metadata: idp.metadata(), password: bank.password });
    await idp.announceKey();
    idp.useNewestKey(true);
    expect(await signsIn()).toBe('/login?sso=provider');
    expect(await lastEntry()).toMatchObject({
      details: {
        problem:
          'The assertion is not signed with a certificate in the metadata of the provider, or was changed.',
      },
    });
    await (await admin()).ssoUpdate({ metadata_url: idp.metadataUrl, password: bank.password });
    expect(await signsIn()).toBe('/login?sso=done');
  });
});

describe('two organizations with the same provider', () => {
  it('sign in their own people, each by its own entity ID and key', async () => {
    const rival = await withSaml(server, idp, 'Meridian Defense');
    const email = `zoe@${rival.domain}`;
    const { traveler } = await signInAs('zoe', email, {}, rival);
    expect((await sessionOf(server, traveler)).user!.email).toBe(email);
    // The response for one organization is sent to the other, whose provider and keys are the same.
    const browser = createTraveler();
    idp.accounts.set('ada', { email: bank.emailOf('admin') });
    idp.person = 'ada';
    const form = await formAt(browser, await startOf(server, bank.emailOf('admin'), browser));
    const action = form.action.replace(bank.tenantId, rival.tenantId);
    expect(await submit(server, browser, { ...form, action })).toBe('/login?sso=expired');
    // In the place of the response that the other organization waits for.
    const waiting = await formAt(browser, await startOf(server, rival.emailOf('admin'), browser));
    const fields = { ...waiting.fields, SAMLResponse: form.fields.SAMLResponse! };
    expect(await submit(server, browser, { ...waiting, fields })).toBe('/login?sso=provider');
    expect(await submit(server, browser, form)).toBe('/login?sso=done');
  });
});

describe('required', () => {
  it('locks passwords out, but for break-glass accounts, whose use is reported to the admins', async () => {
    const member = await bank.as('member');
    const exempt = bank.emailOf('admin');
    await (await admin()).ssoUpdate({ state: 'required', break_glass: [exempt] });
    await expect(member.api.members({})).rejects.toMatchObject({ code: 'session_ended' });
    const browser = openBrowser(server);
    const refused = await signInByPassword(browser, bank.emailOf('member'), bank.password);
    expect([refused.status, refused.body.code]).toEqual([403, 'sso_required']);
    const { traveler } = await signInAs('mia', bank.emailOf('member'));
    expect(await (await sessionOf(server, traveler)).client.api.profiles({})).toHaveLength(1);
    expect((await signInByPassword(browser, exempt, bank.password)).status).toBe(200);
    await mailAbout(inbox, exempt, /break-glass account was used/);
    await (await admin()).ssoUpdate({ state: 'on' });
  });

  it('ends with the connection, sessions too', async () => {
    const short = await withSaml(server, idp, 'Alder Health');
    const { traveler } = await signInAs('amy', `amy@${short.domain}`, {}, short);
    const { client } = await sessionOf(server, traveler);
    expect(await client.api.profiles({})).toHaveLength(1);
    await (await short.as('admin')).api.ssoRemove({});
    await expect(client.api.profiles({})).rejects.toMatchObject({ code: 'session_ended' });
  });
});
