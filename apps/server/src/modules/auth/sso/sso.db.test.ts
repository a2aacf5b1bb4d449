import { createInbox, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directoryOf } from '../../organizations/scim/testing/directory.ts';
import { mailAbout, openBrowser, signIn as signInByPassword, signUpOf } from '../testing/browser.ts';
import { type IdentityProvider, SECRET, startIdentityProvider } from './testing/identityProvider.ts';
import { end, type SsoOrganization, sessionOf, startOf, testSso, withSso } from './testing/organizations.ts';
import { createTraveler } from './testing/traveler.ts';

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

const admin = async () => (await bank.as('admin')).api;
const connection = async () => (await (await admin()).sso({})).connection!;
const query = async <T extends object>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  (await server.database.asOwner((owner) => owner.query<T>(text, [...values]))).rows;
const lastEntry = async () =>
  (
    await query<{ action: string; actor: string; details: Record<string, unknown> }>(
      `SELECT action, actor, details FROM scout.audit_logs WHERE tenant_id = $1 ORDER BY sequence DESC LIMIT 1`,
      [bank.tenantId],
    )
  )[0]!;
/** The provider knows a person, who signs in. */
async function signInAs(subject: string, email: string, more: object = {}, to = bank) {
  idp.accounts.set(subject, { email, ...more });
  idp.person = subject;
  return to.signIn(email);
}
const statusOf = async (email: string, { tenantId } = bank) =>
  (
    await query<{ role: string; status: string }>(
      'SELECT role, status FROM scout.memberships WHERE tenant_id = $1 AND email = $2',
      [tenantId, email],
    )
  )[0];

describe('setting up', () => {
  it('shows what came with the test, and never the secret', async () => {
    const settings = await (await admin()).sso({});
    expect(settings.connection).toMatchObject({
      issuer: idp.issuer,
      state: 'on',
      test: { email: bank.emailOf('admin'), by: bank.emailOf('admin'), problems: [] },
    });
    expect(settings.connection!.test!.claims).toEqual(expect.arrayContaining(['email', 'iss', 'sub']));
    expect(settings.domains).toEqual([bank.domain]);
    expect(settings.redirect_uri).toBe(`${server.url}/auth/v1/sso/${bank.tenantId}/callback`);
    const [row] = await query<{ sealed: string }>('SELECT sealed FROM scout.sso_secrets');
    expect(row!.sealed).not.toContain(SECRET);
    for (const text of [JSON.stringify(settings), ...server.logLines]) expect(text).not.toContain(SECRET);
  });

  it('nothing of a begun sign-in is stored in cleartext', async () => {
    const traveler = createTraveler();
    const { searchParams } = new URL(await startOf(server, bank.emailOf('admin'), traveler));
    const cookie = traveler.cookiesOf(server.url).get('scout.sign_on')!;
    const rows = await query<{ row: string }>('SELECT a::text AS row FROM auth.sso_attempts a');
    expect(rows.length).toBeGreaterThan(0);
    for (const secret of [cookie, searchParams.get('state')!, searchParams.get('nonce')!]) {
      expect(secret).toHaveLength(43);
      for (const text of [...rows.map(({ row }) => row), ...server.logLines])
        expect(text).not.toContain(secret);
    }
  });

  it('a test says what is missing', async () => {
    expect(await testSso(server, bank, idp, 'not an address')).toBe('/settings/organization');
    expect((await connection()).test).toMatchObject({
      email: null,
      problems: ['No email address came (claim email).'],
    });
    await (await admin()).ssoUpdate({ client_secret: 'wrong' });
    await testSso(server, bank, idp, bank.emailOf('admin'));
    expect((await connection()).test!.problems).toEqual([
      'The provider refused the client ID or the client secret.',
    ]);
    await (await admin()).ssoUpdate({ client_secret: SECRET });
    await testSso(server, bank, idp, bank.emailOf('admin'));
    expect((await connection()).test!.problems).toEqual([]);
  });

  it('needs the password, a permitted address, a test and a break-glass account', async () => {
    const api = await admin();
    const given = { issuer: idp.issuer, client_id: 'x', client_secret: 'y' };
    await expect(api.ssoCreate({ ...given, password: 'wrong' })).rejects.toMatchObject({
      code: 'wrong_password',
    });
    await expect(api.ssoCreate({ ...given, password: bank.password })).rejects.toMatchObject({
      code: 'sso_exists',
    });
    await expect(
      api.ssoCreate({ ...given, issuer: 'https://192.168.1.1', password: bank.password }),
    ).rejects.toMatchObject({ code: 'sso_address' });
    for (const break_glass of [[], [bank.emailOf('member')], ['nobody@northwind-bank.example']])
      await expect(api.ssoUpdate({ state: 'required', break_glass })).rejects.toMatchObject({
        code: 'sso_break_glass',
      });
    expect(await connection()).toMatchObject({ state: 'on', break_glass: [] });
  });
});

describe('signing in', () => {
  it('an existing member signs in, and keeps the role', async () => {
    const { screen, traveler } = await signInAs('ada', bank.emailOf('admin'), { email_verified: true });
    expect(screen).toBe('/login?sso=done');
    const { user, client } = await sessionOf(server, traveler);
    expect(user!.email).toBe(bank.emailOf('admin'));
    expect(await client.api.members({})).toBeInstanceOf(Array);
    expect(await lastEntry()).toMatchObject({ action: 'signed_in', details: { single_sign_on: true } });
  });

  it('an unknown person joins as the admins chose, and stays the same when the address at the provider changes', async () => {
    const email = `new@${bank.domain}`;
    const { traveler } = await signInAs('new', email, { given_name: 'Nia', family_name: 'Ek' });
    expect(await statusOf(email)).toEqual({ role: 'member', status: 'active' });
    const { client } = await sessionOf(server, traveler);
    expect(await client.api.profiles({})).toMatchObject([{ full_name: 'Nia Ek', email }]);
    const again = await signInAs('new', `renamed@${bank.domain}`);
    expect((await sessionOf(server, again.traveler)).user!.email).toBe(email);
    expect(await statusOf(`renamed@${bank.domain}`)).toBeUndefined();

    await (await admin()).ssoUpdate({ admission: 'pending' });
    const waiting = `waits@${bank.domain}`;
    const pending = await signInAs('waits', waiting);
    expect(await statusOf(waiting)).toEqual({ role: 'member', status: 'pending' });
    const { client: nobody } = await sessionOf(server, pending.traveler);
    await expect(nobody.api.members({})).rejects.toMatchObject({ code: 'no_organization' });
    await (await admin()).ssoUpdate({ admission: 'active' });
  });

  it('whom an admin removed, the provider brings back as pending only, and nobody is linked any more', async () => {
    const email = `removed@${bank.domain}`;
    await signInAs('removed', email);
    await (await admin()).removeMember({ p_tenant_id: bank.tenantId, p_email: email });
    expect(await query('SELECT FROM scout.sso_identities WHERE email = $1', [email])).toEqual([]);
    await signInAs('removed', email);
    expect(await statusOf(email)).toEqual({ role: 'member', status: 'pending' });
  });

  it('whom the directory deactivated, the provider brings back as pending only; the directory opens it again', async () => {
    const email = `leaver@${bank.domain}`;
    await signInAs('leaver', email);
    const directory = await directoryOf(server, bank);
    const { body } = await directory.post('/Users', { userName: email });
    const setActive = (value: boolean) =>
      directory.patch(`/Users/${body.id}`, {
        Operations: [{ op: 'replace', path: 'active', value }],
      });
    await setActive(false);
    expect(await statusOf(email)).toBeUndefined();
    const { traveler } = await signInAs('leaver', email);
    expect(await statusOf(email)).toEqual({ role: 'member', status: 'pending' });
    const { client: waiting } = await sessionOf(server, traveler);
    await expect(waiting.api.members({})).rejects.toMatchObject({ code: 'no_organization' });
    await setActive(true);
    expect(await statusOf(email)).toEqual({ role: 'member', status: 'active' });
  });

  it('what someone entered for an unconfirmed address no longer counts once the provider vouches for it', async () => {
    const email = `early@${bank.domain}`;
    const thief = openBrowser(server);
    await thief.post('/auth/v1/signup', signUpOf(email, 'Northwind Bank'));
    const mail = await mailAbout(inbox, email, /confirmation code/);
    const { screen } = await signInAs('early', email);
    expect(screen).toBe('/login?sso=done');
    const confirmed = await thief.post('/auth/v1/verify', { email, token: mail.code, type: 'signup' });
    expect(confirmed.status).toBe(400);
    expect((await signInByPassword(thief, email)).body.code).toBe('invalid_login');
  });

  it('a person without a password sets one by mail', async () => {
    const email = `reset@${bank.domain}`;
    await signInAs('reset', email);
    const browser = openBrowser(server);
    await browser.post('/auth/v1/recover', { email });
    const { link } = await mailAbout(inbox, email, /password/i);
    const token = new URL(link!).searchParams.get('token');
    const secret = 'a password of their own 7';
    expect((await browser.post('/auth/v1/reset-password', { token, password: secret })).status).toBe(200);
    expect((await signInByPassword(browser, email, secret)).status).toBe(200);
  });

  it('is not offered for a domain that no organization has verified, and not while it is off', async () => {
    expect(await startOf(server, 'ada@nowhere.example', createTraveler())).toBe('sso_unavailable');
    const traveler = createTraveler();
    const begun = await startOf(server, bank.emailOf('admin'), traveler);
    await (await admin()).ssoUpdate({ state: 'off' });
    expect(await startOf(server, bank.emailOf('admin'), createTraveler())).toBe('sso_unavailable');
    idp.person = 'ada';
    expect(await end(server, traveler, begun)).toBe('/login?sso=off');
    await (await admin()).ssoUpdate({ state: 'on' });
  });

  it('continues after the provider changes its keys', async () => {
    await idp.rotate();
    expect((await signInAs('ada', bank.emailOf('admin'))).screen).toBe('/login?sso=done');
    await idp.rotate();
    expect((await signInAs('ada', bank.emailOf('admin'))).screen).toBe('/login?sso=done');
  });
});

describe('groups of the provider', () => {
  it('give a role with each sign-in, once the admins have a table; a sign-in without groups changes none', async () => {
    const email = `grouped@${bank.domain}`;
    await signInAs('grouped', email, { groups: ['staff'] });
    expect(await statusOf(email)).toMatchObject({ role: 'member' });
    const api = await admin();
    await api.groupRolesAdd({ group: 'security', role: 'admin' });
    await signInAs('grouped', email, { groups: ['staff', 'security'] });
    expect(await statusOf(email)).toMatchObject({ role: 'admin' });
    await signInAs('grouped', email);
    expect(await statusOf(email)).toMatchObject({ role: 'admin' });
    await signInAs('grouped', email, { groups: ['staff'] });
    expect(await statusOf(email)).toMatchObject({ role: 'member' });
    await api.groupRolesRemove({ group: 'security' });
    await signInAs('grouped', email, { groups: ['security'] });
    expect(await statusOf(email)).toMatchObject({ role: 'member' });
    const entries = await query<{ actor: string }>(
      `SELECT actor FROM scout.audit_logs WHERE tenant_id = $1 AND action = 'role_by_group' AND target_email = $2`,
      [bank.tenantId, email],
    );
    expect(entries).toEqual([{ actor: 'system' }, { actor: 'system' }]);
  });
});

describe('two organizations with the same provider', () => {
  it('sign in their own people, each by its own client', async () => {
    const rival = await withSso(server, idp, 'Meridian Defense');
    const email = `zoe@${rival.domain}`;
    const { traveler } = await signInAs('zoe', email, {}, rival);
    expect((await sessionOf(server, traveler)).user!.email).toBe(email);
    expect(await statusOf(email, rival)).toEqual({ role: 'member', status: 'active' });
    // The provider says at the bank's client that the rival's person is there.
    const stranger = createTraveler();
    const address = await startOf(server, bank.emailOf('admin'), stranger);
    idp.person = 'zoe';
    expect(await end(server, stranger, address)).toBe('/login?sso=domain');
    expect(await statusOf(email)).toBeUndefined();
    expect(await lastEntry()).toMatchObject({
      action: 'single_sign_on_failed',
      details: { reason: 'domain', email },
    });
  });
});

describe('logging out', () => {
  it('leads to the provider, which ends its session and the browser’s', async () => {
    const { traveler } = await signInAs('ada', bank.emailOf('admin'));
    const response = await traveler.post(`${server.url}/auth/v1/logout`, {});
    const { continue_at } = (await response.json()) as { continue_at: string };
    const url = new URL(continue_at);
    expect(url.origin).toBe(idp.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${server.url}/logout-confirm`);
    expect([...url.searchParams.keys()].sort()).toEqual(['client_id', 'post_logout_redirect_uri']);
    expect((await sessionOf(server, traveler)).session).toBeNull();
    const { response: page } = await traveler.go(continue_at);
    expect(page!.status).toBe(200);
  });

  it('at the provider ends the sessions here, with their next request', async () => {
    const { traveler } = await signInAs('ada', bank.emailOf('admin'));
    const { client } = await sessionOf(server, traveler);
    const other = await signInAs('ada', bank.emailOf('admin'));
    const form = await traveler.go(`${idp.issuer}/session/end?client_id=scout-${bank.tenantId}`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await form.response!.text())![1]!;
    const confirmed = await traveler.form(`${idp.issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
    expect(confirmed.status).toBeLessThan(400);
    await expect.poll(() => client.api.members({}).catch(({ code }) => code)).toBe('session_ended');
    // Another session of the same person at the provider stays.
    expect((await sessionOf(server, other.traveler)).session).not.toBeNull();
  });

  it('ends with the connection', async () => {
    const short = await withSso(server, idp, 'Alder Health');
    const { traveler } = await signInAs('amy', `amy@${short.domain}`, {}, short);
    const { client } = await sessionOf(server, traveler);
    expect(await client.api.profiles({})).toHaveLength(1);
    await (await short.as('admin')).api.ssoRemove({});
    await expect(client.api.profiles({})).rejects.toMatchObject({ code: 'session_ended' });
  });
});

describe('required', () => {
  it('locks passwords out, also of sessions, but for break-glass accounts, whose use is reported to the admins', async () => {
    const member = await bank.as('member');
    const exempt = bank.emailOf('admin');
    await (await admin()).ssoUpdate({ state: 'required', break_glass: [exempt] });
    await expect(member.api.members({})).rejects.toMatchObject({ code: 'session_ended' });
    const browser = openBrowser(server);
    const refused = await signInByPassword(browser, bank.emailOf('member'), bank.password);
    expect([refused.status, refused.body.code]).toEqual([403, 'sso_required']);
    expect(await lastEntry()).toMatchObject({ action: 'password_sign_in_refused' });
    expect((await browser.get('/auth/v1/session')).body.session).toBeNull();
    // A wrong password tells nothing.
    expect((await signInByPassword(browser, bank.emailOf('member'), 'wrong')).body.code).toBe(
      'invalid_login',
    );

    const { traveler } = await signInAs('mia', bank.emailOf('member'));
    const { client } = await sessionOf(server, traveler);
    expect(await client.api.profiles({})).toHaveLength(1);

    expect((await signInByPassword(browser, exempt, bank.password)).status).toBe(200);
    const mail = await mailAbout(inbox, exempt, /break-glass account was used/);
    expect(mail.text).toContain('Account   admin@northwind-bank');
    expect(await lastEntry()).toMatchObject({
      action: 'signed_in',
      actor: exempt,
      details: { break_glass: true },
    });
    await expect((await admin()).ssoUpdate({ break_glass: [] })).rejects.toMatchObject({
      code: 'sso_break_glass',
    });
  });

  it('lets nobody in who signs up with a password', async () => {
    const email = `late@${bank.domain}`;
    await server.database.asOwner((owner) =>
      owner.query(`UPDATE scout.organization_domains SET admission = 'active' WHERE tenant_id = $1`, [
        bank.tenantId,
      ]),
    );
    const browser = openBrowser(server);
    await browser.post('/auth/v1/signup', signUpOf(email, 'Northwind Bank'));
    const { code } = await mailAbout(inbox, email, /confirmation code/);
    const confirmed = await browser.post('/auth/v1/verify', { email, token: code, type: 'signup' });
    expect([confirmed.status, confirmed.body.code]).toEqual([403, 'sso_required']);
    expect(await statusOf(email)).toBeUndefined();
    expect((await signInAs('late', email)).screen).toBe('/login?sso=done');
  });
});
