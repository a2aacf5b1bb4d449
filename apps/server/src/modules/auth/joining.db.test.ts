import { clientOf, createInbox, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fresh } from '../../testing/fresh.ts';
import { organizationWithAdmin, signedIn } from '../../testing/people.ts';
import { type Browser, openBrowser, password, register, signUpOf } from './testing/browser.ts';

let inbox: Inbox;
let server: TestServer;

beforeAll(async () => {
  inbox = await createInbox();
  server = await startServer({ inbox });
});
afterAll(async () => {
  await server.stop();
  await inbox.stop();
});

const membershipsOf = (email: string) =>
  server.database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ company_name: string; role: string; status: string }>(
      `SELECT t.company_name, m.role, m.status FROM scout.memberships m JOIN scout.tenants t USING (tenant_id)
       WHERE m.email = $1 AND m.user_id IS NOT NULL ORDER BY 1`,
      [email],
    );
    return rows;
  });
const sees = async (browser: Browser) => (await browser.get('/rest/v1/tenants')).body as unknown[];

describe('the domain of an invited consultant', () => {
  it('admits no stranger, who founds a separate organization instead', async () => {
    const bank = await organizationWithAdmin(server);
    const firm = `${fresh('consulting')}.example`;
    await signedIn(server, bank.tenantId, `consultant@${firm}`);
    const browser = openBrowser(server);
    const lookUp = { email: `stranger@${firm}`, company_name: fresh('Totally Other') };
    expect((await browser.post('/functions/v1/signup-lookup', lookUp)).body).toMatchObject({
      company_name: null,
      company: 'new',
    });
    const stranger = await register(server, inbox, `stranger@${firm}`, lookUp.company_name);
    expect(await membershipsOf(`stranger@${firm}`)).toEqual([
      { company_name: lookUp.company_name, role: 'admin', status: 'active' },
    ]);
    expect(await sees(stranger)).toMatchObject([{ company_name: lookUp.company_name }]);
  });

  it('is refused under the name of the organization that invited the consultant', async () => {
    const bank = await organizationWithAdmin(server);
    const firm = `${fresh('consulting')}.example`;
    await signedIn(server, bank.tenantId, `consultant@${firm}`);
    const answer = await openBrowser(server).post(
      '/auth/v1/signup',
      signUpOf(`stranger@${firm}`, bank.companyName),
    );
    expect(answer).toMatchObject({ status: 409, body: { code: 'domain_mismatch' } });
  });
});

describe('the founder’s own domain', () => {
  it('lets a colleague ask to join, and an admin approve', async () => {
    const domain = `${fresh('alder')}.example`;
    const company = fresh('Alder');
    const founder = await register(server, inbox, `ada@${domain}`, company);
    const colleague = await register(server, inbox, `bo@${domain}`, company);
    expect(await sees(colleague)).toEqual([]);
    expect(await membershipsOf(`bo@${domain}`)).toEqual([
      { company_name: company, role: 'member', status: 'pending' },
    ]);
    const [{ tenant_id }] = (await sees(founder)) as [{ tenant_id: string }];
    await founder.post('/rpc/approve_member', { p_tenant_id: tenant_id, p_email: `bo@${domain}` });
    expect(await membershipsOf(`bo@${domain}`)).toMatchObject([{ status: 'active' }]);
  });
});

/** Public mail providers of several countries, and disposable ones. */
const providers = [
  'gmx.de',
  'web.de',
  'proton.me',
  'qq.com',
  'mailinator.com',
  '163.com',
  'bluewin.ch',
  'fastmail.com',
  'freenet.de',
  'guerrillamail.com',
  'laposte.net',
  'libero.it',
  'mailbox.org',
  'naver.com',
  'pm.me',
  'posteo.de',
  'rediffmail.com',
  'riseup.net',
  'seznam.cz',
  'sharklasers.com',
  't-online.de',
  'trashmail.com',
  'tuta.com',
  'ukr.net',
  'wp.pl',
  'yopmail.com',
  '10minutemail.com',
  'anything.mailinator.com',
];
const personal = 'Personal email addresses are not allowed. Please use your company email address.';

describe('a mail provider', () => {
  it.each(providers)('%s is no company: nobody can sign up with it', async (domain) => {
    const browser = openBrowser(server);
    const email = `${fresh('mira')}@${domain}`;
    const refused = { status: 400, body: { code: 'invalid_input', message: personal } };
    expect(await browser.post('/auth/v1/signup', signUpOf(email, fresh('Company')))).toMatchObject(refused);
    expect(await browser.post('/functions/v1/signup-lookup', { email })).toMatchObject(refused);
  });
});

describe('a removed address', () => {
  it('stays removed when its user is deleted and signs up again', async () => {
    const domain = `${fresh('meridian')}.example`;
    const company = fresh('Meridian');
    const admin = await register(server, inbox, `ada@${domain}`, company);
    const email = `eve@${domain}`;
    const member = await register(server, inbox, email, company);
    const [{ tenant_id }] = (await sees(admin)) as [{ tenant_id: string }];
    const target = { p_tenant_id: tenant_id, p_email: email };
    await admin.post('/rpc/approve_member', target);
    expect((await admin.post('/rpc/remove_member', target)).status).toBe(200);

    const again = await clientOf(server).api.authToken({
      query: { grant_type: 'password' },
      body: { email, password },
    });
    await clientOf(server, again.session.access_token).api.deleteAccount({ confirm: 'DELETE', password });
    expect(member.token).toBeDefined();
    const back = await register(server, inbox, email, company);
    expect(await sees(back)).toEqual([]);
    expect((await membershipsOf(email)).filter(({ status }) => status === 'active')).toEqual([]);
  });
});
