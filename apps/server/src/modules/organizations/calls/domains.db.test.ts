import { limits } from '@scout/contract';
import {
  createClock,
  createDnsServer,
  createInbox,
  type DnsServer,
  type Inbox,
  startServer,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { organizationWithAdmin, signedIn, type TestPerson } from '../../../testing/people.ts';
import { mailAbout, openBrowser, register } from '../../auth/testing/browser.ts';

const clock = createClock(new Date().toISOString());
let dns: DnsServer;
let inbox: Inbox;
let server: TestServer;

beforeAll(async () => {
  dns = await createDnsServer();
  inbox = await createInbox();
  server = await startServer({
    inbox,
    clock,
    config: { dnsServers: [dns.address], mailProviders: ['letters.example'] },
  });
});
afterAll(async () => {
  await server.stop();
  await inbox.stop();
  await dns.stop();
});

interface Bank {
  tenantId: string;
  companyName: string;
  domain: string;
  admin: TestPerson;
}
let bank: Bank;
beforeEach(async () => {
  bank = await organizationWithAdmin(server);
});

/** Publishes the requested DNS record, and runs the lookup. */
async function verifyByDns({ admin }: Pick<Bank, 'admin'>, domain: string) {
  const listed = (await admin.api.domains({})).find((one) => one.domain === domain)!;
  dns.txt.set(listed.txt_name, ['v=spf1 -all', listed.txt_value]);
  return admin.api.domainsCheckDns({ domain });
}

async function verifyByMail({ admin }: Pick<Bank, 'admin'>, domain: string) {
  await admin.api.domainsSendCode({ domain });
  const { code } = await mailAbout(inbox, admin.email, /verifies your domain/);
  return admin.api.domainsConfirmCode({ domain, code: code! });
}

const standing = (email: string) =>
  server.database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ company_name: string; status: string }>(
      `SELECT t.company_name, m.role, m.status FROM scout.memberships m JOIN scout.tenants t USING (tenant_id)
       WHERE m.email = $1`,
      [email],
    );
    return rows;
  });

/** Another organization whose founder has an address at the same domain. */
async function organizationAt(domain: string, name = fresh('mira')): Promise<Bank> {
  const other = await organizationWithAdmin(server);
  const admin = await signedIn(server, other.tenantId, `${name}@${domain}`, 'admin');
  await admin.api.domainsAdd({ domain });
  return { ...other, domain, admin };
}

describe('the list', () => {
  it("starts with the first admin's own domain, claimed", async () => {
    expect(await bank.admin.api.domains({})).toEqual([
      {
        domain: bank.domain,
        state: 'claimed',
        method: null,
        admission: 'pending',
        txt_name: `_scout-verification.${bank.domain}`,
        txt_value: expect.stringMatching(/^scout-verification=[0-9a-f]{64}$/),
        verified_at: null,
        created_at: expect.any(String),
      },
    ]);
  });

  it('never contains the domain of someone who was invited or added', async () => {
    await bank.admin.api.membersAdd({ email: `guest@${fresh('guests')}.example` });
    await signedIn(server, bank.tenantId, `member@${fresh('members')}.example`);
    await signedIn(server, bank.tenantId, `second@${fresh('second')}.example`, 'admin');
    expect((await bank.admin.api.domains({})).map(({ domain }) => domain)).toEqual([bank.domain]);
  });

  it('accepts another domain, which has no effect until it is verified', async () => {
    const domain = `${fresh('other')}.example`;
    expect(await bank.admin.api.domainsAdd({ domain: ` ${domain.toUpperCase()} ` })).toMatchObject({
      domain,
      state: 'added',
    });
    const lookUp = await openBrowser(server).post('/functions/v1/signup-lookup', { email: `a@${domain}` });
    expect(lookUp.body).toMatchObject({ company: null, company_name: null });
    await register(server, inbox, `a@${domain}`, fresh('Own Company'));
    expect(await standing(`a@${domain}`)).toMatchObject([{ status: 'active', role: 'admin' }]);
    await expect(bank.admin.api.domainsAdd({ domain })).rejects.toMatchObject({ code: 'domain_exists' });
  });

  it.each([
    ['gmx.de', /Personal email addresses/],
    ['mailinator.com', /Personal email addresses/],
    ['post.letters.example', /Personal email addresses/],
    ['mit.edu', /University and educational/],
    ['localhost', /Please enter a domain/],
    ['192.0.2.1', /Please enter a domain/],
    ['a b.example', /Please enter a domain/],
    ['x.example\u0000', /./],
    [`${'x'.repeat(64)}.example`, /Please enter a domain/],
  ])('refuses %j', async (domain, message) => {
    await expect(bank.admin.api.domainsAdd({ domain })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(message),
    });
  });

  it('is limited in length', async () => {
    for (let n = 1; n < limits.domains.most; n++) {
      await bank.admin.api.domainsAdd({ domain: `n${n}-${bank.domain}` });
    }
    await expect(bank.admin.api.domainsAdd({ domain: `more-${bank.domain}` })).rejects.toMatchObject({
      code: 'domain_limit',
    });
  });

  it('drops a removed domain, whose users then join nobody', async () => {
    expect(await bank.admin.api.domainsRemove({ domain: bank.domain })).toEqual({ domain: bank.domain });
    expect(await bank.admin.api.domains({})).toEqual([]);
    await expect(bank.admin.api.domainsRemove({ domain: bank.domain })).rejects.toMatchObject({
      code: 'not_found',
    });
    const answer = await openBrowser(server).post('/functions/v1/signup-lookup', {
      email: `a@${bank.domain}`,
      company_name: bank.companyName,
    });
    expect(answer.body).toMatchObject({ company: 'domain-mismatch' });
  });
});

describe('by a DNS record', () => {
  it('a domain is verified once its record exists, and every step is in the audit log', async () => {
    const { domain, admin } = bank;
    await expect(admin.api.domainsCheckDns({ domain })).rejects.toMatchObject({
      code: 'domain_record_missing',
      status: 409,
    });
    dns.txt.set(`_scout-verification.${domain}`, ['scout-verification=someone-elses']);
    await expect(admin.api.domainsCheckDns({ domain })).rejects.toMatchObject({
      code: 'domain_record_missing',
    });
    expect(await verifyByDns(bank, domain)).toMatchObject({
      domain,
      state: 'verified',
      method: 'dns',
      admission: 'pending',
      verified_at: new Date(clock.now()).toISOString(),
    });
    await admin.api.domainsUpdate({ domain, admission: 'active' });
    const [changed, verified] = await admin.api.auditLogs({ text: 'domain_' });
    expect([changed?.action, changed?.details]).toEqual([
      'domain_admission_changed',
      { domain, admission: 'active', former_admission: 'pending' },
    ]);
    expect([verified?.action, verified?.details, verified?.actor]).toEqual([
      'domain_verified',
      { domain, method: 'dns' },
      admin.email,
    ]);
  });

  it('the value is random for each organization and useless to another', async () => {
    const rival = await organizationAt(bank.domain);
    const [own] = await bank.admin.api.domains({});
    const theirs = (await rival.admin.api.domains({})).find(({ domain }) => domain === bank.domain);
    expect(own?.txt_value).not.toBe(theirs?.txt_value);
    dns.txt.set(own!.txt_name, [own!.txt_value]);
    await expect(rival.admin.api.domainsCheckDns({ domain: bank.domain })).rejects.toMatchObject({
      code: 'domain_record_missing',
    });
  });

  it('nobody checks a domain that is on no list', async () => {
    const before = dns.queries.length;
    await expect(bank.admin.api.domainsCheckDns({ domain: 'internal.example' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(dns.queries).toHaveLength(before);
  });

  it('unresponsive servers are reported as such, and delay nobody else', async () => {
    await using silent = await createDnsServer();
    silent.fallSilent();
    await using other = await startServer({
      database: server.database,
      config: { dnsServers: [silent.address] },
    });
    const { token } = { token: bank.admin.bearer };
    const check = () =>
      fetch(`${other.url}/functions/v1/check-domain-dns`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ domain: bank.domain }),
      });
    const waiting = Array.from({ length: limits.domains.lookUpsAtOnce + 3 }, check);
    const health = await fetch(`${other.url}/health`);
    expect(health.status).toBe(200);
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    expect(answers.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    const messages = await Promise.all(
      answers.map((answer) => answer.json() as Promise<{ message: string }>),
    );
    expect(messages.map(({ message }) => message)).toContain(
      'The DNS servers did not respond. Please try again.',
    );
    expect((await bank.admin.api.domains({}))[0]).toMatchObject({ state: 'claimed' });
  });

  it('is limited, and states until when', async () => {
    const { attempts } = limits.rates.domainLookUpPerOrganization;
    for (let n = 0; n < attempts; n++) {
      await bank.admin.api.domainsCheckDns({ domain: 'nothing.example' }).catch(() => {});
    }
    const answer = await bank.admin.request('/functions/v1/check-domain-dns', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ domain: bank.domain }),
    });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('by an emailed code', () => {
  it('a domain is verified by an admin whose own address is at it', async () => {
    expect(await verifyByMail(bank, bank.domain)).toMatchObject({ state: 'verified', method: 'mail' });
  });

  it('goes to no other address', async () => {
    const domain = `${fresh('other')}.example`;
    await bank.admin.api.domainsAdd({ domain });
    await expect(bank.admin.api.domainsSendCode({ domain })).rejects.toMatchObject({
      code: 'domain_other_address',
    });
  });

  it('is valid once, for half an hour, for the admin who asked, and for that domain', async () => {
    const { domain, admin } = bank;
    const second = await signedIn(server, bank.tenantId, `second@${domain}`, 'admin');
    await admin.api.domainsSendCode({ domain });
    const { code = '' } = await mailAbout(inbox, admin.email, /verifies your domain/);
    const refused = { code: 'invalid_code' };
    await expect(second.api.domainsConfirmCode({ domain, code })).rejects.toMatchObject(refused);
    const wrong = code === '123456' ? '654321' : '123456';
    await expect(admin.api.domainsConfirmCode({ domain, code: wrong })).rejects.toMatchObject(refused);
    const start = clock.now();
    try {
      clock.set(start + limits.domains.codeMinutes * 60_000);
      const later = await admin.again();
      await expect(later.api.domainsConfirmCode({ domain, code })).rejects.toMatchObject(refused);
    } finally {
      clock.set(start);
    }
    const now = await admin.again();
    expect(await now.api.domainsConfirmCode({ domain, code })).toMatchObject({ state: 'verified' });
    await expect(now.api.domainsConfirmCode({ domain, code })).rejects.toMatchObject(refused);
  });

  it('cannot be guessed', async () => {
    const { domain, admin } = bank;
    await admin.api.domainsSendCode({ domain });
    const { code = '' } = await mailAbout(inbox, admin.email, /verifies your domain/);
    const wrong = code === '123456' ? '654321' : '123456';
    for (let n = 0; n < limits.rates.domainCodePerOrganization.attempts; n++) {
      await expect(admin.api.domainsConfirmCode({ domain, code: wrong })).rejects.toMatchObject({
        code: 'invalid_code',
      });
    }
    await expect(admin.api.domainsConfirmCode({ domain, code })).rejects.toMatchObject({
      code: 'rate_limited',
    });
  });
});

describe('admission', () => {
  it("is an admin's choice for a verified domain only", async () => {
    const { domain, admin } = bank;
    await expect(admin.api.domainsUpdate({ domain, admission: 'active' })).rejects.toMatchObject({
      code: 'domain_not_verified',
    });
    await verifyByDns(bank, domain);
    await register(server, inbox, `waits@${domain}`, bank.companyName);
    expect(await standing(`waits@${domain}`)).toMatchObject([{ status: 'pending' }]);

    await admin.api.domainsUpdate({ domain, admission: 'active' });
    const lookUp = await openBrowser(server).post('/functions/v1/signup-lookup', { email: `b@${domain}` });
    expect(lookUp.body).toEqual({
      company_name: bank.companyName,
      company: 'join',
      admission: 'active',
      optional: false,
    });
    await register(server, inbox, `b@${domain}`, 'Whatever Company');
    expect(await standing(`b@${domain}`)).toMatchObject([
      { company_name: bank.companyName, status: 'active', role: 'member' },
    ]);
  });

  it('of an address that an admin removed or rejected is up to an admin again', async () => {
    const { domain, admin, tenantId } = bank;
    await verifyByDns(bank, domain);
    await admin.api.domainsUpdate({ domain, admission: 'active' });
    const email = `eve@${domain}`;
    const target = { p_tenant_id: tenantId, p_email: email };
    const leave = { confirm: 'DELETE', password: 'correct horse battery' };
    for (const [action, path] of [
      ['removeMember', 'active'],
      ['rejectMember', 'pending'],
    ] as const) {
      const browser = await register(server, inbox, email, bank.companyName);
      expect(await standing(email), path).toMatchObject([{ status: path }]);
      await admin.api[action](target);
      expect(await standing(email)).toEqual([]);
      await openBrowser(server).post('/auth/v1/token?grant_type=password', {
        email,
        password: leave.password,
      });
      const again = openBrowser(server);
      await again.post('/auth/v1/token?grant_type=password', { email, password: leave.password });
      expect((await again.post('/functions/v1/delete-account', leave)).status).toBe(200);
      expect(browser.token).toBeDefined();
    }
    const back = await register(server, inbox, email, 'Whatever Company');
    expect(await standing(email)).toMatchObject([{ company_name: bank.companyName, status: 'pending' }]);
    expect((await back.get('/rest/v1/tenants')).body).toEqual([]);
    expect((await admin.api.members({})).find((one) => one.email === email)).toMatchObject({
      waits_for: 'approval',
      removed_at: new Date(clock.now()).toISOString(),
    });
    const byAddress = await back.post('/functions/v1/accept-invitation', { email, org: tenantId });
    expect(byAddress.status).toBeGreaterThanOrEqual(400);
    expect(await standing(email)).toMatchObject([{ status: 'pending' }]);

    expect(await admin.api.approveMember(target)).toMatchObject({ status: 'active', removed_at: null });
  });
});

describe('two organizations at one domain', () => {
  it('a claim does not prevent another company from founding an organization and claiming it too', async () => {
    const { domain } = bank;
    const offered = await openBrowser(server).post('/functions/v1/signup-lookup', {
      email: `real@${domain}`,
      company_name: 'Typed Before',
    });
    expect(offered.body).toEqual({
      company_name: bank.companyName,
      company: 'join',
      admission: 'pending',
      optional: true,
    });
    const own = fresh('The Real Company');
    const other = await openBrowser(server).post('/functions/v1/signup-lookup', {
      email: `real@${domain}`,
      company_name: own,
      other_company: true,
    });
    expect(other.body).toMatchObject({ company_name: null, company: 'new' });
    await register(server, inbox, `real@${domain}`, own);
    expect(await standing(`real@${domain}`)).toMatchObject([{ company_name: own, role: 'admin' }]);
    // A colleague chooses the organization by its name.
    await register(server, inbox, `c1@${domain}`, own);
    await register(server, inbox, `c2@${domain}`, bank.companyName);
    expect(await standing(`c1@${domain}`)).toMatchObject([{ company_name: own, status: 'pending' }]);
    expect(await standing(`c2@${domain}`)).toMatchObject([
      { company_name: bank.companyName, status: 'pending' },
    ]);
  });

  it('a mailed code does not take a verified domain over; a DNS record does, and the loser is informed', async () => {
    const { domain } = bank;
    await verifyByMail(bank, domain);
    await bank.admin.api.domainsUpdate({ domain, admission: 'active' });
    const owner = await organizationAt(domain);
    await expect(verifyByMail(owner, domain)).rejects.toMatchObject({ code: 'domain_taken', status: 409 });
    expect(await verifyByDns(owner, domain)).toMatchObject({ state: 'verified', method: 'dns' });
    expect(await bank.admin.api.domains({})).toEqual([]);
    expect(await bank.admin.api.auditLogs({ action: 'domain_lost' })).toMatchObject([
      { actor: 'system', details: { domain } },
    ]);
    await register(server, inbox, `new@${domain}`, bank.companyName);
    expect(await standing(`new@${domain}`)).toMatchObject([
      { company_name: owner.companyName, status: 'pending' },
    ]);
  });

  it('one gets it when both verify it at the same moment', async () => {
    const { domain } = bank;
    const owner = await organizationAt(domain);
    const values = await Promise.all(
      [bank, owner].map(
        async ({ admin }) => (await admin.api.domains({})).find((one) => one.domain === domain)!,
      ),
    );
    dns.txt.set(
      values[0]!.txt_name,
      values.map(({ txt_value }) => txt_value),
    );
    await Promise.allSettled([bank, owner].map(({ admin }) => admin.api.domainsCheckDns({ domain })));
    const held = await server.database.asOwner((client) =>
      client.query(`SELECT FROM scout.organization_domains WHERE domain = $1 AND state = 'verified'`, [
        domain,
      ]),
    );
    expect(held.rowCount).toBe(1);
  });

  it('changes of the list while users join neither fail nor hang', async () => {
    const { domain, admin } = bank;
    const work = Array.from({ length: 6 }, (_, n) =>
      n % 2 === 0
        ? register(server, inbox, `p${n}@${domain}`, bank.companyName)
        : admin.api.domainsUpdate({ domain, admission: 'pending' }),
    );
    await Promise.all(work);
    expect(await standing(`p0@${domain}`)).toHaveLength(1);
  });
});
