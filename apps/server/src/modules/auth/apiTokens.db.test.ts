import { createHash } from 'node:crypto';
import { limits, type TokenScope } from '@scout/contract';
import {
  clientOf,
  createOrganization,
  startServer,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fresh } from '../../testing/fresh.ts';
import { signedIn } from '../../testing/people.ts';

const DAY = 86_400_000;
const password = 'a password of the test';

let ahead = 0;
let server: TestServer;
let bank: TestOrganization;
beforeAll(async () => {
  server = await startServer({ clock: { now: () => Date.now() + ahead } });
  bank = await createOrganization(server, 'Northwind Bank');
});
afterAll(() => server.stop());

const query = async (sql: string, values: unknown[] = []) =>
  (await server.database.asOwner((owner) => owner.query(sql, values))).rows;

/** A new person of the bank with a token of these scopes. */
async function withToken(standing: 'admin' | 'member', scopes: TokenScope[]) {
  const person = await signedIn(server, bank.tenantId, `${fresh('ada')}@northwind-bank.example`, standing);
  const created = await person.api.apiTokensCreate({ name: 'nightly report', scopes, password });
  return { person, created, client: clientOf(server, created.token) };
}

/** A token of the bank. */
async function organizationToken(scopes: TokenScope[], name = 'deployment') {
  const admin = await bank.as('admin');
  const created = await admin.api.organizationTokensCreate({ name, scopes, password: bank.password });
  return { admin, created, client: clientOf(server, created.token) };
}

const refusal = (code: string) => ({ code });

describe('a new token', () => {
  it('is shown once, and only its hash is kept', async () => {
    const { person, created } = await withToken('member', ['cases:read']);
    expect(created.token).toMatch(/^scout_person_[\w-]{49}$/);
    const listed = await person.api.apiTokens({});
    expect(listed).toMatchObject([{ token_id: created.token_id, owner: person.email, last_used_at: null }]);
    expect(JSON.stringify(listed)).not.toContain(created.token);
    const [row] = await query('SELECT * FROM scout.api_tokens WHERE token_id = $1', [created.token_id]);
    expect(row.token_hash).toEqual(createHash('sha256').update(created.token).digest());
    expect(JSON.stringify(row)).not.toContain(created.token.slice(20));
  });

  it('needs the password, a name, scopes of the table and a bounded life', async () => {
    const { person } = await withToken('member', ['cases:read']);
    const wanted = { name: 'report', scopes: ['cases:read' as TokenScope], password };
    await expect(person.api.apiTokensCreate({ ...wanted, password: 'wrong' })).rejects.toMatchObject(
      refusal('wrong_password'),
    );
    const broken = [
      { name: ' ' },
      { name: 'a\u202e'.padEnd(61, 'b') },
      { name: 'line\nbreak' },
      { scopes: [] },
      { scopes: ['cases:read', 'cases:read'] as TokenScope[] },
      { scopes: ['everything'] as unknown as TokenScope[] },
      { expires_in_days: 0 },
      { expires_in_days: limits.apiTokens.daysMax + 1 },
    ];
    for (const change of broken)
      await expect(
        person.api.apiTokensCreate({ ...wanted, ...change }),
        JSON.stringify(change),
      ).rejects.toMatchObject(refusal('invalid_input'));
  });

  it('is one of a limited number, also when many are created at once', async () => {
    const { person } = await withToken('member', ['cases:read']);
    await query(
      `INSERT INTO scout.api_tokens (tenant_id, email, user_id, name, scopes, token_hash, created_at, created_by, expires_at)
       SELECT $1, $2, $3, 'x', '{cases:read}', sha256(n::text::bytea), now(), $2, now() + interval '1 day'
       FROM generate_series(1, $4::int) n`,
      [bank.tenantId, person.email, person.userId, limits.apiTokens.perPerson - 2],
    );
    const create = () => person.api.apiTokensCreate({ name: 'more', scopes: ['cases:read'], password });
    const made = await Promise.allSettled([create(), create(), create()]);
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of made)
      if (each.status === 'rejected') expect(each.reason).toMatchObject(refusal('api_token_limit'));
  });

  it('leaves no trace of itself in the audit log and in the server’s log', async () => {
    const { person, created, client } = await withToken('admin', ['audit:read']);
    await client.request(`/api/v1/audit-logs?token=${created.token_id}`);
    await client.request('/api/v1/tokens');
    await person.api.apiTokensRevoke({ token_id: created.token_id });
    const entries = await query(
      `SELECT action, details FROM scout.audit_logs WHERE actor = $1 AND action LIKE 'api_token%' ORDER BY sequence`,
      [person.email],
    );
    expect(entries).toMatchObject([
      {
        action: 'api_token_created',
        details: { name: 'nightly report', scopes: 'audit:read', of_organization: false },
      },
      { action: 'api_token_revoked' },
    ]);
    const secret = created.token.slice('scout_person_'.length, -6);
    const hash = createHash('sha256').update(created.token).digest();
    for (const text of [JSON.stringify(entries), server.logLines.join('\n')])
      for (const form of [secret, hash.toString('hex'), hash.toString('base64url')])
        expect(text).not.toContain(form);
  });
});

describe('a token of a person does what the person may do now', () => {
  it('follows the role with the next request', async () => {
    const { person, client } = await withToken('admin', ['members:read', 'cases:read']);
    await expect(client.api.members({})).resolves.toBeDefined();
    await query(`UPDATE scout.memberships SET role = 'member' WHERE user_id = $1`, [person.userId]);
    await expect(client.api.members({})).rejects.toMatchObject(refusal('admin_required'));
    await expect(client.api.cases({})).resolves.toBeDefined();
    await query(`UPDATE scout.memberships SET status = 'pending' WHERE user_id = $1`, [person.userId]);
    await expect(client.api.cases({})).rejects.toMatchObject(refusal('no_organization'));
  });

  it('ends with the membership, and does not come back with another one', async () => {
    const { person, client } = await withToken('member', ['cases:read']);
    await expect(client.api.cases({})).resolves.toBeDefined();
    const admin = await bank.as('admin');
    await admin.api.removeMember({ p_tenant_id: bank.tenantId, p_email: person.email });
    await expect(client.api.cases({})).rejects.toMatchObject(refusal('invalid_api_token'));
    const other = await createOrganization(server, fresh('Alder Health'));
    for (const tenant of [other.tenantId, bank.tenantId]) {
      await query('DELETE FROM scout.memberships WHERE email = $1', [person.email]);
      await query(
        `INSERT INTO scout.memberships (tenant_id, email, user_id, role, status) VALUES ($1, $2, $3, 'admin', 'active')`,
        [tenant, person.email, person.userId],
      );
      await expect(client.api.cases({})).rejects.toMatchObject(refusal('invalid_api_token'));
    }
  });

  it('follows the subscription, the confirmation of the address and the required second factor', async () => {
    const { person, client } = await withToken('member', ['cases:read', 'detection:read']);
    const operator = await bank.as('operator');
    await operator.api.operatorTenantsUpdate({ tenant_id: bank.tenantId, is_subscribed: false });
    await expect(client.api.cases({})).rejects.toMatchObject(refusal('subscription_required'));
    await expect(client.api.detectionSettings({})).resolves.toBeDefined();
    await operator.api.operatorTenantsUpdate({ tenant_id: bank.tenantId, is_subscribed: true });
    await query('UPDATE scout.tenants SET requires_second_factor = true WHERE tenant_id = $1', [
      bank.tenantId,
    ]);
    await expect(client.api.cases({})).rejects.toMatchObject(refusal('second_factor_enrolment_required'));
    await query('UPDATE scout.tenants SET requires_second_factor = false WHERE tenant_id = $1', [
      bank.tenantId,
    ]);
    await query('UPDATE auth."user" SET email_verified = false WHERE id = $1', [person.userId]);
    await expect(client.api.cases({})).rejects.toMatchObject(refusal('invalid_api_token'));
  });
});

describe('a token ends', () => {
  it('when it is revoked by its owner or an admin, and by nobody else', async () => {
    const { created, client } = await withToken('member', ['cases:read']);
    const stranger = await (await createOrganization(server, fresh('Meridian Defense'))).as('admin');
    const colleague = await bank.as('member');
    const { token_id } = created;
    const ways = [
      colleague.api.apiTokensRevoke,
      stranger.api.apiTokensRevoke,
      stranger.api.organizationTokensRevoke,
    ];
    for (const revoke of ways) await expect(revoke({ token_id })).rejects.toMatchObject(refusal('not_found'));
    await expect(colleague.api.organizationTokensRevoke({ token_id })).rejects.toMatchObject(
      refusal('admin_required'),
    );
    await expect(client.api.cases({})).resolves.toBeDefined();
    const admin = await bank.as('admin');
    expect((await admin.api.organizationTokens({})).map((token) => token.token_id)).toContain(token_id);
    await admin.api.organizationTokensRevoke({ token_id });
    await expect(client.api.cases({})).rejects.toMatchObject(refusal('invalid_api_token'));
  });

  it('when its time is over, and notes its last use before', async () => {
    const { admin, created, client } = await organizationToken(['cases:read']);
    await client.api.cases({});
    const find = async () =>
      (await admin.api.organizationTokens({})).find(({ token_id }) => token_id === created.token_id);
    const used = (await find())?.last_used_at;
    expect(Math.abs(Date.parse(used ?? '') - Date.now())).toBeLessThan(60_000);
    ahead = limits.apiTokens.daysDefault * DAY + 60_000;
    await expect(client.api.cases({})).rejects.toMatchObject(refusal('api_token_expired'));
    ahead = 0;
    expect((await find())?.last_used_at).toBe(used);
    await admin.api.organizationTokensRevoke({ token_id: created.token_id });
  });
});

describe('a token of the organization', () => {
  it('acts under its own name, which no address can be, and stays when its creator leaves', async () => {
    const creator = await signedIn(server, bank.tenantId, `${fresh('bo')}@northwind-bank.example`, 'admin');
    const { token } = await creator.api.organizationTokensCreate({
      name: bank.emailOf('admin'),
      scopes: ['retention:write', 'retention:read'],
      password,
    });
    const admin = await bank.as('admin');
    await admin.api.removeMember({ p_tenant_id: bank.tenantId, p_email: creator.email });
    await clientOf(server, token).api.organizationRetentionSet({ retention_days: 90 });
    const [entry] = await query(
      `SELECT actor, details FROM scout.audit_logs WHERE tenant_id = $1 ORDER BY sequence DESC LIMIT 1`,
      [bank.tenantId],
    );
    expect(entry).toMatchObject({
      actor: `API token ${bank.emailOf('admin')}`,
      details: { api_token: bank.emailOf('admin') },
    });
  });

  it('reads its own organization alone', async () => {
    const { client } = await organizationToken(['members:read']);
    const rival = await createOrganization(server, fresh('Rivalry Trust'));
    const answer = await client.request(`/rest/v1/members?tenant_id=${rival.tenantId}`, {
      headers: { 'x-tenant-id': rival.tenantId },
    });
    expect(await answer.text()).not.toContain(rival.tenantId);
  });
});

describe('what is not a token', () => {
  it.each(['scout_person_', 'scout_org_'])(
    '%s with a wrong checksum, or none stored, is refused',
    async (prefix) => {
      const { created } = await withToken('member', ['cases:read']);
      const rest = created.token.slice('scout_person_'.length);
      const flipped = `${rest.startsWith('A') ? 'B' : 'A'}${rest.slice(1)}`;
      for (const text of [
        prefix,
        `${prefix}${flipped}`,
        `${prefix}${rest}x`,
        `${prefix}${'a'.repeat(10_000)}`,
      ])
        await expect(clientOf(server, text).api.cases({})).rejects.toMatchObject(
          refusal('invalid_api_token'),
        );
    },
  );

  it('is not read from the address, a cookie or a password', async () => {
    const { person, created } = await withToken('admin', ['cases:read']);
    const places = [
      fetch(
        `${server.url}/api/v1/cases?access_token=${created.token}&authorization=Bearer%20${created.token}`,
      ),
      fetch(`${server.url}/api/v1/cases`, {
        headers: { cookie: `token=${created.token}; session=${created.token}` },
      }),
      fetch(`${server.url}/api/v1/cases`, { headers: { 'x-api-key': created.token } }),
    ];
    for (const response of await Promise.all(places)) expect(response.status).toBe(401);
    const signIn = clientOf(server, created.token).api.authToken({
      query: { grant_type: 'password' },
      body: { email: person.email, password: created.token },
    });
    await expect(signIn).rejects.toMatchObject(refusal('invalid_login'));
  });
});

describe('quotas of a token', () => {
  it('limit its calls, and no other token’s', async () => {
    const { client } = await withToken('member', ['cases:read']);
    const { client: other } = await withToken('member', ['cases:read']);
    const { attempts } = limits.rates.callsPerApiToken;
    const statuses: number[] = [];
    for (let n = 0; n < attempts + 10; n += 10) {
      const ten = Array.from({ length: 10 }, () => client.request('/api/v1/tokens'));
      statuses.push(...(await Promise.all(ten)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const refused = await client.request('/api/v1/cases');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await expect(other.api.cases({})).resolves.toBeDefined();
  });

  it('limit its bytes, which are counted when a call ends', async () => {
    const { created, client } = await withToken('member', ['cases:read']);
    await client.api.cases({});
    const key = createHash('sha256').update(created.token_id).digest('base64url');
    const counted = () =>
      query('SELECT points FROM auth.rate_limits WHERE key = $1', [`kibibytesPerApiToken:${key}`]);
    await vi.waitFor(async () => expect((await counted())[0]?.points).toBeGreaterThan(0), {
      timeout: 10_000,
    });
    await query('UPDATE auth.rate_limits SET points = $2 WHERE key = $1', [
      `kibibytesPerApiToken:${key}`,
      limits.rates.kibibytesPerApiToken.attempts + 1,
    ]);
    await expect(client.api.cases({})).rejects.toMatchObject(refusal('rate_limited'));
  });
});
